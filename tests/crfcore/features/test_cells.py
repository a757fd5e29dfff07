import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.features.cells import CELL_FUNCTIONS, letters, shape


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Springer", "Xx"),
        ("McDonald", "XxXx"),
        ("IBM", "X"),
        ("U.S.", "X.X."),
        ("1998", "d"),
        ("12.50", "d.d"),
        ("b.i.d.", "x.x.x."),
        ("Île", "Xx"),
        ("ǅ", "X"),
        ("東京", "x"),
        ("٣", "d"),
        ("--", "-"),
        ("\n\n", "\n"),
        ("", ""),
    ],
)
def test_shapes(word, expected):
    assert shape(word) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("1998", "digits"),
        ("٣", "digits"),
        ("IBM", "upper"),
        ("U.S.", "upper"),
        ("B2", "upper"),
        ("A", "title"),
        ("McDonald", "title"),
        ("ǅ", "title"),
        ("b.i.d.", "lower"),
        ("2nd", "lower"),
        ("12.50", "mixed"),
        ("3D-TV's", "mixed"),
        ("iPhone", "other"),
        ("東京", "other"),
        ("--", "other"),
        ("", "other"),
    ],
)
def test_letters(word, expected):
    assert letters(word) == expected


@given(st.text(st.characters(codec="ascii")))
def test_letters_of_a_word_in_one_letter_case(word):
    caseless = {"digits", "mixed", "other"}
    assert letters(word.lower()) in caseless | {"lower"}
    assert letters(word.upper()) in caseless | {"upper", "title"}


@given(st.text(), st.integers(1, 5))
def test_ends_of_words(word, length):
    assert word.startswith(CELL_FUNCTIONS["prefix"](word, length))
    assert word.endswith(CELL_FUNCTIONS["suffix"](word, length))
    assert len(CELL_FUNCTIONS["prefix"](word, length)) == min(length, len(word))
    assert len(CELL_FUNCTIONS["suffix"](word, length)) == min(length, len(word))


@given(st.text())
def test_the_word_itself_and_its_lower_case(word):
    assert CELL_FUNCTIONS["x"](word, 0) == word
    assert CELL_FUNCTIONS["lower"](word, 0) == word.lower()

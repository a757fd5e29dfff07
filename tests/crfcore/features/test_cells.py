import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.features.cells import CELL_FUNCTIONS, shape


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

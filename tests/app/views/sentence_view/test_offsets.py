from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextLayout

from app.views.sentence_view.offsets import (
    Graphemes,
    OffsetMap,
    begins_right_to_left,
    runs_both_ways,
    shown_text,
)

texts = st.text(st.characters(codec="utf-8"), max_size=40)


@given(texts)
def test_units_are_those_of_utf_16(text: str):
    offsets = OffsetMap(text)
    units = [len(text[:position].encode("utf-16-le")) // 2 for position in range(len(text) + 1)]
    assert [offsets.unit(position) for position in range(len(text) + 1)] == units
    assert offsets.n_units == units[-1]


@given(texts)
def test_there_and_back_is_the_same_place(text: str):
    offsets = OffsetMap(text)
    assert [offsets.code_point(offsets.unit(p)) for p in range(len(text) + 1)] == list(
        range(len(text) + 1)
    )


def test_both_halves_of_a_pair_belong_to_one_character():
    offsets = OffsetMap("a😀b")
    assert [offsets.code_point(unit) for unit in range(5)] == [0, 1, 1, 2, 3]
    assert OffsetMap("").n_units == 0


@given(texts)
def test_what_is_shown_has_as_many_characters(text: str):
    assert len(shown_text(text)) == len(text)
    assert OffsetMap(shown_text(text)).n_units == OffsetMap(text).n_units


@given(texts)
def test_what_is_shown_never_breaks_the_line(text: str):
    layout = QTextLayout(shown_text(text))
    layout.beginLayout()
    line = layout.createLine()
    if line.isValid():
        line.setLineWidth(1e6)
    assert not layout.createLine().isValid()
    layout.endLayout()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\tb\nc\r\u2028\u2029\x85", "a b c    "),
        ("a\x00b\x1b", "a␀b␛"),
        ("abc \u202eevil\u202c", "abc ▯evil\u202c"),
        ("no\u00a0break", "no\u00a0break"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\ufeffx", "\ufeffx"),
    ],
)
def test_what_would_fool_the_eye_is_made_visible(text: str, shown: str):
    assert shown_text(text) == shown


@pytest.mark.parametrize(
    ("text", "both", "begins"),
    [
        ("plain", False, False),
        ("naïve 😀", False, False),
        ("العربية", True, True),
        ("12 שלום", True, True),
        ("Latin, then שלום", True, False),
        ("…", False, False),
    ],
)
def test_direction_is_seen(text: str, *, both: bool, begins: bool):
    assert runs_both_ways(text) is both
    assert begins_right_to_left(text) is begins


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("abc", [0, 1, 2]),
        ("e\u0301a", [0, 2]),
        ("D🇺🇦!", [0, 1, 5]),
        ("👩‍👩‍👧x", [0, 8]),
        ("😀", [0]),
    ],
)
def test_graphemes_are_what_a_reader_takes_for_one_character(text, begins):
    graphemes, n = Graphemes(text), len(text.encode("utf-16-le")) // 2
    assert [unit for unit in range(n) if graphemes.begins(unit)] == begins
    for start, stop in pairwise([*begins, n]):
        assert {graphemes.around(unit) for unit in range(start, stop)} == {(start, stop)}

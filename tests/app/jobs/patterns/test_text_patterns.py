"""Tests of regular expressions over texts with the prefilter, against without."""

import pytest
import regex
from hypothesis import assume, given
from hypothesis import strategies as st

from app.domain.search import Pattern
from app.jobs.patterns import text_patterns
from app.jobs.patterns.text_patterns import Budget, TextPattern, needed_texts
from crfcore.errors import CrfError

PIECES = st.sampled_from(
    [
        *("a", "b", "mg", "é", "ſ", "k", " ", "-", "1", "]"),
        *(".", "^", "$", r"\b", r"\d", r"\w", r"\.", r"\-", r"\p{Lu}", r"\1", r"\12", r"\x61"),
        *("[ab]", "[^a]", "[]a]", "[[:alpha:]]", "[a-]"),
        *("*", "+", "?", "+?", "*+", "{0}", "{2}", "{,2}", "{0,2}", "{e<=1}", "{"),
        *("(", "(?:", ")", "|", "(?=a)", "(?<!b)", "(?i)", "(?i:", "#"),
    ]
)
EXPRESSIONS = st.lists(PIECES, min_size=1, max_size=8).map("".join)
TEXTS = st.lists(st.text("abmgéſsKk -1].A", max_size=9), max_size=5)


@given(EXPRESSIONS, st.booleans(), TEXTS)
def test_what_is_sifted_out_does_not_match(expression, ignore_case, texts):
    try:
        compiled = regex.compile(expression, regex.IGNORECASE if ignore_case else 0)
    except (regex.error, OverflowError):
        assume(False)
    found = TextPattern(Pattern(expression, ignore_case), Budget(60)).find_all(
        texts, range(len(texts))
    )
    expected = [
        (sentence_index, *one.span())
        for sentence_index, text in enumerate(texts)
        for one in compiled.finditer(text)
        if one.end() > one.start()
    ]
    assert list(zip(*(side.tolist() for side in found), strict=True)) == expected


@pytest.mark.parametrize(
    ("expression", "needed"),
    [
        (r"carpro\w+", ("carpro",)),
        (r"\d+\s?mg\b", ("mg",)),
        (r"colou?r", ("colo",)),
        (r"(un|in)\w+able", ("able",)),
        (r"Mrs\.|Dr\.", ("Mrs.", "Dr.")),
        (r"un\w+|\d", ()),
        (r"(?i)mrs", ()),
        ("(?:mrs){e<=1}", ()),
        (r"\w+", ()),
    ],
)
def test_what_a_text_must_contain(expression, needed):
    assert needed_texts(expression) == needed


def test_texts_without_what_is_needed_are_not_matched(monkeypatch):
    pattern = TextPattern(Pattern(r"carpro\w+", ignore_case=True), Budget())
    looked_at = []
    monkeypatch.setattr(pattern, "_matches", lambda text: looked_at.append(text) or [])
    pattern.find_all(["warfarin", "CARPROFEN", "carpſ", "5 mg"], range(4))
    assert looked_at == ["CARPROFEN", "carpſ"]


def test_it_stops_within_many_texts(monkeypatch):
    monkeypatch.setattr(text_patterns, "TEXTS_AT_ONCE", 2)
    calls = []
    pattern = TextPattern(Pattern("a"), Budget())
    assert pattern.find_all(["a"] * 9, range(9), lambda: len(calls) > 1 or calls.append(1)) is None
    assert len(calls) == 2


def test_one_slow_text_among_many_is_named():
    pattern = TextPattern(Pattern("(a|aa)+$"), Budget(0.1))
    slow = "a" * 3_000 + "c"
    with pytest.raises(CrfError, match=r"took more than 0\.1 seconds, in the end on “aaa"):
        pattern.find_all(["b", slow, "b", *["c"] * 400], range(403))

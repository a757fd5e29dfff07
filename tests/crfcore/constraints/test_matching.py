"""Matches of lexical rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.constraints import matching
from crfcore.constraints.kinds import Phrases, WordList, WordPattern
from crfcore.constraints.matching import PhraseFinder, matched
from crfcore.errors import CrfError

WORDS = st.lists(st.sampled_from(["a", "b", "A"]), min_size=1, max_size=3).map(tuple)


def test_whole_tokens_and_the_longest_phrase():
    matcher = Phrases(["New York", "New York City", "York"])
    words = ["to", "New", "York", "City", ",", "New", "York", "and", "Yorkshire", ",", "York"]
    assert matched(matcher, words) == [(1, 4), (5, 7), (10, 11)]
    assert matched(matcher, []) == []


def test_a_longer_phrase_that_does_not_match_leaves_the_shorter_one():
    assert matched(Phrases(["a", "a b c"]), ["a", "b", "a", "b", "c"]) == [(0, 1), (2, 5)]


def test_case_counts_unless_switched_off():
    assert matched(WordList(["Rome"]), ["ROME", "Rome"]) == [(1, 2)]
    assert matched(WordList(["Rome"], ignore_case=True), ["ROME", "Rome"]) == [(0, 1), (1, 2)]
    assert matched(WordList(["STRASSE"], ignore_case=True), ["straße"]) == [(0, 1)]


def test_values_come_with_their_phrases():
    finder = PhraseFinder([(["a"], 1), (["a", "b"], 2), (["a"], 3)])
    assert finder.find(["a", "a", "b"]) == [(0, 1, 3), (1, 3, 2)]


def test_patterns_must_be_matched_by_the_caller():
    digits = WordPattern("[0-9]+")
    with pytest.raises(CrfError, match="has to be matched by the caller"):
        matched(digits, ["1"])
    assert matched(digits, ["1"], {digits: [(0, 1)]}) == [(0, 1)]
    with pytest.raises(CrfError, match="come without"):
        matched(WordList(["a"]), None)


def test_few_matchers_are_kept(monkeypatch):
    monkeypatch.setattr(matching, "MAX_TRIES", 2)
    matchers = [WordList([word]) for word in "abcd"]
    for _ in range(2):
        assert [matched(m, list("abcd")) for m in matchers] == [[(i, i + 1)] for i in range(4)]
    assert len(matching._finders) == 2


@given(st.lists(WORDS, max_size=5), st.lists(st.sampled_from("abA"), max_size=8), st.booleans())
def test_it_finds_what_slow_reading_finds(phrases, words, ignore_case):
    def alike(a, b):
        fold = str.casefold if ignore_case else str
        return [fold(x) for x in a] == [fold(x) for x in b]

    expected = []
    start = 0
    while start < len(words):
        ends = [start + len(p) for p in phrases if alike(words[start : start + len(p)], p)]
        if ends:
            expected.append((start, max(ends)))
        start = max(ends, default=start + 1)
    assert matched(Phrases(tuple(phrases), ignore_case), words) == expected

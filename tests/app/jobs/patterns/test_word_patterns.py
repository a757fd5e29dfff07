"""Tests of users' regular expressions on whole words, with a time limit."""

from __future__ import annotations

import time

import pytest

from app.jobs.patterns.word_patterns import matching_words, with_listed_words
from crfcore.constraints.kinds import Lexical, StartsWith, WordList, WordPattern
from crfcore.constraints.rules import Rule, Rules
from crfcore.errors import CrfError

WORDS = ["12", "a12", "12b", "XII", "xii", "12"]


def _rule(pattern, **more):
    return Rule(Lexical(WordPattern(pattern), "implies", ["NUMBER"]), **more)


def test_whole_words_match():
    assert matching_words(WordPattern("[0-9]+"), WORDS) == ["12", "12"]
    assert matching_words(WordPattern("[XVI]+"), WORDS) == ["XII"]
    assert matching_words(WordPattern("[XVI]+", ignore_case=True), WORDS) == ["XII", "xii"]


def test_patterns_of_rules_become_lists():
    other = Rule(StartsWith("O"))
    off = _rule("(", on=False)
    rules = with_listed_words([other, _rule("[0-9]+", name="n", cost=1.0), off], WORDS)
    listed = Rule(Lexical(WordList(("12",)), "implies", ("NUMBER",)), "n", cost=1.0)
    assert rules == Rules([other, listed, off])
    assert with_listed_words([other], WORDS) == Rules([other])


def test_what_is_no_expression_is_told():
    with pytest.raises(
        CrfError, match=r"“\(” of the rule that “n” .* is not a valid regular expression"
    ):
        with_listed_words([_rule("(", name="n")], WORDS)
    with pytest.raises(CrfError, match="has 2,000 characters"):
        matching_words(WordPattern("a" * 2_000), WORDS)


def test_an_expression_that_takes_ages_is_stopped():
    started = time.monotonic()
    with pytest.raises(CrfError, match=r"took more than 0\.1 seconds"):
        matching_words(WordPattern(r"(a*)(a*)(a*)(a*)\4\3\2\1[bc]"), ["a" * 300], seconds=0.1)
    assert time.monotonic() - started < 5.0

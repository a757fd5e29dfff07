"""Rules as English text."""

from __future__ import annotations

import pytest

from crfcore.constraints import wording as told
from crfcore.constraints.kinds import (
    KINDS,
    Count,
    EndsWith,
    FixedSpan,
    FollowedBy,
    Implies,
    Lexical,
    NeverAdjacent,
    NoneOf,
    NotAfter,
    NotFollowedBy,
    NotSpan,
    OneOf,
    Pattern,
    Phrases,
    Pin,
    SameWordSameLabel,
    StartsWith,
    ValidScheme,
    WordList,
    WordPattern,
)
from crfcore.constraints.rules import Rule
from crfcore.constraints.wording import tokens_of, wording

WORDS = ["Dr", "Ann", "Lee"]

SENTENCES = [
    (Pin(1, "B-PER"), "token 2 “Ann” is B-PER"),
    (Pin(9, "O"), "token 10 is O"),
    (OneOf(0, ["O", "B-X"]), "token 1 “Dr” is O or B-X"),
    (NoneOf(0, list("abcdef")), "token 1 “Dr” is not a, b, c or 3 more"),
    (FixedSpan(1, 3, "PER"), "tokens 2 to 3 “Ann Lee” are one PER"),
    (NotSpan(1, 2, "PER"), "token 2 “Ann” is not one PER"),
    (FollowedBy("TITLE", "PER"), "a TITLE is followed by a PER"),
    (NotFollowedBy("TITLE", "PER"), "a TITLE is not followed by a PER"),
    (StartsWith("O"), "the sentence starts with an O"),
    (EndsWith("O"), "the sentence ends with an O"),
    (NeverAdjacent("A", "B"), "an A and a B are never adjacent"),
    (ValidScheme("iob2"), "tags are valid IOB2"),
    (Count("DATE", at_most=1), "there is at most 1 DATE"),
    (Count("DATE", 0, 1), "there is at most 1 DATE"),
    (Count("DATE", 0, 5), "there are at most 5 DATE"),
    (Count("DATE", 1, 1_000_000), "there is at least 1 and at most 1,000,000 DATE"),
    (Count("DATE", 2, 2), "there are exactly 2 DATE"),
    (Count("DATE", at_least=50), "there are at least 50 DATE"),
    (Count("DATE", 0, 0), "there is no DATE"),
    (Implies("DOSE", "DRUG"), "if there is a DOSE, there is a DRUG"),
    (Implies("DOSE", "DRUG", present=False), "if there is a DOSE, there is no DRUG"),
    (NotAfter("A", "B"), "no A comes after a B"),
    (Pattern("O*"), "the labels of the sentence match O*"),
    (
        Lexical(Phrases(["New York", "Rome"]), "allows", ["CITY", "O"]),
        "“New York” or “Rome” is CITY or O",
    ),
    (Lexical(WordList(["a"], True), "forbids", ["X"]), "“a” (ignoring case) is not X"),
    (Lexical(WordList([]), "forbids", ["X"]), "a word of an empty list is not X"),
    (Lexical(WordPattern("[0-9]+"), "implies", ["N"]), "a word matching “[0-9]+” is N"),
    (SameWordSameLabel(), "tokens that are the same word have the same label"),
    (
        SameWordSameLabel(["a", "b"], ignore_case=True, by_type=True),
        "all tokens “a” or “b” (ignoring case) have the same type",
    ),
]


@pytest.mark.parametrize(("kind", "sentence"), SENTENCES)
def test_each_kind(kind, sentence):
    assert wording(kind, WORDS) == sentence
    assert wording(Rule(kind, "mine")).startswith("“mine” (")
    assert wording(Rule(kind), WORDS) == sentence


def test_no_kind_is_forgotten():
    assert set(told._WORDINGS) == set(KINDS.values()) == {type(kind) for kind, _ in SENTENCES}
    assert wording(Pin(0, "O")) == "token 1 is O"
    assert wording(FixedSpan(0, 2, "X")) == "tokens 1 to 2 are one X"


def test_the_tokens_that_are_concerned():
    assert list(tokens_of(Pin(1, "O"))) == [1]
    assert list(tokens_of(Rule(FixedSpan(1, 3, "X")))) == [1, 2]
    assert not tokens_of(Count("X", at_most=1))

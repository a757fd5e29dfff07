"""The tokens that violate a rule."""

from __future__ import annotations

import pytest

from crfcore.constraints import (
    Count,
    EndsWith,
    FollowedBy,
    Implies,
    Lexical,
    NeverAdjacent,
    NotAfter,
    NotFollowedBy,
    Pattern,
    Pin,
    Rule,
    Rules,
    SameWordSameLabel,
    StartsWith,
    ValidScheme,
    WordList,
)
from crfcore.constraints.violations import violated_at, violations

LABELS = ("O", "B-A", "I-A", "B-B", "O", "B-A", "B-B", "I-A")
WORDS = ("w", "x", "y", "z", "w", "x", "z", "z")


@pytest.mark.parametrize(
    ("kind", "tokens"),
    [
        (Pin(2, "O"), [2]),
        (Pin(0, "O"), []),
        (FollowedBy("A", "A"), [1, 5, 7]),
        (FollowedBy("A", "B"), [7]),
        (NotFollowedBy("A", "B"), [3, 6]),
        (NeverAdjacent("B", "A"), [3, 6, 7]),
        (StartsWith("A"), [0]),
        (EndsWith("B"), [7]),
        (ValidScheme("iob2"), [7]),
        (Count("A", at_most=1), [5, 7]),
        (Count("B", at_least=4), [0, 0]),
        (Implies("B", "A", present=False), [3]),
        (NotAfter("A", "B"), [5]),
        (Pattern("O*"), [0]),
        (Lexical(WordList(("x",)), "forbids", ("A",)), [1, 5]),
        (Lexical(WordList(("z",)), "implies", ("B",)), [7]),
        (SameWordSameLabel(), [7]),
    ],
)
def test_the_tokens_that_violate_a_rule_are_found(kind, tokens):
    rules = Rules([Rule(kind)])
    assert violated_at(rules, LABELS, WORDS) == [tokens]
    assert violations(rules, LABELS, WORDS) == [len(tokens)]

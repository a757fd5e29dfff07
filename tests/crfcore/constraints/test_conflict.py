"""Minimal sets of contradicting constraints."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.constraints import conflict
from crfcore.constraints.conflict import ConflictError, conflict_of, minimal_conflict, rules_of_mask
from crfcore.constraints.integer import OutOfTimeError
from crfcore.constraints.kinds import (
    Count,
    EndsWith,
    FixedSpan,
    FollowedBy,
    Implies,
    NoneOf,
    NotAfter,
    NotFollowedBy,
    OneOf,
    Pin,
    SameWordSameLabel,
    StartsWith,
    ValidScheme,
)
from crfcore.constraints.rules import Rule, Rules
from crfcore.constraints.violations import violations
from tests.brute_force import labellings

NAMES = ("O", "B-X", "I-X", "B-Y")
WORDS = ["a", "b", "a", "c"]
FREE = np.zeros((4, 4)), np.zeros((4, 4))


@given(st.lists(st.sets(st.integers(0, 7), min_size=1, max_size=3), min_size=1, max_size=6))
def test_a_minimal_set_conflicts_and_no_part_of_it_does(conflicts):
    def is_satisfiable(some):
        return not any(one <= set(some) for one in conflicts)

    found = minimal_conflict(range(8), is_satisfiable)
    assert not is_satisfiable(found)
    assert all(is_satisfiable([other for other in found if other != one]) for one in found)


def test_nothing_is_to_blame_where_nothing_is_possible_anyway():
    assert minimal_conflict([1, 2], lambda _: False) == []
    assert minimal_conflict([7], lambda some: not some) == [7]


def test_it_is_reported_in_the_users_words():
    rules = Rules(
        [
            Rule(FollowedBy("X", "Y"), "titles"),
            Rule(Count("X", at_most=3)),
            Rule(Count("Y", at_most=0), cost=1.0),
            Rule(Pin(0, "I-X"), on=False),
            Rule(Pin(1, "I-X")),
            Rule(Pin(2, "O")),
        ]
    )
    found = conflict_of(*FREE, rules, NAMES, WORDS, sentence=4)
    assert [rule.kind for rule in found.rules] == [
        FollowedBy("X", "Y"),
        Pin(1, "I-X"),
        Pin(2, "O"),
    ]
    assert found.tokens == (1, 2)
    assert str(found) == (
        "In sentence 5 these contradict each other: “titles” (an X is followed by a Y); token 2 "
        "“b” is I-X; token 3 “a” is O. Change or switch off one of them; the others can be met "
        "then."
    )
    moved = found.at(1_999)
    assert str(moved).startswith("In sentence 2,000 these contradict")
    assert (moved.rules, moved.tokens, moved.sentence) == (found.rules, (1, 2), 1_999)


def test_a_mask_is_a_constraint_for_each_token():
    mask = np.array([[1, 1, 1, 1], [0, 1, 0, 0], [0, 1, 1, 0]], np.uint8)
    assert rules_of_mask(mask, NAMES) == [Rule(Pin(1, "B-X")), Rule(OneOf(2, ("B-X", "I-X")))]
    scores, transitions = FREE
    rules = Rules([NotFollowedBy("B-X", "I-X"), NotFollowedBy("B-X", "B-X"), StartsWith("O")])
    found = conflict_of(scores[:3], transitions, rules, NAMES, allowed=mask)
    assert len(found.rules) == 4
    assert "token 3 is B-X or I-X" in str(found)


def test_one_constraint_or_none_can_be_the_reason():
    scores, transitions = FREE
    found = conflict_of(scores, transitions, Rules([Count("O", at_least=9)]), NAMES)
    assert str(found) == (
        "In sentence 1 this cannot be met: there are at least 9 O. Change it, or switch it off."
    )
    scores = np.full((2, 4), -np.inf)
    found = conflict_of(scores, transitions, Rules([StartsWith("O")]), NAMES)
    assert found.rules == ()
    assert "whatever the rules" in str(found)
    assert conflict_of(*FREE, Rules(), NAMES) is None


def test_rules_of_the_integer_route_conflict_too(monkeypatch):
    rules = Rules([SameWordSameLabel(), Pin(0, "O"), Pin(2, "B-X"), Pin(3, "B-Y")])
    found = conflict_of(*FREE, rules, NAMES, WORDS)
    assert [type(rule.kind) for rule in found.rules] == [SameWordSameLabel, Pin, Pin]
    assert conflict_of(*FREE, Rules(rules[:2]), NAMES, WORDS) is None

    def late(*_args, **_more):
        raise OutOfTimeError

    monkeypatch.setattr(conflict, "best_under_rules", late)
    assert conflict_of(*FREE, rules, NAMES, WORDS) is None


def test_a_conflict_of_regular_rules_needs_no_integer_program(monkeypatch):
    counts = [Count("X", at_least=1), SameWordSameLabel()]
    rules = Rules([*counts, *(Pin(token, "O") for token in range(len(WORDS)))])
    calls = []
    monkeypatch.setattr(conflict, "best_under_rules", lambda *_, **__: calls.append(1))
    found = conflict_of(*FREE, rules, NAMES, WORDS)
    assert {type(rule.kind) for rule in found.rules} == {Count, Pin}
    assert calls == []


def test_transitions_by_position_and_marks():
    transitions = np.zeros((4, 4, 4))
    transitions[2, 1] = -np.inf
    rules = Rules([Pin(1, "B-X"), Count("Y", at_most=4)])
    found = conflict_of(np.zeros((4, 4)), transitions, rules, NAMES)
    assert [rule.kind for rule in found.rules] == [Pin(1, "B-X")]
    span = Rules([FixedSpan(1, 2, "X"), OneOf(2, ("I-X", "O")), NoneOf(2, ("O",))])
    assert len(conflict_of(*FREE, span, NAMES).rules) == 3


KINDS = st.sampled_from(
    [
        Pin(0, "B-X"),
        Pin(1, "O"),
        OneOf(1, ("B-X", "I-X")),
        NoneOf(2, ("X",)),
        FixedSpan(0, 2, "X"),
        FollowedBy("X", "Y"),
        EndsWith("O"),
        StartsWith("I-X"),
        Count("X", 2, 2),
        Count("Y", at_most=0),
        Implies("X", "Y"),
        Implies("Y", "O", present=False),
        NotAfter("X", "O"),
        ValidScheme("iob2"),
        SameWordSameLabel(),
    ]
)


@settings(max_examples=60)
@given(st.lists(KINDS, unique=True, max_size=7))
def test_against_enumeration(kinds):
    words = WORDS[:3]
    table = [violations(Rules(kinds), [NAMES[y] for y in path], words) for path in labellings(3, 4)]
    broken = np.array(table).reshape(4**3, len(kinds)) > 0

    def is_satisfiable(places):
        return bool((~broken[:, places].any(axis=1)).any())

    found = conflict_of(np.zeros((3, 4)), np.zeros((4, 4)), Rules(kinds), NAMES, words)
    if found is None:
        assert is_satisfiable(list(range(len(kinds))))
        return
    assert isinstance(found, ConflictError)
    places = [kinds.index(rule.kind) for rule in found.rules]
    assert not is_satisfiable(places)
    for place in places:
        assert is_satisfiable([other for other in places if other != place])


def test_the_reason_is_found_soon_among_many_pins():
    """Forty pins and three rules: no more than some tens of trials."""
    trials = []

    def is_satisfiable(some):
        trials.append(len(some))
        return not {3, 17, 41} <= set(some)

    assert minimal_conflict(range(43), is_satisfiable) == [3, 17, 41]
    assert len(trials) < 43


def test_an_error_needs_no_words():
    assert ConflictError([Rule(Pin(2, "O"))]).tokens == (2,)
    with pytest.raises(ConflictError, match="token 3 is O"):
        raise ConflictError([Rule(Pin(2, "O"))])

"""Compiled rules of a sentence: masks, additions, automata, leftovers."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.constraints import (
    Count,
    EndsWith,
    FixedSpan,
    Implies,
    Lexical,
    NotSpan,
    Phrases,
    Pin,
    Rule,
    Rules,
    SameWordSameLabel,
    ValidScheme,
    WordPattern,
)
from crfcore.constraints.compiled import compile_rules, shared_rules, states_of
from crfcore.errors import CrfError, UnknownLabelError

LABELS = ("O", "B-A", "I-A", "B-B", "I-B")


def compiled(kinds, n_tokens=4, words=None, **options):
    return compile_rules(Rules(kinds), LABELS, n_tokens, words, **options)


def test_what_is_local_needs_no_automaton():
    found = compiled([ValidScheme("iob2"), Pin(1, "B-A"), FixedSpan(2, 4, "B"), EndsWith("B")])
    assert found.route == "mask"
    assert found.automaton is None
    assert found.allowed[1].tolist() == [0, 1, 0, 0, 0]
    # Where the scheme holds a span begins with B.
    assert found.allowed[2:].tolist() == [[0, 0, 0, 1, 0], [0, 0, 0, 0, 1]]
    assert found.transition_additions[0, 2] == -np.inf
    assert found.score_additions is None


def test_a_border_that_masks_cannot_tell_is_an_automaton_with_marks():
    found = compiled([FixedSpan(1, 3, "A")])
    assert found.route == "automaton"
    assert len(set(found.marks.tolist())) == 4
    at_the_borders = compiled([FixedSpan(0, 4, "A")])
    assert at_the_borders.route == "mask"


def test_redundant_rules_cost_nothing():
    assert compiled([]).route == "mask"
    assert compiled([Count("A", at_least=0)]).automaton is None
    assert compiled([Count("A", at_most=10**6)]).route == "mask"
    assert compiled([Implies("A", "A")]).automaton is None
    twice = compiled([Count("A", at_most=1), Count("A", at_most=1), Count("A", at_most=2)])
    assert twice.automaton.n_states == compiled([Count("A", at_most=1)]).automaton.n_states


def test_rules_that_are_off_are_not_looked_at():
    rules = Rules([Rule(Pin(9, "?"), on=False), Rule(Count("?", at_most=0), on=False)])
    assert compile_rules(rules, LABELS, 1).allowed is None


def test_what_needs_too_many_states_is_left_over_with_its_automaton():
    kinds = [Count("A", at_most=3), Count("B", at_most=3), Implies("B-A", "B-B")]
    found = compiled(kinds, max_states=8)
    assert found.route == "integer"
    assert len(found.leftovers) >= 1
    assert all(one.automaton is not None for one in found.leftovers)
    assert compiled(kinds).leftovers == ()
    spans = compiled([Count("A", at_most=2), NotSpan(0, 1, "B"), NotSpan(1, 3, "B")], max_states=6)
    assert all(one.marks is not None for one in spans.leftovers)
    far = compiled([Count("A", 10, 20), Count("B", 10, 20), Count("I-B", 10, 20)], max_states=50)
    assert len(far.leftovers) == 2


def test_large_numbers_are_counted_by_the_integer_program_where_they_can_be_reached():
    far = compiled([Count("A", at_least=300)], n_tokens=400)
    assert [one.automaton for one in far.leftovers] == [None]
    assert compiled([Count("A", 300, 500)], n_tokens=299).leftovers == ()
    assert compiled([Count("A", 3, 500)], n_tokens=299).leftovers == ()
    same = compiled([SameWordSameLabel()], words=list("abab"))
    assert [one.automaton for one in same.leftovers] == [None]


def test_what_all_sentences_share_is_made_once():
    rules = Rules([ValidScheme("iob2"), Count("A", at_most=1)])
    shared = shared_rules(rules, LABELS)
    assert shared_rules(rules, LABELS) is shared
    assert compile_rules(rules, LABELS, 3).automaton is shared.automaton
    assert shared_rules(Rules([Pin(0, "O")]), LABELS) is None


def test_words_imply_labels():
    phrase = Phrases(["New York"])
    implied = compiled(
        [ValidScheme("iob2"), Lexical(phrase, "implies", ["A"])], 3, ["in", "New", "York"]
    )
    assert implied.allowed[1:].argmax(axis=1).tolist() == [1, 2]
    pattern = WordPattern("[A-Z].*")
    rule = Lexical(pattern, "forbids", ["O"])
    found = compiled([rule], 2, matches={pattern: [(1, 2)]})
    assert found.allowed[1, 0] == 0
    with pytest.raises(CrfError, match="matched by the caller"):
        compiled([rule], 2, ["a", "B"])
    with pytest.raises(CrfError, match="token 4"):
        compiled([rule], 2, matches={pattern: [(3, 4)]})


def test_places_and_names_that_do_not_exist_are_reported():
    with pytest.raises(CrfError, match="token 5, and the sentence has 4"):
        compiled([Pin(4, "O")])
    with pytest.raises(CrfError, match="token 5"):
        compiled([NotSpan(3, 5, "A")])
    for kind in (Pin(0, "B-C"), Count("C", at_most=1), NotSpan(0, 1, "C")):
        with pytest.raises(UnknownLabelError, match="C"):
            compiled([kind])
    lenient = compiled([Count("C", at_most=1), Pin(0, "B-C")], lenient=True)
    assert not lenient.allowed[0].any()


def test_what_a_rule_costs_is_counted_in_states():
    costs = [
        states_of(Rule(kind, cost=cost), LABELS)
        for kind, cost in (
            (Pin(0, "O"), None),
            (ValidScheme("iob2"), 1.0),
            (Count("B-A", at_most=3), None),
            (Count("A", at_least=0), None),
            (FixedSpan(0, 1, "A"), None),
            (FixedSpan(0, 1, "A"), 1.0),
            (NotSpan(0, 1, "A"), None),
            (Count("A", at_most=10**6), None),
            (SameWordSameLabel(), None),
        )
    ]
    assert costs == [0, 0, 4, 0, 0, 3, 3, None, None]

"""The integer program against enumeration."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.constraints import integer
from crfcore.constraints.alphabet import alphabet_of
from crfcore.constraints.automaton import Automaton
from crfcore.constraints.compiled import Compiled, Leftover, compile_rules
from crfcore.constraints.integer import OutOfTimeError, best_labelling, best_under_rules, both_masks
from crfcore.constraints.kinds import (
    Count,
    Implies,
    NoneOf,
    NotAfter,
    Pattern,
    Pin,
    SameWordSameLabel,
)
from crfcore.constraints.rule_automata import of_sequence
from crfcore.constraints.rules import Rule, Rules
from crfcore.constraints.violations import violations
from crfcore.errors import CrfError
from crfcore.graphs.linear_rows import LinearRows, Solution
from crfcore.inference.viterbi import viterbi
from tests.brute_force import all_scores
from tests.chains import chains, random_chain
from tests.constrained_chains import random_constrained_chain

NAMES = ("O", "B-X", "I-X", "B-Y")
UNITS = st.sampled_from(["X", "Y", "B-X", "I-X", "O"])
COSTS = st.sampled_from([None, 0.0, 0.7, 3.0])


@st.composite
def linear_rules(draw):
    kind = draw(st.sampled_from(["count", "implies", "same"]))
    if kind == "count":
        least = draw(st.sampled_from([None, 0, 1, 2, 9]))
        most = draw(st.sampled_from([0, 1, 2, 9]))
        made = Count(draw(UNITS), least, None if least and least > most else most)
    elif kind == "implies":
        made = Implies(draw(UNITS), draw(UNITS), draw(st.booleans()))
    else:
        words = draw(st.sampled_from([(), ("a",)]))
        made = SameWordSameLabel(words, draw(st.booleans()), draw(st.booleans()))
    return Rule(made, cost=draw(COSTS))


def slow_best(chain, rules, words):
    """Return the greatest score of all labellings, −inf if none is possible."""
    names = NAMES[: chain.scores.shape[1]]
    best = -np.inf
    for path, score in zip(
        *all_scores(chain.scores, chain.transitions, chain.allowed), strict=True
    ):
        broken = violations(rules, [names[y] for y in path], words)
        paid = 0.0
        for rule, times in zip(rules, broken, strict=True):
            paid += (rule.cost * times if not rule.hard else np.inf) if times else 0.0
        best = max(best, score - paid)
    return best


@settings(max_examples=80)
@given(st.data(), st.lists(linear_rules(), max_size=3), st.sampled_from(["aAab", "bbbb", "aaaa"]))
def test_linear_rules_against_enumeration(data, rules, text):
    chain = data.draw(chains(max_tokens=4))
    names, words = NAMES[: chain.scores.shape[1]], list(text)[: len(chain.scores)]
    found = best_labelling(
        chain.scores, chain.transitions, chain.allowed, labels=names, words=words, rules=rules
    )
    expected = slow_best(chain, Rules(rules), words)
    if found is None:
        assert expected == -np.inf
        return
    assert found.score == pytest.approx(expected, abs=1e-6)
    assert found.proved
    assert found.bound == pytest.approx(found.score, abs=1e-4)
    alone = slow_score(chain, found.labels)
    broken = violations(Rules(rules), [names[y] for y in found.labels], words)
    paid = sum((rule.cost or 0.0) * times for rule, times in zip(rules, broken, strict=True))
    assert found.score == pytest.approx(alone - paid)


def slow_score(chain, labels):
    path = tuple(labels.tolist())
    paths, scores = all_scores(chain.scores, chain.transitions, chain.allowed)
    return scores[paths.index(path)]


SEQUENCES = st.sampled_from(
    [
        Pattern("O* (B-X I-X*)? O*"),
        Pattern("(O | B-X | I-X)*"),
        Count("X", 1, 2),
        NotAfter("O", "X"),
        Implies("X", "O"),
    ]
)


@settings(max_examples=40)
@given(st.data(), st.lists(st.tuples(SEQUENCES, COSTS), max_size=3))
def test_automata_against_enumeration(data, kinds):
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    chain = random_chain(rng, data.draw(st.integers(1, 4)), 3, by_position=data.draw(st.booleans()))
    alphabet = alphabet_of(NAMES[:3])
    automata = [(of_sequence(kind, cost, alphabet), None) for kind, cost in kinds]
    found = best_labelling(chain.scores, chain.transitions, automata=automata)
    rules = Rules(Rule(kind, cost=cost) for kind, cost in kinds)
    expected = slow_best(chain, rules, None)
    assert (-np.inf if found is None else found.score) == pytest.approx(expected, abs=1e-6)


def test_marks_choose_the_steps_of_an_automaton():
    """Under mark 1 only label 0 is possible; elsewhere label 1 costs 5."""
    following = np.array([[[0, 0]], [[0, -1]]], dtype=np.int32)
    cost = np.array([[[0.0, 5.0]], [[0.0, 0.0]]])
    automaton = Automaton(following, cost, np.zeros(1))
    scores = np.array([[0.0, 6.0], [0.0, 6.0], [0.0, 4.0]])
    marks = np.array([1, 0, 0])
    found = best_labelling(scores, np.zeros((2, 2)), automata=[(automaton, marks)])
    assert found.labels.tolist() == [0, 1, 0]
    assert found.score == 1.0


@given(chains(max_tokens=6))
def test_without_rules_it_is_viterbi(chain):
    found = best_labelling(chain.scores, chain.transitions, chain.allowed, time_limit=None)
    assert found.score == pytest.approx(viterbi(*chain.arguments)[1][0])


def test_huge_counts_take_no_states():
    chain = random_chain(np.random.default_rng(0), 30, 4)
    rules = [Rule(Count("B-X", at_least=1, at_most=10**6)), Rule(Count("O", 20, 20))]
    found = best_labelling(chain.scores, chain.transitions, labels=NAMES, rules=rules)
    assert sum(found.labels == 0) == 20
    assert sum(found.labels == 1) >= 1
    too_many = [Rule(Count("O", at_least=10**6))]
    assert best_labelling(chain.scores, chain.transitions, labels=NAMES, rules=too_many) is None
    soft = [Rule(Count("O", at_least=10**6), cost=0.5)]
    found = best_labelling(chain.scores, chain.transitions, labels=NAMES, rules=soft)
    assert found.score < -0.5 * (10**6 - 30) + 200


def test_a_sentence_without_tokens():
    empty = np.zeros((0, 4))
    found = best_labelling(empty, np.zeros((4, 4)), labels=NAMES, rules=[Rule(Count("X", 0, 3))])
    assert len(found.labels) == 0
    assert found.score == 0.0
    needs = Rule(Count("X", at_least=1))
    assert best_labelling(empty, np.zeros((4, 4)), labels=NAMES, rules=[needs]) is None
    soft = Rule(Count("X", at_least=2), cost=1.5)
    assert best_labelling(empty, np.zeros((4, 4)), labels=NAMES, rules=[soft]).score == -3.0
    automaton = of_sequence(Count("X", 1, 2), 2.0, alphabet_of(NAMES))
    assert best_labelling(empty, np.zeros((4, 4)), automata=[(automaton, None)]).score == -2.0


def test_what_it_cannot_take_is_rejected():
    chain = random_chain(np.random.default_rng(0), 2, 4)
    with pytest.raises(CrfError, match="token 1 is O would need an automaton"):
        best_labelling(chain.scores, chain.transitions, labels=NAMES, rules=[Rule(Pin(0, "O"))])
    with pytest.raises(CrfError, match="come without"):
        best_labelling(
            chain.scores, chain.transitions, labels=NAMES, rules=[Rule(SameWordSameLabel())]
        )


@pytest.mark.parametrize(("limit", "says"), [(0.25, "in 0.25 seconds"), (None, "it had")])
def test_when_the_time_is_up(monkeypatch, limit, says):
    """No labelling is an error; a labelling found is not proved optimal."""
    chain = random_chain(np.random.default_rng(0), 3, 2)
    monkeypatch.setattr(
        LinearRows, "solve", lambda self, _limit: Solution(None, True, False, -np.inf)
    )
    with pytest.raises(OutOfTimeError, match=says):
        best_labelling(chain.scores, chain.transitions, time_limit=limit)


def test_a_time_limit_is_kept():
    chain = random_chain(np.random.default_rng(0), 40, 12)
    names = [f"L{k}" for k in range(12)]
    words = [f"w{k % 5}" for k in range(40)]
    try:
        found = best_labelling(
            chain.scores,
            chain.transitions,
            labels=names,
            words=words,
            rules=[Rule(SameWordSameLabel())],
            time_limit=0.05,
        )
    except OutOfTimeError:
        return
    assert found.bound >= found.score - 1e-6


def test_the_same_words():
    kind = SameWordSameLabel(("The", "cat"), ignore_case=True)
    words = ["the", "cat", "The", "dog", "THE", "dog"]
    assert integer.repeated_words(kind, words) == [(0, 2), (2, 4)]


def check_chain(seed):
    """The two routes and enumeration agree; with room for one state all rules are left over."""
    chain = random_constrained_chain(seed, max_tokens=3)
    arguments = chain.rules, chain.labels, len(chain.words), chain.words
    every = compile_rules(*arguments, max_states=1)
    _, values = chain.paths_and_scores()
    best = values.max()
    for compiled in (every, compile_rules(*arguments)):
        found = best_under_rules(
            chain.scores, chain.transitions, compiled, labels=chain.labels, words=chain.words
        )
        assert (found is None) == (best == -np.inf)
        if found is not None:
            assert found.score == pytest.approx(best, rel=1e-7, abs=1e-5)


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1))
def test_rules_of_all_kinds_against_enumeration(seed):
    check_chain(seed)


@pytest.mark.slow
@settings(max_examples=2_000, deadline=None, database=None)
@given(st.integers(0, 2**32 - 1))
def test_two_thousand_chains_against_enumeration(seed):
    check_chain(seed)


def test_masks_hold_together():
    one, other = np.array([[1, 1, 0]], np.uint8), np.array([[0, 1, 1]], np.uint8)
    assert both_masks(one, other).tolist() == [[0, 1, 0]]
    assert both_masks(one, None) is both_masks(None, one) is one
    compiled = compile_rules(Rules([NoneOf(0, ["B-X"])]), NAMES[:3], 1)
    found = best_under_rules(
        np.array([[1.0, 9.0, 5.0]]), np.zeros((3, 3)), compiled, one, labels=NAMES[:3]
    )
    assert found.labels.tolist() == [0]


def test_a_pattern_that_is_too_large_is_rejected():
    leftover = Leftover(0, Rule(Pattern("O*"), "mine"), None)
    compiled = Compiled(None, None, None, None, None, (leftover,))
    with pytest.raises(CrfError, match=r"“mine” .* more than 4,096 states"):
        best_under_rules(np.zeros((1, 1)), np.zeros((1, 1)), compiled, labels=["O"])

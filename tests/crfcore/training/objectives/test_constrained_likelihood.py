"""The likelihood under rules against enumeration, and its gradient against differences."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from crfcore.constraints import Count, FollowedBy, NotSpan, Rules, ValidScheme
from crfcore.constraints.compiled import compile_rules
from crfcore.constraints.violations import violations
from crfcore.training.objectives import constrained_likelihood
from crfcore.training.objectives.constrained_likelihood import ConstrainedLikelihood
from crfcore.training.objectives.terms import ScoredRun
from tests.brute_force import log_sum, path_score

LABELS = ("O", "B-A", "I-A", "B-B")
RULES = Rules(
    [ValidScheme("iob2"), Count("A", at_most=1), FollowedBy("B", "A"), NotSpan(0, 2, "A")]
)
LENGTHS = (3, 2, 4)
OFFSETS = np.array([0, 3, 5, 9])
# Label 4 is "nothing known", 5 a set.
SETS = np.array([4, 5, 1, 0, 1, 3, 4, 4, 5], dtype=np.int32)
ALLOWED = np.vstack([np.eye(4), np.ones(4), [1, 0, 1, 1]]).astype(np.uint8)


def run_of(seed, *, by_position):
    rng = np.random.default_rng(seed)
    shape = (9, 4, 4) if by_position else (1, 4, 4)
    return ScoredRun(
        rng.normal(size=(9, 4)),
        rng.normal(size=shape),
        OFFSETS,
        SETS,
        ALLOWED,
        by_position,
        np.array([2, 0, 1]),
    )


def terms(normalise):
    ready = [compile_rules(RULES, LABELS, length) for length in (2, 4, 3)]
    possible = ready if normalise else [None] * 3
    return ConstrainedLikelihood([ready[0], ready[1], ready[2]], possible)


def expected_value(run, normalise):
    value = 0.0
    for sentence, length in enumerate(LENGTHS):
        own = slice(OFFSETS[sentence], OFFSETS[sentence + 1])
        ways = run.transitions[own] if run.by_position else run.transitions[0]
        every, known = [], []
        for path in product(range(4), repeat=length):
            score = path_score(run.scores[own], ways, path)
            obeys = not any(violations(RULES, [LABELS[y] for y in path]))
            if obeys or not normalise:
                every.append(score)
            if obeys and all(ALLOWED[SETS[own][t], y] for t, y in enumerate(path)):
                known.append(score)
        value += log_sum(np.array(every)) - log_sum(np.array(known))
    return value


@pytest.mark.parametrize("by_position", [False, True])
@pytest.mark.parametrize("normalise", [False, True])
@pytest.mark.parametrize("at_once", [1, 2**21])
def test_value_is_that_of_enumeration_and_the_gradient_that_of_differences(
    by_position, normalise, at_once, monkeypatch
):
    monkeypatch.setattr(constrained_likelihood, "ENTRIES_AT_ONCE", at_once)
    run = run_of(1, by_position=by_position)
    by_scores, by_transitions = np.empty((9, 4)), np.zeros(run.transitions.shape)
    value = terms(normalise).add(run, by_scores, by_transitions)
    np.testing.assert_allclose(value, expected_value(run, normalise))
    step = 1e-5
    for array, derivative in ((run.scores, by_scores), (run.transitions, by_transitions)):
        for place in [(0,), (3,), (7,), (-1,)]:
            index = np.unravel_index(np.arange(array.size)[place[0]], array.shape)
            before = array[index]
            array[index] = before + step
            more = expected_value(run, normalise)
            array[index] = before - step
            less = expected_value(run, normalise)
            array[index] = before
            np.testing.assert_allclose(derivative[index], (more - less) / (2 * step), atol=1e-6)


def test_chosen_sentences_keep_their_rules_and_expectations_are_probabilities():
    run = run_of(2, by_position=False)
    by_scores, by_transitions = np.empty((9, 4)), np.zeros((1, 4, 4))
    terms(normalise=True).expect(run, by_scores, by_transitions)
    np.testing.assert_allclose(by_scores.sum(axis=1), 1.0)
    np.testing.assert_allclose(by_transitions.sum(), 6.0)
    chosen = terms(normalise=True).select(np.array([2, 0, 1]))
    again, pairs = np.empty((9, 4)), np.zeros((1, 4, 4))
    in_order = ScoredRun(
        run.scores, run.transitions, OFFSETS, SETS, ALLOWED, False, np.array([0, 1, 2])
    )
    chosen.expect(in_order, again, pairs)
    np.testing.assert_allclose(again, by_scores)

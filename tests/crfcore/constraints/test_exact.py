"""Inference under rules against enumeration: every kind that the automaton route takes, mixed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.constraints.compiled import compile_rules
from crfcore.constraints.composite import composite
from crfcore.constraints.state_lattice import NO_MARKS, best_paths, sums
from crfcore.inference import log_z, marginals, pair_marginals, viterbi
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.inference.lattice import lattice
from tests.constrained_chains import random_constrained_chain


def _added(array, additions):
    return array if additions is None else array + additions


def _answers(chain, compiled):
    """Return labels, score, log Z, marginals and pairs, by the route that the rules take."""
    scores = _added(chain.scores, compiled.score_additions)
    transitions = _added(chain.transitions, compiled.transition_additions)
    arguments = scores, transitions, chain.offsets, compiled.allowed
    if compiled.automaton is None:
        labels, best = viterbi(*arguments)
        return (
            labels,
            best[0],
            log_z(*arguments)[0],
            marginals(*arguments),
            pair_marginals(*arguments),
        )
    checked = lattice(*arguments)
    marks = NO_MARKS if compiled.marks is None else compiled.marks
    labels, best = best_paths(checked, compiled.automaton, marks)
    total, posteriors, pairs = sums(checked, compiled.automaton, marks, pairs=True)
    joined = composite(checked, compiled.automaton, marks)
    np.testing.assert_allclose(log_z(*joined.arguments), total, rtol=1e-9, atol=1e-8)
    return labels, best[0], total[0], posteriors, pairs


def check_chain(seed):
    chain = random_constrained_chain(seed)
    compiled = compile_rules(chain.rules, chain.labels, len(chain.words), chain.words)
    assert compiled.leftovers == ()
    paths, values = chain.paths_and_scores()
    best = values.max()
    if best == -np.inf:
        with pytest.raises(NoLabellingError):
            _answers(chain, compiled)
        return
    labels, score, total, posteriors, pairs = _answers(chain, compiled)
    near = {"rtol": 1e-9, "atol": 1e-8}
    np.testing.assert_allclose(score, best, **near)
    np.testing.assert_allclose(values[paths.index(tuple(labels))], best, **near)
    weights = np.exp(values - best)
    np.testing.assert_allclose(total, np.log(weights.sum()) + best, **near)
    weights /= weights.sum()
    expected, expected_pairs = np.zeros(posteriors.shape), np.zeros(pairs.shape)
    for path, weight in zip(paths, weights, strict=True):
        for t, y in enumerate(path):
            expected[t, y] += weight
            if t > 0:
                expected_pairs[t, path[t - 1], y] += weight
    np.testing.assert_allclose(posteriors, expected, atol=1e-8)
    np.testing.assert_allclose(pairs, expected_pairs, atol=1e-8)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_best_labelling_sums_and_marginals_are_those_of_enumeration(seed):
    check_chain(seed)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@settings(max_examples=10_000, deadline=None, database=None)
@given(st.integers(0, 2**32 - 1))
def test_ten_thousand_chains_are_those_of_enumeration(seed):
    check_chain(seed)

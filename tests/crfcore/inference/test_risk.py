from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

from crfcore.errors import CrfError
from crfcore.inference import marginals, posterior_decode
from tests import brute_force
from tests.chains import chains


@settings(max_examples=80, deadline=None)
@given(chains())
def test_no_labelling_has_fewer_errors_to_be_expected(chain):
    rows = marginals(*chain.arguments)
    found = posterior_decode(*chain.arguments)
    tokens = np.arange(len(rows))
    np.testing.assert_array_equal(found.labels, np.argmax(rows, axis=1))
    np.testing.assert_array_equal(found.probabilities, rows[tokens, found.labels])


@settings(max_examples=80, deadline=None)
@given(chains())
def test_within_what_is_possible_none_has_fewer_either(chain):
    rng = np.random.default_rng(0)
    forbidden = rng.random(chain.transitions.shape) < 0.3
    chain.transitions[forbidden] = -np.inf
    chain.scores[rng.random(chain.scores.shape) < 0.1] = -np.inf
    paths, scores = brute_force.all_scores(chain.scores, chain.transitions, chain.allowed)
    possible = [path for path, score in zip(paths, scores, strict=True) if score > -np.inf]
    if not possible:
        with pytest.raises(CrfError, match="Sentence 1"):
            posterior_decode(*chain.arguments, keep_transitions=True)
        return
    rows = marginals(*chain.arguments)
    tokens = np.arange(len(rows))
    found = posterior_decode(*chain.arguments, keep_transitions=True)
    assert tuple(found.labels.tolist()) in possible
    best = max(rows[tokens, list(path)].sum() for path in possible)
    assert found.probabilities.sum() == pytest.approx(best, abs=1e-12)


def test_the_most_probable_labels_may_not_go_together():
    """Three labellings of 0.4, 0.3 and 0.3: the best labels of the two tokens never occur
    together."""
    scores = np.zeros((2, 3))
    with np.errstate(divide="ignore"):
        transitions = np.log(np.array([[0.4, 0.0, 0.0], [0.0, 0.0, 0.3], [0.0, 0.0, 0.3]]))
    free = posterior_decode(scores, transitions, [0, 2])
    assert free.labels.tolist() == [0, 2]
    np.testing.assert_allclose(free.probabilities, [0.4, 0.6])
    kept = posterior_decode(scores, transitions, [0, 2], keep_transitions=True)
    assert kept.labels.tolist() == [1, 2]
    assert all(
        transitions[x, y] == -np.inf or (x, y) != (0, 2) for x, y in product(range(3), repeat=2)
    )


def test_rules_that_the_model_does_not_know_are_obeyed():
    scores = np.array([[1.0, 0.0, 0.5], [0.0, 2.0, 1.0], [0.3, 0.2, 0.0]])
    transitions = np.array([[0.2, 1.0, 0.0], [0.0, 0.3, 0.0], [1.0, 0.0, 0.0]])
    ways = np.array([[1, 0, 1], [1, 1, 0], [0, 1, 1]])
    rows = marginals(scores, transitions, [0, 3])
    found = posterior_decode(scores, transitions, [0, 3], keep_transitions=True, ways=ways)
    possible = [
        path
        for path in product(range(3), repeat=3)
        if ways[path[0], path[1]] and ways[path[1], path[2]]
    ]
    best = max(rows[np.arange(3), list(path)].sum() for path in possible)
    assert tuple(found.labels.tolist()) in possible
    assert found.probabilities.sum() == pytest.approx(best)
    with pytest.raises(CrfError, match="they need keep_transitions"):
        posterior_decode(scores, transitions, [0, 3], ways=ways)
    with pytest.raises(CrfError, match=r"ways must have the shape \(3, 3\), not \(2, 2\)"):
        posterior_decode(scores, transitions, [0, 3], keep_transitions=True, ways=np.ones((2, 2)))


def test_no_sentence_at_all():
    found = posterior_decode(np.zeros((0, 2)), np.zeros((2, 2)), [0], keep_transitions=True)
    assert found.labels.shape == found.probabilities.shape == (0,)

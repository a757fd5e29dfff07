from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.errors import CrfError
from crfcore.inference import directional
from tests import brute_force
from tests.chains import chains, random_chain


def by_enumeration(chain, d_scores, d_transitions):
    """Return the derivatives of log Z, marginals and pairs: covariances with the score's change."""
    paths, scores = brute_force.all_scores(chain.scores, chain.transitions, chain.allowed)
    p = np.exp(scores - brute_force.log_sum(scores))
    changes = np.array([brute_force.path_score(d_scores, d_transitions, path) for path in paths])
    mean = float(p @ changes)
    marginals = np.zeros(chain.scores.shape)
    pairs = np.zeros((len(chain.scores), chain.scores.shape[1], chain.scores.shape[1]))
    for path, weight in zip(paths, p * (changes - mean), strict=True):
        for t, y in enumerate(path):
            marginals[t, y] += weight
            if t:
                pairs[t, path[t - 1], y] += weight
    return mean, marginals, pairs


@settings(max_examples=120, deadline=None)
@given(chains(), st.integers(0, 1000))
def test_derivatives_are_the_covariances_of_enumeration(chain, seed):
    rng = np.random.default_rng(seed)
    d_scores = rng.normal(size=chain.scores.shape)
    d_transitions = rng.normal(size=chain.transitions.shape)
    found = directional(*chain.arguments[:3], d_scores, d_transitions, chain.allowed)
    mean, marginals, pairs = by_enumeration(chain, d_scores, d_transitions)
    exact = {"rtol": 1e-9, "atol": 1e-9}
    np.testing.assert_allclose(found.log_z, [mean], **exact)
    np.testing.assert_allclose(found.marginals, marginals, **exact)
    expected = pairs if chain.transitions.ndim == 3 else pairs.sum(axis=0)
    assert found.pairs.shape == chain.transitions.shape
    np.testing.assert_allclose(found.pairs, expected, **exact)


@pytest.mark.parametrize("by_position", [False, True])
def test_many_sentences_equal_one_at_a_time(by_position, monkeypatch):
    monkeypatch.setattr("crfcore.inference.posterior_chain.TOKENS_AT_ONCE", 5)
    rng = np.random.default_rng(3)
    lengths = [3, 1, 0, 6, 2]
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    chain = random_chain(rng, offsets[-1], 3, by_position=by_position, masked=True)
    d_scores = rng.normal(size=chain.scores.shape)
    d_transitions = rng.normal(size=chain.transitions.shape)
    together = directional(
        chain.scores, chain.transitions, offsets, d_scores, d_transitions, chain.allowed
    )
    pairs = np.zeros(chain.transitions.shape)
    for i, length in enumerate(lengths):
        part = slice(offsets[i], offsets[i + 1])
        places = part if by_position else slice(None)
        alone = directional(
            chain.scores[part],
            chain.transitions[places],
            [0, length],
            d_scores[part],
            d_transitions[places],
            chain.allowed[part],
        )
        np.testing.assert_allclose(together.log_z[i], alone.log_z[0])
        np.testing.assert_allclose(together.marginals[part], alone.marginals)
        pairs[places] += alone.pairs
    np.testing.assert_allclose(together.pairs, pairs)
    assert together.log_z[2] == 0.0


def test_directions_of_another_shape_are_rejected():
    arguments = np.zeros((3, 2)), np.zeros((2, 2)), [0, 3]
    with pytest.raises(CrfError, match=r"d_scores must have the shape of scores, \(3, 2\)"):
        directional(*arguments, np.zeros((2, 2)), np.zeros((2, 2)))
    with pytest.raises(CrfError, match=r"d_transitions must have the shape of .* not \(3, 2, 2\)"):
        directional(*arguments, np.zeros((3, 2)), np.zeros((3, 2, 2)))

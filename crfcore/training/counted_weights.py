"""Weights made of counts, for an optimiser to start from."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.training.empirical_counts import EmpiricalCounts
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.vector_kernels import dot

SMOOTHING = 1.0
"""How many imagined tokens each attribute has seen, when counts are turned into weights."""


def empirical_weights(
    counts: EmpiricalCounts, index: FeatureIndex, n_per_token: float
) -> FloatArray:
    """Return a weight vector made of counts, to start an optimiser from.

    λ(a, y) = log[(n(a, y) + P~(y)) / P~(y)] / m, with m attributes on a token: the logarithm of
    the smoothed P~(y given a), less what it is for a label never seen with a, so that features
    without a weight are on the same footing; the product over attributes is pooled, not to count
    the same evidence many times. Transitions are logarithms of co-occurrence rates, of which
    1e-4 is far too sure for a start: pairs are smoothed by what independence expects of one pair.

    Parameters
    ----------
    counts : EmpiricalCounts
        Of the data that the index was made from.
    index : FeatureIndex
    n_per_token : float
        m.
    """
    states = np.zeros(index.n_states)
    _spread(counts, index, states)
    return weights_of_counts(index, states, counts.labels, counts.neighbours, n_per_token)


def weights_of_counts(
    index: FeatureIndex,
    states: FloatArray,
    labels: FloatArray,
    neighbours: FloatArray,
    n_per_token: float,
) -> FloatArray:
    """Return the weights of `empirical_weights` from counts in the order of an index.

    Parameters
    ----------
    index : FeatureIndex
    states : (F_s,) array
        How often each (attribute, label) was seen.
    labels, neighbours, n_per_token
        As in `EmpiricalCounts` and for `empirical_weights`.
    """
    weights = np.zeros(index.n_weights)
    prior = (labels + SMOOTHING / len(labels)) / (labels.sum() + SMOOTHING)
    background = SMOOTHING * prior[index.state_labels]
    index.state_part(weights)[:] = np.log((states + background) / background) / max(
        n_per_token, 1.0
    )
    expected = prior[:, np.newaxis] * prior[np.newaxis, :]
    total = neighbours.sum() + SMOOTHING
    rates = np.log((neighbours + SMOOTHING * expected) / (total * expected))
    index.transition_part(weights)[:] = rates.ravel()[index.transition_pairs]
    return weights


def _spread(counts: EmpiricalCounts, index: FeatureIndex, states: FloatArray) -> None:
    """Bring counts to the places of an index over the same attributes."""
    table = counts.states.merged(index.n_attributes)
    n_labels = np.int64(index.n_labels)
    numbers = np.arange(index.n_attributes, dtype=np.int64) * n_labels
    wanted = np.repeat(numbers, np.diff(index.state_indptr)) + index.state_labels
    known = np.repeat(numbers, np.diff(table.indptr)) + table.members
    position = np.searchsorted(wanted, known)
    position[position == len(wanted)] = 0
    found = wanted[position] == known if len(wanted) else np.zeros(len(known), np.bool_)
    states[position[found]] = table.counts[found]


def fitted_scale(
    function: Callable[[FloatArray, FloatArray], float], start: FloatArray, *, n_trials: int = 4
) -> float:
    """Return about the factor s > 0 that makes function(s · start) least.

    Parameters
    ----------
    function : callable
        An objective: takes weights and a gradient to write, returns the value.
    start : (F,) array
    n_trials : int
        Evaluations; bisection on the slope, after doubling while it is negative.

    Returns
    -------
    float
        The best factor tried.
    """
    gradient = np.empty_like(start)
    low, high, scale = 0.0, np.inf, 1.0
    best, best_value = 1.0, np.inf
    for _ in range(n_trials):
        value = function(scale * start, gradient)
        if value < best_value:
            best, best_value = scale, value
        if dot(gradient, start) > 0.0:
            high = scale
        else:
            low = scale
        scale = 2.0 * low if np.isinf(high) else 0.5 * (low + high)
    return best

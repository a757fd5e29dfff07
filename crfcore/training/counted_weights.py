"""Initial weights of an optimiser from counts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.training.empirical_counts import EmpiricalCounts
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.vector_kernels import dot

SMOOTHING = 1.0
"""Pseudo-tokens added to each attribute."""


def empirical_weights(
    counts: EmpiricalCounts, index: FeatureIndex, n_per_token: float
) -> FloatArray:
    """Return initial weights of an optimiser from counts.

    λ(a, y) = log[(n(a, y) + P~(y)) / P~(y)] / m, with m attributes on a token: the logarithm of the
    smoothed P~(y given a) relative to that of a label unseen with a, so that features without a
    weight are comparable; the division by m pools the evidence of attributes. Transitions are
    logarithms of co-occurrence rates, smoothed by one pair distributed as under independence.

    Parameters
    ----------
    counts : EmpiricalCounts
        Of the data of the index.
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
        Counts of (attribute, label) pairs.
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
    """Write counts in the order of an index over the same attributes."""
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
    """Return an approximate minimiser s > 0 of function(s · start).

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

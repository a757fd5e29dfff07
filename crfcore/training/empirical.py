"""Training by counting: the first empirical estimate (EP1).

Z. Zhu, D. Hiemstra, P. Apers, A. Wombacher, "Closed Form Maximum Likelihood Estimator of
Conditional Random Fields", equations 12 and 13 and section 3.7.1.

P(y given x) is proportional to Π_t psi(y_t, x_t) · Π_t phi(y_{t-1}, y_t) with
psi(y, x) = P~(y given x) and the co-occurrence rate phi(y, y') = P~(y, y') / (P~(y) P~(y')).

What the paper leaves open is decided so: a token has one key (its word) and other attributes. Key
seen: psi = P~(y given key), and labels never seen with it are impossible. Key unseen: the mean over
its attributes seen in training of P~(y given attribute), raised to a power; none seen: P~(y).
Unknown tokens and sets of labels count nothing; a pair counts when both tokens are confirmed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.features.dataset import Dataset, Targets
from crfcore.training.empirical_kernels import (
    count_labels,
    count_neighbours,
    empirical_scores,
)
from crfcore.training.feature_index import TOKENS_AT_ONCE, FeatureIndex, state_features
from crfcore.training.vector_kernels import dot

UNSEEN_RATE = 1e-4
"""The co-occurrence rate of a label pair never seen: every sentence keeps a path."""

SMOOTHING = 1.0
"""How many imagined tokens each attribute has seen, when counts are turned into weights."""


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """What was counted in N sentences.

    Attributes
    ----------
    state_indptr, state_labels : arrays
        The labels seen with attribute a are ``state_labels[state_indptr[a]:state_indptr[a + 1]]``.
    states : (F,) array
        How often each was seen.
    labels : (L,) array
        How often each label was seen.
    neighbours : (L, L) array
        How often label y' was seen after label y.
    """

    state_indptr: OffsetArray
    state_labels: IdArray
    states: FloatArray
    labels: FloatArray
    neighbours: FloatArray

    @property
    def n_labels(self) -> int:
        """The number of labels."""
        return len(self.labels)

    def prior(self) -> FloatArray:
        """Return P~(y); uniform when nothing was counted."""
        total = float(self.labels.sum())
        if total == 0.0:
            return np.full(self.n_labels, 1.0 / self.n_labels)
        return self.labels / total

    def rates(self, unseen: float = UNSEEN_RATE) -> FloatArray:
        """Return the co-occurrence rates (L, L)."""
        total = max(float(self.neighbours.sum()), 1.0)
        prior = self.prior()
        expected = prior[:, np.newaxis] * prior[np.newaxis, :]
        seen = self.neighbours > 0.0
        rates = np.full(seen.shape, unseen)
        rates[seen] = self.neighbours[seen] / total / expected[seen]
        return rates

    def totals(self) -> FloatArray:
        """Return how often each attribute was seen on a confirmed token, (A,)."""
        sums = np.zeros(len(self.states) + 1)
        np.cumsum(self.states, out=sums[1:])
        return sums[self.state_indptr[1:]] - sums[self.state_indptr[:-1]]


def count(dataset: Dataset, targets: Targets) -> Counts:
    """Count labels by attribute, and labels of neighbours, over confirmed tokens.

    Parameters
    ----------
    dataset : Dataset
        Values of attributes do not matter: an attribute is there or not.
    targets : Targets
    """
    n_labels = targets.n_labels
    label_sets = np.minimum(targets.label_sets, np.int32(n_labels))
    confirmed = Targets(label_sets, np.zeros((0, n_labels), np.uint8), n_labels)
    indptr, members = state_features(dataset, confirmed)
    states = np.zeros(len(members))
    labels = np.zeros(n_labels)
    for first in range(0, dataset.n_tokens, TOKENS_AT_ONCE):
        count_labels(
            dataset.indptr,
            dataset.attributes,
            label_sets,
            n_labels,
            indptr,
            members,
            first,
            min(first + TOKENS_AT_ONCE, dataset.n_tokens),
            states,
            labels,
        )
    neighbours = np.zeros((n_labels, n_labels))
    count_neighbours(dataset.offsets, label_sets, n_labels, neighbours)
    return Counts(indptr, members, states, labels, neighbours)


@dataclass(frozen=True, slots=True, eq=False)
class EmpiricalModel:
    """Counts as a chain.

    Attributes
    ----------
    state_indptr, state_labels : arrays
        As in `Counts`.
    probabilities : (F,) array
        P~(label given attribute).
    prior : (L,) array
        P~(label).
    rates : (L, L) array
        Logarithms of the co-occurrence rates.
    is_key : (A,) array of 0 and 1
    exponent : float
    """

    state_indptr: OffsetArray
    state_labels: IdArray
    probabilities: FloatArray
    prior: FloatArray
    rates: FloatArray
    is_key: MaskArray
    exponent: float = 1.0

    by_position = False

    def scores(self, dataset: Dataset, first: int, last: int) -> FloatArray:
        """Return log psi of tokens first..last-1, (last − first, L)."""
        scores = np.empty((last - first, len(self.prior)))
        empirical_scores(
            first,
            last,
            dataset.indptr,
            dataset.attributes,
            self.is_key,
            self.state_indptr,
            self.state_labels,
            self.probabilities,
            self.prior,
            self.exponent,
            scores,
        )
        return scores

    def transitions(self, dataset: Dataset, first: int, last: int) -> FloatArray:
        """Return log phi, (L, L)."""
        del dataset, first, last
        return self.rates


def empirical_model(
    counts: Counts, is_key: MaskArray, *, exponent: float = 1.0, unseen_rate: float = UNSEEN_RATE
) -> EmpiricalModel:
    """Turn counts into a chain.

    Parameters
    ----------
    counts : Counts
    is_key : (A,) array of 0 and 1
        Which attributes are the key of their token.
    exponent : float
        For tokens whose key is unseen (the paper's mu, where it changes something).
    unseen_rate : float
        For label pairs never seen.
    """
    totals = np.repeat(counts.totals(), np.diff(counts.state_indptr))
    return EmpiricalModel(
        counts.state_indptr,
        counts.state_labels,
        counts.states / totals,
        counts.prior(),
        np.log(counts.rates(unseen_rate)),
        is_key,
        exponent,
    )


def empirical_weights(counts: Counts, index: FeatureIndex, n_per_token: float) -> FloatArray:
    """Return a weight vector made of counts, to start an optimiser from.

    λ(a, y) = log[(n(a, y) + P~(y)) / P~(y)] / m, with m attributes on a token: the logarithm of
    the smoothed P~(y given a), less what it is for a label never seen with a, so that features
    without a weight are on the same footing; the product over attributes is pooled, not to count
    the same evidence many times. Transitions are logarithms of co-occurrence rates, of which
    1e-4 is far too sure for a start: pairs are smoothed by what independence expects of one pair.

    Parameters
    ----------
    counts : Counts
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
        As in `Counts` and for `empirical_weights`.
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


def _spread(counts: Counts, index: FeatureIndex, states: FloatArray) -> None:
    """Bring counts to the places of an index over the same attributes."""
    n_labels = np.int64(index.n_labels)
    numbers = np.arange(index.n_attributes, dtype=np.int64) * n_labels
    wanted = np.repeat(numbers, np.diff(index.state_indptr)) + index.state_labels
    known = np.repeat(numbers, np.diff(counts.state_indptr)) + counts.state_labels
    place = np.searchsorted(wanted, known)
    place[place == len(wanted)] = 0
    found = wanted[place] == known if len(wanted) else np.zeros(len(known), np.bool_)
    states[place[found]] = counts.states[found]


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

"""A locally normalised chain: a maximum entropy Markov model.

P(y given x) = Π_t P(y_t given y_{t-1}, x_t) with P(y given q, x_t) = exp(s_t(y) + τ_t(q, y)) /
Z_t(q) (H. M. Wallach 2002, equations 2.11 and 2.12; textbook chapter VII.4). The first token has a
start weight instead of τ. Z_t(q) depends only on the previous label, so −log Z_t(q) is a score of
token t − 1: with shared transitions, the model is a chain with the same transitions, other scores,
and Z(x) = 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.features.dataset import Dataset
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.linear_model import LinearModel

MIN_SUM = 1e-250
"""Sums of exponentials below this may have underflowed; they are computed term by term."""


@dataclass(frozen=True, slots=True, eq=False)
class LocalModel:
    """Weights of a locally normalised chain.

    Attributes
    ----------
    linear : LinearModel
        The weights of attributes, of label pairs, and of attributes of edges.
    start : (L,) array
        The weight of each first label; −inf for impossible ones.
    """

    linear: LinearModel
    start: FloatArray

    @property
    def index(self) -> FeatureIndex:
        """The layout of the weights of attributes and transitions."""
        return self.linear.index

    @property
    def weights(self) -> FloatArray:
        """The weights of attributes and transitions."""
        return self.linear.weights

    @property
    def by_position(self) -> bool:
        """Whether transitions differ by position."""
        return self.linear.by_position

    def useful_attributes(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return the masks of token and edge attributes with a non-zero weight."""
        return self.linear.useful_attributes()

    def kept(self, keep: NDArray[np.bool_], keep_edges: NDArray[np.bool_]) -> LocalModel:
        """Return the model with some of its attributes, renumbered, without weights of 0."""
        return LocalModel(self.linear.kept(keep, keep_edges), self.start)

    def scores(self, dataset: Dataset, first: int, last: int) -> FloatArray:
        """Return the scores of tokens first..last-1, whole sentences, (last − first, L)."""
        raw = self.linear.scores(dataset, first, last)
        starts = first_tokens(dataset.offsets, first, last)
        transitions = self.linear.transitions(dataset, first, last)
        scores = np.zeros(raw.shape) if transitions.ndim == 3 else raw.copy()
        scores[starts] = normalised(raw[starts] + self.start)
        if transitions.ndim == 2:
            log_sums = log_sums_after(raw, transitions)
            log_sums[starts] = 0.0
            # A label without successors has −log 0 = +∞ here, and must be impossible.
            log_sums[log_sums == -np.inf] = np.inf
            scores[:-1] -= log_sums[1:]
        return scores

    def transitions(self, dataset: Dataset, first: int, last: int) -> FloatArray:
        """Return the transition scores: (L, L), or log P(y given q, x_t) by position."""
        transitions = self.linear.transitions(dataset, first, last)
        if transitions.ndim == 2:
            return transitions
        transitions += self.linear.scores(dataset, first, last)[:, np.newaxis, :]
        return normalised(transitions)


def first_tokens(offsets: OffsetArray, first: int, last: int) -> OffsetArray:
    """Return the first tokens of sentences among tokens first..last-1, relative to first."""
    begin, stop = np.searchsorted(offsets[:-1], (first, last))
    starts = offsets[begin:stop]
    return np.asarray(starts[starts < offsets[begin + 1 : stop + 1]] - first)


def normalised(scores: FloatArray) -> FloatArray:
    """Return scores (…, L) − log Σ exp(scores); −∞ stays."""
    greatest = scores.max(axis=-1, keepdims=True)
    greatest[greatest == -np.inf] = 0.0
    sums = np.exp(scores - greatest).sum(axis=-1, keepdims=True)
    sums[sums == 0.0] = 1.0
    return np.asarray(scores - greatest - np.log(sums))


def log_sums_after(scores: FloatArray, transitions: FloatArray) -> FloatArray:
    """Return log Σ_y exp(s_t(y) + τ(q, y)) of each token and previous label, (T, L).

    Parameters
    ----------
    scores : (T, L) array
    transitions : (L, L) array
        −inf where y may not follow q; a row of nothing else gives −inf.
    """
    best = scores.max(axis=1, keepdims=True)
    greatest = transitions.max(axis=1)
    dead = greatest == -np.inf
    greatest = np.where(dead, 0.0, greatest)
    sums = np.exp(scores - best) @ np.exp(transitions - greatest[:, np.newaxis]).T
    tokens, labels = np.nonzero((sums < MIN_SUM) & ~dead)
    sums[sums < MIN_SUM] = 1.0
    result = np.log(sums) + best + greatest
    for t, q in zip(tokens.tolist(), labels.tolist(), strict=True):
        result[t, q] = np.logaddexp.reduce(scores[t] + transitions[q])
    result[:, dead] = -np.inf
    return np.asarray(result)

"""Initial residuals of dual ascent from counts.

The residuals r = η·(known − independent), of each token and label and of each pair of neighbours,
with P~(y) and P~(x)·P~(y) for independent, are a point of the dual, whose weights are counts (see
`dual_ascent`):

    λ(a, y) = η / (2·c2) · (n(a, y) − n(a)·P~(y)),

the excess of attribute a with label y over chance; likewise for transitions. This needs no pass
over the sentences. η = 1 − p is the residual of a token of mean strength S = Σ_{a,y} n(a, y)² / T,
where p satisfies log(p·(L − 1) / (1 − p)) = (1 − p)·S / (2·c2).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray
from crfcore.training.empirical_kernels import count_neighbours
from crfcore.training.feature_index import TOKENS_AT_ONCE
from crfcore.training.online.sentence_kernels import count_confirmed
from crfcore.training.online.working import PARTLY_KNOWN, Working
from crfcore.training.vector_kernels import dot

SENTENCES_AT_ONCE = 1_000
"""Sentences whose residuals of label pairs are written at a time."""

HALVINGS = 60
"""Steps of the bisection for p."""


def counted_residuals(
    working: Working,
    c2: float,
    token_residuals: NDArray[np.float32],
    pair_residuals: NDArray[np.float32],
) -> FloatArray:
    """Write residuals from counts; return their weights, (F,).

    All are zeros if attributes have values, sentences are partly labelled, or there is only one
    label.

    Parameters
    ----------
    working : Working
    c2 : float
        Factor of Σ w².
    token_residuals : (T, W) array of zeros, written
    pair_residuals : (N, L, L) array of zeros, written; (0, 0, 0) leaves transitions at zero.
    """
    index, sentences = working.index, working.sentences
    weights = np.zeros(index.n_weights)
    is_partial = bool(np.any(sentences.kinds == PARTLY_KNOWN))
    has_values = len(sentences.values) or len(sentences.vectors)
    if has_values or is_partial or index.n_labels == 1 or len(working.order) == 0:
        return weights
    states, labels = _counts(working)
    prior = labels / labels.sum()
    eta = residual_of(dot(states, states) / float(labels.sum()), c2, index.n_labels)
    factor = eta / (2.0 * c2)
    seen = np.repeat(_times_seen(working), np.diff(index.state_indptr))
    index.state_part(weights)[:] = factor * (states - seen * prior[index.state_labels])
    n_labels = index.n_labels
    tokens = np.flatnonzero(sentences.label_sets < n_labels)
    token_residuals[tokens, :n_labels] = -eta * prior
    token_residuals[tokens, sentences.label_sets[tokens]] += np.float32(eta)
    if len(pair_residuals):
        independent = np.outer(prior, prior)
        neighbours = np.zeros((n_labels, n_labels))
        count_neighbours(sentences.offsets, sentences.label_sets, n_labels, neighbours)
        surplus = factor * (neighbours - neighbours.sum() * independent)
        index.transition_part(weights)[:] = surplus.ravel()[index.transition_pairs]
        _write_pairs(working, eta, independent, pair_residuals)
    return weights


def residual_of(strength: float, c2: float, n_labels: int) -> float:
    """Return η = 1 − p; see above."""
    low, high = 1.0 / n_labels, 1.0
    for _ in range(HALVINGS):
        p = 0.5 * (low + high)
        # At p = 1 the left side is infinite, the right side zero.
        is_enough = p == 1.0 or (
            math.log(p * (n_labels - 1) / (1.0 - p)) >= (1.0 - p) * strength / (2.0 * c2)
        )
        low, high = (low, p) if is_enough else (p, high)
    return 1.0 - low


def _counts(working: Working) -> tuple[FloatArray, FloatArray]:
    """Return counts of attributes with labels, (F_s,), and of labels, (L,)."""
    index = working.index
    counts, labels = working.weights(), np.zeros(index.n_labels)
    n_tokens = len(working.sentences.label_sets)
    for first in range(0, n_tokens, TOKENS_AT_ONCE):
        last = min(first + TOKENS_AT_ONCE, n_tokens)
        count_confirmed(working.sentences, working.layout, first, last, counts, labels)
    vector = np.empty(index.n_weights)
    working.read_back(counts, vector)
    return index.state_part(vector), labels


def _times_seen(working: Working) -> FloatArray:
    """Return counts of attributes on labelled tokens, (A,)."""
    index, sentences = working.index, working.sentences
    indptr, is_labelled = sentences.indptr, sentences.label_sets < index.n_labels
    seen = np.zeros(index.n_attributes, np.int64)
    # In pieces: at once, this would determine the peak memory of a training.
    for first in range(0, len(is_labelled), TOKENS_AT_ONCE):
        last = min(first + TOKENS_AT_ONCE, len(is_labelled))
        is_known = np.repeat(is_labelled[first:last], np.diff(indptr[first : last + 1]))
        known = sentences.attributes[indptr[first] : indptr[last]][is_known]
        seen += np.bincount(known, minlength=index.n_attributes)
    return seen.astype(np.float64)


def _write_pairs(
    working: Working, eta: float, independent: FloatArray, residuals: NDArray[np.float32]
) -> None:
    offsets, label_sets = working.sentences.offsets, working.sentences.label_sets
    # In pieces: the positions of all pairs would take as much memory as the residuals.
    for first in range(0, len(working.order), SENTENCES_AT_ONCE):
        known = working.order[first : first + SENTENCES_AT_ONCE]
        n_pairs = np.maximum(offsets[known + 1] - offsets[known] - 1, 0)
        residuals[known] = -eta * n_pairs[:, np.newaxis, np.newaxis] * independent
        owners = np.repeat(known, n_pairs)
        tokens = np.repeat(offsets[known] - np.cumsum(n_pairs) + n_pairs, n_pairs)
        tokens += np.arange(len(owners))
        pairs = owners, label_sets[tokens], label_sets[tokens + 1]
        np.add.at(residuals, pairs, np.float32(eta))

"""Kernels between weights and the scores of tokens, for two weight vectors at once."""

from __future__ import annotations

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.jit import kernel


@kernel
def score_along(
    first: int,
    last: int,
    indptr: OffsetArray,
    attributes: IdArray,
    values: FloatArray,
    state_indptr: OffsetArray,
    state_labels: IdArray,
    weights: FloatArray,
    direction: FloatArray,
    scores: FloatArray,
    d_scores: FloatArray,
) -> None:
    """Write the scores of tokens first..last-1, and their derivatives along a direction, (·, L)."""
    valued = values.shape[0] > 0
    for t in range(first, last):
        o = t - first
        scores[o] = 0.0
        d_scores[o] = 0.0
        for k in range(indptr[t], indptr[t + 1]):
            a = attributes[k]
            value = values[k] if valued else 1.0
            for j in range(state_indptr[a], state_indptr[a + 1]):
                scores[o, state_labels[j]] += value * weights[j]
                d_scores[o, state_labels[j]] += value * direction[j]


@kernel
def add_to_weights(
    first: int,
    last: int,
    indptr: OffsetArray,
    attributes: IdArray,
    values: FloatArray,
    state_indptr: OffsetArray,
    state_labels: IdArray,
    amounts: FloatArray,
    gradient: FloatArray,
) -> None:
    """Add amounts[t - first] (·, L) of tokens first..last-1 to the weights that score them."""
    valued = values.shape[0] > 0
    for t in range(first, last):
        o = t - first
        for k in range(indptr[t], indptr[t + 1]):
            a = attributes[k]
            value = values[k] if valued else 1.0
            for j in range(state_indptr[a], state_indptr[a + 1]):
                gradient[j] += value * amounts[o, state_labels[j]]

"""Kernels that score tokens of any dataset under a trained model."""

from __future__ import annotations

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.jit import kernel


@kernel
def rows_from_weights(
    row_of: IdArray,
    state_indptr: OffsetArray,
    state_labels: IdArray,
    weights: FloatArray,
    rows: FloatArray,
) -> None:
    """Lay the weights of attributes that have a row out over all labels (R, W)."""
    for a in range(row_of.shape[0]):
        r = row_of[a]
        if r >= 0:
            for j in range(state_indptr[a], state_indptr[a + 1]):
                rows[r, state_labels[j]] = weights[j]


@kernel
def score_dataset(
    first: int,
    last: int,
    indptr: OffsetArray,
    attributes: IdArray,
    values: FloatArray,
    row_of: IdArray,
    rows: FloatArray,
    state_indptr: OffsetArray,
    state_labels: IdArray,
    weights: FloatArray,
    scores: FloatArray,
) -> None:
    """Write Σ value · weight of tokens first..last-1 into scores[0 : last - first] (·, W)."""
    width = scores.shape[1]
    valued = values.shape[0] > 0
    for t in range(first, last):
        o = t - first
        for y in range(width):
            scores[o, y] = 0.0
        for k in range(indptr[t], indptr[t + 1]):
            a = attributes[k]
            value = values[k] if valued else 1.0
            r = row_of[a]
            if r >= 0:
                for y in range(width):
                    scores[o, y] += value * rows[r, y]
            else:
                for j in range(state_indptr[a], state_indptr[a + 1]):
                    scores[o, state_labels[j]] += value * weights[j]

"""Kernels that score tokens of any dataset under a trained model."""

from __future__ import annotations

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.jit import kernel


@kernel
def rows_from_weights(
    state_indptr: OffsetArray, state_labels: IdArray, weights: FloatArray, rows: FloatArray
) -> None:
    """Lay the weights of the first R attributes out over all labels: rows (R, W), zero before."""
    for a in range(rows.shape[0]):
        for j in range(state_indptr[a], state_indptr[a + 1]):
            rows[a, state_labels[j]] = weights[j]


@kernel
def score_dataset(
    first: int,
    last: int,
    indptr: OffsetArray,
    attributes: IdArray,
    values: FloatArray,
    rows: FloatArray,
    state_indptr: OffsetArray,
    state_labels: IdArray,
    weights: FloatArray,
    scores: FloatArray,
) -> None:
    """Write Σ value · weight of tokens first..last-1 into scores[0 : last - first] (·, W).

    Attributes below R have a row of `rows` (R, W); the weights of the rest are walked one by one.
    """
    width = scores.shape[1]
    n_rows = rows.shape[0]
    valued = values.shape[0] > 0
    for t in range(first, last):
        o = t - first
        for y in range(width):
            scores[o, y] = 0.0
        for k in range(indptr[t], indptr[t + 1]):
            a = attributes[k]
            value = values[k] if valued else 1.0
            if a < n_rows:
                for y in range(width):
                    scores[o, y] += value * rows[a, y]
            else:
                for j in range(state_indptr[a], state_indptr[a + 1]):
                    scores[o, state_labels[j]] += value * weights[j]

"""Sums, means and extremes of token values, by sentence."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray


def sums(values: FloatArray, offsets: OffsetArray) -> FloatArray:
    """Return the sum over the tokens of each sentence, (N,); 0 where there are none."""
    return _reduced(np.add, values, offsets)


def means(values: FloatArray, offsets: OffsetArray) -> FloatArray:
    """Return the mean over the tokens of each sentence, (N,); 0 where there are none."""
    return sums(values, offsets) / np.maximum(np.diff(offsets), 1)


def greatest(values: FloatArray, offsets: OffsetArray) -> FloatArray:
    """Return the greatest value of the tokens of each sentence, (N,); 0 where there are none."""
    return _reduced(np.maximum, values, offsets)


def _reduced(operation: np.ufunc, values: FloatArray, offsets: OffsetArray) -> FloatArray:
    result = np.zeros(len(offsets) - 1)
    # `reduceat` needs a token in each segment, so that empty sentences are left out.
    filled = np.flatnonzero(np.diff(offsets) > 0)
    if len(filled):
        result[filled] = operation.reduceat(values, offsets[filled])
    return result

"""Kernels for sentences as vectors of attribute counts."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.jit import kernel


@kernel
def add_directions(
    offsets: OffsetArray,
    indptr: OffsetArray,
    attributes: IdArray,
    values: FloatArray,
    counts: FloatArray,
    lengths: FloatArray,
    total: FloatArray,
) -> None:
    """Sum the unit vectors of sentences.

    Parameters
    ----------
    counts : (A,) array, workspace
        Zeros, before and after.
    lengths : (N,) array, written
        The Euclidean length of each sentence's vector.
    total : (A,) array
        The vectors, each divided by its length, are added; those of length 0 are left out.
    """
    valued = values.shape[0] > 0
    for i in range(offsets.shape[0] - 1):
        first = indptr[offsets[i]]
        stop = indptr[offsets[i + 1]]
        for j in range(first, stop):
            counts[attributes[j]] += values[j] if valued else 1.0
        squares = 0.0
        for j in range(first, stop):
            squares += counts[attributes[j]] * (values[j] if valued else 1.0)
        lengths[i] = np.sqrt(max(squares, 0.0))
        inverse = 1.0 / lengths[i] if lengths[i] > 0.0 else 0.0
        for j in range(first, stop):
            total[attributes[j]] += inverse * (values[j] if valued else 1.0)
            counts[attributes[j]] = 0.0


@kernel
def dot_products(
    offsets: OffsetArray,
    indptr: OffsetArray,
    attributes: IdArray,
    values: FloatArray,
    vector: FloatArray,
    products: FloatArray,
) -> None:
    """Write the product of each sentence's vector with one vector (A,) into products (N,)."""
    valued = values.shape[0] > 0
    for i in range(offsets.shape[0] - 1):
        total = 0.0
        for j in range(indptr[offsets[i]], indptr[offsets[i + 1]]):
            total += vector[attributes[j]] * (values[j] if valued else 1.0)
        products[i] = total

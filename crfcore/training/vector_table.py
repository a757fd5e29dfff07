"""Vectors of tokens in training: scored once for each distinct vector, not for each token."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crfcore.arrays import AnyFloatArray, Float32Array, FloatArray, IdArray, OffsetArray
from crfcore.features.extraction_kernels import count_numbers
from crfcore.features.token_attributes import VectorRows
from crfcore.inference.products_kernels import multiply, multiply_tall_transposed
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.token_features_kernels import rows_to_gradient, weights_to_rows


@dataclass(frozen=True, slots=True)
class VectorTable:
    """The distinct vectors of a dataset and the weights of their dimensions.

    Attributes
    ----------
    ids : int32 (M, K)
        The id of each dimension in the index, for each of a token's M vectors; -1 for none.
    counts : int (M,)
        The number of distinct vectors of each of the M; their rows follow each other.
    vectors : float64 (D, K)
    single : float32 (D, K)
        The same.
    """

    ids: IdArray
    counts: tuple[int, ...]
    vectors: FloatArray
    single: Float32Array

    @property
    def n_rows(self) -> int:
        """D."""
        return len(self.vectors)

    def load(self, index: FeatureIndex, weights: FloatArray, rows: FloatArray, first: int) -> None:
        """Write the score of each vector and label into rows first, first + 1, …, (·, W)."""
        vectors = self.single if rows.dtype == np.float32 else self.vectors
        width, start = rows.shape[1], 0
        for ids, n in zip(self.ids, self.counts, strict=True):
            own = np.zeros((len(ids), width), rows.dtype)
            weights_to_rows(ids, index.state_indptr, index.state_labels, weights, own)
            multiply(vectors, start, n, own, len(ids), width, rows, first + start)
            start += n

    def store(
        self,
        index: FeatureIndex,
        rows: FloatArray,
        gradient: FloatArray,
        *,
        squared: bool = False,
    ) -> None:
        """Write the gradient of the weights of dimensions from that of the scores (D, W).

        ``squared`` takes the squares of the values in place of the values.
        """
        vectors: AnyFloatArray = self.single if rows.dtype == np.float32 else self.vectors
        if squared:
            vectors = vectors * vectors
        width, start = rows.shape[1], 0
        for ids, n in zip(self.ids, self.counts, strict=True):
            part, own = np.empty((2, len(ids), width), rows.dtype)
            multiply_tall_transposed(vectors, start, rows, start, n, len(ids), width, part, own)
            rows_to_gradient(ids, index.state_indptr, index.state_labels, own, gradient)
            start += n


def vector_table(vectors: VectorRows) -> tuple[VectorTable, IdArray]:
    """Return the distinct vectors that tokens have, and the number of each token's, (T, M).

    Several vectors of a token have rows of their own; -1 for none.
    """
    numbers = np.empty_like(vectors.rows)
    used: list[OffsetArray] = [np.zeros(0, np.int64)]
    start = 0
    for m in range(vectors.rows.shape[1]):
        rows = np.ascontiguousarray(vectors.rows[:, m])
        counts = np.zeros(len(vectors.vectors), np.int64)
        count_numbers(rows, counts)
        # The frequent ones lie together.
        distinct = np.argsort(-counts, kind="stable")[: int(np.count_nonzero(counts))]
        # One more entry, the last, so that the row -1 stays what it is.
        places = np.full(len(counts) + 1, -1, np.int32)
        places[distinct] = np.arange(start, start + len(distinct), dtype=np.int32)
        numbers[:, m] = places[rows]
        used.append(distinct)
        start += len(distinct)
    single = np.ascontiguousarray(vectors.vectors[np.concatenate(used)])
    return VectorTable(
        vectors.ids, tuple(map(len, used[1:])), single.astype(np.float64), single
    ), numbers

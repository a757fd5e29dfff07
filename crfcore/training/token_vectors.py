"""The vectors of tokens in training, with rows of their own in each lane.

A lane reads and adds to few rows, which fit the processor's cache; those that its tokens need first
come first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.features.dataset import Dataset
from crfcore.inference.row_kernels import add_rows, add_to_rows
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.joint_weights import JointWeights
from crfcore.training.token_features_kernels import add_weights_to_rows, rows_to_gradient
from crfcore.training.token_vectors_kernels import number_in_lanes
from crfcore.training.vector_table import VectorTable, vector_table
from crfcore.training.vector_words import VectorWords, words_of_vectors


@dataclass(frozen=True, slots=True, eq=False)
class TokenVectors:
    """The vectors of tokens.

    Attributes
    ----------
    table : VectorTable
        Their D distinct ones.
    words : VectorWords
    lanes : (T,) array
        The lane of each position.
    indptr, rows : arrays
        The rows of position p in its lane are ``rows[indptr[p]:indptr[p + 1]]``.
    starts : (G + 1,) array
        The first row of each lane among those of all lanes.
    numbers : (R,) array
        The vector of each row of all lanes. The rows of a single lane are those of the table, so
        that nothing is copied.
    """

    table: VectorTable
    words: VectorWords
    lanes: OffsetArray
    indptr: OffsetArray
    rows: IdArray
    starts: OffsetArray
    numbers: IdArray

    @property
    def copied(self) -> bool:
        """Whether lanes have rows of their own: there are several."""
        return len(self.starts) > 2

    @property
    def most(self) -> int:
        """The greatest number of rows of a lane."""
        return int(np.diff(self.starts).max(initial=0))

    def scores(self, index: FeatureIndex, weights: FloatArray, width: int) -> FloatArray:
        """Return the score of each distinct vector and label, (D, width), without merged words."""
        scores = np.empty((self.table.n_rows, width))
        self.table.load(index, weights, scores, 0)
        return scores

    def load(
        self,
        index: FeatureIndex,
        weights: FloatArray,
        rows: FloatArray,
        joint: JointWeights | None,
    ) -> None:
        """Write the scores of vectors and their merged words into the rows of all lanes."""
        scores = np.empty((self.table.n_rows, rows.shape[1]), rows.dtype) if self.copied else rows
        self.table.load(index, weights, scores, 0)
        if joint is not None:
            joint.take_out(scores, 0, weights)
        merged = self.words.merged
        add_weights_to_rows(merged, index.state_indptr, index.state_labels, weights, scores)
        if self.copied:
            np.take(scores, self.numbers, axis=0, out=rows, mode="clip")

    def score(self, first: int, last: int, rows: FloatArray, scores: FloatArray) -> None:
        """Add the rows of positions first..last-1, of one lane, to scores[0 : last - first]."""
        own = rows[self.starts[self.lanes[first]] :]
        add_rows(own, self.rows, self.indptr, first, last, scores)

    def add(self, first: int, last: int, probabilities: FloatArray, sums: FloatArray) -> None:
        """Add the probabilities of positions first..last-1 to the sums of their lane."""
        add_to_rows(sums, self.rows, self.indptr, first, last, probabilities)

    def store(
        self,
        index: FeatureIndex,
        lane_sums: Sequence[FloatArray],
        gradient: FloatArray,
        *,
        squared: bool,
        change: Callable[[FloatArray], None] | None,
    ) -> None:
        """Write the gradient of merged words and of dimensions; see `TokenFeatures`."""
        total = self._total(lane_sums) if self.copied else lane_sums[0]
        merged = self.words.merged
        rows_to_gradient(merged, index.state_indptr, index.state_labels, total, gradient)
        if change is not None:
            change(total)
        self.table.store(index, total, gradient, squared=squared)

    def _total(self, lane_sums: Sequence[FloatArray]) -> FloatArray:
        """Return the sums of all lanes for each vector of the table."""
        total = np.zeros((self.table.n_rows, lane_sums[0].shape[1]), lane_sums[0].dtype)
        # The last lanes may have no positions.
        bounds = pairwise(self.starts.tolist())
        for (start, stop), sums in zip(bounds, lane_sums, strict=False):
            one_each = np.arange(stop - start + 1)
            add_to_rows(total, self.numbers[start:stop], one_each, 0, stop - start, sums)
        return total


def token_vectors(
    dataset: Dataset,
    dimensions: IdArray,
    numbers: IdArray,
    n_attributes: int,
    order: OffsetArray,
    lanes: OffsetArray | None,
) -> TokenVectors:
    """Arrange the vectors of a dataset that has some; see `token_features`.

    Parameters
    ----------
    dimensions, numbers : (A,) arrays
        The id of each attribute in the index: with those of vectors' dimensions, and with -1 in
        their place.
    n_attributes : int
        Of the index.
    """
    if dataset.vector_rows is None:
        raise ValueError("The dataset has no vectors.")
    table, vector_rows = vector_table(dataset.vector_rows)
    ids = np.where(table.ids >= 0, dimensions[table.ids], -1).astype(np.int32)
    words = words_of_vectors(dataset, numbers, n_attributes, vector_rows, table.n_rows)
    if lanes is None:
        lanes = np.zeros(len(order), np.int64)
    n_lanes = int(lanes.max(initial=0)) + 1
    row_of = np.empty((n_lanes, table.n_rows), np.int32)
    indptr = np.zeros(len(order) + 1, np.int64)
    rows = np.empty(vector_rows.size, np.int32)
    counts = np.zeros(n_lanes, np.int64)
    number_in_lanes(order, lanes, vector_rows, row_of, counts, indptr, rows)
    starts = np.concatenate([[0], np.cumsum(counts)])
    of_row = np.empty(int(starts[-1]), np.int32)
    for start, own in zip(starts, row_of, strict=False):
        used = np.flatnonzero(own >= 0)
        of_row[start + own[used]] = used
    kept = rows[: int(indptr[-1])].copy()
    if n_lanes == 1:
        kept, of_row = of_row[kept], np.arange(table.n_rows, dtype=np.int32)
    return TokenVectors(replace(table, ids=ids), words, lanes, indptr, kept, starts, of_row)

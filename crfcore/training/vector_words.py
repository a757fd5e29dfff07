"""The words whose vectors tokens have: attributes of just the tokens with one vector."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crfcore.arrays import IdArray
from crfcore.features.dataset import Dataset
from crfcore.training.vector_words_kernels import find_words


@dataclass(frozen=True, slots=True, eq=False)
class VectorWords:
    """The word of each vector of a table.

    Attributes
    ----------
    attributes : int32 (D,)
        The most frequent attribute of the index that only tokens with the vector have; -1 for none.
        A further vector with the same one has none.
    counts : int32 (D,)
        The number of its tokens, 0 for none.
    merged : int32 (D,)
        The attribute if all tokens with the vector have it, -1 otherwise. Its weights are then
        added to the vector's scores, so that no token reads them, and its gradient is that by the
        scores.
    """

    attributes: IdArray
    counts: IdArray
    merged: IdArray

    def unmerged(self, numbers: IdArray, n_attributes: int) -> IdArray:
        """Return the ids of attributes in the index, (A,), with -1 for those that are merged."""
        kept = np.ones(n_attributes + 1, np.bool_)
        kept[self.merged[self.merged >= 0]] = False
        return np.where(kept[numbers], numbers, -1).astype(np.int32)


def words_of_vectors(
    dataset: Dataset, numbers: IdArray, n_attributes: int, rows: IdArray, n_rows: int
) -> VectorWords:
    """Find the words of vectors.

    Parameters
    ----------
    dataset : Dataset
    numbers : (A,) array
        The id of each attribute in the index; -1 for those of vectors' dimensions and for others
        that have none.
    n_attributes : int
        Of the index.
    rows : (T, M) array
        The vectors of each token in the table; -1 for none.
    n_rows : int
        D, the number of vectors.
    """
    vector_of = np.empty((n_attributes, rows.shape[1]), np.int32)
    counts, last = np.empty(n_attributes, np.int32), np.empty(n_attributes, np.int32)
    attributes = np.empty(n_rows, np.int32)
    find_words(
        dataset.indptr, dataset.attributes, numbers, rows, vector_of, counts, last, attributes
    )
    vectors = np.flatnonzero(attributes >= 0)
    _, firsts = np.unique(attributes[vectors], return_index=True)
    again = np.ones(len(vectors), np.bool_)
    again[firsts] = False
    attributes[vectors[again]] = -1
    word_counts = np.where(attributes >= 0, np.append(counts, 0)[attributes], 0).astype(np.int32)
    n_tokens = np.bincount(rows[rows >= 0], minlength=n_rows)
    merged = np.where(word_counts == n_tokens, attributes, -1).astype(np.int32)
    return VectorWords(attributes, word_counts, merged)

"""The attributes of tokens in a fast layout: rows for frequent ones, lists for rare ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.features.dataset import Dataset
from crfcore.inference.potentials import padded_width
from crfcore.training.feature_index import TOKENS_AT_ONCE, FeatureIndex
from crfcore.training.feature_index_kernels import accumulate, count_ids
from crfcore.training.folding import Folding
from crfcore.training.token_features_kernels import (
    TokenEntries,
    add_expectations,
    count_entries,
    fill_entries,
    rows_to_gradient,
    score_tokens,
    weights_to_rows,
)

MIN_COUNT_OF_ROWS = 32
"""Rarer attributes have no row, which would displace others from the cache."""

MIN_LABELS_OF_ROWS = 3
"""Attributes seen with fewer labels have no row: single pairs are faster."""


@dataclass(frozen=True, slots=True)
class TokenFeatures:
    """The weights that score each token and label.

    Tokens are in the order of *positions*, in which they are processed.

    Attributes
    ----------
    index : FeatureIndex
    width : int
        W, the padded number of labels.
    row_attributes : (R,) array
        The attributes with a row.
    entries : TokenEntries
    """

    index: FeatureIndex
    width: int
    row_attributes: IdArray
    entries: TokenEntries

    def empty_rows(self, precision: type[np.floating[Any]] = np.float64) -> FloatArray:
        """Return zeros (R, W)."""
        return np.zeros((len(self.row_attributes), self.width), dtype=precision)

    def load(self, weights: FloatArray, row_weights: FloatArray) -> None:
        """Copy the weights of rows; other weights are read from the vector."""
        weights_to_rows(
            self.row_attributes,
            self.index.state_indptr,
            self.index.state_labels,
            weights,
            row_weights,
        )

    def score(
        self,
        first: int,
        last: int,
        weights: FloatArray,
        row_weights: FloatArray,
        scores: FloatArray,
    ) -> None:
        """Write the scores of positions first..last-1 into scores[0 : last - first]."""
        score_tokens(
            first,
            last,
            self.entries,
            row_weights,
            weights,
            scores,
        )

    def add(
        self,
        first: int,
        last: int,
        probabilities: FloatArray,
        gradient: FloatArray,
        row_gradient: FloatArray,
    ) -> None:
        """Add the probabilities of positions first..last-1 to the gradient of their weights."""
        add_expectations(
            first,
            last,
            self.entries,
            row_gradient,
            gradient,
            probabilities,
        )

    def store(self, row_gradient: FloatArray, gradient: FloatArray) -> None:
        """Copy the gradient of rows to the gradient vector."""
        rows_to_gradient(
            self.row_attributes,
            self.index.state_indptr,
            self.index.state_labels,
            row_gradient,
            gradient,
        )


def token_features(
    dataset: Dataset, index: FeatureIndex, order: OffsetArray, folding: Folding | None = None
) -> TokenFeatures:
    """Arrange the attributes of a dataset for scoring under an index.

    Parameters
    ----------
    dataset : Dataset
        Its attributes are those of the index, or of the folding's index.
    index : FeatureIndex
        Of the folded attributes if there is a folding.
    order : (T,) array
        The token at each position.
    folding : Folding, optional
    """
    numbers = _numbers(index, folding)
    row_attributes, row_of = _choose_rows(dataset, index, numbers)
    row_indptr, listed_indptr = _entry_offsets(dataset, index, order, numbers, row_of)
    n_rows, n_listed = int(row_indptr[-1]), int(listed_indptr[-1])
    entries = TokenEntries(
        row_indptr,
        np.empty(n_rows, dtype=np.int32),
        np.empty(n_rows if dataset.has_values else 0),
        listed_indptr,
        np.empty(n_listed, dtype=np.int32),
        np.empty(n_listed, dtype=np.uint16),
        np.empty(n_listed if dataset.has_values else 0),
    )
    for first, last in _pieces(len(order)):
        fill_entries(
            order,
            dataset.indptr,
            dataset.attributes,
            dataset.values,
            numbers,
            row_of,
            index.state_indptr,
            index.state_labels,
            first,
            last,
            entries,
        )
    return TokenFeatures(index, padded_width(index.n_labels), row_attributes, entries)


def _pieces(n_tokens: int) -> list[tuple[int, int]]:
    """Return the bounds of positions for each call of a kernel."""
    return [
        (first, min(first + TOKENS_AT_ONCE, n_tokens))
        for first in range(0, n_tokens, TOKENS_AT_ONCE)
    ]


def _entry_offsets(
    dataset: Dataset, index: FeatureIndex, order: OffsetArray, numbers: IdArray, row_of: IdArray
) -> tuple[OffsetArray, OffsetArray]:
    """Return the offsets of entries of each position, (T + 1,): of rows, and of lists."""
    row_indptr = np.zeros(len(order) + 1, dtype=np.int64)
    listed_indptr = np.zeros(len(order) + 1, dtype=np.int64)
    for first, last in _pieces(len(order)):
        count_entries(
            order,
            dataset.indptr,
            dataset.attributes,
            numbers,
            row_of,
            index.state_indptr,
            first,
            last,
            row_indptr,
            listed_indptr,
        )
    accumulate(row_indptr)
    accumulate(listed_indptr)
    return row_indptr, listed_indptr


def _numbers(index: FeatureIndex, folding: Folding | None) -> IdArray:
    """Return each attribute's id in the index; −1 for folded ones."""
    if folding is None:
        return np.arange(index.n_attributes, dtype=np.int32)
    numbers = np.full(len(folding.numbers), -1, dtype=np.int32)
    numbers[folding.leaders] = np.arange(len(folding.leaders), dtype=np.int32)
    return numbers


def _choose_rows(
    dataset: Dataset, index: FeatureIndex, numbers: IdArray
) -> tuple[IdArray, IdArray]:
    """Return the attributes with a row, and each attribute's row or −1."""
    all_counts = np.zeros(len(numbers) + 1, dtype=np.int64)
    count_ids(dataset.attributes, all_counts)
    counts = np.zeros(index.n_attributes + 1, dtype=np.int64)
    counts[numbers[numbers >= 0] + 1] = all_counts[1:][numbers >= 0]
    n_seen = np.diff(index.state_indptr)
    n_labels = index.n_labels
    several = n_seen >= max(min(MIN_LABELS_OF_ROWS, n_labels), padded_width(n_labels) // 8)
    # With a weight for each label a list would be longer than the row.
    worthwhile = several & ((counts[1:] >= MIN_COUNT_OF_ROWS) | (2 * n_seen >= n_labels))
    row_attributes = np.flatnonzero(worthwhile).astype(np.int32)
    row_of = np.full(index.n_attributes, -1, dtype=np.int32)
    row_of[row_attributes] = np.arange(len(row_attributes), dtype=np.int32)
    return row_attributes, row_of

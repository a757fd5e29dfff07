"""The attributes of tokens in a fast layout: rows for frequent ones, lists for rare ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.features.dataset import Dataset
from crfcore.inference.potentials import padded_width
from crfcore.training.feature_index import TOKENS_AT_ONCE, FeatureIndex
from crfcore.training.feature_index_kernels import accumulate, count_ids
from crfcore.training.folding import Folding
from crfcore.training.joint_weights import JointWeights
from crfcore.training.token_features_kernels import (
    TokenEntries,
    add_expectations,
    count_entries,
    fill_entries,
    rows_to_gradient,
    score_tokens,
    weights_to_rows,
)
from crfcore.training.token_vectors import TokenVectors, token_vectors

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
    vectors : TokenVectors, optional
        Their scores and sums have rows, too, after those of attributes: scores for all lanes, sums
        for the lane with most vectors.
    """

    index: FeatureIndex
    width: int
    row_attributes: IdArray
    entries: TokenEntries
    vectors: TokenVectors | None = None

    def empty_rows(self, precision: type[np.floating[Any]] = np.float64) -> FloatArray:
        """Return zeros for the weights of rows."""
        n_vectors = 0 if self.vectors is None else len(self.vectors.numbers)
        return np.zeros((len(self.row_attributes) + n_vectors, self.width), dtype=precision)

    def empty_sums(self, precision: type[np.floating[Any]] = np.float64) -> FloatArray:
        """Return zeros for the gradient of the rows of a lane."""
        n_vectors = 0 if self.vectors is None else self.vectors.most
        return np.zeros((len(self.row_attributes) + n_vectors, self.width), dtype=precision)

    def load(
        self, weights: FloatArray, row_weights: FloatArray, joint: JointWeights | None = None
    ) -> None:
        """Copy the weights of rows; other weights are read from the vector.

        With joint variables, the parts of the scores of vectors are first taken out of them.
        """
        if self.vectors is not None:
            own = row_weights[len(self.row_attributes) :]
            self.vectors.load(self.index, weights, own, joint)
        weights_to_rows(
            self.row_attributes,
            self.index.state_indptr,
            self.index.state_labels,
            weights,
            row_weights,
        )

    def scores_of_vectors(self, weights: FloatArray) -> FloatArray:
        """Return the score of each distinct vector and label, (D, W)."""
        if self.vectors is None:
            return np.zeros((0, self.width))
        return self.vectors.scores(self.index, weights, self.width)

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
        if self.vectors is not None:
            self.vectors.score(first, last, row_weights[len(self.row_attributes) :], scores)

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
        if self.vectors is not None:
            self.vectors.add(first, last, probabilities, row_gradient[len(self.row_attributes) :])

    def store(self, row_gradient: FloatArray, gradient: FloatArray) -> None:
        """Write the gradient of the weights that rows and vectors have."""
        self.store_rows(row_gradient, gradient)
        self.store_vectors([row_gradient], gradient)

    def store_rows(self, row_gradient: FloatArray, gradient: FloatArray) -> None:
        """Copy the gradient of rows to the gradient vector."""
        rows_to_gradient(
            self.row_attributes,
            self.index.state_indptr,
            self.index.state_labels,
            row_gradient,
            gradient,
        )

    def store_vectors(
        self,
        row_gradients: Sequence[FloatArray],
        gradient: FloatArray,
        *,
        squared: bool = False,
        change: Callable[[FloatArray], None] | None = None,
    ) -> None:
        """Write the gradient of the weights that vectors have, from the sums of all lanes.

        ``squared`` takes the squares of the values in place of the values. ``change`` may change
        the gradient by the scores of vectors, (D, W), after that of words is written.
        """
        if self.vectors is not None:
            rows = [part[len(self.row_attributes) :] for part in row_gradients]
            self.vectors.store(self.index, rows, gradient, squared=squared, change=change)


def token_features(
    dataset: Dataset,
    index: FeatureIndex,
    order: OffsetArray,
    folding: Folding | None = None,
    lanes: OffsetArray | None = None,
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
    lanes : (T,) array, optional
        The lane of each position; one for all by default.
    """
    numbers = numbers_of(index, folding)
    vectors = None
    if dataset.vector_rows is not None:
        given = numbers.copy()
        numbers[dataset.vector_rows.attributes] = -1
        vectors = token_vectors(dataset, given, numbers, index.n_attributes, order, lanes)
        numbers = vectors.words.unmerged(numbers, index.n_attributes)
    row_attributes, row_of = _choose_rows(dataset, index, numbers)
    codes = _codes(index, numbers, row_of)
    row_indptr, listed_indptr = _entry_offsets(dataset, order, codes)
    n_rows, n_listed = int(row_indptr[-1]), int(listed_indptr[-1])
    has_values = dataset.has_values and vectors is None
    entries = TokenEntries(
        row_indptr,
        np.empty(n_rows, dtype=np.int32),
        np.empty(n_rows if has_values else 0),
        listed_indptr,
        np.empty(n_listed, dtype=np.int32),
        np.empty(n_listed, dtype=np.uint16),
        np.empty(n_listed if has_values else 0),
    )
    starts = index.state_indptr[numbers]
    for first, last in _pieces(len(order)):
        fill_entries(
            order,
            dataset.indptr,
            dataset.attributes,
            dataset.values if has_values else np.zeros(0),
            codes,
            starts,
            index.state_labels,
            first,
            last,
            entries,
        )
    return TokenFeatures(index, padded_width(index.n_labels), row_attributes, entries, vectors)


def _pieces(n_tokens: int) -> list[tuple[int, int]]:
    """Return the bounds of positions for each call of a kernel."""
    return [
        (first, min(first + TOKENS_AT_ONCE, n_tokens))
        for first in range(0, n_tokens, TOKENS_AT_ONCE)
    ]


def _codes(index: FeatureIndex, numbers: IdArray, row_of: IdArray) -> IdArray:
    """Return the row of each attribute, or −1 − the number of its listed weights."""
    n_listed = np.diff(index.state_indptr)
    codes = np.where(row_of >= 0, row_of, -1 - n_listed)
    # One more entry, the last, for attributes without a number.
    return np.append(codes, -1).astype(np.int32)[numbers]


def _entry_offsets(
    dataset: Dataset, order: OffsetArray, codes: IdArray
) -> tuple[OffsetArray, OffsetArray]:
    """Return the offsets of entries of each position, (T + 1,): of rows, and of lists."""
    row_indptr = np.zeros(len(order) + 1, dtype=np.int64)
    listed_indptr = np.zeros(len(order) + 1, dtype=np.int64)
    for first, last in _pieces(len(order)):
        count_entries(
            order,
            dataset.indptr,
            dataset.attributes,
            codes,
            first,
            last,
            row_indptr,
            listed_indptr,
        )
    accumulate(row_indptr)
    accumulate(listed_indptr)
    return row_indptr, listed_indptr


def numbers_of(index: FeatureIndex, folding: Folding | None) -> IdArray:
    """Return each attribute's id in the index; −1 for folded ones."""
    if folding is None:
        return np.arange(index.n_attributes, dtype=np.int32)
    numbers = np.full(len(folding.numbers), -1, dtype=np.int32)
    numbers[folding.leaders] = np.arange(len(folding.leaders), dtype=np.int32)
    return numbers


def _choose_rows(
    dataset: Dataset, index: FeatureIndex, numbers: IdArray
) -> tuple[IdArray, IdArray]:
    """Return the attributes with a row, and each attribute's row or −1.

    Numbers that no attribute has, those of dimensions of vectors, have none.
    """
    all_counts = np.zeros(len(numbers) + 1, dtype=np.int64)
    count_ids(dataset.attributes, all_counts)
    counts = np.zeros(index.n_attributes + 1, dtype=np.int64)
    counts[numbers[numbers >= 0] + 1] = all_counts[1:][numbers >= 0]
    n_seen = np.diff(index.state_indptr)
    n_labels = index.n_labels
    several = n_seen >= max(min(MIN_LABELS_OF_ROWS, n_labels), padded_width(n_labels) // 8)
    # With a weight for each label a list would be longer than the row.
    is_used = np.zeros(index.n_attributes, dtype=np.bool_)
    is_used[numbers[numbers >= 0]] = True
    worthwhile = is_used & several & ((counts[1:] >= MIN_COUNT_OF_ROWS) | (2 * n_seen >= n_labels))
    row_attributes = np.flatnonzero(worthwhile).astype(np.int32)
    row_of = np.full(index.n_attributes, -1, dtype=np.int32)
    row_of[row_attributes] = np.arange(len(row_attributes), dtype=np.int32)
    return row_attributes, row_of

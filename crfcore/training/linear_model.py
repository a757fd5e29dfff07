"""A log-linear chain: weights of features, and scores."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, counts_before
from crfcore.features.dataset import Dataset
from crfcore.inference.potentials import padded_width
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.feature_index_kernels import accumulate, translate_weights
from crfcore.training.indexed_dataset import IndexedDataset
from crfcore.training.linear_model_kernels import choose_places, fill_places, score_dataset

ENTRIES_OF_ROWS = 2**21
"""Limit of rows of weights over all labels (16 MiB), for the first attributes.

Extractors sort attributes by descending frequency, so that attributes without a row are rare.
"""

MIN_WEIGHTS_OF_ROWS = 3
"""Attributes with fewer weights have no row: they fit into a cell of 32 bytes."""


@dataclass(frozen=True, slots=True, eq=False)
class LinearModel:
    """Weights λ with their index; score(y_t = y) = Σ_a value_a · λ(a, y).

    Attributes
    ----------
    index : FeatureIndex
    weights : (F,) array
        −inf for a label that is impossible with the attribute.
    """

    index: FeatureIndex
    weights: FloatArray
    _positions: IdArray = field(init=False, repr=False)
    _rows: FloatArray = field(init=False, repr=False)
    _cells: FloatArray = field(init=False, repr=False)

    def __post_init__(self) -> None:
        index = self.index
        width = padded_width(index.n_labels)
        # A row as long as a list of weights and labels is faster than the list.
        least = max(MIN_WEIGHTS_OF_ROWS, width // 8)
        positions = np.empty(index.n_attributes, np.int32)
        n_rows = choose_places(index.state_indptr, least, ENTRIES_OF_ROWS // width, positions)
        rows = np.zeros((n_rows, width))
        cells = np.zeros((index.n_attributes - n_rows, 4))
        fill_places(positions, index.state_indptr, index.state_labels, self.weights, rows, cells)
        object.__setattr__(self, "_positions", positions)
        object.__setattr__(self, "_rows", rows)
        object.__setattr__(self, "_cells", cells)

    @property
    def by_position(self) -> bool:
        """Whether transitions differ by position."""
        return len(self.index.edge_pairs) > 0

    def scores(self, dataset: Dataset, first: int, last: int) -> FloatArray:
        """Return the scores of tokens first..last-1, (last − first, L)."""
        scores = np.empty((last - first, padded_width(self.index.n_labels)))
        score_dataset(
            first,
            last,
            dataset.indptr,
            dataset.attributes,
            dataset.values,
            self._positions,
            self._rows,
            self._cells,
            self.index.state_labels,
            self.weights,
            scores,
        )
        return scores[:, : self.index.n_labels]

    def transitions(self, dataset: Dataset, first: int, last: int) -> FloatArray:
        """Return the transition scores: (L, L), or (last − first, L, L) by position."""
        shared = self.index.transition_matrix(self.weights)
        if not self.by_position or dataset.n_edge_attributes == 0:
            return shared
        return IndexedDataset(dataset, self.index).transitions(first, last, self.weights, shared)

    def translated(
        self, index: FeatureIndex, old_ids: IdArray, old_edge_ids: IdArray, old_labels: IdArray
    ) -> FloatArray:
        """Return the weights of the same features in another index; zero for new ones.

        Parameters
        ----------
        index : FeatureIndex
            The new one.
        old_ids, old_edge_ids : (A,), (E,) arrays
            This model's id of each new attribute, or −1.
        old_labels : (L,) array
            This model's id of each new label, or −1.
        """
        weights = np.zeros(index.n_weights)
        old = self.index
        translate_weights(
            old_ids,
            old_labels,
            index.state_indptr,
            index.state_labels,
            old.state_indptr,
            old.state_labels,
            old.state_part(self.weights),
            index.state_part(weights),
        )
        known = old_labels >= 0
        pairs = old_labels[:, np.newaxis] * old.n_labels + old_labels[np.newaxis, :]
        old_pairs = np.where(known[:, np.newaxis] & known, pairs, -1).ravel().astype(np.int32)
        translate_weights(
            old_edge_ids,
            old_pairs,
            index.edge_indptr,
            index.edge_pairs,
            old.edge_indptr,
            old.edge_pairs,
            old.edge_part(self.weights),
            index.edge_part(weights),
        )
        old_matrix = old.unrestricted_matrix(old.transition_part(self.weights)).ravel()
        source = old_pairs[index.transition_pairs]
        index.transition_part(weights)[:] = np.where(source >= 0, old_matrix[source], 0.0)
        forbidden = weights == -np.inf
        if forbidden.any():
            # Initial weights must be finite: −∞ becomes the least finite weight.
            weights[forbidden] = weights[~forbidden].min(initial=0.0)
        return weights

    def useful_attributes(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return the masks of token and edge attributes with a non-zero weight."""
        index = self.index
        return (
            _any_nonzero(index.state_part(self.weights), index.state_indptr),
            _any_nonzero(index.edge_part(self.weights), index.edge_indptr),
        )

    def kept(self, keep: NDArray[np.bool_], keep_edges: NDArray[np.bool_]) -> LinearModel:
        """Return the model with some of its attributes, renumbered, without weights of 0."""
        index = self.index
        state_weights, edge_weights = index.state_part(self.weights), index.edge_part(self.weights)
        states, state_indptr = _kept_members(state_weights, index.state_indptr, keep)
        edges, edge_indptr = _kept_members(edge_weights, index.edge_indptr, keep_edges)
        transition_weights = index.transition_part(self.weights)
        transitions = transition_weights != 0.0
        weights = np.concatenate(
            [state_weights[states], transition_weights[transitions], edge_weights[edges]]
        )
        compacted = FeatureIndex(
            index.n_labels,
            state_indptr,
            index.state_labels[states],
            index.transition_pairs[transitions],
            edge_indptr,
            index.edge_pairs[edges],
            index.forbidden_pairs,
        )
        return LinearModel(compacted, weights)


def _nonzeros_before(weights: FloatArray) -> NDArray[np.int64]:
    """Return the cumulative number of non-zero weights, (F + 1,)."""
    return counts_before(weights != 0.0)


def _any_nonzero(weights: FloatArray, indptr: NDArray[np.int64]) -> NDArray[np.bool_]:
    before = _nonzeros_before(weights)
    return before[indptr[1:]] > before[indptr[:-1]]


def _kept_members(
    weights: FloatArray, indptr: NDArray[np.int64], keep: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Return the mask of kept weights, and the offsets of the kept attributes."""
    before = _nonzeros_before(weights)
    sizes = before[indptr[1:]] - before[indptr[:-1]]
    kept_indptr = np.zeros(int(np.count_nonzero(keep)) + 1, dtype=np.int64)
    kept_indptr[1:] = sizes[keep]
    accumulate(kept_indptr)
    return np.repeat(keep, np.diff(indptr)) & (weights != 0.0), kept_indptr

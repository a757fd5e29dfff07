"""Data of online training in the layout of its kernels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.features.vector_lines import unfold_vectors, without_vectors
from crfcore.inference.potentials import padded_width
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.objectives.softmax_margin import cost_rows
from crfcore.training.online.kernel_data import Layout, Sentences, Weights, Workspace
from crfcore.training.online.sentence_kernels import (
    lay_out_rows,
    mark_rows,
    read_back_rows,
    sentence_kinds,
)

MIN_LABELS_OF_ROWS = 4
"""Attributes seen with fewer labels have no row: single pairs are faster."""

NOTHING_KNOWN, PARTLY_KNOWN, KNOWN = 0, 1, 2
"""Values of `Sentences.kinds`."""


@dataclass(frozen=True, slots=True, eq=False)
class Working:
    """A training set and its weights in the layout of online kernels.

    Attributes
    ----------
    index : FeatureIndex
    sentences : Sentences
    layout : Layout
    dtype : numpy dtype
        Of weights and workspace.
    order : (M,) array
        The sentences with known labels.
    """

    index: FeatureIndex
    sentences: Sentences
    layout: Layout
    dtype: DTypeLike
    order: OffsetArray

    @property
    def width(self) -> int:
        """W, the padded number of labels."""
        return int(self.layout.row_masks.shape[1])

    @property
    def by_position(self) -> bool:
        """Whether transitions differ by position."""
        return len(self.index.edge_pairs) > 0

    def max_touched(self) -> int:
        """Return the maximum number of features in which two labellings of a sentence differ."""
        sentences = self.sentences
        offsets = sentences.offsets
        sizes = np.diff(sentences.indptr[offsets]) + np.diff(offsets)
        if len(sentences.edge_indptr) > 0:
            sizes = sizes + np.diff(sentences.edge_indptr[offsets])
        return 2 * int(sizes.max(initial=0))

    def weights(self, vector: FloatArray | None = None) -> Weights:
        """Return a weight vector (F,) in the layout of kernels; zeros by default."""
        index, layout, width = self.index, self.layout, self.width
        rows = np.zeros((len(layout.row_masks), width), self.dtype)
        transitions = np.zeros((width, width), self.dtype)
        if vector is None:
            pairs = np.zeros(index.n_states, self.dtype)
            return Weights(rows, pairs, transitions, np.zeros(len(index.edge_pairs), self.dtype))
        pairs = index.state_part(vector).astype(self.dtype)
        lay_out_rows(layout, pairs, rows)
        n_labels = index.n_labels
        # Forbidden transitions are used only with exact sums over labellings.
        part = index.transition_part(vector)
        transitions[:n_labels, :n_labels] = index.unrestricted_matrix(part)
        return Weights(rows, pairs, transitions, index.edge_part(vector).astype(self.dtype))

    def read_back(self, weights: Weights, vector: FloatArray) -> None:
        """Write weights in the layout of kernels into a weight vector (F,)."""
        index = self.index
        index.state_part(vector)[:] = weights.pairs
        read_back_rows(self.layout, weights.rows, index.state_part(vector))
        n_labels = index.n_labels
        matrix = weights.transitions[:n_labels, :n_labels].ravel()
        index.transition_part(vector)[:] = matrix[index.transition_pairs]
        index.edge_part(vector)[:] = weights.edges

    def workspace(self) -> Workspace:
        """Return buffers for the longest sentence."""
        longest = int(np.diff(self.sentences.offsets).max(initial=0))
        n_positions = longest if self.by_position else 1
        rows = (longest, self.width)
        squares = (n_positions, self.width, self.width)
        tokens = [np.zeros(rows, self.dtype) for _ in range(5)]
        pairs = [np.zeros(squares, self.dtype) for _ in range(4)]
        scales = np.zeros(longest, self.dtype)
        flat = [tokens[1].reshape(-1), pairs[1].reshape(-1)]
        bits = np.zeros(max(longest, self.width) * self.width, np.int64)
        paths = [np.zeros(longest, np.int32) for _ in range(2)]
        row_list = np.zeros(int(np.diff(self.sentences.indptr).max(initial=0)), np.int32)
        return Workspace._make(
            [
                *(*tokens, scales, *pairs, *flat, bits, bits.view(np.float64), *paths, row_list),
                *self._vector_buffers(longest),
            ]
        )

    def _vector_buffers(self, longest: int) -> list[NDArray[np.floating]]:
        n_dimensions = self.sentences.vectors.shape[1]
        largest = max(longest, n_dimensions) if n_dimensions else 0
        shapes = (longest, n_dimensions), (largest, self.width)
        return [np.zeros(shape, self.dtype) for shape in shapes]


def working_set(
    dataset: Dataset,
    targets: Targets,
    index: FeatureIndex,
    dtype: DTypeLike = np.float32,
    costs: FloatArray | None = None,
    *,
    apart: bool = False,
) -> Working:
    """Arrange a training set for online training.

    Parameters
    ----------
    dataset : Dataset
        Its attributes are those of the index.
    targets : Targets
    index : FeatureIndex
    dtype : numpy dtype
        Single or double precision.
    costs : (L, L) array, optional
        Of predicting the second label where the first one is right.
    apart : bool
        Whether vectors of tokens are kept apart from attributes, where possible; then only kernels
        with `add_to_vectors` learn their weights.
    """
    width = padded_width(index.n_labels)
    n_seen = np.diff(index.state_indptr)
    rowed = np.flatnonzero(n_seen >= min(MIN_LABELS_OF_ROWS, index.n_labels))
    row_of = np.full(index.n_attributes, -1, dtype=np.int32)
    row_of[rowed] = np.arange(len(rowed), dtype=np.int32)
    dataset, vectors = _vectors_apart(dataset, row_of) if apart else (dataset, _Vectors.none())
    dataset = unfold_vectors(dataset)
    n_labels = index.n_labels
    transition_numbers = np.full((width, width), -1, np.int64)
    before, after = np.divmod(index.transition_pairs, n_labels)
    transition_numbers[before, after] = np.arange(len(before)) + index.n_states
    layout = Layout(
        n_labels,
        row_of,
        index.state_indptr,
        index.state_labels,
        index.transition_pairs,
        index.edge_indptr,
        index.edge_pairs,
        np.full(index.n_states, -1, np.int64),
        transition_numbers,
        np.zeros((len(rowed), width), np.uint8),
        (transition_numbers >= 0).astype(np.uint8),
        vectors.starts,
    )
    mark_rows(layout)
    kinds = np.empty(dataset.n_sentences, np.uint8)
    sentence_kinds(dataset.offsets, targets.label_sets, n_labels, kinds)
    allowed = targets.allowed_by_set()
    sentences = Sentences(
        dataset.offsets,
        dataset.indptr,
        dataset.attributes,
        dataset.values,
        dataset.edge_indptr,
        dataset.edge_attributes,
        targets.label_sets,
        allowed,
        kinds,
        np.zeros((0, width)) if costs is None else cost_rows(costs, allowed),
        vectors.rows,
        vectors.table.astype(dtype),
    )
    order = np.flatnonzero(kinds != NOTHING_KNOWN)
    return Working(index, sentences, layout, dtype, order)


class _Vectors(NamedTuple):
    """The vectors of tokens: their rows in a table (T, M), and where the weights of each begin."""

    rows: IdArray
    table: NDArray[np.float32]
    starts: OffsetArray

    @classmethod
    def none(cls) -> _Vectors:
        """Return no vectors."""
        return cls(np.zeros((0, 0), np.int32), np.zeros((0, 0), np.float32), np.zeros(0, np.int64))


def _vectors_apart(dataset: Dataset, row_of: IdArray) -> tuple[Dataset, _Vectors]:
    """Return the dataset without its vectors, and these, if their weights lie together in rows."""
    known = dataset.vector_rows
    if known is None or not known.vectors.size or (known.ids < 0).any():
        return dataset, _Vectors.none()
    rows = row_of[known.ids]
    if (rows < 0).any() or (np.diff(rows, axis=1) != 1).any():
        return dataset, _Vectors.none()
    vectors = _Vectors(known.rows, known.vectors, rows[:, 0].astype(np.int64))
    return without_vectors(dataset), vectors

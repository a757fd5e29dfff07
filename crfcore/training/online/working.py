"""What the kernels of online training work on: sentences, weights laid out for them, workspace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.features.dataset import Dataset, Targets
from crfcore.inference.potentials import padded_width
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.online.sentence_kernels import (
    lay_out_rows,
    mark_rows,
    read_back_rows,
    sentence_kinds,
)

LEAST_LABELS_OF_ROWS = 4
"""An attribute seen with fewer labels has no row: its few pairs are quicker one by one."""

NOTHING_KNOWN, PARTLY_KNOWN, KNOWN = 0, 1, 2
"""What `Sentences.kinds` says."""


class Sentences(NamedTuple):
    """What is given: attributes, and what is known of labels.

    Attributes
    ----------
    offsets, indptr, attributes, values, edge_indptr, edge_attributes
        As in `Dataset`.
    label_sets : (T,) array
        As in `Targets`.
    allowed : (L + 1 + S, L) array
        ``allowed[label_sets[t]]`` is what is possible at token t.
    kinds : (N,) array
        `NOTHING_KNOWN`, `PARTLY_KNOWN` or `KNOWN`.
    """

    offsets: OffsetArray
    indptr: OffsetArray
    attributes: IdArray
    values: FloatArray
    edge_indptr: OffsetArray
    edge_attributes: IdArray
    label_sets: IdArray
    allowed: MaskArray
    kinds: MaskArray


class Layout(NamedTuple):
    """Which weight stands where.

    Attributes
    ----------
    n_labels : int
    row_of : (A,) array
        The row of each attribute in `Weights.rows`, or −1.
    state_indptr, state_labels, transition_pairs, edge_starts, edge_pairs
        As in `FeatureIndex`.
    state_places : (F_s,) array
        Where each state weight stands in ``rows.ravel()``, or −1 where it stands in ``pairs``.
    transition_numbers : (W, W) array
        The number of each transition weight in the weight vector, or −1.
    row_masks : (R, W) array
        1 where a row has a weight.
    transition_mask : (W, W) array
        1 where there is a transition weight.
    """

    n_labels: int
    row_of: IdArray
    state_indptr: OffsetArray
    state_labels: IdArray
    transition_pairs: IdArray
    edge_starts: OffsetArray
    edge_pairs: IdArray
    state_places: OffsetArray
    transition_numbers: OffsetArray
    row_masks: MaskArray
    transition_mask: MaskArray


class Weights(NamedTuple):
    """Weights of single or double precision, as kernels change them.

    Attributes
    ----------
    rows : (R, W) array
        All labels of the attributes that were seen with many.
    pairs : (F_s,) array
        The weights of the other attributes, in the places of the index.
    transitions : (W, W) array
    edges : (F_e,) array
    """

    rows: NDArray[np.floating]
    pairs: NDArray[np.floating]
    transitions: NDArray[np.floating]
    edges: NDArray[np.floating]


class Workspace(NamedTuple):
    """Arrays for one sentence at a time, of n ≥ its length; K = n by position, else 1.

    Attributes
    ----------
    scores, potentials, alpha, posteriors, targets : (n, W) arrays
    scales : (n,) array
    transitions, transition_potentials, pairs, target_pairs : (K, W, W) arrays
    flat_potentials, flat_transition_potentials : (n · W,), (K · W · W,) arrays
        The same numbers as in `potentials` and `transition_potentials`.
    bits, floats : arrays
        The same bytes as 64-bit integers and as doubles, for a sentence or a matrix.
    truth, path : (n,) arrays
        Labels that should be and labels that the model finds best.
    row_list : array
        As long as the longest list of a token's attributes.
    """

    scores: NDArray[np.floating]
    potentials: NDArray[np.floating]
    alpha: NDArray[np.floating]
    posteriors: NDArray[np.floating]
    targets: NDArray[np.floating]
    scales: NDArray[np.floating]
    transitions: NDArray[np.floating]
    transition_potentials: NDArray[np.floating]
    pairs: NDArray[np.floating]
    target_pairs: NDArray[np.floating]
    flat_potentials: NDArray[np.floating]
    flat_transition_potentials: NDArray[np.floating]
    bits: NDArray[np.int64]
    floats: FloatArray
    truth: IdArray
    path: IdArray
    row_list: IdArray


@dataclass(frozen=True, slots=True, eq=False)
class Working:
    """A training set and its weights in the shape that the kernels of this folder take.

    Attributes
    ----------
    index : FeatureIndex
    sentences : Sentences
    layout : Layout
    dtype : numpy dtype
        Of weights and workspace.
    order : (M,) array
        The sentences of which something is known.
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
        """Whether transitions differ from place to place."""
        return len(self.index.edge_pairs) > 0

    def most_touched(self) -> int:
        """Return how many features two labellings of a sentence can differ by, at most."""
        sentences = self.sentences
        offsets = sentences.offsets
        sizes = np.diff(sentences.indptr[offsets]) + np.diff(offsets)
        if len(sentences.edge_indptr) > 0:
            sizes = sizes + np.diff(sentences.edge_indptr[offsets])
        return 2 * int(sizes.max(initial=0))

    def weights(self, vector: FloatArray | None = None) -> Weights:
        """Return a weight vector (F,) laid out for the kernels; zeros by default."""
        index, layout, width = self.index, self.layout, self.width
        rows = np.zeros((len(layout.row_masks), width), self.dtype)
        transitions = np.zeros((width, width), self.dtype)
        if vector is None:
            pairs = np.zeros(index.n_states, self.dtype)
            return Weights(rows, pairs, transitions, np.zeros(len(index.edge_pairs), self.dtype))
        pairs = index.state_part(vector).astype(self.dtype)
        lay_out_rows(layout, pairs, rows)
        n_labels = index.n_labels
        # What is forbidden only counts where sums over labellings are exact.
        part = index.transition_part(vector)
        transitions[:n_labels, :n_labels] = index.unrestricted_matrix(part)
        return Weights(rows, pairs, transitions, index.edge_part(vector).astype(self.dtype))

    def read_back(self, weights: Weights, vector: FloatArray) -> None:
        """Write laid out weights into a weight vector (F,)."""
        index = self.index
        index.state_part(vector)[:] = weights.pairs
        read_back_rows(self.layout, weights.rows, index.state_part(vector))
        n_labels = index.n_labels
        matrix = weights.transitions[:n_labels, :n_labels].ravel()
        index.transition_part(vector)[:] = matrix[index.transition_pairs]
        index.edge_part(vector)[:] = weights.edges

    def workspace(self) -> Workspace:
        """Return workspace for the longest sentence."""
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
            [*tokens, scales, *pairs, *flat, bits, bits.view(np.float64), *paths, row_list]
        )


def working_set(
    dataset: Dataset, targets: Targets, index: FeatureIndex, dtype: DTypeLike = np.float32
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
    """
    width = padded_width(index.n_labels)
    n_seen = np.diff(index.state_indptr)
    rowed = np.flatnonzero(n_seen >= min(LEAST_LABELS_OF_ROWS, index.n_labels))
    row_of = np.full(index.n_attributes, -1, dtype=np.int32)
    row_of[rowed] = np.arange(len(rowed), dtype=np.int32)
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
    )
    mark_rows(layout)
    kinds = np.empty(dataset.n_sentences, np.uint8)
    sentence_kinds(dataset.offsets, targets.label_sets, n_labels, kinds)
    sentences = Sentences(
        dataset.offsets,
        dataset.indptr,
        dataset.attributes,
        dataset.values,
        dataset.edge_indptr,
        dataset.edge_attributes,
        targets.label_sets,
        targets.allowed_by_set(),
        kinds,
    )
    order = np.flatnonzero(kinds != NOTHING_KNOWN)
    return Working(index, sentences, layout, dtype, order)

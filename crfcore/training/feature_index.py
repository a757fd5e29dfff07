"""The weights of a model: (attribute, label) pairs, label pairs, (edge attribute, label pair).

A weight vector is the concatenation of state weights grouped by attribute, transition weights, and
edge weights grouped by edge attribute (H. M. Wallach 2002, equations 3.16–3.19).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, HashArray, IdArray, OffsetArray, counts_before
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.features.token_attributes import VectorRows
from crfcore.features.vector_lines import unfold_vectors
from crfcore.messages import message
from crfcore.training.feature_index_kernels import (
    accumulate,
    count_ids,
    group_by_attribute,
    labels_of_attributes,
    list_labels,
    note_labels,
    pairs_of_edge_attributes,
    seen_transitions,
)

ATTRIBUTES_AT_ONCE = 200_000
"""Attributes per call of a kernel, between checks for cancellation."""

TOKENS_AT_ONCE = 100_000
"""The same for tokens."""

BITS = 64
"""Up to so many labels, those seen with an attribute fit into one word."""

MAX_WEIGHTS = 2**31 - 1
"""Weights have 32-bit indices in lists of tokens."""

AllowedTransitions: TypeAlias = Literal["all", "observed"] | Collection[int]
"""Allowed label pairs; see `feature_index`."""

_NO_ENTRIES: OffsetArray = np.zeros(0, dtype=np.int64)
_NO_LABELS: IdArray = np.zeros(0, dtype=np.int32)


def _no_pairs() -> IdArray:
    return _NO_LABELS


@dataclass(frozen=True, slots=True)
class FeatureIndex:
    """The layout of the weight vector.

    Attributes
    ----------
    n_labels : int
        L.
    state_indptr : (A + 1,) array
        State weights of attribute a are ``state_indptr[a]`` to ``state_indptr[a + 1] - 1``.
    state_labels : (F_s,) array
        The label of each, in increasing order within an attribute.
    transition_pairs : (F_t,) array
        x·L + y of each transition weight, from label x to label y.
    edge_indptr : (E + 1,) array
    edge_pairs : (F_e,) array
        x·L + y of each edge weight, grouped by edge attribute.
    forbidden_pairs : (P,) array
        x·L + y of each forbidden transition, which has no weight.
    """

    n_labels: int
    state_indptr: OffsetArray
    state_labels: IdArray
    transition_pairs: IdArray
    edge_indptr: OffsetArray
    edge_pairs: IdArray
    forbidden_pairs: IdArray = field(default_factory=_no_pairs)

    @property
    def n_attributes(self) -> int:
        """The number of attributes of tokens."""
        return len(self.state_indptr) - 1

    @property
    def n_states(self) -> int:
        """The number of state weights."""
        return len(self.state_labels)

    @property
    def n_weights(self) -> int:
        """The length of the weight vector."""
        return len(self.state_labels) + len(self.transition_pairs) + len(self.edge_pairs)

    def state_part(self, weights: FloatArray) -> FloatArray:
        """Return the state weights, a view."""
        return weights[: self.n_states]

    def transition_part(self, weights: FloatArray) -> FloatArray:
        """Return the transition weights, a view."""
        return weights[self.n_states : self.n_states + len(self.transition_pairs)]

    def edge_part(self, weights: FloatArray) -> FloatArray:
        """Return the edge weights, a view."""
        return weights[self.n_states + len(self.transition_pairs) :]

    def transition_matrix(self, weights: FloatArray) -> FloatArray:
        """Return the transition scores (L, L): zero without a weight, −inf if forbidden."""
        return self.matrix_of(self.transition_part(weights))

    def matrix_of(self, transition_weights: FloatArray) -> FloatArray:
        """Return the same from the transition weights (F_t,)."""
        matrix = self.unrestricted_matrix(transition_weights)
        matrix.ravel()[self.forbidden_pairs] = -np.inf
        return matrix

    def unrestricted_matrix(self, transition_weights: FloatArray) -> FloatArray:
        """Return transition weights (F_t,) as a matrix (L, L), zero where there is none."""
        matrix = np.zeros(self.n_labels * self.n_labels)
        matrix[self.transition_pairs] = transition_weights
        return matrix.reshape(self.n_labels, self.n_labels)


def restricted_index(index: FeatureIndex, positions: OffsetArray) -> FeatureIndex:
    """Return an index of the weights at increasing positions, with the same attribute ids."""
    keep = np.zeros(index.n_weights + 1, dtype=np.int64)
    keep[positions + 1] = 1
    before = np.cumsum(keep)
    is_kept = keep[1:].astype(bool)
    n_states, n_transitions = index.n_states, len(index.transition_pairs)
    edges = n_states + n_transitions
    return FeatureIndex(
        index.n_labels,
        before[index.state_indptr],
        index.state_labels[is_kept[:n_states]],
        index.transition_pairs[is_kept[n_states:edges]],
        before[edges + index.edge_indptr] - before[edges],
        index.edge_pairs[is_kept[edges:]],
        index.forbidden_pairs,
    )


def with_all_labels(index: FeatureIndex, chosen: NDArray[np.bool_]) -> FeatureIndex:
    """Return an index in which the chosen attributes, (A,), have a weight for each label.

    Raises
    ------
    CrfError
        There would be more weights than can be numbered.
    """
    n_labels = index.n_labels
    counts = np.where(chosen, n_labels, np.diff(index.state_indptr))
    indptr = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(counts, out=indptr[1:])
    check_number(int(indptr[-1]))
    labels = np.empty(int(indptr[-1]), dtype=np.int32)
    is_chosen = np.repeat(chosen, counts)
    labels[is_chosen] = np.tile(np.arange(n_labels, dtype=np.int32), int(np.count_nonzero(chosen)))
    labels[~is_chosen] = index.state_labels[~np.repeat(chosen, np.diff(index.state_indptr))]
    return replace(index, state_indptr=indptr, state_labels=labels)


def feature_index(
    dataset: Dataset,
    targets: Targets,
    *,
    all_possible_states: bool = False,
    all_possible_transitions: bool = True,
    min_freq: float = 0.0,
    transitions: bool = True,
    allowed_transitions: AllowedTransitions = "all",
) -> FeatureIndex:
    """Choose the weights of a model.

    Parameters
    ----------
    dataset : Dataset
    targets : Targets
    all_possible_states : bool
        All (attribute, label) pairs instead of those seen in the data.
    all_possible_transitions : bool
        All label pairs instead of those seen.
    min_freq : float
        Pairs seen less often, in the sum of the attribute's values, are left out.
    transitions : bool
        Whether there are transition weights (a template without a plain ``B`` has none).
    allowed_transitions : {"all", "observed"} or collection of int
        Allowed label pairs: all, those seen in the data (a set of labels counts as each of them),
        or these, x·L + y from label x to label y.

    Raises
    ------
    CrfError
        There would be too many weights.
    """
    state_indptr, state_labels = state_features(
        dataset, targets, min_freq, every_label=all_possible_states
    )
    edge_indptr, edge_pairs = edge_features(dataset, targets, min_freq)
    pairs, forbidden = _transition_features(
        dataset,
        targets,
        min_freq,
        every_pair=all_possible_transitions,
        allowed=allowed_transitions,
    )
    return FeatureIndex(
        targets.n_labels,
        state_indptr,
        state_labels,
        pairs if transitions else _NO_LABELS,
        edge_indptr,
        edge_pairs,
        forbidden,
    )


def _transition_features(
    dataset: Dataset,
    targets: Targets,
    min_freq: float,
    *,
    every_pair: bool,
    allowed: AllowedTransitions,
) -> tuple[IdArray, IdArray]:
    """Return the label pairs with a weight, and the forbidden ones."""
    frequency = np.zeros((targets.n_labels, targets.n_labels))
    if allowed == "observed" or not every_pair or min_freq > 0.0:
        seen_transitions(
            dataset.offsets, targets.label_sets, targets.sets, targets.n_labels, frequency
        )
    return transition_features(frequency, min_freq, every_pair=every_pair, allowed=allowed)


def transition_features(
    frequency: FloatArray, min_freq: float, *, every_pair: bool, allowed: AllowedTransitions
) -> tuple[IdArray, IdArray]:
    """Return the label pairs with a weight, and the forbidden ones, x·L + y each.

    Parameters
    ----------
    frequency : (L, L) array
        How often each pair was seen; used for "observed", without `every_pair`, or with a minimum.
    min_freq, every_pair, allowed
        As for `feature_index`.
    """
    is_allowed = np.ones(frequency.size, dtype=bool)
    has_weight = is_allowed
    if allowed == "observed":
        is_allowed = frequency.ravel() >= 1.0
    elif not isinstance(allowed, str):
        is_allowed = np.zeros(frequency.size, dtype=bool)
        is_allowed[list(allowed)] = True
    if not every_pair or min_freq > 0.0:
        has_weight = frequency.ravel() >= max(min_freq, 1.0)
    with_weight = np.flatnonzero(has_weight & is_allowed).astype(np.int32)
    return with_weight, np.flatnonzero(~is_allowed).astype(np.int32)


def tokens_by_attribute(
    indptr: OffsetArray, attributes: IdArray, n_attributes: int, *, with_entries: bool
) -> tuple[OffsetArray, IdArray, OffsetArray]:
    """Return (starts, tokens, entries): for each attribute the tokens that have it."""
    starts = np.zeros(n_attributes + 1, dtype=np.int64)
    count_ids(attributes, starts)
    accumulate(starts)
    tokens = np.empty(len(attributes), dtype=np.int32)
    entries = np.empty(len(attributes), dtype=np.int64) if with_entries else _NO_ENTRIES
    position = starts[:-1].copy()
    n_tokens = len(indptr) - 1
    for first in range(0, n_tokens, TOKENS_AT_ONCE):
        last = min(first + TOKENS_AT_ONCE, n_tokens)
        group_by_attribute(indptr, attributes, first, last, position, tokens, entries)
    return starts, tokens, entries


def state_features(
    dataset: Dataset, targets: Targets, min_freq: float = 0.0, *, every_label: bool = False
) -> tuple[OffsetArray, IdArray]:
    """Return the observed (attribute, label) pairs, grouped by attribute.

    Returns
    -------
    indptr : (A + 1,) array
    labels : (F,) array
        The labels seen with attribute a, in increasing order, are ``labels[indptr[a]:indptr[a +
        1]]``.
    """
    if targets.n_labels <= BITS and min_freq <= 0.0 and not every_label:
        return _seen_labels(dataset, targets)
    dataset = unfold_vectors(dataset)
    n_labels = targets.n_labels
    starts, tokens, entries = tokens_by_attribute(
        dataset.indptr, dataset.attributes, dataset.n_attributes, with_entries=dataset.has_values
    )
    frequency = np.zeros(n_labels)
    is_touched = np.zeros(n_labels, dtype=np.uint8)
    touched = np.empty(n_labels, dtype=np.int32)
    counts = np.zeros(dataset.n_attributes + 1, dtype=np.int64)
    labels = _NO_LABELS
    for _ in ("count", "fill"):
        for first in range(0, dataset.n_attributes, ATTRIBUTES_AT_ONCE):
            labels_of_attributes(
                first,
                min(first + ATTRIBUTES_AT_ONCE, dataset.n_attributes),
                starts,
                tokens,
                entries,
                dataset.values,
                targets.label_sets,
                targets.sets,
                n_labels,
                float(min_freq),
                int(every_label),
                frequency,
                is_touched,
                touched,
                counts,
                labels,
            )
        if len(labels) == 0:
            accumulate(counts)
            check_number(int(counts[-1]))
            labels = np.empty(int(counts[-1]), dtype=np.int32)
        if len(labels) == 0:
            break
    return counts, labels


def _seen_labels(dataset: Dataset, targets: Targets) -> tuple[OffsetArray, IdArray]:
    """Return what `state_features` does, for all pairs seen of few labels.

    A word of bits for each attribute needs no list of its tokens: this takes a fifth of the time.
    """
    n_labels, n_attributes = targets.n_labels, dataset.n_attributes
    powers = np.left_shift(np.uint64(1), np.arange(n_labels, dtype=np.uint64))
    bits = np.zeros(n_labels + 1 + len(targets.sets), np.uint64)
    bits[:n_labels] = powers
    bits[n_labels + 1 :] = np.where(targets.sets != 0, powers, np.uint64(0)).sum(
        axis=1, dtype=np.uint64
    )
    seen = np.zeros(n_attributes, np.uint64)
    for first in range(0, dataset.n_tokens, TOKENS_AT_ONCE):
        last = min(first + TOKENS_AT_ONCE, dataset.n_tokens)
        note_labels(dataset.indptr, dataset.attributes, first, last, targets.label_sets, bits, seen)
    if dataset.vectors_apart and dataset.vector_rows is not None:
        _note_labels_of_vectors(dataset.vector_rows, targets.label_sets, bits, seen)
    counts = np.zeros(n_attributes + 1, dtype=np.int64)
    list_labels(0, n_attributes, seen, counts, _NO_LABELS)
    accumulate(counts)
    check_number(int(counts[-1]))
    labels = np.empty(int(counts[-1]), dtype=np.int32)
    if len(labels):
        list_labels(0, n_attributes, seen, counts, labels)
    return counts, labels


def _note_labels_of_vectors(
    vectors: VectorRows, label_sets: IdArray, bits: HashArray, seen: HashArray
) -> None:
    """Add the labels seen with the attributes of vectors to those of each attribute, (A,)."""
    for rows, ids in zip(vectors.rows.T, vectors.ids, strict=True):
        indptr, rows = counts_before(rows >= 0), rows[rows >= 0]
        seen_rows = np.zeros(len(vectors.vectors), np.uint64)
        for first in range(0, len(label_sets), TOKENS_AT_ONCE):
            last = min(first + TOKENS_AT_ONCE, len(label_sets))
            note_labels(indptr, rows, first, last, label_sets, bits, seen_rows)
        for dimension, attribute in enumerate(ids.tolist()):
            if attribute >= 0:
                used = vectors.vectors[:, dimension] != 0.0
                seen[attribute] |= np.bitwise_or.reduce(seen_rows[used])


def check_number(n_weights: int) -> None:
    """Raise CrfError for more weights than can be numbered."""
    if n_weights > MAX_WEIGHTS:
        raise CrfError(
            message(
                "The model would have {n_weights:,} weights; {max_weights:,} are possible. Leave "
                "out rare features (min_freq, min_count), or all_possible_states.",
                n_weights=n_weights,
                max_weights=MAX_WEIGHTS,
            )
        )


def edge_features(
    dataset: Dataset, targets: Targets, min_freq: float
) -> tuple[OffsetArray, IdArray]:
    """Return the observed (edge attribute, label pair) pairs, as `state_features` does."""
    n_attributes = dataset.n_edge_attributes
    counts = np.zeros(n_attributes + 1, dtype=np.int64)
    pairs = _NO_LABELS
    if n_attributes == 0:
        return counts, pairs
    starts, tokens, _ = tokens_by_attribute(
        dataset.edge_indptr, dataset.edge_attributes, n_attributes, with_entries=False
    )
    frequency = np.zeros((targets.n_labels, targets.n_labels))
    for _ in ("count", "fill"):
        pairs_of_edge_attributes(
            0,
            n_attributes,
            starts,
            tokens,
            targets.label_sets,
            targets.sets,
            targets.n_labels,
            float(min_freq),
            frequency,
            counts,
            pairs,
        )
        if len(pairs) == 0:
            accumulate(counts)
            check_number(int(counts[-1]))
            pairs = np.empty(int(counts[-1]), dtype=np.int32)
        if len(pairs) == 0:
            break
    return counts, pairs

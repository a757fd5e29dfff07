"""The weights of a model over shards: pairs seen in each shard, and merged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray, counts_before
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.features.segments import offsets_of
from crfcore.features.targets import Targets
from crfcore.features.token_attributes import TokenAttributes
from crfcore.training.feature_index import (
    FeatureIndex,
    check_number,
    edge_features,
    state_features,
    transition_features,
)
from crfcore.training.feature_index_kernels import seen_transitions
from crfcore.training.fitting import FeatureChoice
from crfcore.training.shards.records import Record, State, dataset_from, dataset_state
from crfcore.training.shards.texts import RawShard


@dataclass(frozen=True, eq=False)
class LocatedShard(Record):
    """A shard whose attributes have local numbers, in the order of their global ones.

    Attributes
    ----------
    dataset : TokenAttributes
        With local numbers.
    targets : Targets
        With the labels of the corpus.
    ids, edge_ids : int32 (A',), (E',)
        The global number of each local one, increasing.
    sentence_weights : (N,) array, or (0,)
        Empty if all are one.
    first_sentence : int
        Sentences of the corpus before it.
    """

    dataset: TokenAttributes
    targets: Targets
    ids: IdArray
    edge_ids: IdArray
    sentence_weights: FloatArray
    first_sentence: int

    def state(self) -> State:
        """Return the state for `from_state`."""
        header, arrays = dataset_state(self.dataset, self.targets)
        arrays |= {
            "ids": self.ids,
            "edge_ids": self.edge_ids,
            "sentence_weights": self.sentence_weights,
        }
        return {**header, "first_sentence": self.first_sentence}, arrays

    @classmethod
    def from_state(cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Return the shard of a `state`."""
        dataset, targets = dataset_from(header, arrays)
        ids = arrays["ids"], arrays["edge_ids"]
        weights, first_sentence = arrays["sentence_weights"], header["first_sentence"]
        return cls(dataset, targets, *ids, weights, first_sentence)


class Corpus(Record):
    """The alphabets of a corpus.

    Attributes
    ----------
    extractor : TemplateExtractor
    labels : tuple of str
    sentence_weights : (N,) array, or (0,)
        Of all sentences; empty if all are one.
    """

    def __init__(
        self, extractor: Any, labels: tuple[str, ...], sentence_weights: FloatArray
    ) -> None:
        self.extractor = extractor
        self.labels = labels
        self.sentence_weights = sentence_weights

    def state(self) -> State:
        """Return the state for `from_state`."""
        header, arrays = self.extractor.state()
        header = {"extractor": header, "labels": list(self.labels)}
        return header, {**arrays, "sentence_weights": self.sentence_weights}

    @classmethod
    def from_state(cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Return the alphabets of a `state`."""
        from crfcore.features.extraction import TemplateExtractor

        extractor = TemplateExtractor.from_state(header["extractor"], arrays)
        return cls(extractor, tuple(header["labels"]), arrays["sentence_weights"])


def located(raw: RawShard, corpus: Corpus) -> LocatedShard:
    """Return a shard with the numbers of the corpus.

    Raises
    ------
    CrfError
        One of its labels is not among those of the corpus.
    """
    numbers = {name: number for number, name in enumerate(corpus.labels)}
    unknown = [name for name in raw.labels if name not in numbers]
    if unknown:
        raise CrfError(
            f"The label “{unknown[0]}” is not one of labels; add it, or correct the files."
        )
    n_labels = len(corpus.labels)
    new = np.array([*(numbers[name] for name in raw.labels), n_labels], np.int32)
    targets = Targets(new[raw.targets.label_sets], np.zeros((0, n_labels), np.uint8), n_labels)
    ids, edge_ids = raw.extractor.ids_in(corpus.extractor)
    first, n_sentences = raw.first_sentence, raw.dataset.n_sentences
    weights = corpus.sentence_weights[first : first + n_sentences]
    return with_local_numbers(raw.dataset, targets, ids, edge_ids, weights, first)


def with_local_numbers(
    dataset: TokenAttributes,
    targets: Targets,
    ids: IdArray,
    edge_ids: IdArray,
    weights: FloatArray,
    first_sentence: int,
) -> LocatedShard:
    """Return sentences with local numbers of attributes.

    Parameters
    ----------
    dataset : TokenAttributes
    targets : Targets
    ids, edge_ids : arrays
        The global number of each attribute (edge attribute) of the dataset, −1 to leave it out.
    weights : (N,) or (0,) array
    first_sentence : int
    """
    own, local = _local(ids, dataset.attributes)
    own_edges, local_edges = _local(edge_ids, dataset.edge_attributes)
    indptr, attributes, kept = _renumbered(dataset.indptr, local[dataset.attributes])
    values = dataset.values if kept is None or not dataset.has_values else dataset.values[kept]
    edge_indptr, edges = dataset.edge_indptr, dataset.edge_attributes
    if len(edge_indptr):
        edge_indptr, edges, _ = _renumbered(edge_indptr, local_edges[edges])
    renumbered = TokenAttributes(
        dataset.offsets,
        indptr,
        attributes,
        len(own),
        values,
        edge_indptr if len(own_edges) else np.zeros(0, np.int64),
        edges,
        len(own_edges),
    )
    return LocatedShard(renumbered, targets, own, own_edges, weights, first_sentence)


def _local(ids: IdArray, used: IdArray) -> tuple[IdArray, IdArray]:
    """Return the global numbers that are used, increasing, and the local number of each id."""
    is_used = np.zeros(len(ids), dtype=bool)
    is_used[used] = True
    own = np.unique(ids[is_used & (ids >= 0)]).astype(np.int32)
    local = np.searchsorted(own, ids).astype(np.int32)
    local[(ids < 0) | ~is_used] = -1
    return own, local


def _renumbered(
    indptr: OffsetArray, attributes: IdArray
) -> tuple[OffsetArray, IdArray, NDArray[np.bool_] | None]:
    """Return rows without the entries −1, and which are kept, or None for all."""
    kept = attributes >= 0
    if bool(np.all(kept)):
        return indptr, attributes, None
    return offsets_of(kept.astype(np.int64))[indptr], attributes[kept], kept


@dataclass(frozen=True, eq=False)
class Seen(Record):
    """What was seen in some shards.

    Attributes
    ----------
    states : int64 (F_s,)
        attribute · L + label of each pair, increasing.
    frequency : (F_s,) array, or (0,)
        The sum of the attribute's values; empty without `FeatureChoice.min_freq`.
    edges : int64 (F_e,)
        attribute · L² + label · L + label, increasing.
    edge_frequency : (F_e,) array, or (0,)
    transitions : (L, L) array
        How often each pair of labels was seen.
    """

    states: OffsetArray
    frequency: FloatArray
    edges: OffsetArray
    edge_frequency: FloatArray
    transitions: FloatArray

    def state(self) -> State:
        """Return the state for `from_state`."""
        return {}, dict(vars(self))

    @classmethod
    def from_state(cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Return the pairs of a `state`."""
        del header
        return cls(**arrays)


def seen_in(shard: LocatedShard, choice: FeatureChoice) -> Seen:
    """Return the pairs that are seen in a shard; sentences of weight 0 do not count."""
    shard = without_weightless(shard)
    dataset, targets = Dataset.of(shard.dataset), shard.targets
    n_labels = targets.n_labels
    counts = choice.min_freq > 0.0
    indptr, labels = state_features(dataset, targets)
    states = np.repeat(shard.ids.astype(np.int64), np.diff(indptr)) * n_labels + labels
    edge_indptr, pairs = edge_features(dataset, targets, 0.0)
    edges = np.repeat(shard.edge_ids.astype(np.int64), np.diff(edge_indptr)) * n_labels**2 + pairs
    frequency = edge_frequency = np.zeros(0)
    if counts:
        frequency = _frequencies(shard, states)
        edge_frequency = _edge_frequencies(shard, edges)
    transitions = np.zeros((n_labels, n_labels))
    seen_transitions(dataset.offsets, targets.label_sets, targets.sets, n_labels, transitions)
    return Seen(states, frequency, edges, edge_frequency, transitions)


def without_weightless(shard: LocatedShard) -> LocatedShard:
    """Return a shard without its sentences of weight 0."""
    weights = shard.sentence_weights
    if not len(weights) or bool(np.all(weights > 0.0)):
        return shard
    chosen = np.flatnonzero(weights)
    targets = shard.targets.select(shard.dataset.offsets, chosen)
    dataset = shard.dataset.select(chosen)
    return LocatedShard(
        dataset, targets, shard.ids, shard.edge_ids, weights[chosen], shard.first_sentence
    )


def _frequencies(shard: LocatedShard, states: OffsetArray) -> FloatArray:
    """Return the sum of values of each pair of attribute and label."""
    dataset, targets = shard.dataset, shard.targets
    tokens = np.repeat(np.arange(dataset.n_tokens), np.diff(dataset.indptr))
    ids = shard.ids[dataset.attributes].astype(np.int64) * targets.n_labels
    values = dataset.values if dataset.has_values else np.ones(len(ids))
    return _sums(states, ids, targets.allowed_by_set(), targets.label_sets[tokens], values, targets)


def _edge_frequencies(shard: LocatedShard, edges: OffsetArray) -> FloatArray:
    """Return how often each pair of edge attribute and labels was seen."""
    dataset, targets = shard.dataset, shard.targets
    if not len(edges):
        return np.zeros(0)
    tokens = np.repeat(np.arange(dataset.n_tokens), np.diff(dataset.edge_indptr))
    ids = shard.edge_ids[dataset.edge_attributes].astype(np.int64) * targets.n_labels
    total = np.zeros(len(edges))
    allowed = targets.allowed_by_set()
    before, here = targets.label_sets[tokens - 1], targets.label_sets[tokens]
    known = (before != targets.n_labels) & (here != targets.n_labels)
    for label in range(targets.n_labels):
        rows = known & (allowed[before, label] > 0)
        first = (ids[rows] + label) * targets.n_labels
        total += _sums(edges, first, allowed, here[rows], np.ones(len(first)), targets)
    return total


def _sums(
    keys: OffsetArray,
    first: OffsetArray,
    allowed: MaskArray,
    label_sets: IdArray,
    values: FloatArray,
    targets: Targets,
) -> FloatArray:
    """Add values at the keys first + label, for each label that a target allows."""
    total = np.zeros(len(keys))
    for label in range(targets.n_labels):
        rows = (allowed[label_sets, label] > 0) & (label_sets != targets.n_labels)
        at = np.searchsorted(keys, first[rows] + label)
        total += np.bincount(at, weights=values[rows], minlength=len(keys))
    return total


def seen_together(one: Seen, other: Seen) -> Seen:
    """Return what was seen in either."""
    states, frequency = _union(one.states, one.frequency, other.states, other.frequency)
    edges, counts = _union(one.edges, one.edge_frequency, other.edges, other.edge_frequency)
    return Seen(states, frequency, edges, counts, one.transitions + other.transitions)


def _union(
    one: OffsetArray, frequency: FloatArray, other: OffsetArray, more: FloatArray
) -> tuple[OffsetArray, FloatArray]:
    keys = np.concatenate([one, other])
    # A stable sort merges two increasing parts in linear time.
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    is_new = np.ones(len(keys), dtype=bool)
    is_new[1:] = keys[1:] != keys[:-1]
    if not len(frequency) + len(more):
        return keys[is_new], frequency
    total = np.bincount(
        counts_before(is_new)[1:] - 1, weights=np.concatenate([frequency, more])[order]
    )
    return keys[is_new], total.astype(np.float64)


def index_of(
    seen: Seen, n_attributes: int, n_edge_attributes: int, choice: FeatureChoice
) -> FeatureIndex:
    """Return the weights of a model for all shards, as `feature_index` chooses them.

    Raises
    ------
    CrfError
        There would be too many weights.
    """
    n_labels = len(seen.transitions)
    states, edges = seen.states, seen.edges
    if choice.min_freq > 0.0:
        states = states[seen.frequency >= choice.min_freq]
        edges = edges[seen.edge_frequency >= choice.min_freq]
    elif choice.all_possible_states:
        check_number(n_attributes * n_labels)
        states = np.arange(n_attributes * n_labels, dtype=np.int64)
    check_number(len(states) + len(edges))
    pairs, forbidden = transition_features(
        seen.transitions,
        choice.min_freq,
        every_pair=choice.all_possible_transitions,
        allowed=choice.allowed_transitions,
    )
    state_indptr, labels = _grouped(states, n_labels, n_attributes)
    edge_indptr, edge_pairs = _grouped(edges, n_labels**2, n_edge_attributes)
    nothing = np.zeros(0, np.int32)
    return FeatureIndex(
        n_labels,
        state_indptr,
        labels,
        pairs if choice.transitions else nothing,
        edge_indptr,
        edge_pairs,
        forbidden,
    )


def _grouped(keys: OffsetArray, n_members: int, n_groups: int) -> tuple[OffsetArray, IdArray]:
    counts = np.bincount(keys // n_members, minlength=n_groups)
    return offsets_of(counts), (keys % n_members).astype(np.int32)

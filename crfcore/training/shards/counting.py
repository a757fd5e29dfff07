"""The attributes of a corpus: counted in each shard, merged, and numbered.

Shards are merged along the tree of `crfcore.training.shards.tree`, and attributes are numbered by
descending count, equal ones in the order of appearance. So the numbers depend on the sentences and
the size of shards alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, OffsetArray
from crfcore.features.extraction import TemplateExtractor
from crfcore.training.shards.records import Record, State
from crfcore.training.shards.texts import RawShard, union_of


@dataclass(frozen=True, eq=False)
class Counted(Record):
    """The attributes and labels of some shards.

    Attributes
    ----------
    extractor : TemplateExtractor
        With all of their attributes.
    counts, edge_counts : int64 (A,), (E,)
        How many tokens (edges) have each.
    labels : tuple of str
        In the order of appearance.
    n_sentences, n_tokens : int
    note : dict
        Of the first file.
    """

    extractor: TemplateExtractor
    counts: OffsetArray
    edge_counts: OffsetArray
    labels: tuple[str, ...]
    n_sentences: int
    n_tokens: int
    note: dict[str, Any]

    def state(self) -> State:
        """Return the state for `from_state`."""
        own, arrays = self.extractor.state()
        header = {
            "extractor": own,
            "labels": list(self.labels),
            "size": [self.n_sentences, self.n_tokens],
            "note": self.note,
        }
        return header, {**arrays, "counts": self.counts, "edge_counts": self.edge_counts}

    @classmethod
    def from_state(cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Return the counts of a `state`."""
        extractor = TemplateExtractor.from_state(header["extractor"], arrays)
        counts = arrays["counts"], arrays["edge_counts"]
        n_sentences, n_tokens = header["size"]
        labels = tuple(header["labels"])
        return cls(extractor, *counts, labels, n_sentences, n_tokens, header["note"])


def counted(raw: RawShard) -> Counted:
    """Return the attributes of a shard with their counts."""
    dataset = raw.dataset
    return Counted(
        raw.extractor,
        np.bincount(dataset.attributes, minlength=dataset.n_attributes),
        np.bincount(dataset.edge_attributes, minlength=dataset.n_edge_attributes),
        raw.labels,
        dataset.n_sentences,
        dataset.n_tokens,
        raw.note,
    )


def counted_together(one: Counted, other: Counted) -> Counted:
    """Return the attributes of both, those of the first before the new ones."""
    joined = one.extractor.joined(other.extractor)
    ids, edge_ids = other.extractor.ids_in(joined)
    return Counted(
        joined,
        _sum(one.counts, other.counts, ids, joined.n_attributes),
        _sum(one.edge_counts, other.edge_counts, edge_ids, joined.n_edge_attributes),
        union_of([one.labels, other.labels]),
        one.n_sentences + other.n_sentences,
        one.n_tokens + other.n_tokens,
        one.note,
    )


def _sum(counts: OffsetArray, more: OffsetArray, ids: IdArray, n: int) -> OffsetArray:
    total = np.zeros(n, np.int64)
    total[: len(counts)] = counts
    total[ids] += more
    return total


def numbered(found: Counted, min_count: int = 1) -> TemplateExtractor:
    """Return an extractor of the attributes of at least a count, frequent ones first."""
    extractor, counts, edge_counts = found.extractor, found.counts, found.edge_counts
    if min_count > 1:
        kept, kept_edges = counts >= min_count, edge_counts >= min_count
        extractor = extractor.compact(kept, kept_edges)
        counts, edge_counts = counts[kept], edge_counts[kept_edges]
    header, arrays = extractor.state()
    ranks = {"token": _ranks(counts), "edge": _ranks(edge_counts)}
    for name, array in arrays.items():
        kind = name.split("_", 1)[0]
        if kind in ranks and name.endswith("_ids"):
            arrays[name] = ranks[kind][array]
    return TemplateExtractor.from_state(header, arrays)


def _ranks(counts: OffsetArray) -> IdArray:
    ranks = np.empty(len(counts), np.int32)
    ranks[np.argsort(-counts, kind="stable")] = np.arange(len(counts), dtype=np.int32)
    return ranks

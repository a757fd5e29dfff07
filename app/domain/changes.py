"""The record of what an edit changed, from which each view redraws only that."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

FEW = 8
"""Up to so many indices are compared one by one, more with `numpy.isin`."""


def no_sentences() -> NDArray[np.int64]:
    """Return an empty array of sentence indices."""
    return np.zeros(0, dtype=np.int64)


def are_among(sentence_indices: NDArray[np.int64], few: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which indices are among others; faster than a sort where the others are few."""
    if len(few) > FEW:
        return np.isin(sentence_indices, few)
    found = np.zeros(len(sentence_indices), np.bool_)
    for sentence_index in few.tolist():
        found |= sentence_indices == sentence_index
    return found


def rising(indices: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return indices sorted and unique; fast if they are rising or falling."""
    steps = np.diff(indices)
    if (steps > 0).all():
        return indices
    if (steps < 0).all():
        return indices[::-1]
    # Not `numpy.unique`: its hash table takes several times as long where most are different.
    ordered = np.sort(indices, kind="stable")  # joins two rising parts in one pass
    first: NDArray[np.bool_] = np.ones(len(ordered), np.bool_)
    first[1:] = ordered[1:] != ordered[:-1]
    return np.asarray(ordered[first], np.int64)


def union(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the indices that are in one of two arrays, or in both; rising."""
    return rising(np.concatenate([one, other]))


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """The announcement after an edit, an undo, an import or a finished training.

    ``sentences``, ``proposals`` and ``flags`` are indices (not ids) of the sentences whose tokens,
    proposals or flags have changed. ``structure``: sentences appeared or disappeared, so that an
    index may mean another sentence. ``order``: the query strategy, wrapper or unit changed;
    ``goal``: the goal; these alone are no change of ``settings``. ``by_hand``: a person made it
    with a key in the current sentence; it is neither a bulk action nor an undo. ``initiator`` is
    the object that set the filter of the queue.
    """

    sentences: NDArray[np.int64] = field(default_factory=no_sentences)
    proposals: NDArray[np.int64] = field(default_factory=no_sentences)
    flags: NDArray[np.int64] = field(default_factory=no_sentences)
    structure: bool = False
    documents: bool = False
    labels: bool = False
    settings: bool = False
    order: bool = False
    goal: bool = False
    rules: bool = False
    gazetteers: bool = False
    queue: bool = False
    history: bool = False
    initiator: object | None = None
    by_hand: bool = False

    @property
    def of_project(self) -> bool:
        """Whether anything but tokens, proposals, flags and the queue has changed."""
        learnt_from = self.structure or self.documents or self.labels or self.settings
        return learnt_from or self.order or self.goal or self.rules or self.gazetteers

    def are_only_of(self, sentence_index: int) -> bool:
        """Return whether tokens and proposals of no other sentence have changed."""
        other = (self.sentences != sentence_index).any() or (self.proposals != sentence_index).any()
        return not other

    def changed_among(self, sentence_indices: Iterable[int]) -> set[int]:
        """Return those of some sentences whose tokens or proposals have changed."""
        some = np.fromiter(sentence_indices, np.int64)
        if not len(some):
            return set()
        changed = are_among(some, self.sentences) | are_among(some, self.proposals)
        return set(some[changed].tolist())

    def followed_by(self, later: Changes) -> Changes:
        """Return these changes and later ones as one."""
        both: dict[str, Any] = {}
        for one in fields(self):
            own, its = getattr(self, one.name), getattr(later, one.name)
            both[one.name] = union(own, its) if isinstance(own, np.ndarray) else own or its
        return Changes(**both)

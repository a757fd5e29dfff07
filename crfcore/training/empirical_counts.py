"""Counts of labels by attribute, and of label pairs.

Z. Zhu, D. Hiemstra, P. Apers, A. Wombacher, "Closed Form Maximum Likelihood Estimator of
Conditional Random Fields", the counts # of equations 12 and 13. Unknown tokens and sets of labels
are not counted; pairs are counted if both tokens are confirmed. Sentences can be added, removed and
replaced in time proportional to them, with the same result as a full count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import DataError
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.features.vector_lines import without_vectors
from crfcore.training.count_table import NOT_COUNTED, CountTable
from crfcore.training.count_table_kernels import count_members
from crfcore.training.empirical_kernels import count_neighbours
from crfcore.training.feature_index import tokens_by_attribute

CODE_BITS = 32
"""A pair of keys has the code first · 2³² + second."""


@dataclass(frozen=True, slots=True, eq=False)
class EmpiricalCounts:
    """The counts of a corpus; immutable.

    Attributes
    ----------
    states : CountTable
        Counts of labels by attribute.
    labels : (L,) array
        Counts of labels.
    neighbours : (L, L) array
        Counts of label y' after label y.
    pairs : CountTable or None
        Counts of label pairs y·L + y' by pair of neighbouring keys; None if not needed.
    """

    states: CountTable
    labels: FloatArray
    neighbours: FloatArray
    pairs: CountTable | None = None

    @property
    def n_labels(self) -> int:
        """The number of labels."""
        return len(self.labels)

    def prior(self) -> FloatArray:
        """Return P~(y); uniform without counts."""
        total = float(self.labels.sum())
        if total == 0.0:
            return np.full(self.n_labels, 1.0 / self.n_labels)
        return self.labels / total

    def rates(self, unseen: float) -> FloatArray:
        """Return the co-occurrence rates P~(y, y') / (P~(y) P~(y')), (L, L).

        Parameters
        ----------
        unseen : float
            The rate of an unseen pair.
        """
        total = max(float(self.neighbours.sum()), 1.0)
        prior = self.prior()
        expected = prior[:, np.newaxis] * prior[np.newaxis, :]
        seen = self.neighbours > 0.0
        rates = np.full(seen.shape, unseen)
        rates[seen] = self.neighbours[seen] / total / expected[seen]
        return rates

    def added(
        self, dataset: Dataset, label_sets: IdArray, is_key: MaskArray | None = None
    ) -> EmpiricalCounts:
        """Return the counts with further sentences.

        Parameters
        ----------
        dataset : Dataset
        label_sets : (T,) array
            As in `Targets`.
        is_key : (A,) array of 0 and 1, optional
            The attributes that are keys; needed if pairs are counted.
        """
        return self._changed(dataset, [(label_sets, 1.0)], is_key)

    def removed(
        self, dataset: Dataset, label_sets: IdArray, is_key: MaskArray | None = None
    ) -> EmpiricalCounts:
        """Return the counts without some of the sentences; parameters as for `added`.

        Raises
        ------
        DataError
            They cannot have been counted with these labels: a count would be negative, or less than
            the pairs of labels that it is part of.
        """
        return self._changed(dataset, [(label_sets, -1.0)], is_key)

    def replaced(
        self,
        dataset: Dataset,
        before: IdArray,
        after: IdArray,
        is_key: MaskArray | None = None,
    ) -> EmpiricalCounts:
        """Return the counts with other labels for some of the sentences.

        Parameters
        ----------
        dataset : Dataset
        before, after : (T,) arrays
            As in `Targets`: their previous and new labels.
        is_key : (A,) array of 0 and 1, optional

        Raises
        ------
        DataError
            As for `removed`.
        """
        # What is added first could hide that the rest was not there.
        return self._changed(dataset, [(before, -1.0), (after, 1.0)], is_key)

    def with_labels(self, n_labels: int) -> EmpiricalCounts:
        """Return the counts with further labels, unseen, after the known ones."""
        labels = np.zeros(n_labels)
        labels[: self.n_labels] = self.labels
        neighbours = np.zeros((n_labels, n_labels))
        neighbours[: self.n_labels, : self.n_labels] = self.neighbours
        pairs = None
        if self.pairs is not None:
            pairs = self.pairs.merged()
            members = pairs.members // self.n_labels * n_labels + pairs.members % self.n_labels
            pairs = replace(pairs, members=members.astype(np.int32))
        return EmpiricalCounts(self.states, labels, neighbours, pairs)

    def _changed(
        self,
        dataset: Dataset,
        changes: list[tuple[IdArray, float]],
        is_key: MaskArray | None,
    ) -> EmpiricalCounts:
        labels, neighbours = self.labels.copy(), self.neighbours.copy()
        others = without_vectors(dataset)
        lengths = np.diff(others.indptr)
        starts = _starts_of_sentences(dataset)
        states = []
        pairs = []
        for label_sets, amount in changes:
            known = label_sets < self.n_labels
            tokens = np.flatnonzero(known)
            np.add.at(labels, label_sets[tokens], amount)
            fires = np.repeat(known, lengths)
            owners = others.attributes[fires].astype(np.int64)
            members = np.repeat(label_sets[tokens], lengths[tokens])
            states.append((owners, members, np.full(len(owners), amount)))
            second = np.flatnonzero(known[1:] & known[:-1] & ~starts[1:]) + 1
            np.add.at(neighbours, (label_sets[second - 1], label_sets[second]), amount)
            _check_sums(labels, neighbours)
            if self.pairs is not None and is_key is not None:
                found = _pairs_of_keys(dataset, label_sets, second, is_key, self.n_labels)
                pairs.append((*found, np.full(len(found[0]), amount)))
        table = self.pairs
        if table is not None and pairs:
            table = table.changed(*map(np.concatenate, zip(*pairs, strict=True)))
        changed = self.states.changed(*map(np.concatenate, zip(*states, strict=True)))
        if table is not None and is_key is not None and changes[0][1] < 0.0:
            owners = np.unique(states[0][0])
            _check_pairs(changed, table, owners[is_key[owners] == 1], self.n_labels)
        return EmpiricalCounts(changed, labels, neighbours, table)


def count(
    dataset: Dataset, targets: Targets, *, is_key: MaskArray | None = None
) -> EmpiricalCounts:
    """Count labels by attribute, and labels of neighbours, over confirmed tokens.

    Parameters
    ----------
    dataset : Dataset
        Values of attributes are ignored, and so are vectors, whose dimensions every word has.
    targets : Targets
    is_key : (A,) array of 0 and 1, optional
        If given, label pairs by pairs of keys are counted too.
    """
    n_labels = targets.n_labels
    others = without_vectors(dataset)
    starts, tokens, _ = tokens_by_attribute(
        others.indptr, others.attributes, dataset.n_attributes, with_entries=False
    )
    indptr = np.zeros(dataset.n_attributes + 1, np.int64)
    members, counts = np.empty(len(tokens), np.int32), np.empty(len(tokens))
    n = count_members(
        starts,
        tokens,
        targets.label_sets,
        n_labels,
        np.zeros(n_labels),
        np.empty(n_labels, np.int32),
        indptr,
        members,
        counts,
    )
    states = CountTable.of_rows(indptr, members[:n].copy(), counts[:n].copy())
    known = targets.label_sets[targets.label_sets < n_labels]
    labels = np.bincount(known, minlength=n_labels).astype(np.float64)
    neighbours = np.zeros((n_labels, n_labels))
    count_neighbours(dataset.offsets, targets.label_sets, n_labels, neighbours)
    pairs = None if is_key is None else _count_pairs(dataset, targets, is_key)
    return EmpiricalCounts(states, labels, neighbours, pairs)


def keys_of_tokens(dataset: Dataset, is_key: MaskArray) -> IdArray:
    """Return the first key among each token's attributes, (T,); −1 if there is none."""
    keys = np.full(dataset.n_tokens, -1, np.int32)
    positions = np.flatnonzero(is_key[dataset.attributes])[::-1]
    tokens = np.searchsorted(dataset.indptr, positions, side="right") - 1
    keys[tokens] = dataset.attributes[positions]
    return keys


def codes_of_pairs(dataset: Dataset, is_key: MaskArray, second: NDArray[np.int64]) -> OffsetArray:
    """Return the codes of the keys of tokens ``second − 1`` and ``second``; −1 if missing."""
    keys = keys_of_tokens(dataset, is_key).astype(np.int64)
    before, behind = keys[second - 1], keys[second]
    return np.where((before < 0) | (behind < 0), -1, (before << CODE_BITS) + behind)


def _check_sums(labels: FloatArray, neighbours: FloatArray) -> None:
    """Raise DataError unless each label was seen as often as before others, and behind them."""
    at_ends = [labels - neighbours.sum(axis=axis) for axis in (0, 1)]
    if min(map(np.min, [labels, neighbours, *at_ends]), default=0.0) < 0.0:
        raise DataError(NOT_COUNTED)


def _check_pairs(states: CountTable, pairs: CountTable, keys: OffsetArray, n_labels: int) -> None:
    """Raise DataError unless each label was seen with these keys as often as in their pairs.

    Parameters
    ----------
    states : CountTable
        The rows of the keys are among the changed ones.
    pairs : CountTable
    keys : (n,) array
        Distinct, in increasing order.
    n_labels : int
    """
    seen = np.zeros((len(keys), n_labels))
    for slot in np.flatnonzero(np.isin(states.owners, keys)):
        row = slice(states.starts[slot], states.starts[slot] + states.sizes[slot])
        at = np.searchsorted(keys, states.owners[slot])
        seen[at, states.changed_members[row]] = states.changed_counts[row]
    merged = pairs.merged()
    codes = np.repeat(merged.codes, np.diff(merged.indptr))
    firsts, seconds = merged.members // n_labels, merged.members % n_labels
    for owners, labels in (
        (codes >> CODE_BITS, firsts),
        (codes & ((1 << CODE_BITS) - 1), seconds),
    ):
        here = np.isin(owners, keys)
        in_pairs = np.zeros_like(seen)
        places = np.searchsorted(keys, owners[here]), labels[here]
        np.add.at(in_pairs, places, merged.counts[here])
        if np.any(in_pairs > seen):
            raise DataError(NOT_COUNTED)


def _starts_of_sentences(dataset: Dataset) -> NDArray[np.bool_]:
    """Return the mask of first tokens of sentences, (T,)."""
    starts = np.zeros(dataset.n_tokens + 1, np.bool_)
    starts[dataset.offsets] = True
    return starts[:-1]


def _pairs_of_keys(
    dataset: Dataset,
    label_sets: IdArray,
    second: NDArray[np.int64],
    is_key: MaskArray,
    n_labels: int,
) -> tuple[OffsetArray, IdArray]:
    """Return the codes of pairs with both keys, and their label pairs."""
    codes = codes_of_pairs(dataset, is_key, second)
    there = codes >= 0
    chosen = second[there]
    return codes[there], label_sets[chosen - 1] * np.int32(n_labels) + label_sets[chosen]


def _count_pairs(dataset: Dataset, targets: Targets, is_key: MaskArray) -> CountTable:
    n_labels = targets.n_labels
    known = targets.label_sets < n_labels
    starts = _starts_of_sentences(dataset)
    second = np.flatnonzero(known[1:] & known[:-1] & ~starts[1:]) + 1
    codes, pairs = _pairs_of_keys(dataset, targets.label_sets, second, is_key, n_labels)
    order = np.lexsort((pairs, codes))
    codes, pairs = codes[order], pairs[order]
    is_new = np.ones(len(codes), np.bool_)
    is_new[1:] = (codes[1:] != codes[:-1]) | (pairs[1:] != pairs[:-1])
    firsts = np.flatnonzero(is_new)
    counts = np.diff(np.append(firsts, len(codes))).astype(np.float64)
    owners, sizes = np.unique(codes[firsts], return_counts=True)
    indptr = np.concatenate([[0, 0], np.cumsum(sizes)]).astype(np.int64)
    # The empty row of −1 marks a table with codes.
    owners = np.concatenate([[-1], owners]).astype(np.int64)
    return CountTable.of_rows(indptr, pairs[firsts], counts, owners)

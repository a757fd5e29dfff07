"""Objectives as functions of scored sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray, counts_before
from crfcore.inference.potentials import padded_width
from crfcore.training.token_features_kernels import TokenEntries, add_expectations

_NO_IDS: IdArray = np.zeros(0, dtype=np.int32)
_NO_LABELS = np.zeros(0, dtype=np.uint16)
_NO_VALUES: FloatArray = np.zeros(0)


@dataclass(frozen=True, slots=True, eq=False)
class ScoredRun:
    """A batch of whole sentences with scores and known labels.

    Attributes
    ----------
    scores : (n, L) array
    transitions : (1, L, L) array, or (n, L, L)
        Shared, or entry t leads into token t (entries of first tokens are not used); −inf where
        a transition is forbidden.
    offsets : (N + 1,) array
        From 0; sentence i is tokens ``offsets[i]`` to ``offsets[i + 1] - 1``.
    label_sets : (n,) array
        As in `Targets`: a label, L if unknown, or the number of a set of labels.
    allowed_by_set : (L + 1 + S, L) array
        The labels allowed by each of these numbers.
    by_position : bool
        Whether transitions differ by position.
    sentences : (N,) array
        Indices of these sentences among those given to the training.
    lane : int
        The batches of a lane are processed one after the other, those of several at the same time.
    check_cancelled : callable, optional
        To be called every millisecond or so: raises if the training is cancelled, and waits while
        the caller needs the processor.
    """

    scores: FloatArray
    transitions: FloatArray
    offsets: OffsetArray
    label_sets: IdArray
    allowed_by_set: MaskArray
    by_position: bool
    sentences: OffsetArray
    lane: int = 0
    check_cancelled: Callable[[], None] | None = None

    @property
    def n_labels(self) -> int:
        """L."""
        return int(self.scores.shape[1])

    def is_first(self) -> MaskArray:
        """Return the mask of first tokens of sentences, (n,)."""
        first = np.zeros(len(self.scores), dtype=np.uint8)
        starts = self.offsets[:-1]
        first[starts[starts < self.offsets[1:]]] = 1
        return first

    def allowed(self) -> MaskArray:
        """Return the mask of allowed labels, (n, L)."""
        return self.allowed_by_set[self.label_sets]


class Terms(Protocol):
    """An objective that is a sum over sentences of a function of their scores.

    Both methods write ``by_scores`` (n, L), and add to ``by_transitions`` (1, L, L), or (n, L, L)
    by position, which is initially zero.

    Attributes
    ----------
    takes_single : bool
        Whether scores and ``by_scores`` may have single precision, if all sentences are fully
        labelled and transitions shared.
    only_open : bool
        Whether the terms apply to partly labelled sentences only, and the likelihood to others.
    """

    takes_single: bool
    only_open: bool

    def add(self, run: ScoredRun, by_scores: FloatArray, by_transitions: FloatArray) -> float:
        """Return the value of some sentences; write its derivatives by scores and transitions."""

    def expect(self, run: ScoredRun, by_scores: FloatArray, by_transitions: FloatArray) -> None:
        """Write the probabilities of labels and transitions under these terms.

        An optimiser approximates the curvature by weight from them.
        """


def log_sums(values: FloatArray, axis: int) -> FloatArray:
    """Return log Σ exp along an axis; −inf where all entries are −inf."""
    greatest = np.max(values, axis=axis, keepdims=True)
    greatest = np.where(greatest > -np.inf, greatest, 0.0)
    with np.errstate(divide="ignore", under="ignore"):
        return np.asarray(
            np.log(np.sum(np.exp(values - greatest), axis=axis)) + np.squeeze(greatest, axis)
        )


def normalised(values: FloatArray, sums: FloatArray) -> FloatArray:
    """Return exp(values − sums) with a sum for each row: zeros where a sum is −inf."""
    with np.errstate(under="ignore"):
        return np.asarray(np.exp(values - np.where(sums > -np.inf, sums, 0.0)[..., np.newaxis]))


def masked(values: FloatArray, mask: MaskArray) -> FloatArray:
    """Return the values, −inf where the mask is 0."""
    return np.where(mask != 0, values, -np.inf)


def sums_by_group(groups: IdArray, amounts: FloatArray, n_groups: int) -> FloatArray:
    """Return Σ amounts over the rows of each group, (n_groups, L); group −1 is left out.

    Parameters
    ----------
    groups : (n,) array
    amounts : (n, L) array
    """
    n_rows, n_labels = amounts.shape
    rows = np.zeros((n_rows, padded_width(n_labels)))
    rows[:, :n_labels] = amounts
    sums = np.zeros((n_groups, rows.shape[1]))
    is_used = groups >= 0
    indptr = counts_before(is_used)
    nothing_listed = np.zeros(n_rows + 1, dtype=np.int64), _NO_IDS, _NO_LABELS, _NO_VALUES
    used = groups[is_used].astype(np.int32)
    entries = TokenEntries(indptr, used, _NO_VALUES, *nothing_listed)
    add_expectations(0, n_rows, entries, sums, _NO_VALUES, rows)
    return sums[:, :n_labels]

"""Sums over segmentations by products, in batches of sentences in step-major order."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from crfcore.arrays import AnyFloatArray, FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.inference.potentials import padded_width
from crfcore.inference.segment_steps_kernels import (
    StepPotentials,
    StepSums,
    add_inner_pairs,
    add_segments,
    backward_by_segments,
    forward_by_segments,
    lower_by_step,
)
from crfcore.inference.semi_markov_kernels import SegmentTags
from crfcore.inference.step_major import Batch, batches_of
from crfcore.inference.step_major_kernels import add_pairs_by_step

OPENED_AT_ONCE = 49_152
"""Tokens × lengths × types of a batch, whose sums fit a core's cache."""

MIN_TOKENS_AT_ONCE = 512
"""Minimum of tokens of a batch, for efficient matrix products."""

MOST_OF_PRODUCTS = {np.dtype(np.float32): 1e24, np.dtype(np.float64): 1e250}
"""A product that underflows, relative to its token's total of at least `least`, changes log Z by at
most 1e-38 (double precision: 1e-308) / least, times the greatest potential of a segment and the
greatest sum behind it. That must be below 1e-14 (1e-58)."""


class Wanted(NamedTuple):
    """The expectations of a lattice; see `SegmentSums`.

    Attributes
    ----------
    posteriors : (T, L) array, written
        Initially zeros.
    pairs, segments : arrays
        To which is added.
    groups : int32 (T · K,)
        The row of `segments` for each candidate.
    """

    posteriors: FloatArray
    pairs: FloatArray
    groups: IdArray
    segments: FloatArray


class SegmentSteps:
    """Sums of products over the segmentations of sentences, batch by batch.

    Parameters
    ----------
    tags : SegmentTags
    offsets, scores, sets
        Those of `SegmentLattice`.
    transitions : (L, L) array
        Shared.
    of_sets : (D, W) array
        exp of the scores of sets, in the precision of scores.
    """

    def __init__(
        self,
        tags: SegmentTags,
        offsets: OffsetArray,
        scores: AnyFloatArray,
        transitions: FloatArray,
        of_sets: FloatArray,
        sets: IdArray,
    ) -> None:
        kind, n_labels = scores.dtype, len(transitions)
        width = padded_width(n_labels)
        self._tags, self._offsets, self._scores = tags, offsets, scores
        self._shared, self._greatest = relative(transitions)
        self._highest = float(np.max(of_sets, initial=1.0))
        padded: FloatArray = np.zeros((width, width), kind)
        padded[:n_labels, :n_labels] = self._shared
        self._potentials = StepPotentials(
            np.zeros(0, np.int64),
            np.zeros(0, np.int64),
            np.maximum(tags.forms, 0),
            inner_potentials(tags.forms, self._shared).astype(kind),
            tags.outside,
            tags.longest,
            np.zeros((0, width), kind),
            padded,
            np.ascontiguousarray(padded.T),
            of_sets,
            sets,
        )
        self._workspace: FloatArray = np.empty((width, width), kind)
        self._pair_sums = np.zeros((width, width))
        self._by_length = np.zeros((tags.longest, len(tags.forms)))
        self._unwanted: FloatArray = np.zeros((0, 0), kind)

    def sum(
        self,
        sentences: OffsetArray,
        log_z: FloatArray,
        wanted: Wanted | None,
        check_cancelled: Callable[[], None] | None = None,
    ) -> OffsetArray:
        """Write log Z and what is wanted; return the sentences that products are too coarse for.

        ``check_cancelled`` is called before each batch, which takes less than a millisecond.
        """
        n_entries = max(self._by_length.size, 1)
        n_at_once = max(OPENED_AT_ONCE // n_entries, MIN_TOKENS_AT_ONCE)
        batches, order = batches_of(self._offsets, sentences, n_at_once, 0)
        memory = self._memory(
            max(batch.last - batch.first for batch in batches),
            max(int(batch.step_starts[1]) for batch in batches),
        )
        left = []
        for batch in batches:
            if check_cancelled is not None:
                check_cancelled()
            left.append(self._sum(batch, order, memory, log_z, wanted))
        if wanted is not None:
            n_labels = len(self._shared)
            wanted.pairs[0] += self._pair_sums[:n_labels, :n_labels] * self._shared
            add_inner_pairs(self._potentials.forms, self._by_length, wanted.pairs[0])
        return np.sort(np.concatenate(left))

    def _memory(self, n_rows: int, n_sentences: int) -> StepSums:
        """Return working memory for batches."""
        kind, width = self._scores.dtype, len(self._workspace)
        shape = self._by_length.shape
        begins, ends, enters, behind = (np.empty((n_rows, width), kind) for _ in range(4))
        return StepSums(
            begins,
            ends,
            enters,
            behind,
            np.empty((n_rows, *shape), kind),
            np.empty(n_rows, kind),
            np.empty((n_sentences, *shape), kind),
            np.empty(n_sentences),
            np.empty(n_sentences),
            np.empty(n_sentences),
        )

    def _sum(
        self,
        batch: Batch,
        order: OffsetArray,
        memory: StepSums,
        log_z: FloatArray,
        wanted: Wanted | None,
    ) -> OffsetArray:
        kind, starts, offsets = self._scores.dtype, batch.step_starts, self._offsets
        tokens = order[batch.first : batch.last]
        n_sentences = int(starts[1])
        sums = memory
        sums.log_z[:] = 0.0
        sums.least[:] = np.inf
        sums.most[:] = 0.0
        scores: FloatArray = np.empty((len(tokens), len(self._workspace)), kind)
        potentials = self._potentials._replace(step_starts=starts, tokens=tokens, scores=scores)
        lower_by_step(starts, tokens, self._scores, len(self._shared), scores, sums.log_z)
        with np.errstate(under="ignore", over="ignore", invalid="ignore"):
            np.exp(scores, out=scores)
        forward_by_segments(potentials, sums)
        posteriors = self._unwanted if wanted is None else wanted.posteriors
        backward_by_segments(potentials, sums, posteriors)
        numbers = np.searchsorted(offsets, tokens[:n_sentences], side="right") - 1
        lengths = offsets[numbers + 1] - offsets[numbers]
        log_z[numbers] = sums.log_z[:n_sentences] + self._greatest * (lengths - 1)
        is_bad = ~self._is_exact(sums)[:n_sentences]
        if wanted is not None:
            add_segments(
                potentials,
                sums,
                is_bad.astype(np.uint8),
                wanted.groups,
                wanted.segments,
                self._by_length,
            )
            add_pairs_by_step(
                starts, len(self._shared), sums.ends, sums.enters, self._workspace, self._pair_sums
            )
        return numbers[is_bad]

    def _is_exact(self, sums: StepSums) -> MaskArray:
        """Return for each sentence whether no relevant product can have left its bounds."""
        with np.errstate(all="ignore"):
            worst = self._highest * sums.most / np.minimum(sums.least, 1.0)
            limit = MOST_OF_PRODUCTS[self._scores.dtype]
            return np.asarray(np.isfinite(sums.log_z) & (worst <= limit))


def relative(transitions: FloatArray) -> tuple[FloatArray, float]:
    """Return exp(transitions − greatest), and the greatest that is possible."""
    finite = transitions[transitions > -np.inf]
    greatest = float(np.max(finite)) if len(finite) else 0.0
    with np.errstate(under="ignore"):
        return np.exp(transitions - greatest), greatest


def inner_potentials(forms: IdArray, potentials: FloatArray) -> FloatArray:
    """Return the inner factors of `StepPotentials`."""
    single, first, middle, last = forms.T
    is_long = (first >= 0) & (last >= 0)
    has_middle = is_long & (middle >= 0)
    return np.array(
        [
            single >= 0,
            is_long,
            np.where(has_middle, potentials[first, middle], 0.0),
            np.where(has_middle, potentials[middle, middle], 0.0),
            np.where(has_middle, potentials[middle, last], 0.0),
            np.where(is_long, potentials[first, last], 0.0),
        ]
    )

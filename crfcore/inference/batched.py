"""Batched forward–backward for many labels: a step of many sentences is a matrix product.

The sums are those of `crfcore.inference.forward_backward`; only their arrangement differs, and
their precision where the caller allows it.

*Underflow.* Messages at position t are scaled to sum one, so that Σ_y alpha_t(y)·beta_t(y) = 1 for
all t. Mass below some F vanishes from a forward message or a potential; the sums of the sentence
lose at most F·Σ_y beta_t(y), or that divided by the position's own sum. The backward pass checks
both: a sentence in which one is too great (`Range`) is recomputed in double precision by
`ForwardBackward`, or in the log domain. In a backward message vanishing mass costs less than F,
since no alpha exceeds one. The same holds in double precision, with a smaller F.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import DTypeLike

from crfcore.arrays import AnyFloatArray, FloatArray, MaskArray, OffsetArray
from crfcore.inference.batched_kernels import (
    batched_backward,
    batched_forward,
    batched_pairs,
    shift_into_places,
)
from crfcore.inference.potentials import TransitionPotentials, padded_width
from crfcore.inference.sentence_pass import (
    NOT_WANTED,
    ForwardBackward,
    NoLabellingError,
    no_labelling_at,
)
from crfcore.inference.tiles import SHAPE

MIN_LABELS = 40
"""Number of labels from which on matrix products are faster even for one sentence."""

MIN_LABELS_OF_MANY = 12
"""The same for at least `MANY_SENTENCES`."""

MANY_SENTENCES = 16
"""Number of sentences that fill the rows of a product."""

BYTES_OF_VECTOR = 64
"""The widest vector of current machines."""


class Range(NamedTuple):
    """The range of a floating-point precision.

    Attributes
    ----------
    vanishing : float
        F: forward messages up to this become zero.
    least_total : float
        Sums up to this are not reliable.
    greatest_mass : float
        Backward mass from this on may have multiplied lost forward mass.
    """

    vanishing: float
    least_total: float
    greatest_mass: float


SINGLE = Range(1e-35, 1e-30, 1e20)
DOUBLE = Range(1e-300, 1e-280, 1e200)


WIDEST_SPREAD_OF_SINGLE = 60.0
"""For a wider range of transition scores, too many sentences would be recomputed."""

NO_WEIGHTS: FloatArray = np.zeros(0)
EVERYTHING: MaskArray = np.zeros((0, 0), dtype=np.uint8)


MAX_OF_BLOCKS = 0.75
"""With a larger share of non-zero rows, the full product is as fast."""


class Blocks(NamedTuple):
    """The non-zero rows of each block of columns of a matrix.

    Attributes
    ----------
    rows, starts : arrays
        The rows of block b are ``rows[starts[b]:starts[b + 1]]``.
    """

    rows: OffsetArray
    starts: OffsetArray


EVERYWHERE = Blocks(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
"""For a matrix without enough zeros."""


class Arrangement(NamedTuple):
    """The order of tokens in a pass over many sentences.

    Attributes
    ----------
    order : (N,) array
        The sentence of each rank, the longest first.
    starts : (steps + 1,) array
        Position ``starts[t] + r`` is token t of the sentence of rank r.
    tokens : (T,) array
        The token at each position.
    """

    order: OffsetArray
    starts: OffsetArray
    tokens: OffsetArray


class BatchedForwardBackward:
    """The pass of `ForwardBackward` over a batch of sentences, for many labels.

    Parameters
    ----------
    n_tokens : int
        The longest run.
    n_labels : int
    dtype : {float64, float32}
        Of messages and results; log Z is always summed in double precision.

    Attributes
    ----------
    scores : (n_tokens, W) array
        A buffer for the scores of the next run; `run` does not change it.
    posteriors : (n_tokens, W) array
        After `run`: P(y_t = y given x) of the run's tokens.
    """

    def __init__(self, n_tokens: int, n_labels: int, dtype: DTypeLike = np.float64) -> None:
        self.n_labels = n_labels
        self._range = SINGLE if np.dtype(dtype) == np.float32 else DOUBLE
        lanes = BYTES_OF_VECTOR // np.dtype(dtype).itemsize
        width = -(-n_labels // lanes) * lanes
        self.scores: AnyFloatArray = np.empty((n_tokens, padded_width(n_labels)), dtype)
        self.posteriors: AnyFloatArray = np.empty_like(self.scores)
        self._potentials: AnyFloatArray = np.empty((n_tokens, width), dtype)
        self._alpha: AnyFloatArray = np.empty((n_tokens, width), dtype)
        self._before: AnyFloatArray = np.empty((n_tokens, width), dtype)
        self._beta: AnyFloatArray = np.empty((0, width), dtype)
        self._inverses: AnyFloatArray = np.empty(n_tokens, dtype)
        self._row_maxima = np.empty(n_tokens)
        self._products: AnyFloatArray = np.empty((n_labels, width), dtype)
        self._sums = np.empty((n_labels, width))
        self._loaded: TransitionPotentials | None = None
        self._transitions: AnyFloatArray = np.zeros((n_labels, width), dtype)
        self._transposed: AnyFloatArray = np.zeros((n_labels, width), dtype)
        self._block_width = SHAPE.n_columns(np.dtype(dtype).itemsize)
        self._blocks = self._transposed_blocks = EVERYWHERE

    def run(
        self,
        scores: AnyFloatArray,
        transitions: TransitionPotentials,
        offsets: OffsetArray,
        allowed: MaskArray,
        *,
        backwards: bool = True,
        pair_counts: FloatArray = NOT_WANTED,
        sign: float = 1.0,
    ) -> FloatArray:
        """Sum over all labellings of a batch of sentences, as `ForwardBackward.run`.

        Parameters
        ----------
        scores : (T, at least L) array
        transitions : TransitionPotentials
            Shared by all tokens.
        offsets : (N + 1,) array
            From 0.
        allowed : (T, L) array, or (0, 0)
        backwards : bool
            Posteriors are written in any case.
        pair_counts : (1, at least L, at least L) array of double precision
            ``sign`` times the expected number of each transition is added.

        Returns
        -------
        (N,) array of double precision
            log Z of each sentence.

        Raises
        ------
        NoLabellingError
            With the sentence's index in the run.
        """
        del backwards
        arrangement = arranged(offsets)
        found = self._run(scores, transitions, arrangement, allowed, NO_WEIGHTS, pair_counts, sign)
        if isinstance(found, int):
            raise no_labelling_at(found, offsets)
        return found

    def run_by_step(
        self,
        scores: AnyFloatArray,
        transitions: TransitionPotentials,
        starts: OffsetArray,
        row_weights: FloatArray,
        pair_counts: FloatArray,
    ) -> FloatArray:
        """Sum over all labellings of sentences whose tokens are in step-major order.

        Parameters
        ----------
        scores : (T, at least L) array
        transitions : TransitionPotentials
        starts : (steps + 1,) array
            Step s is rows ``starts[s]`` to ``starts[s + 1] - 1``; the longest sentence is first.
        row_weights : (T,) array, or (0,) when all are one
            The weight of each row's sentence.
        pair_counts : (1, at least L, at least L) array of double precision
            The expected number of each transition is added.

        Returns
        -------
        (N,) array of double precision
            log Z of each sentence, unweighted.

        Raises
        ------
        NoLabellingError
            With the sentence's index in this order.
        """
        ranks = np.arange(starts[1] if len(starts) > 1 else 0, dtype=np.int64)
        rows = np.arange(len(scores), dtype=np.int64)
        arrangement = Arrangement(ranks, starts, rows)
        found = self._run(
            scores, transitions, arrangement, EVERYTHING, row_weights, pair_counts, 1.0
        )
        if isinstance(found, int):
            step = int(np.searchsorted(starts, found, side="right")) - 1
            raise NoLabellingError(found - int(starts[step]), step)
        return found

    def _run(
        self,
        scores: AnyFloatArray,
        transitions: TransitionPotentials,
        arrangement: Arrangement,
        allowed: MaskArray,
        place_weights: FloatArray,
        pair_counts: FloatArray,
        sign: float,
    ) -> FloatArray | int:
        """Return log Z of each sentence, or the first token without a label."""
        self._load(transitions)
        order, starts, tokens = arrangement
        potentials = self._potentials[: len(scores)]
        bad = shift_into_places(
            scores, allowed, self.n_labels, tokens, potentials, self._row_maxima
        )
        if bad >= 0:
            return bad
        with np.errstate(under="ignore"):
            np.exp(potentials, out=potentials)
        reliable = np.ones(len(order), dtype=np.uint8)
        log_z = self._run_forwards(arrangement, potentials, transitions.greatest, reliable)
        # Only the backward pass detects mass lost in the forward pass.
        self._run_backwards(arrangement, reliable)
        if len(pair_counts) > 0:
            batched_pairs(
                order,
                starts,
                reliable,
                self.n_labels,
                self._before,
                self._potentials,
                transitions.potentials[0],
                sign,
                place_weights,
                self._products,
                self._sums,
                pair_counts,
            )
        for rank in np.flatnonzero(reliable[order] == 0).tolist():
            positions = starts[:-1][np.diff(starts) > rank] + rank
            weight = sign * (place_weights[positions[0]] if len(place_weights) else 1.0)
            rows = tokens[positions]
            sentence = int(order[rank])
            log_z[sentence] = self._recompute(
                sentence, rows, scores, transitions, allowed, pair_counts, weight
            )
        return log_z

    def _load(self, transitions: TransitionPotentials) -> None:
        """Pad and split transitions, unless they are those of the last run."""
        if self._loaded is transitions:
            return
        n_labels = self.n_labels
        matrix = transitions.potentials[0, :n_labels, :n_labels]
        with np.errstate(under="ignore"):
            self._transitions[:, :n_labels] = matrix
            self._transposed[:, :n_labels] = matrix.T
        self._blocks = blocks_of(self._transitions, self._block_width)
        self._transposed_blocks = blocks_of(self._transposed, self._block_width)
        self._loaded = transitions

    def _run_forwards(
        self,
        arrangement: Arrangement,
        potentials: AnyFloatArray,
        greatest: float,
        reliable: MaskArray,
    ) -> FloatArray:
        order, starts, _ = arrangement
        log_z = np.empty(len(order))
        batched_forward(
            order,
            starts,
            self.n_labels,
            potentials,
            self._transitions,
            *self._blocks,
            self._row_maxima,
            greatest,
            self._range.vanishing,
            self._range.least_total,
            self._alpha,
            self._before,
            self._inverses,
            reliable,
            log_z,
        )
        return log_z

    def _run_backwards(self, arrangement: Arrangement, reliable: MaskArray) -> None:
        order, starts, tokens = arrangement
        if len(self._beta) < len(order):
            self._beta = np.empty((len(order), self._beta.shape[1]), self._beta.dtype)
        batched_backward(
            tokens,
            order,
            starts,
            self.n_labels,
            self._potentials,
            self._transposed,
            *self._transposed_blocks,
            self._alpha,
            self._inverses,
            self._range.greatest_mass,
            self._beta,
            self.posteriors,
            reliable,
        )

    def _recompute(
        self,
        sentence: int,
        rows: OffsetArray,
        scores: AnyFloatArray,
        transitions: TransitionPotentials,
        allowed: MaskArray,
        pair_counts: FloatArray,
        sign: float,
    ) -> float:
        """Recompute one sentence in double precision or in the log domain; return its log Z."""
        worker = ForwardBackward(len(rows), self.n_labels)
        try:
            log_z = worker.run(
                scores[rows].astype(np.float64),
                transitions,
                np.array([0, len(rows)]),
                allowed[rows] if len(allowed) else allowed,
                pair_counts=pair_counts,
                sign=sign,
            )
        except NoLabellingError as error:
            raise NoLabellingError(sentence, error.token) from None
        self.posteriors[rows] = worker.posteriors
        return float(log_z[0])


def blocks_of(matrix: AnyFloatArray, block_width: int) -> Blocks:
    """Return the non-zero rows of each block of columns.

    Returns
    -------
    Blocks
        `EVERYWHERE` if there are too few zeros to save time.
    """
    width = matrix.shape[1]
    if width < block_width:
        return EVERYWHERE
    is_used = matrix != 0.0
    firsts = [min(first, width - block_width) for first in range(0, width, block_width)]
    rows = [np.flatnonzero(is_used[:, y : y + block_width].any(axis=1)) for y in firsts]
    starts = np.concatenate([[0], np.cumsum([len(block) for block in rows])]).astype(np.int64)
    if starts[-1] > MAX_OF_BLOCKS * len(matrix) * len(rows):
        return EVERYWHERE
    return Blocks(np.concatenate(rows).astype(np.int64), starts)


def arranged(offsets: OffsetArray) -> Arrangement:
    """Return the arrangement of sentences with these offsets (N + 1,)."""
    lengths = np.diff(offsets)
    order = np.argsort(-lengths, kind="stable")
    n_longer = len(lengths) - np.cumsum(np.bincount(lengths))
    starts = np.concatenate([[0], np.cumsum(n_longer[:-1])]).astype(np.int64)
    steps = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    ranks = np.arange(len(steps)) - starts[steps]
    return Arrangement(order, starts, offsets[order[ranks]] + steps)


Worker: TypeAlias = ForwardBackward | BatchedForwardBackward
"""A pass over batches of sentences; both have the same methods and attributes."""


def forward_backward_for(
    n_tokens: int,
    n_labels: int,
    dtype: DTypeLike = np.float64,
    *,
    n_sentences: int = 1,
    by_position: bool = False,
) -> Worker:
    """Return the faster of the two passes.

    Parameters
    ----------
    n_tokens : int
        The longest run.
    n_labels : int
    dtype : {float64, float32}
        Single precision is used by the pass over many sentences only.
    n_sentences : int
        Approximate number of sentences in a run.
    by_position : bool
        Whether transitions differ by token.
    """
    least = MIN_LABELS_OF_MANY if n_sentences >= MANY_SENTENCES else MIN_LABELS
    if n_labels < least or by_position:
        return ForwardBackward(n_tokens, n_labels)
    return BatchedForwardBackward(n_tokens, n_labels, dtype)

"""Forward–backward over a batch of sentences without forbidden labels, in step-major order.

Without forbidden labels the scaled pass is accurate in either precision, as long as the range of
transitions is small: replacing a label whose potential has underflowed by the best one of its token
gains more than the precision holds, and loses at most two transitions. The caller checks the range
(`is_safe`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.inference.potentials import TransitionPotentials, padded_width
from crfcore.inference.step_major_kernels import (
    order_by_step,
    shift_by_maximum,
    sum_by_step,
)

Precision = type[np.floating[Any]]

SAFE_SPREAD = {np.dtype(np.float32): 25.0, np.dtype(np.float64): 250.0}
"""The widest range of transition scores: twice this, and rounding errors, are within the exponent's
range."""


def is_safe(transitions: TransitionPotentials, n_labels: int, precision: Precision) -> bool:
    """Return whether the pass is exact up to rounding under these transitions."""
    used = transitions.log_potentials[0, :n_labels, :n_labels]
    limit = SAFE_SPREAD[np.dtype(precision)]
    return bool(np.all(np.isfinite(used))) and transitions.spread <= limit


@dataclass(frozen=True, slots=True)
class Batch:
    """Whole sentences, the longest first, whose tokens are in step-major order.

    Attributes
    ----------
    first, last : int
        Positions of the tokens in the order of the data set.
    step_starts : (longest + 1,) array
        Step s is rows ``step_starts[s]`` to ``step_starts[s + 1] - 1`` of the batch.
    """

    first: int
    last: int
    step_starts: OffsetArray


def batches_of(
    offsets: OffsetArray, sentences: OffsetArray, n_tokens: int, first_place: int
) -> tuple[list[Batch], OffsetArray]:
    """Split sentences into batches of about n_tokens tokens and order their tokens by step.

    Parameters
    ----------
    offsets : (N + 1,) array
    sentences : (M,) array
        Indices of sentences; none is empty.
    first_place : int
        The position of the first token.

    Returns
    -------
    batches : list of Batch
    order : (tokens of the sentences,) array
        The token at each position, from `first_place` on.
    """
    lengths = offsets[sentences + 1] - offsets[sentences]
    by_length = sentences[np.argsort(-lengths, kind="stable")]
    lengths = offsets[by_length + 1] - offsets[by_length]
    ends = np.cumsum(lengths)
    order = np.empty(int(ends[-1]) if len(ends) else 0, dtype=np.int64)
    batches = []
    start = first = 0
    while first < len(by_length):
        last = max(int(np.searchsorted(ends, start + n_tokens, side="right")), first + 1)
        step_starts = np.zeros(int(lengths[first]) + 1, dtype=np.int64)
        stop = start + order_by_step(offsets, by_length[first:last], step_starts, order[start:])
        batches.append(Batch(first_place + start, first_place + stop, step_starts))
        first, start = last, stop
    return batches, order


class StepMajorPass:
    """The pass over batches, which reuses its arrays.

    Parameters
    ----------
    n_tokens : int
        Of the largest batch.
    n_labels : int
    precision : type
        `numpy.float32` or `numpy.float64`.

    Attributes
    ----------
    scores : (n_tokens, W) array
        A buffer for the scores of a batch; overwritten by `run`.
    posteriors : (n_tokens, W) array
        After `run`: P(y_t = y given x).
    """

    def __init__(self, n_tokens: int, n_labels: int, precision: Precision) -> None:
        width = padded_width(n_labels)
        self.n_labels = n_labels
        self.scores: FloatArray = np.empty((n_tokens, width), dtype=precision)
        self.posteriors: FloatArray = np.empty((n_tokens, width), dtype=precision)
        self._alpha: FloatArray = np.empty((n_tokens, width), dtype=precision)
        self._scales = np.empty(n_tokens)
        self._workspace: FloatArray = np.empty((width, width), dtype=precision)

    def run(
        self,
        batch: Batch,
        labels: IdArray,
        row_weights: FloatArray,
        transitions: FloatArray,
        transposed: FloatArray,
        pair_sums: FloatArray,
    ) -> float:
        """Sum over all labellings of a batch.

        The caller lets exponentials overflow and underflow (`numpy.errstate`), once for all.

        Parameters
        ----------
        batch : Batch
        labels : (rows,) array
            The label of each row.
        row_weights : (rows,) array, or (0,)
            The weight of each row's sentence; empty if all are one.
        transitions, transposed : (W, W) arrays
            exp(score − greatest), in the precision of the pass.
        pair_sums : (W, W) array, double precision
            Expected transitions divided by the potentials are added.

        Returns
        -------
        float
            Σ log Z − state scores of the labels, with transitions only as potentials. NaN or
            infinite if scores are not finite.
        """
        n_rows = batch.last - batch.first
        potentials, alpha = self.scores[:n_rows], self._alpha[:n_rows]
        scales, posteriors = self._scales[:n_rows], self.posteriors[:n_rows]
        value = -shift_by_maximum(potentials, self.n_labels, labels, row_weights)
        np.exp(potentials, out=potentials)
        value += sum_by_step(
            batch.step_starts,
            self.n_labels,
            potentials,
            row_weights,
            transitions,
            transposed,
            alpha,
            scales,
            posteriors,
            self._workspace,
            pair_sums,
        )
        return float(value)

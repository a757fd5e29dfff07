"""A lane's sentences, with sums of expectations by batch.

`CompleteShare` has fully labelled sentences under shared transitions, in batches, in single
precision if the optimiser allows. `OpenShare` has all others: with open tokens or sets of labels,
or with transitions by position; always in double precision.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from crfcore.arrays import AnyFloatArray, FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.features.dataset import Dataset
from crfcore.inference.batched import BatchedForwardBackward, forward_backward_for
from crfcore.inference.potentials import TransitionPotentials, padded_width, transition_potentials
from crfcore.inference.step_major import Batch, StepMajorPass
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.indexed_dataset import IndexedDataset
from crfcore.training.objective_kernels import (
    count_transitions,
    path_score_sum,
    subtract_at_labels,
    variances,
)
from crfcore.training.objectives.softmax_margin import CostRows
from crfcore.training.token_features import TokenFeatures

_EVERYTHING: MaskArray = np.zeros((0, 0), dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class Point:
    """The weights of an evaluation, in the layout of kernels.

    Attributes
    ----------
    weights : (F,) array
        In the precision of this evaluation.
    row_weights : (R, W) array
        In the same precision.
    shared : (1, L, L) array
        Transition weights.
    transitions : TransitionPotentials
    potentials, transposed : (W, W) arrays
        In the precision of this evaluation.
    is_safe : bool
        Whether complete sentences need no check for underflow.
    with_curvature : bool
        Sum variances of features instead, Σ p · (1 − p) over their tokens, and expected
        transitions: approximately the diagonal of the Hessian.
    """

    weights: FloatArray
    row_weights: FloatArray
    shared: FloatArray
    transitions: TransitionPotentials
    potentials: FloatArray
    transposed: FloatArray
    is_safe: bool
    with_curvature: bool = False


class Sums:
    """The sums of a share, in one precision.

    Attributes
    ----------
    expected : (F,) array
        Expected − observed features; transitions are written at the end.
    row_gradient : (R, W) array
    pair_sums : (W, W) array, double precision
        Expected transitions divided by their potentials.
    pairs : (1, W, W) array, double precision
        Expected transitions.
    """

    def __init__(self, features: TokenFeatures, expected: FloatArray) -> None:
        width = features.width
        self.expected = expected
        self.row_gradient = features.empty_sums(expected.dtype.type)
        self.pair_sums = np.zeros((width, width))
        self.pairs = np.zeros((1, width, width))

    def clear(self) -> None:
        """Reset to zero."""
        self.expected[:] = 0.0
        self.row_gradient[:] = 0.0
        self.pair_sums[:] = 0.0
        self.pairs[:] = 0.0

    def finish(self, features: TokenFeatures, point: Point) -> None:
        """Add the sums of rows and transitions, but not of vectors, to `expected`."""
        index = features.index
        features.store_rows(self.row_gradient, self.expected)
        n_labels = index.n_labels
        pairs = self.pairs[0] + self.pair_sums * point.transitions.potentials[0]
        flat = pairs[:n_labels, :n_labels].ravel()
        index.transition_part(self.expected)[:] = flat[index.transition_pairs]


class CompleteShare:
    """Fully labelled sentences under shared transitions.

    Parameters
    ----------
    batches : list of Batch
    features : TokenFeatures
    labels : (T,) array
        The label at each position.
    place_weights : (T,) array, or (0,)
        The weight of the sentence at each position; empty if all are one.
    costs : CostRows, optional
        Added to the scores.
    """

    def __init__(
        self,
        batches: list[Batch],
        features: TokenFeatures,
        labels: IdArray,
        place_weights: FloatArray,
        costs: CostRows | None = None,
    ) -> None:
        self._batches = batches
        self._features = features
        self._labels = labels
        self._position_weights = place_weights
        self._costs = costs
        self._longest = max((batch.last - batch.first for batch in batches), default=0)
        self._pass: StepMajorPass | None = None
        self._precision: type[np.floating[Any]] | None = None
        self._careful: BatchedForwardBackward | None = None

    def add(self, point: Point, sums: Sums, check_cancelled: Callable[[], None]) -> float:
        """Add expected − observed features; return Σ log Z − state scores of the labels.

        The caller adds the scores of transitions relative to their potentials.
        """
        with np.errstate(under="ignore", invalid="ignore", over="ignore"):
            return sum(
                self._add_batch(batch, point, sums, check_cancelled) for batch in self._batches
            )

    def _add_batch(
        self, batch: Batch, point: Point, sums: Sums, check_cancelled: Callable[[], None]
    ) -> float:
        """Compute `add` for a batch."""
        check_cancelled()
        worker = self._worker(point.weights.dtype.type)
        first, last = batch.first, batch.last
        labels = self._labels[first:last]
        weights = self._position_weights[first:last]
        scores = worker.scores[: last - first]
        posteriors = worker.posteriors[: last - first]
        self._features.score(first, last, point.weights, point.row_weights, scores)
        if self._costs is not None:
            self._costs.add(labels, scores)
        if point.is_safe:
            value = worker.run(
                batch, labels, weights, point.potentials, point.transposed, sums.pair_sums
            )
        else:
            value = self._add_carefully(batch, scores, posteriors, point, sums)
        if point.with_curvature:
            variances(weights, posteriors)
        else:
            subtract_at_labels(labels, weights, posteriors)
        self._features.add(first, last, posteriors, sums.expected, sums.row_gradient)
        return value

    def _worker(self, precision: type[np.floating[Any]]) -> StepMajorPass:
        if self._pass is None or self._precision is not precision:
            n_labels = self._features.index.n_labels
            self._pass = StepMajorPass(self._longest, n_labels, precision)
            self._precision = precision
        return self._pass

    def _add_carefully(
        self,
        batch: Batch,
        scores: AnyFloatArray,
        posteriors: AnyFloatArray,
        point: Point,
        sums: Sums,
    ) -> float:
        """Pass over the sentences with checks for underflow and forbidden transitions."""
        worker = self._careful
        if worker is None or worker.scores.dtype != scores.dtype:
            n_labels = self._features.index.n_labels
            worker = BatchedForwardBackward(self._longest, n_labels, scores.dtype)
            self._careful = worker
        starts = batch.step_starts
        weights = self._position_weights[batch.first : batch.last]
        log_z = worker.run_by_step(scores, point.transitions, starts, weights, sums.pairs)
        posteriors[:] = worker.posteriors[: len(scores)]
        labels = self._labels[batch.first : batch.last]
        path_scores = scores[np.arange(len(labels)), labels].astype(np.float64)
        if len(weights):
            path_scores *= weights
            log_z *= weights[: len(log_z)]
        return float(np.sum(log_z) - np.sum(path_scores))


@dataclass(frozen=True, slots=True)
class Run:
    """Sentences first..last-1, all of one weight; partial if labels are open."""

    first: int
    last: int
    partial: bool
    weight: float


class OpenShare:
    """Sentences in general: open labels, transitions by position.

    Parameters
    ----------
    runs : list of Run
    dataset : Dataset
        In the order of the positions.
    features : TokenFeatures
    label_sets : (T,) array
        As in `Targets`.
    allowed_by_set : (S, L) array
    costs : CostRows, optional
        Added to the scores.
    """

    def __init__(
        self,
        runs: list[Run],
        dataset: Dataset,
        features: TokenFeatures,
        label_sets: IdArray,
        allowed_by_set: MaskArray,
        costs: CostRows | None = None,
    ) -> None:
        self._runs = runs
        self._offsets = dataset.offsets
        self._indexed = IndexedDataset(dataset, features.index)
        self._features = features
        self._index: FeatureIndex = features.index
        self._label_sets = label_sets
        self._allowed_by_set = allowed_by_set
        self._costs = costs
        offsets = dataset.offsets
        longest = max((int(offsets[run.last] - offsets[run.first]) for run in runs), default=0)
        n_labels = self._index.n_labels
        self._by_position = len(self._index.edge_pairs) > 0
        self._worker = forward_backward_for(longest, n_labels, by_position=self._by_position)
        self._edges = np.empty((longest, n_labels, n_labels) if self._by_position else 0)
        width = padded_width(n_labels)
        self._scores = np.empty((longest, width))
        self._difference = np.empty((longest, width))

    def add(self, point: Point, sums: Sums, check_cancelled: Callable[[], None]) -> float:
        """Add expected − observed features; return Σ log Z(all) − log Z(allowed)."""
        value = 0.0
        for run in self._runs:
            check_cancelled()
            start, stop = int(self._offsets[run.first]), int(self._offsets[run.last])
            offsets = self._offsets[run.first : run.last + 1] - start
            scores = self._scores[: stop - start]
            self._features.score(start, stop, point.weights, point.row_weights, scores)
            if self._costs is not None:
                self._costs.add(self._label_sets[start:stop], scores)
            transitions, potentials = self._transitions(start, stop, offsets, point)
            counts = self._counts(stop - start, sums)
            difference = self._difference[: stop - start]
            if point.with_curvature:
                self._add_variances(scores, potentials, offsets, counts, run.weight)
            elif run.partial:
                value += self._add_partial(start, scores, potentials, offsets, counts, run.weight)
            else:
                value += self._add_complete(
                    start, scores, transitions, potentials, offsets, counts, run.weight
                )
            self._features.add(start, stop, difference, sums.expected, sums.row_gradient)
            self._add_edges(start, stop, counts, sums)
        return value

    def _add_variances(
        self,
        scores: FloatArray,
        potentials: TransitionPotentials,
        offsets: OffsetArray,
        counts: FloatArray,
        weight: float,
    ) -> None:
        """Pass over all labellings; leave the variances of the tokens' labels."""
        self._worker.run(scores, potentials, offsets, _EVERYTHING, pair_counts=counts, sign=weight)
        difference = self._difference[: len(scores)]
        np.multiply(self._worker.posteriors[: len(scores)], 1.0, out=difference)
        variances(np.full(len(scores), weight), difference)

    def _add_partial(
        self,
        start: int,
        scores: FloatArray,
        potentials: TransitionPotentials,
        offsets: OffsetArray,
        counts: FloatArray,
        weight: float,
    ) -> float:
        """Pass over all and over the allowed labellings; leave the difference."""
        n_tokens = len(scores)
        difference = self._difference[:n_tokens]
        allowed = self._allowed_by_set[self._label_sets[start : start + n_tokens]]
        worker = self._worker
        log_z_allowed = worker.run(
            scores, potentials, offsets, allowed, pair_counts=counts, sign=-weight
        )
        np.negative(worker.posteriors[:n_tokens], out=difference)
        log_z_all = worker.run(
            scores, potentials, offsets, _EVERYTHING, pair_counts=counts, sign=weight
        )
        np.add(difference, worker.posteriors[:n_tokens], out=difference)
        difference *= weight
        return weight * float(np.sum(log_z_all - log_z_allowed))

    def _add_complete(
        self,
        start: int,
        scores: FloatArray,
        transitions: FloatArray,
        potentials: TransitionPotentials,
        offsets: OffsetArray,
        counts: FloatArray,
        weight: float,
    ) -> float:
        """Pass over all labellings, and subtract the known one."""
        n_tokens = len(scores)
        labels = self._label_sets[start : start + n_tokens]
        path_scores = np.empty(len(offsets) - 1)
        path_score_sum(offsets, labels, scores, transitions, path_scores)
        log_z = self._worker.run(
            scores, potentials, offsets, _EVERYTHING, pair_counts=counts, sign=weight
        )
        count_transitions(offsets, labels, -weight, int(self._by_position), counts)
        difference = self._difference[:n_tokens]
        np.multiply(self._worker.posteriors[:n_tokens], weight, out=difference)
        difference[np.arange(n_tokens), labels] -= weight
        return weight * float(np.sum(log_z - path_scores))

    def _transitions(
        self, start: int, stop: int, offsets: OffsetArray, point: Point
    ) -> tuple[FloatArray, TransitionPotentials]:
        if not self._by_position:
            return point.shared, point.transitions
        transitions = self._indexed.transitions(
            start, stop, point.weights, point.shared[0], self._edges[: stop - start]
        )
        return transitions, transition_potentials(transitions, offsets)

    def _counts(self, n_tokens: int, sums: Sums) -> FloatArray:
        """Return the array for a run's transitions: shared sums, or zeros by position."""
        if not self._by_position:
            return sums.pairs
        return np.zeros((n_tokens, *sums.pairs.shape[1:]))

    def _add_edges(self, start: int, stop: int, counts: FloatArray, sums: Sums) -> None:
        if self._by_position:
            self._indexed.add_pairs(start, stop, counts, sums.expected, sums.pairs[0])

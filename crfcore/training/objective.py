"""The penalised negative log-likelihood of a chain, with its gradient.

Σ_i [log Z_i(all) − log Z_i(allowed)] + c2 · Σ_f w_f², where log Z(allowed) sums over the
labellings that agree with what is known of sentence i; for a fully labelled one that is the score
of its labelling (C. Sutton and A. McCallum; H. M. Wallach 2002, equations 3.23 and 3.28).

The work is cut into *runs* of sentences, and runs are dealt to a fixed number of *lanes*. Both
depend on the data alone. Each lane adds up on its own, and lanes are added in a fixed order:
the result has the same bits however many threads there are.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import numpy as np

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.features.dataset import Dataset, Targets
from crfcore.inference.forward_backward import ForwardBackward
from crfcore.inference.lattice import sentence_runs
from crfcore.inference.potentials import TransitionPotentials, transition_potentials
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.monitor import TrainingCancelled
from crfcore.training.objective_kernels import (
    add_edge_expectations,
    count_transitions,
    edge_transitions,
    one_hot,
    path_score_sum,
    sum_of_lanes,
)
from crfcore.training.token_features import TokenFeatures, token_features
from crfcore.training.vector_kernels import dot

MOST_LANES = 8
"""More threads than this do not help one evaluation."""

LEAST_TOKENS_OF_LANE = 4096
"""Below this, adding lanes together costs more than it saves."""

MOST_BYTES_OF_LANES = 2**28
"""Each lane needs a gradient of its own; a very large model gets fewer lanes."""

LABELS_AT_ONCE = 24_576
"""Tokens × padded labels of a run: its arrays stay in a core's own cache."""

MATRIX_ENTRIES_AT_ONCE = 2**20
"""Tokens × padded labels² of a run that has transitions by position."""

WEIGHTS_AT_ONCE = 65_536
"""How many weights one task adds up over the lanes."""

_EVERYTHING: MaskArray = np.zeros((0, 0), dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class _Run:
    """Sentences first..last-1; partial when the labels of some tokens are open."""

    first: int
    last: int
    partial: bool


class Objective:
    """Value and gradient of the objective at given weights.

    Parameters
    ----------
    dataset : Dataset
    targets : Targets
    index : FeatureIndex
    c2 : float
        Factor of Σ w² (no ½, no mean: CRFsuite's convention).
    threads : int
        How many threads compute; the result does not depend on it.
    cancelled : callable, optional
        Asked between runs (each takes a few milliseconds); True ends the evaluation with
        `TrainingCancelled`.

    Notes
    -----
    Use it as a context manager: it may own threads.
    """

    def __init__(
        self,
        dataset: Dataset,
        targets: Targets,
        index: FeatureIndex,
        *,
        c2: float = 1.0,
        threads: int = 1,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self.index = index
        self.c2 = c2
        self._cancelled = cancelled
        self._stop = False
        order, n_complete = _useful_sentences(dataset.offsets, targets)
        if len(order) == dataset.n_sentences and n_complete == len(order):
            self._dataset, self._targets = dataset, targets
        else:
            self._targets = targets.select(dataset.offsets, order)
            self._dataset = dataset.select(order)
        self._allowed_by_set = targets.allowed_by_set()
        self._features = token_features(self._dataset, index)
        self._row_weights = self._features.empty_rows()
        offsets = self._dataset.offsets
        runs = _runs(offsets, n_complete, index)
        longest = max((int(offsets[run.last] - offsets[run.first]) for run in runs), default=0)
        shares = _deal(runs, offsets, _n_lanes(int(offsets[-1]), index.n_weights))
        self._expected = np.zeros((len(shares), index.n_weights))
        self._lanes = [
            _Lane(self, share, longest, self._expected[number])
            for number, share in enumerate(shares)
        ]
        self._observed = np.zeros(index.n_weights)
        # No thread outlives the with statement, and none is made for a single one.
        n_threads = min(threads, len(self._lanes))
        self._executor = ThreadPoolExecutor(n_threads) if n_threads > 1 else None
        self._count_observed()

    @property
    def dataset(self) -> Dataset:
        """The sentences that say something about labels, the fully labelled ones first."""
        return self._dataset

    @property
    def n_weights(self) -> int:
        """The length of weights and gradient."""
        return self.index.n_weights

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the threads, after the run that each is in."""
        self._stop = True
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
            self._executor = None

    def __call__(self, weights: FloatArray, gradient: FloatArray) -> float:
        """Return the objective and write its gradient.

        Parameters
        ----------
        weights : (F,) array
        gradient : (F,) array, written

        Raises
        ------
        TrainingCancelled
            The gradient is then undefined.
        """
        self._features.load(weights, self._row_weights)
        shared = self.index.transition_matrix(weights)[np.newaxis]
        potentials = transition_potentials(shared, self._dataset.offsets)
        values = self._each_lane(lambda lane: lane.evaluate(weights, shared, potentials))
        self._add_lanes(weights, gradient)
        return float(sum(values)) + self.c2 * dot(weights, weights)

    def _each_lane(self, work: Callable[[_Lane], float]) -> list[float]:
        """Run one task on every lane and return the results in the order of the lanes."""
        if self._executor is None:
            return [work(lane) for lane in self._lanes]
        tasks: list[Future[float]] = [self._executor.submit(work, lane) for lane in self._lanes]
        try:
            return [task.result() for task in tasks]
        except BaseException:
            # Also when the user pressed Ctrl+C: nobody goes on computing behind our back.
            self._stop = True
            for task in tasks:
                task.cancel()
            raise

    def _add_lanes(self, weights: FloatArray, gradient: FloatArray) -> None:
        def add(first: int) -> None:
            last = min(first + WEIGHTS_AT_ONCE, len(weights))
            sum_of_lanes(
                first, last, self._expected, self._observed, weights, 2.0 * self.c2, gradient
            )

        starts = range(0, len(weights), WEIGHTS_AT_ONCE)
        if self._executor is None:
            for first in starts:
                add(first)
        else:
            for _ in self._executor.map(add, starts):
                pass

    def check_cancelled(self) -> None:
        """Raise `TrainingCancelled` if the training should not go on."""
        if self._stop or (self._cancelled is not None and self._cancelled()):
            self._stop = True
            raise TrainingCancelled

    def _count_observed(self) -> None:
        """Count the features of the fully labelled sentences: they do not depend on weights."""
        self._each_lane(lambda lane: lane.observe())
        for lane in self._expected:
            self._observed += lane


def _useful_sentences(offsets: OffsetArray, targets: Targets) -> tuple[OffsetArray, int]:
    """Return the sentences that say something: fully labelled ones, then partly labelled ones."""
    lengths = np.diff(offsets)
    open_tokens = np.zeros(len(targets.label_sets) + 1, dtype=np.int64)
    unknown_tokens = np.zeros(len(targets.label_sets) + 1, dtype=np.int64)
    np.cumsum(targets.label_sets >= targets.n_labels, out=open_tokens[1:])
    np.cumsum(targets.label_sets == targets.n_labels, out=unknown_tokens[1:])
    n_open = open_tokens[offsets[1:]] - open_tokens[offsets[:-1]]
    n_unknown = unknown_tokens[offsets[1:]] - unknown_tokens[offsets[:-1]]
    complete = np.flatnonzero((n_open == 0) & (lengths > 0))
    partial = np.flatnonzero((n_open > 0) & (n_unknown < lengths))
    return np.concatenate([complete, partial]).astype(np.int64), len(complete)


def _runs(offsets: OffsetArray, n_complete: int, index: FeatureIndex) -> list[_Run]:
    width = -(-index.n_labels // 8) * 8
    tokens = max(LABELS_AT_ONCE // width, 1)
    if len(index.edge_pairs) > 0:
        tokens = max(min(tokens, MATRIX_ENTRIES_AT_ONCE // width**2), 1)
    complete = sentence_runs(offsets[: n_complete + 1], tokens)
    partial = sentence_runs(offsets[n_complete:], tokens)
    return [_Run(first, last, partial=False) for first, last in complete] + [
        _Run(first + n_complete, last + n_complete, partial=True) for first, last in partial
    ]


def _n_lanes(n_tokens: int, n_weights: int) -> int:
    by_memory = MOST_BYTES_OF_LANES // max(8 * n_weights, 1)
    by_tokens = n_tokens // LEAST_TOKENS_OF_LANE
    return max(min(MOST_LANES, by_tokens, by_memory), 1)


def _deal(runs: list[_Run], offsets: OffsetArray, n_lanes: int) -> list[list[_Run]]:
    """Give each lane neighbouring runs with about the same number of tokens."""
    shares: list[list[_Run]] = [[] for _ in range(n_lanes)]
    n_tokens = max(int(offsets[-1]), 1)
    for run in runs:
        middle = int(offsets[run.first] + offsets[run.last]) // 2
        shares[min(middle * n_lanes // n_tokens, n_lanes - 1)].append(run)
    return shares


class _Lane:
    """A share of the sentences, with arrays of its own to add up in."""

    def __init__(
        self, objective: Objective, runs: list[_Run], longest: int, expected: FloatArray
    ) -> None:
        index = objective.index
        self._objective = objective
        self._index = index
        self._dataset: Dataset = objective._dataset  # noqa: SLF001 - the two classes are one part
        self._targets: Targets = objective._targets  # noqa: SLF001
        self._features: TokenFeatures = objective._features  # noqa: SLF001
        self._row_weights: FloatArray = objective._row_weights  # noqa: SLF001
        self._allowed_by_set: MaskArray = objective._allowed_by_set  # noqa: SLF001
        self._runs = runs
        self._expected = expected
        self._row_gradient = self._features.empty_rows()
        self._worker = ForwardBackward(longest, index.n_labels)
        width = self._features.width
        self._pairs = np.zeros((1, width, width))
        self._by_position = len(index.edge_pairs) > 0
        self._edges = np.empty(
            (longest, index.n_labels, index.n_labels) if self._by_position else 0
        )
        self._any_partial = any(run.partial for run in runs)
        self._scores = np.empty((longest, width) if self._any_partial else (0, width))
        self._allowed_part = np.empty((longest, width) if self._any_partial else (0, width))

    def observe(self) -> float:
        """Count the features of the fully labelled sentences into `expected`."""
        self._clear()
        for run in self._runs:
            if run.partial:
                continue
            start, stop, offsets = self._tokens_of(run)
            labels = self._targets.label_sets[start:stop]
            probabilities = self._worker.posteriors[: stop - start]
            one_hot(labels, probabilities)
            self._features.add(start, stop, probabilities, self._expected, self._row_gradient)
            counts = self._pairs_of_run(stop - start)
            count_transitions(offsets, labels, int(self._by_position), counts)
            self._add_edges(start, stop, counts)
        self._finish()
        return 0.0

    def evaluate(
        self, weights: FloatArray, shared: FloatArray, potentials: TransitionPotentials
    ) -> float:
        """Return Σ log Z(all) − log Z(allowed), and write what is expected into `expected`."""
        self._clear()
        value = 0.0
        for run in self._runs:
            self._objective.check_cancelled()
            start, stop, offsets = self._tokens_of(run)
            scores = (self._scores if run.partial else self._worker.scores)[: stop - start]
            self._features.score(start, stop, weights, self._row_weights, scores)
            transitions = shared
            if self._by_position:
                transitions = self._transitions(start, stop, weights, shared)
                potentials = transition_potentials(transitions, offsets)
            counts = self._pairs_of_run(stop - start)
            if run.partial:
                value += self._partial(start, scores, potentials, offsets, counts)
                probabilities = self._allowed_part[: stop - start]
            else:
                path_scores = np.empty(len(offsets) - 1)
                labels = self._targets.label_sets[start:stop]
                path_score_sum(offsets, labels, scores, transitions, path_scores)
                log_z = self._worker.run(
                    scores, potentials, offsets, _EVERYTHING, pair_counts=counts
                )
                value += float(np.sum(log_z - path_scores))
                probabilities = self._worker.posteriors[: stop - start]
            self._features.add(start, stop, probabilities, self._expected, self._row_gradient)
            self._add_edges(start, stop, counts)
        self._finish()
        return value

    def _partial(
        self,
        start: int,
        scores: FloatArray,
        potentials: TransitionPotentials,
        offsets: OffsetArray,
        counts: FloatArray,
    ) -> float:
        """Pass twice, over all labellings and over the allowed ones; leave the difference."""
        n_tokens = len(scores)
        difference = self._allowed_part[:n_tokens]
        allowed = self._allowed_by_set[self._targets.label_sets[start : start + n_tokens]]
        log_z_allowed = self._worker.run(
            scores, potentials, offsets, allowed, pair_counts=counts, sign=-1.0
        )
        np.negative(self._worker.posteriors[:n_tokens], out=difference)
        log_z_all = self._worker.run(scores, potentials, offsets, _EVERYTHING, pair_counts=counts)
        np.add(difference, self._worker.posteriors[:n_tokens], out=difference)
        return float(np.sum(log_z_all - log_z_allowed))

    def _tokens_of(self, run: _Run) -> tuple[int, int, OffsetArray]:
        all_offsets = self._dataset.offsets
        start, stop = int(all_offsets[run.first]), int(all_offsets[run.last])
        return start, stop, all_offsets[run.first : run.last + 1] - start

    def _clear(self) -> None:
        self._expected[:] = 0.0
        self._row_gradient[:] = 0.0
        self._pairs[:] = 0.0

    def _finish(self) -> None:
        """Bring the sums over rows and transitions to their places in `expected`."""
        index = self._index
        self._features.store(self._row_gradient, self._expected)
        n_labels = index.n_labels
        flat = self._pairs[0, :n_labels, :n_labels].ravel()
        index.transition_part(self._expected)[:] = flat[index.transition_pairs]

    def _pairs_of_run(self, n_tokens: int) -> FloatArray:
        """Return where a run adds its transitions: shared sums, or zeros by position."""
        if not self._by_position:
            return self._pairs
        return np.zeros((n_tokens, *self._pairs.shape[1:]))

    def _transitions(
        self, start: int, stop: int, weights: FloatArray, shared: FloatArray
    ) -> FloatArray:
        transitions = self._edges[: stop - start]
        edge_transitions(
            start,
            stop,
            self._dataset.edge_indptr,
            self._dataset.edge_attributes,
            self._index.edge_indptr,
            self._index.edge_pairs,
            self._index.edge_part(weights),
            shared[0],
            transitions,
        )
        return transitions

    def _add_edges(self, start: int, stop: int, counts: FloatArray) -> None:
        if not self._by_position:
            return
        add_edge_expectations(
            start,
            stop,
            self._index.n_labels,
            self._dataset.edge_indptr,
            self._dataset.edge_attributes,
            self._index.edge_indptr,
            self._index.edge_pairs,
            counts,
            self._index.edge_part(self._expected),
            self._pairs[0],
        )

"""The penalised negative log-likelihood of a chain, with its gradient.

Σ_i v_i · [log Z_i(all) − log Z_i(allowed)] + c2 · Σ_f w_f², where log Z(allowed) sums over the
labellings consistent with the known labels of sentence i, whose weight is v_i; for a fully labelled
one it is the score of its labelling (H. M. Wallach 2002, equations 3.23 and 3.28).

Sentences are divided into batches, and batches are assigned to a number of *lanes* that depends
only on the data. Each lane has its own sums, which are added in a fixed order, so that the result
does not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from functools import cached_property
from typing import Any, Literal, Self

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.inference.batched import WIDEST_SPREAD_OF_SINGLE
from crfcore.inference.potentials import transition_potentials
from crfcore.inference.step_major import is_safe
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.folding import Folding
from crfcore.training.joint_choice import joint_weights_of
from crfcore.training.joint_weights import JointWeights
from crfcore.training.monitor import TrainingCancelled
from crfcore.training.objective_kernels import (
    norm_by_weights,
    norm_of_weights,
    penalty_of,
    sum_of_lanes,
    weights_of_variables,
)
from crfcore.training.objectives.lanes import Lane, lanes_of
from crfcore.training.objectives.sentence_shares import Point, Sums
from crfcore.training.objectives.shares_plan import plan_of, useful_sentences
from crfcore.training.objectives.terms import Terms
from crfcore.training.token_features import TokenFeatures, token_features
from crfcore.training.vector_kernels import norm

WEIGHTS_AT_ONCE = 65_536
"""Weights per task that adds lanes."""

CURVATURE_EXPONENT = 0.4
"""Measured on CoNLL-2000 from the fifth pass on; see `scale_of_curvature`."""

MIN_CURVATURE = 1e-2
"""Least curvature of the penalty, so that undetermined weights stay bounded."""

MIN_SCORES = 20_000
"""With fewer scores of tokens and labels, neither single precision nor an evaluation of the
curvature saves time."""

MAX_VALUE_OF_SINGLE = 1e15
"""Greater values of attributes could overflow in single precision."""

Precision = Literal["single", "double"]

_TYPES: dict[Precision, type[np.floating[Any]]] = {"single": np.float32, "double": np.float64}


def is_large(n_tokens: int, n_labels: int) -> bool:
    """Return whether data have at least `MIN_SCORES`."""
    return n_tokens * n_labels >= MIN_SCORES


def initial_precision(dataset: Dataset, n_labels: int) -> Precision:
    """Return the precision in which a training on some data begins."""
    if not is_large(dataset.n_tokens, n_labels):
        return "double"
    values = dataset.values
    greatest = max(values.max(initial=0.0), -values.min(initial=0.0))
    return "double" if greatest > MAX_VALUE_OF_SINGLE else "single"


def scale_of_curvature(curvature: FloatArray, c2: float, counts: FloatArray) -> FloatArray:
    """Return a scale of variables that evens out the curvature of an objective.

    It is √m · (1 + m·h / b)^(−exponent / 2), where h is an approximation of the second derivative
    of the negative log-likelihood by a weight, and b that of the penalty. Dividing by the full
    curvature (exponent 1) is worse than no scale: it makes the objective almost flat along
    combinations of frequent features that cancel out. See `CURVATURE_EXPONENT`.

    Parameters
    ----------
    curvature : (F,) array
        As from `Objective.curvature`.
    c2 : float
    counts : (F,) array
        The number m of weights of each variable.
    """
    penalty = penalty_curvature(c2)
    relative = np.maximum(curvature, 0.0) / penalty + 1.0 / counts
    power = -0.5 * CURVATURE_EXPONENT
    return np.asarray(relative**power * counts ** (0.5 + power))


def penalty_curvature(c2: float) -> float:
    """Return the second derivative of the penalty of a weight, at least `MIN_CURVATURE`."""
    return max(2.0 * c2, MIN_CURVATURE)


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
        The result does not depend on it.
    cancelled : callable, optional
        Called between batches (every few milliseconds); True ends the evaluation with
        `TrainingCancelled`.
    sentence_weights : (N,) array, optional
        Factor of each sentence's log-likelihood; not negative.
    terms : Terms, optional
        Replaces the log-likelihood of a sentence; see `crfcore.training.objectives`.
    costs : (L, L) array, optional
        Of predicting the second label where the first one is right, which makes the likelihood a
        softmax-margin; see `crfcore.training.objectives.softmax_margin`.
    folding : Folding, optional
        Attributes that share variables. The objective is then a function of the variables, at the
        weights `weights_of(variables)`.
    features : TokenFeatures, optional
        The arranged attributes, if they are ready (`crfcore.training.shards`); the dataset then
        needs none of tokens, and its sentences are in the order of `useful_sentences`.

    Attributes
    ----------
    precision : {"double", "single"}
        The precision of sums. Single precision takes half the time and is accurate to six digits;
        it is used if all sentences are fully labelled, with shared transitions, and the terms, if
        any, support it.
    scale : (F,) array, or (0,)
        A variable times its scale is a weight, or with a folding the sum of its m weights. Empty
        without a folding: variables are weights. With one it is initially √m, so that variables
        have the penalty c2 and the curvature of weights.

    is_plain : bool
        Whether all sentences are fully labelled, with shared transitions, and the objective is the
        likelihood or a softmax-margin.

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
        sentence_weights: FloatArray | None = None,
        folding: Folding | None = None,
        terms: Terms | None = None,
        costs: FloatArray | None = None,
        features: TokenFeatures | None = None,
    ) -> None:
        self.index = index if folding is None else folding.folded
        self.precision: Precision = "double"
        self._folding = folding
        self._counts = np.ones(1) if folding is None else folding.multiplicities()
        self._arrays: _Arrays | None = None
        self.scale = np.zeros(0)
        self.penalties = np.full(self.index.n_weights, float(c2))
        self._c2 = float(c2)
        self._joint: JointWeights | None = None
        if folding is not None:
            self.rescale(np.sqrt(self._counts))
        self._cancelled = cancelled
        self._stop = False
        useful = useful_sentences(dataset, targets, sentence_weights)
        with_terms = terms is not None and not terms.only_open
        plan = plan_of(useful, self.index, with_terms=with_terms)
        self._dataset = useful.dataset
        self._useful, self._plan, self._terms, self._costs = useful, plan, terms, costs
        self._given_features = features
        self._observed_pairs = plan.observed_pairs
        self.is_plain = not any(plan.runs)
        is_shared = useful.n_complete == useful.dataset.n_sentences and not len(index.edge_pairs)
        self._may_be_single = self.is_plain or (
            terms is not None and terms.takes_single and is_shared
        )
        # Threads end with the with statement; a single thread needs none.
        n_threads = min(threads, len(plan.batches))
        self._executor = ThreadPoolExecutor(n_threads) if n_threads > 1 else None

    @cached_property
    def _features(self) -> TokenFeatures:
        # Made at the first evaluation: stochastic passes before need the memory.
        if self._given_features is not None:
            return self._given_features
        plan = self._plan
        return token_features(self._dataset, self.index, plan.order, self._folding, plan.lanes)

    @cached_property
    def _lanes(self) -> list[Lane]:
        return lanes_of(self._useful, self._plan, self._features, self._terms, self._costs)

    @property
    def dataset(self) -> Dataset:
        """The sentences with known labels, the fully labelled ones first."""
        return self._dataset

    @property
    def n_weights(self) -> int:
        """The length of weights and gradient."""
        return self.index.n_weights

    def rescale(self, scale: FloatArray) -> None:
        """Set the scale of the variables."""
        self.scale = scale
        self.penalties = self._c2 * scale * scale / self._counts
        self._arrays = None

    def even_out(self, variables: FloatArray, *, joint: bool) -> FloatArray:
        """Choose variables of similar curvature, and return those with the same weights.

        They are scaled, and with ``joint`` those of frequent words contain a part of the score of
        their vectors (`crfcore.training.joint_choice`). There must be a folding.
        """
        weights = variables * self.scale
        curvature = self.curvature(variables)
        if joint:
            self._joint = joint_weights_of(
                self._features,
                curvature,
                self._c2,
                penalty_curvature(self._c2),
                self._counts,
            )
        self.rescale(scale_of_curvature(curvature, self._c2, self._counts))
        if self._joint is not None:
            self._joint.put_in(self._features.scores_of_vectors(weights), 0, weights)
        return np.asarray(weights / self.scale)

    def curvature(self, variables: FloatArray) -> FloatArray:
        """Return the diagonal of the Hessian of the negative log-likelihood, approximately.

        By the weights that share each variable, (F,): Σ p · (1 − p) over the tokens of a feature,
        and expected transitions.
        """
        arrays, point = self._point(variables)
        curved = replace(point, with_curvature=True)

        def add(number: int) -> float:
            return self._lanes[number].add(
                curved, arrays.sums[number], self._features, self.check_cancelled
            )

        self._each_lane(add)
        arrays.add_vectors(self._features, squared=True)
        return np.asarray(arrays.expected.sum(axis=0, dtype=np.float64))

    def norms(self, variables: FloatArray, gradient: FloatArray) -> tuple[float, float]:
        """Return the norms of the weights and of the gradient by the weights, unfolded.

        The part of a vector's score that is in its word's variable counts as weight of the word.
        """
        if len(self.scale) == 0:
            return norm(variables), norm(gradient)
        return (
            norm_of_weights(variables, self.scale, self._counts),
            norm_by_weights(gradient, self.scale, self._counts),
        )

    def weights_of(self, variables: FloatArray) -> FloatArray:
        """Return the weights of the whole index for variables."""
        weights = np.empty_like(variables)
        weights_of_variables(variables, self.scale, weights)
        if self._joint is not None:
            self._joint.take_out(self._features.scores_of_vectors(weights), 0, weights)
        return weights if self._folding is None else self._folding.unfold(weights)

    def variables_of(self, weights: FloatArray) -> FloatArray:
        """Return the variables of weights; the inverse of `weights_of`."""
        variables = weights.copy() if self._folding is None else self._folding.fold(weights)
        if self._joint is not None:
            self._joint.put_in(self._features.scores_of_vectors(variables), 0, variables)
        if len(self.scale):
            variables /= self.scale
        return variables

    def absolute_penalties(self, c1: float) -> FloatArray:
        """Return the factors of |variable| in c1 · Σ |weight|."""
        penalties = np.full(self.n_weights, c1)
        if len(self.scale):
            # A variable is the sum of m equal weights divided by √m.
            penalties *= self.scale
        return penalties

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the threads after their current batches."""
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
        arrays, point = self._point(weights)

        def evaluate(number: int) -> float:
            return self._lanes[number].add(
                point, arrays.sums[number], self._features, self.check_cancelled
            )

        value = float(sum(self._each_lane(evaluate)))
        arrays.add_vectors(self._features, joint=self._joint)
        self._add_lanes(arrays.expected, weights, gradient)
        if self._joint is not None:
            value += self._joint.penalise(self.scale, point.weights, weights, gradient)
        observed = self._observed_pairs
        factors = self.index.transition_part(self.scale) if len(self.scale) else 1.0
        counts = observed.ravel()[self.index.transition_pairs]
        self.index.transition_part(gradient)[:] -= counts * factors
        # Potentials are relative to the greatest transition; the careful pass corrects for that.
        greatest = point.transitions.greatest if point.is_safe else 0.0
        seen = observed > 0.0
        value -= float(np.sum((point.shared[0][seen] - greatest) * observed[seen]))
        return value + penalty_of(weights, self.penalties)

    def _point(self, weights: FloatArray) -> tuple[_Arrays, Point]:
        """Convert the weights to the shapes and the precision of the kernels."""
        factors = self.index.transition_part(self.scale) if len(self.scale) else 1.0
        shared = self.index.matrix_of(self.index.transition_part(weights) * factors)[np.newaxis]
        transitions = transition_potentials(shared, self._dataset.offsets)
        is_single = (
            self.precision == "single"
            and self._may_be_single
            and transitions.spread <= WIDEST_SPREAD_OF_SINGLE
        )
        kind = _TYPES["single" if is_single else "double"]
        copied = is_single or len(self.scale) > 0
        if self._arrays is None or self._arrays.expected.dtype != kind:
            # The arrays of the other precision are freed first.
            self._arrays = None
            self._arrays = _Arrays(self._features, len(self._lanes), kind, copied=copied)
        arrays = self._arrays
        used = weights
        if copied:
            used = arrays.weights
            weights_of_variables(weights, self.scale, used)
        self._features.load(used, arrays.row_weights, self._joint)
        potentials = transitions.potentials[0].astype(kind)
        point = Point(
            used,
            arrays.row_weights,
            shared,
            transitions,
            potentials,
            np.ascontiguousarray(potentials.T),
            is_safe(transitions, self.index.n_labels, kind),
        )
        return arrays, point

    def _each_lane(self, work: Callable[[int], float]) -> list[float]:
        """Run a task for every lane; return the results in the order of the lanes."""
        numbers = range(len(self._lanes))
        if self._executor is None:
            return [work(number) for number in numbers]
        tasks: list[Future[float]] = [self._executor.submit(work, number) for number in numbers]
        try:
            return [task.result() for task in tasks]
        except BaseException as error:
            # Also after Ctrl+C: all tasks are finished before the exception leaves.
            self._stop = True
            for task in tasks:
                task.cancel()
            wait(tasks)
            # Overflow at some weights does not affect later evaluations.
            self._stop = isinstance(error, TrainingCancelled)
            raise

    def _add_lanes(self, expected: FloatArray, weights: FloatArray, gradient: FloatArray) -> None:
        def add(first: int) -> None:
            last = min(first + WEIGHTS_AT_ONCE, len(weights))
            sum_of_lanes(first, last, expected, weights, self.penalties, self.scale, gradient)

        starts = range(0, len(weights), WEIGHTS_AT_ONCE)
        if self._executor is None:
            for first in starts:
                add(first)
        else:
            for _ in self._executor.map(add, starts):
                pass

    def refine(self) -> bool:
        """Switch to double precision; return whether that changes anything."""
        is_rough = self.precision == "single" and self._may_be_single
        self.precision = "double"
        return is_rough

    def check_cancelled(self) -> None:
        """Raise `TrainingCancelled` if the training was cancelled."""
        if self._stop or (self._cancelled is not None and self._cancelled()):
            self._stop = True
            raise TrainingCancelled


class _Arrays:
    """The output arrays of an evaluation, in one precision."""

    def __init__(
        self,
        features: TokenFeatures,
        n_lanes: int,
        precision: type[np.floating[Any]],
        *,
        copied: bool,
    ) -> None:
        n_weights = features.index.n_weights
        self.row_weights = features.empty_rows(precision)
        self.expected: FloatArray = np.zeros((n_lanes, n_weights), dtype=precision)
        self.sums = [Sums(features, lane) for lane in self.expected]
        self.weights: FloatArray = np.empty(n_weights if copied else 0, dtype=precision)

    def add_vectors(
        self,
        features: TokenFeatures,
        *,
        squared: bool = False,
        joint: JointWeights | None = None,
    ) -> None:
        """Write the gradient of the weights of vectors into the first lane's; 0 in the others."""

        def add_joint(gradient: FloatArray) -> None:
            if joint is not None:
                joint.add_to(self.expected, self.weights, gradient)

        parts = [sums.row_gradient for sums in self.sums]
        features.store_vectors(parts, self.expected[0], squared=squared, change=add_joint)

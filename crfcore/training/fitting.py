"""Training by an optimiser."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.errors import OtherStateError
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.dev_watch import DevWatch
from crfcore.training.feature_index import (
    AllowedTransitions,
    FeatureIndex,
    feature_index,
    restricted_index,
)
from crfcore.training.folding import Folding, folding_of
from crfcore.training.forbidden import check_possible
from crfcore.training.given_labels import with_weight
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor, TrainingCancelled, TrainingProgress
from crfcore.training.objectives.constrained_likelihood import ConstrainedLikelihood
from crfcore.training.objectives.names import terms_of
from crfcore.training.objectives.objective import Objective, initial_precision, is_large
from crfcore.training.optimisation import (
    EXACT_FROM_THE_START,
    SCALINGS,
    LabelledData,
    Optimisation,
    minimised_by_name,
)
from crfcore.training.optimisers.active_set import Restricted, minimise_by_rounds
from crfcore.training.optimisers.curvature import OptimiserState
from crfcore.training.optimisers.lbfgs import minimise
from crfcore.training.optimisers.minimisation import Minimum
from crfcore.training.optimisers.owlqn import minimise_with_l1
from crfcore.training.starts import Initial, Problem, Start, start_at

COARSE_DELTA = 1e-4
"""With this stopping threshold, single precision is enough to the end."""

FIRST_STEP = 0.05
"""The longest first step along the gradient, if the variables have similar curvature.

A token has some twenty of them at once, so that along the gradient the curvature is that of twenty.
A step of length 1 is far too long near the minimum: it cost two evaluations more.
"""

MIN_TOKENS_FOR_ROUNDS = 16_384
"""With fewer tokens, rounds on the active variables save no noticeable time."""


@dataclass(frozen=True, slots=True)
class FeatureChoice:
    """The choice of the weights of a model; see `feature_index`."""

    all_possible_states: bool = False
    all_possible_transitions: bool = True
    min_freq: float = 0.0
    transitions: bool = True
    allowed_transitions: AllowedTransitions = "all"

    def index(self, dataset: Dataset, targets: Targets) -> FeatureIndex:
        """Return the weights of a model for some data.

        Raises
        ------
        CrfError
            A sentence has no labelling under the allowed transitions.
        """
        index = feature_index(
            dataset,
            targets,
            all_possible_states=self.all_possible_states,
            all_possible_transitions=self.all_possible_transitions,
            min_freq=self.min_freq,
            transitions=self.transitions,
            allowed_transitions=self.allowed_transitions,
        )
        check_possible(dataset.offsets, targets, index)
        return index


@dataclass(frozen=True, slots=True, eq=False)
class TrainingState:
    """The state from which a training resumes.

    Attributes
    ----------
    problem : str
        The `fingerprint` of its data and weights.
    c1, c2 : float
        Its penalties.
    scale : (F,) array
        The scale of the optimiser's variables; see `Objective.scale`.
    optimiser : OptimiserState
    """

    problem: str
    c1: float
    c2: float
    scale: FloatArray
    optimiser: OptimiserState

    def check(self, problem: str, c1: float, c2: float) -> None:
        """Raise CrfError if the state is of another training."""
        if (c1, c2) != (self.c1, self.c2):
            raise OtherStateError(
                f"The state is of a training with c1={self.c1} and c2={self.c2}, not c1={c1} and "
                f"c2={c2}; keep them, or start from the weights of that model instead (initial).",
                (self.c1, self.c2),
            )
        if problem != self.problem:
            raise OtherStateError(
                "The state is of a training on other sentences, labels or features, or of another "
                "objective; give fit the "
                "same ones, or start from the weights of that model instead (initial)."
            )


@dataclass(frozen=True, slots=True)
class TrainingRecord:
    """The record of a training.

    Attributes
    ----------
    algorithm : str
    objective : float or None
        Its final value; None for an algorithm without one.
    iterations, evaluations : int
    seconds : float
        Of the optimiser, or of counting.
    seconds_features : float
        Of choosing and arranging the weights, and of extraction by `fit`.
    converged, reason : bool, str
        False after a cancellation or at the maximum of iterations; why it ended.
    n_sentences, n_tokens : int
        Of the given data, including sentences without known labels.
    n_attributes, n_features (weights), n_labels : int
    history : tuple of (evaluations, objective)
        An entry for each iteration.
    dev_scores : tuple of float
        The score on held-out sentences after each iteration, if there were any.
    best_iteration : int or None
        The first with the best score.
    gap : float or None
        With dual variables: how far at most the objective is above its minimum.
    """

    algorithm: str
    objective: float | None
    iterations: int
    evaluations: int
    seconds: float
    seconds_features: float
    converged: bool
    reason: str
    n_sentences: int
    n_tokens: int
    n_attributes: int
    n_features: int
    n_labels: int
    history: tuple[tuple[int, float], ...] = ()
    dev_scores: tuple[float, ...] = ()
    best_iteration: int | None = None
    gap: float | None = None

    def judged(self, dev: DevWatch | None) -> TrainingRecord:
        """Return the record with scores on held-out sentences."""
        if dev is None:
            return self
        judged = replace(self, dev_scores=tuple(dev.scores), best_iteration=dev.best_iteration)
        return replace(judged, reason="dev", converged=True) if dev.stopped else judged


def fit_by_likelihood(
    dataset: Dataset,
    targets: Targets,
    choice: FeatureChoice,
    optimisation: Optimisation,
    *,
    sentence_weights: FloatArray | None = None,
    initial: Initial = "auto",
    state: TrainingState | None = None,
    keep_state: bool = False,
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
    dev: DevWatch | None = None,
    rules: ConstrainedLikelihood | None = None,
) -> tuple[LinearModel, TrainingRecord, TrainingState | None]:
    """Maximise the penalised likelihood with an optimiser, or with OWL-QN where c1 is not 0.

    Parameters
    ----------
    sentence_weights : (N,) array, optional
        Factor of each sentence's log-likelihood; sentences of weight 0 are left out with their
        features. Feature counts (`FeatureChoice.min_freq`) are unweighted.
    initial : name or function
        The start of the optimiser; see `crfcore.training.starts.start_at`.
    state : TrainingState, optional
        Resume from this state; `initial` is then ignored.
    keep_state : bool
        Whether to return the state; otherwise None is returned.
    monitor, cancelled
        A cancelled training returns the weights of its last iteration.
    dev : DevWatch, optional
        Scores every iteration on held-out sentences.
    rules : ConstrainedLikelihood, optional
        Replaces the objective for training under rules; not with a state.

    Raises
    ------
    CrfError
        The state belongs to other data, other weights or other penalties.
    """
    started = time.perf_counter()
    given = dataset
    if sentence_weights is not None:
        if rules is not None:
            rules = rules.select(np.flatnonzero(sentence_weights))
        dataset, targets, sentence_weights = with_weight(dataset, targets, sentence_weights)
    index = choice.index(dataset, targets)
    problem = ""
    if keep_state or state is not None:
        problem = optimisation.fingerprint_of(dataset, targets, index, sentence_weights)
    if state is not None:
        state.check(problem, optimisation.c1, optimisation.c2)
    # Iterative scaling needs an equation for each weight.
    is_scaling = optimisation.algorithm in SCALINGS
    folding = None if is_scaling else folding_of(dataset, index)
    data = _Data(dataset, targets, index, folding, sentence_weights, optimisation, cancelled, rules)
    objective = data.objective()
    # Rounds have no resumable state, and cannot be scored in between.
    may_restrict = dataset.n_tokens >= MIN_TOKENS_FOR_ROUNDS and not (keep_state or state or dev)
    with objective:
        seconds_features = time.perf_counter() - started
        start = _start(initial, data, objective, monitor, state, joint=not keep_state)
        variables = start.variables
        watch = _with_dev_scores(dev, index, objective, variables, _counting_from(monitor, start))
        if optimisation.algorithm == "lbfgs":
            minimum = _minimised(
                objective,
                variables,
                optimisation,
                watch,
                None if state is None else state.optimiser,
                keep_state=keep_state,
                restricted=data.restricted(objective) if may_restrict else None,
                first_step=FIRST_STEP if is_large(dataset.n_tokens, index.n_labels) else math.inf,
            )
        else:
            labelled = LabelledData(dataset, targets, index, sentence_weights, cancelled)
            minimum = minimised_by_name(objective, variables, optimisation, labelled, watch)
        count_in(minimum, start.evaluations)
        weights = objective.weights_of(variables)
    record = record_of(
        optimisation.algorithm, minimum, seconds_features, given, targets, index.n_weights, started
    )
    kept = _kept_state(problem, optimisation, objective, minimum)
    return _chosen(dev, LinearModel(index, weights)), record.judged(dev), kept


@dataclass(frozen=True, slots=True)
class _Data:
    """The training data and settings."""

    dataset: Dataset
    targets: Targets
    index: FeatureIndex
    folding: Folding | None
    sentence_weights: FloatArray | None
    optimisation: Optimisation
    cancelled: Callable[[], bool] | None
    rules: ConstrainedLikelihood | None = None

    def objective(self) -> Objective:
        """Return the objective, in its initial precision."""
        objective = self._of(self.folding)
        if self.optimisation.algorithm not in EXACT_FROM_THE_START:
            objective.precision = initial_precision(self.dataset, self.index.n_labels)
        return objective

    def restricted(self, objective: Objective) -> Restricted:
        """Return a function that restricts the objective to some of the variables."""
        folding = self.folding or folding_of(self.dataset, self.index)

        def of_places(positions: OffsetArray) -> Objective:
            folded = restricted_index(folding.folded, positions)
            part = self._of(replace(folding, folded=folded))
            part.rescale(objective.scale[positions])
            part.precision = objective.precision
            return part

        return of_places

    def _of(self, folding: Folding | None) -> Objective:
        return Objective(
            self.dataset,
            self.targets,
            self.index,
            c2=self.optimisation.c2,
            threads=self.optimisation.threads,
            cancelled=self.cancelled,
            sentence_weights=self.sentence_weights,
            folding=folding,
            terms=self.rules or terms_of(self.optimisation.objective),
            costs=self.optimisation.costs,
        )

    def problem(self, objective: Objective, monitor: Monitor | None) -> Problem:
        """Return the problem for the choice of a start."""
        return Problem(
            self.dataset,
            self.targets,
            self.index,
            objective,
            self.optimisation.c1,
            self.optimisation.c2,
            self.sentence_weights is not None,
            monitor,
            self.cancelled,
        )


def _with_dev_scores(
    dev: DevWatch | None,
    index: FeatureIndex,
    objective: Objective,
    variables: FloatArray,
    monitor: Monitor | None,
) -> Monitor | None:
    """Score the variables, which the optimiser changes in place, on held-out sentences.

    The index is that of all attributes: the objective's own may be of groups.
    """
    if dev is None:
        return monitor

    def model_now() -> LinearModel:
        return LinearModel(index, objective.weights_of(variables))

    return dev.watching(model_now, monitor)


def _kept_state(
    problem: str, optimisation: Optimisation, objective: Objective, minimum: Minimum
) -> TrainingState | None:
    """Return the state to resume from, if the optimiser has kept its part."""
    if minimum.state is None:
        return None
    return TrainingState(problem, optimisation.c1, optimisation.c2, objective.scale, minimum.state)


def _chosen(dev: DevWatch | None, model: LinearModel) -> LinearModel:
    return model if dev is None else LinearModel(model.index, dev.chosen(model.weights))


def _minimised(
    objective: Objective,
    weights: FloatArray,
    optimisation: Optimisation,
    monitor: Monitor | None,
    state: OptimiserState | None,
    *,
    keep_state: bool,
    restricted: Restricted | None,
    first_step: float,
) -> Minimum:
    if optimisation.c1 > 0.0 and restricted is not None:
        return minimise_by_rounds(
            objective,
            weights,
            objective.absolute_penalties(optimisation.c1),
            restricted,
            memory=optimisation.memory,
            stopping=optimisation.stopping,
            monitor=monitor,
        )
    if optimisation.c1 > 0.0:
        return minimise_with_l1(
            objective,
            weights,
            objective.absolute_penalties(optimisation.c1),
            memory=optimisation.memory,
            stopping=optimisation.stopping,
            monitor=monitor,
            state=state,
            keep_state=keep_state,
            refine=objective.refine,
        )
    return minimise(
        objective,
        weights,
        memory=optimisation.memory,
        stopping=optimisation.stopping,
        monitor=monitor,
        state=state,
        keep_state=keep_state,
        refine=None if optimisation.stopping.delta >= COARSE_DELTA else objective.refine,
        norms=objective.norms,
        first_step=first_step,
    )


def _start(
    initial: Initial,
    data: _Data,
    objective: Objective,
    monitor: Monitor | None,
    state: TrainingState | None,
    *,
    joint: bool,
) -> Start:
    """Choose the initial variables, and even out their curvature.

    For ``joint`` see `Objective.even_out`; in a kept state, variables are scaled weights.
    Methods of the literature by default start at zeros, unscaled.
    """
    if state is not None:
        objective.rescale(state.scale)
        return Start(np.zeros(objective.n_weights))
    is_usual = data.optimisation.algorithm == "lbfgs"
    if initial == "auto" and not is_usual:
        initial = "zeros"
    problem = data.problem(objective, monitor)
    start = start_at(initial, problem, np.random.default_rng(data.optimisation.seed))
    is_small = not is_large(data.dataset.n_tokens, data.index.n_labels)
    if not is_usual or problem.c1 > 0.0 or is_small:
        return start
    try:
        variables = objective.even_out(start.variables, joint=joint)
    except TrainingCancelled:
        return start
    return start._replace(variables=variables, evaluations=start.evaluations + 1)


def count_in(minimum: Minimum, evaluations: int) -> None:
    """Add evaluations made before the optimiser began, also in its state."""
    minimum.evaluations += evaluations
    minimum.history = [(number + evaluations, value) for number, value in minimum.history]
    if minimum.state is not None:
        minimum.state = counted_from(minimum.state, evaluations)


def counted_from(state: OptimiserState, evaluations: int) -> OptimiserState:
    """Add evaluations made before the optimiser began to its state."""
    history = tuple((number + evaluations, value) for number, value in state.history)
    return replace(state, evaluations=state.evaluations + evaluations, history=history)


def _counting_from(monitor: Monitor | None, start: Start) -> Monitor | None:
    """Add evaluations made before the optimiser began to a monitor's progress."""
    if monitor is None or start.evaluations == 0:
        return monitor

    def monitored(progress: TrainingProgress) -> bool | None:
        if start.stopped:
            return True
        return monitor(replace(progress, evaluations=progress.evaluations + start.evaluations))

    return monitored


def record_of(
    algorithm: str,
    minimum: Minimum,
    seconds_features: float,
    dataset: Dataset,
    targets: Targets,
    n_features: int,
    started: float,
) -> TrainingRecord:
    """Return the record of a training that began at a time of `time.perf_counter`."""
    return TrainingRecord(
        algorithm,
        # Cancelled before the first evaluation.
        None if np.isnan(minimum.value) else minimum.value,
        minimum.iterations,
        minimum.evaluations,
        time.perf_counter() - started - seconds_features,
        seconds_features,
        minimum.converged,
        minimum.reason,
        dataset.n_sentences,
        dataset.n_tokens,
        dataset.n_attributes,
        n_features,
        targets.n_labels,
        tuple(minimum.history),
    )

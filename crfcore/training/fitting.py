"""From sentences and what is known of their labels to a model: the ways of training by name."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray
from crfcore.features.dataset import Dataset, Targets
from crfcore.training.empirical import (
    EmpiricalModel,
    count,
    empirical_model,
    empirical_weights,
    fitted_scale,
)
from crfcore.training.feature_index import feature_index
from crfcore.training.lbfgs import Minimum, Stopping, minimise
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor, TrainingCancelled, TrainingProgress
from crfcore.training.objective import Objective


@dataclass(frozen=True, slots=True)
class FeatureChoice:
    """Which weights a model gets; see `feature_index`."""

    all_possible_states: bool = False
    all_possible_transitions: bool = True
    min_freq: float = 0.0
    transitions: bool = True


@dataclass(frozen=True, slots=True)
class Optimisation:
    """How the likelihood is maximised."""

    c2: float = 1.0
    memory: int = 6
    stopping: Stopping = field(default_factory=Stopping)
    threads: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class EarlierModel:
    """A model to start from, and what its attributes and labels are called now.

    Attributes
    ----------
    model : LinearModel
    old_ids, old_edge_ids, old_labels : arrays
        As for `LinearModel.translated`.
    """

    model: LinearModel
    old_ids: IdArray
    old_edge_ids: IdArray
    old_labels: IdArray


@dataclass(frozen=True, slots=True)
class TrainingRecord:
    """What a training was.

    Attributes
    ----------
    algorithm : str
    objective : float or None
        Where it ended; None for an algorithm that has none.
    iterations, evaluations : int
    seconds : float
        Of the optimiser, or of counting.
    seconds_features : float
        Of choosing and arranging the weights, and of extraction where `fit` did that.
    converged : bool
        False after a cancellation or at the greatest number of iterations.
    reason : str
        Why it ended.
    n_sentences, n_tokens : int
        Of the data given; sentences of which nothing is known are among them.
    n_attributes, n_features, n_labels : int
        n_features is the number of weights.
    history : tuple of (evaluations, objective)
        An entry for each iteration.
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


def fit_by_likelihood(
    dataset: Dataset,
    targets: Targets,
    choice: FeatureChoice,
    optimisation: Optimisation,
    *,
    initial: str | Callable[[], EarlierModel] = "zeros",
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[LinearModel, TrainingRecord]:
    """Maximise the penalised likelihood with L-BFGS.

    Parameters
    ----------
    initial : "zeros", "empirical", or a function that returns an `EarlierModel`
        Where the optimiser starts.
    monitor, cancelled
        A cancelled training returns the weights of the last iteration.
    """
    started = time.perf_counter()
    index = feature_index(
        dataset,
        targets,
        all_possible_states=choice.all_possible_states,
        all_possible_transitions=choice.all_possible_transitions,
        min_freq=choice.min_freq,
        transitions=choice.transitions,
    )
    weights = np.zeros(index.n_weights)
    if callable(initial):
        earlier = initial()
        weights = earlier.model.translated(
            index, earlier.old_ids, earlier.old_edge_ids, earlier.old_labels
        )
    objective = Objective(
        dataset,
        targets,
        index,
        c2=optimisation.c2,
        threads=optimisation.threads,
        cancelled=cancelled,
    )
    with objective:
        seconds_features = time.perf_counter() - started
        extra = 0
        if initial == "empirical":
            extra = _start_from_counts(dataset, targets, objective, weights)
        minimum = minimise(
            objective,
            weights,
            memory=optimisation.memory,
            stopping=optimisation.stopping,
            monitor=_counting_from(monitor, extra),
        )
        minimum.evaluations += extra
    record = _record("lbfgs", minimum, seconds_features, dataset, targets, index.n_weights, started)
    return LinearModel(index, weights), record


def _counting_from(monitor: Monitor | None, evaluations: int) -> Monitor | None:
    """Tell a monitor of evaluations that were made before the optimiser began."""
    if monitor is None or evaluations == 0:
        return monitor

    def told(progress: TrainingProgress) -> bool | None:
        return monitor(
            TrainingProgress(
                progress.iteration,
                progress.evaluations + evaluations,
                progress.objective,
                progress.gradient_norm,
                progress.seconds,
                progress.max_iterations,
            )
        )

    return told


def _start_from_counts(
    dataset: Dataset, targets: Targets, objective: Objective, weights: FloatArray
) -> int:
    """Write weights made of counts, at the scale that fits; return the evaluations it took."""
    n_per_token = len(dataset.attributes) / max(dataset.n_tokens, 1)
    start = empirical_weights(count(dataset, targets), objective.index, n_per_token)
    n_trials = 4
    try:
        scale = fitted_scale(objective, start, n_trials=n_trials)
    except TrainingCancelled:
        return 0
    weights[:] = scale * start
    return n_trials


def fit_by_counting(
    dataset: Dataset, targets: Targets, is_key: MaskArray, *, exponent: float = 1.0
) -> tuple[EmpiricalModel, TrainingRecord]:
    """Train by counting; see `crfcore.training.empirical`."""
    started = time.perf_counter()
    counts = count(dataset, targets)
    model = empirical_model(counts, is_key, exponent=exponent)
    n_features = len(counts.states) + counts.neighbours.size
    done = Minimum(float("nan"), 0.0, 0, 0, time.perf_counter() - started, "counted")
    return model, _record("empirical", done, 0.0, dataset, targets, n_features, started)


def _record(
    algorithm: str,
    minimum: Minimum,
    seconds_features: float,
    dataset: Dataset,
    targets: Targets,
    n_features: int,
    started: float,
) -> TrainingRecord:
    has_value = not np.isnan(minimum.value)
    return TrainingRecord(
        algorithm,
        minimum.value if has_value else None,
        minimum.iterations,
        minimum.evaluations,
        time.perf_counter() - started - seconds_features,
        seconds_features,
        minimum.converged or minimum.reason == "counted",
        minimum.reason,
        dataset.n_sentences,
        dataset.n_tokens,
        dataset.n_attributes,
        n_features,
        targets.n_labels,
        tuple(minimum.history),
    )

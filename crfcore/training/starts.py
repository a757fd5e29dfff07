"""Initial weights: zeros, counts, stochastic passes, or an earlier model."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.counted_weights import empirical_weights, fitted_scale
from crfcore.training.empirical_counts import count
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor, TrainingCancelled, TrainingProgress
from crfcore.training.objectives.objective import Objective
from crfcore.training.online.dual_ascent import stochastic_passes

MAX_PASSES = 10
"""Maximum of passes, after which L-BFGS is faster."""

MIN_GAIN_OF_PASS = 0.04
"""Relative decrease of the objective below which a pass is the last one."""

MAX_LABELS_OF_PASSES = 48
"""With more labels, batched L-BFGS is faster than passes."""

MIN_TOKENS_OF_PASSES = 512
"""With fewer tokens, passes are not worth it."""

MIN_C2_OF_PASSES = 0.01
"""With a weaker penalty the dual is too flat for a few passes."""


@dataclass(frozen=True, slots=True, eq=False)
class EarlierModel:
    """A model to start from, with the mapping of its attributes and labels.

    Attributes
    ----------
    model : LinearModel
    old_ids, old_edge_ids, old_labels : arrays
        As for `LinearModel.translated`.
    start : (L,) array, optional
        The weights of its labels at the first token, if it has any.
    """

    model: LinearModel
    old_ids: IdArray
    old_edge_ids: IdArray
    old_labels: IdArray
    start: FloatArray | None = None


Initial = str | Callable[[], EarlierModel]
"""A name of a start, or a function that returns a model to start from."""


@dataclass(frozen=True, slots=True)
class Problem:
    """The training data and objective, for the choice of a start.

    Attributes
    ----------
    c1, c2 : float
        Penalties.
    weighted : bool
        Whether sentences have different weights.
    """

    dataset: Dataset
    targets: Targets
    index: FeatureIndex
    objective: Objective
    c1: float
    c2: float
    weighted: bool
    monitor: Monitor | None
    cancelled: Callable[[], bool] | None

    @property
    def allows_passes(self) -> bool:
        """Whether passes are possible: they need a smooth, strictly convex objective."""
        return (
            self.objective.is_plain
            and not self.weighted
            and self.c1 == 0.0
            and self.c2 >= MIN_C2_OF_PASSES
            and self.index.n_labels <= MAX_LABELS_OF_PASSES
        )

    @property
    def suits_passes(self) -> bool:
        """Whether passes also save time."""
        return self.allows_passes and self.dataset.n_tokens >= MIN_TOKENS_OF_PASSES


class Start(NamedTuple):
    """The initial variables.

    Attributes
    ----------
    variables : (F,) array
        Of the objective.
    evaluations : int
        Cost in evaluations or passes.
    stopped : bool
        Whether the monitor has stopped the training.
    """

    variables: FloatArray
    evaluations: int = 0
    stopped: bool = False


def start_at(initial: Initial, problem: Problem, rng: np.random.Generator) -> Start:
    """Return the initial variables.

    Parameters
    ----------
    initial : {"auto", "zeros", "empirical", "passes"} or callable
        "empirical" starts from counts and then makes passes; "passes" makes them from zeros. "auto"
        is "empirical" for fully labelled sentences with few labels, and "zeros" otherwise.
    problem : Problem
    rng : numpy.random.Generator
        For the order of the sentences in passes.
    """
    objective = problem.objective
    if callable(initial):
        earlier = initial()
        weights = earlier.model.translated(
            problem.index, earlier.old_ids, earlier.old_edge_ids, earlier.old_labels
        )
        return Start(objective.variables_of(weights))
    has_values = problem.dataset.has_values or problem.dataset.vectors_apart
    if initial == "empirical" and (has_values or not problem.allows_passes):
        return _from_counts(problem)
    if initial == "passes":
        return _from_passes(problem, rng, from_counts=False)
    if initial == "empirical" or (initial == "auto" and problem.suits_passes):
        return _from_passes(problem, rng, from_counts=True)
    return Start(np.zeros(objective.n_weights))


def _from_counts(problem: Problem) -> Start:
    """Return weights from counts at the best scale, without passes."""
    dataset, objective = problem.dataset, problem.objective
    n_per_token = len(dataset.attributes) / max(dataset.n_tokens, 1)
    counts = count(dataset, problem.targets)
    start = objective.variables_of(empirical_weights(counts, problem.index, n_per_token))
    n_trials = 4
    try:
        return Start(fitted_scale(objective, start, n_trials=n_trials) * start, n_trials)
    except TrainingCancelled:
        return Start(np.zeros_like(start))


def _from_passes(problem: Problem, rng: np.random.Generator, *, from_counts: bool) -> Start:
    """Make a few passes of dual ascent, as long as each gains enough.

    If the result is not better than zeros, the start is zeros: great values of attributes make
    steps too long.
    """
    started = time.perf_counter()
    weights = np.zeros(problem.index.n_weights)
    is_stopped = False

    def after_pass(values: list[float]) -> bool:
        nonlocal is_stopped
        seconds = time.perf_counter() - started
        progress = TrainingProgress(0, len(values), values[-1], float("nan"), seconds, None)
        is_stopped = problem.monitor is not None and bool(problem.monitor(progress))
        return is_stopped

    values = stochastic_passes(
        problem.dataset,
        problem.targets,
        problem.index,
        weights,
        problem.c2,
        MAX_PASSES,
        rng,
        problem.cancelled,
        least_gain=MIN_GAIN_OF_PASS,
        after_pass=after_pass,
        from_counts=from_counts,
    )
    at_zeros = problem.dataset.n_tokens * np.log(problem.index.n_labels)
    if values and not values[-1] < at_zeros:
        weights[:] = 0.0
    return Start(problem.objective.variables_of(weights), len(values), is_stopped)

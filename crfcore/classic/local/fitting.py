"""Training of locally normalised chains."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.classic.local.objective import LocalObjective
from crfcore.classic.local.scaling import minimise_by_scaling
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.dev_watch import DevWatch
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.fitting import FeatureChoice, TrainingRecord, record_of
from crfcore.training.given_labels import with_weight
from crfcore.training.local_model import LocalModel, first_tokens
from crfcore.training.monitor import Monitor, TrainingProgress
from crfcore.training.optimisation import Optimisation, minimised
from crfcore.training.optimisers.minimisation import Minimum
from crfcore.training.starts import EarlierModel

ALGORITHMS = ("lbfgs", "gis")
"""Training algorithms."""

NOISE = 0.01
"""Standard deviation of the initial weights where labels are open, which breaks the symmetry of
hidden states."""


@dataclass(frozen=True, slots=True)
class LocalSettings:
    """Settings of the training of a locally normalised chain.

    Attributes
    ----------
    algorithm : {"lbfgs", "gis"}
    optimisation : Optimisation
        Penalties, stopping rule, and the seed of initial weights.
    """

    algorithm: str
    optimisation: Optimisation


def fit_locally(
    dataset: Dataset,
    targets: Targets,
    choice: FeatureChoice,
    settings: LocalSettings,
    *,
    sentence_weights: FloatArray | None = None,
    initial: Callable[[], EarlierModel] | None = None,
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
    dev: DevWatch | None = None,
) -> tuple[LocalModel, TrainingRecord]:
    """Maximise the penalised likelihood of the known labels.

    Parameters
    ----------
    dataset, targets, choice
        As for `fit_by_likelihood`; with ``allowed_transitions="observed"`` sentences begin with
        labels observed there.
    settings : LocalSettings
    sentence_weights : (N,) array, optional
        Factor of each sentence's log-likelihood; sentences of weight 0 are left out.
    initial : callable, optional
        Returns the model with the initial weights; by default zeros.
    monitor, cancelled
        A cancelled training returns the weights of its last iteration.
    dev : DevWatch, optional
        Scores every iteration on held-out sentences.

    Raises
    ------
    CrfError
        A sentence has no labelling; or, with "gis", an attribute is negative.
    """
    started = time.perf_counter()
    given = dataset
    if sentence_weights is not None:
        dataset, targets, sentence_weights = with_weight(dataset, targets, sentence_weights)
    index = choice.index(dataset, targets)
    starts = _start_labels(dataset, targets, seen=choice.allowed_transitions == "observed")
    optimisation = settings.optimisation
    objective = LocalObjective(
        dataset,
        targets,
        index,
        starts,
        c2=optimisation.c2,
        cancelled=cancelled,
        sentence_weights=sentence_weights,
    )
    weights = _first_weights(objective, index, targets, optimisation.seed, initial)
    seconds_features = time.perf_counter() - started
    best = weights.copy()
    watch = _with_dev_scores(dev, objective, weights, best, monitor)
    minimum = _minimised(objective, weights, settings, watch)
    n_weights, algorithm = objective.n_weights, settings.algorithm
    record = record_of(algorithm, minimum, seconds_features, given, targets, n_weights, started)
    chosen = weights
    if dev is not None and dev.restores and dev.best_iteration is not None:
        chosen = best
    return objective.model(chosen), record.judged(dev)


def _with_dev_scores(
    dev: DevWatch | None,
    objective: LocalObjective,
    weights: FloatArray,
    best: FloatArray,
    monitor: Monitor | None,
) -> Monitor | None:
    """Score the weights on held-out sentences after each iteration; write the best."""
    if dev is None:
        return monitor
    watch = dev.watching(lambda: objective.model(weights), monitor)

    def watched(progress: TrainingProgress) -> bool | None:
        is_stopping = watch(progress)
        if dev.best_iteration == progress.iteration:
            best[:] = weights
        return is_stopping

    return watched


def _start_labels(dataset: Dataset, targets: Targets, *, seen: bool) -> IdArray:
    """Return the possible first labels of sentences; a set counts as each of its labels."""
    if not seen:
        return np.arange(targets.n_labels, dtype=np.int32)
    starts = first_tokens(dataset.offsets, 0, dataset.n_tokens)
    found = targets.label_sets[starts]
    allowed = targets.allowed_by_set()[found[found != targets.n_labels]]
    if not len(allowed):
        return np.arange(targets.n_labels, dtype=np.int32)
    return np.flatnonzero(allowed.any(axis=0)).astype(np.int32)


def _first_weights(
    objective: LocalObjective,
    index: FeatureIndex,
    targets: Targets,
    seed: int,
    initial: Callable[[], EarlierModel] | None,
) -> FloatArray:
    weights = np.zeros(objective.n_weights)
    if initial is not None:
        earlier = initial()
        weights[: index.n_weights] = earlier.model.translated(
            index, earlier.old_ids, earlier.old_edge_ids, earlier.old_labels
        )
        if earlier.start is not None:
            # First labels that the other model lacks have initial weight 0.
            known = np.append(np.where(np.isfinite(earlier.start), earlier.start, 0.0), 0.0)
            weights[index.n_weights :] = known[earlier.old_labels[objective.start_labels]]
    elif not targets.known:
        weights += np.random.default_rng(seed).normal(scale=NOISE, size=len(weights))
    return weights


def _minimised(
    objective: LocalObjective,
    weights: FloatArray,
    settings: LocalSettings,
    monitor: Monitor | None,
) -> Minimum:
    optimisation = settings.optimisation
    if settings.algorithm == "gis":
        return minimise_by_scaling(
            objective, weights, stopping=optimisation.stopping, monitor=monitor
        )
    return minimised(objective, weights, optimisation, monitor)

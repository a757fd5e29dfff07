"""Training with expectations: the labelled sentences first, then both together."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.training.dev_watch import DevWatch
from crfcore.training.expectations import (
    LEAST_PROBABILITY,
    ExpectationObjective,
    ExpectedShares,
)
from crfcore.training.feature_index import FeatureIndex, with_all_labels
from crfcore.training.fitting import (
    FeatureChoice,
    TrainingRecord,
    fit_by_likelihood,
)
from crfcore.training.forbidden import check_possible
from crfcore.training.given_labels import is_labelled, with_weight
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor, TrainingProgress
from crfcore.training.objectives.names import terms_of
from crfcore.training.objectives.objective import Objective
from crfcore.training.optimisation import Optimisation, minimised
from crfcore.training.optimisers.minimisation import Minimum
from crfcore.training.starts import EarlierModel, Initial

USUAL_VALUE = 10.0
"""Attributes with greater values may make probabilities 0 or 1 up to the last digit."""

LEAST_TOKENS = 2
"""Attributes of fewer unlabelled tokens tell nothing about others; in trials F1 was the same."""


def fit_with_expectations(
    dataset: Dataset,
    targets: Targets,
    choice: FeatureChoice,
    optimisation: Optimisation,
    expected: ExpectedShares,
    weight: float,
    *,
    sentence_weights: FloatArray | None = None,
    initial: Initial = "auto",
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
    dev: DevWatch | None = None,
) -> tuple[LinearModel, TrainingRecord]:
    """Minimise the objective of the labelled sentences plus that of expectations.

    The sum is not convex. It is minimised by L-BFGS or OWL-QN from the minimum of the objective of
    the labelled sentences; from zeros where no token has a label; or from a model that is given.

    Parameters
    ----------
    dataset, targets, choice, optimisation, sentence_weights, initial, monitor, cancelled
        As for `fit_by_likelihood`; there may be no labelled token. The attributes are those of
        ``expected.dataset``.
    expected : ExpectedShares
    weight : float
        Of the expectations.
    dev : DevWatch, optional
        Judges the iterations with expectations.

    Raises
    ------
    CrfError
        No labelling of an unlabelled sentence is allowed, or values of attributes are so great that
        an expectation has no effect.
    """
    first: TrainingRecord | None = None
    given = dataset
    earlier = initial() if callable(initial) else None
    if not callable(initial) and is_labelled(targets):
        model, first, _ = fit_by_likelihood(
            dataset,
            targets,
            choice,
            optimisation,
            sentence_weights=sentence_weights,
            initial=initial,
            monitor=monitor,
            cancelled=cancelled,
        )
        if first.reason in {"monitor", "cancelled"}:
            return model, first
        earlier = _same_features(model)
    started = time.perf_counter()
    if sentence_weights is not None:
        dataset, targets, sentence_weights = with_weight(dataset, targets, sentence_weights)
    index = _with_weights_of_text(choice.index(dataset, targets), expected)
    _check_text(expected, index)
    weights = _start_weights(index, earlier)
    of_labelled = Objective(
        dataset,
        targets,
        index,
        c2=optimisation.c2,
        threads=optimisation.threads,
        cancelled=cancelled,
        sentence_weights=sentence_weights,
        terms=terms_of(optimisation.objective),
        costs=optimisation.costs,
    )
    with ExpectationObjective(
        of_labelled, expected, index, weight, threads=optimisation.threads, cancelled=cancelled
    ) as objective:
        minimum = minimised(
            objective, weights, optimisation, _judged(dev, index, weights, _after(first, monitor))
        )
        _check_effect(minimum, objective, expected.dataset, weights)
    if dev is not None:
        weights = dev.chosen(weights)
    seconds = time.perf_counter() - started
    found = _record(optimisation, minimum, seconds, given, index, first)
    return LinearModel(index, weights), found.judged(dev)


def _start_weights(index: FeatureIndex, earlier: EarlierModel | None) -> FloatArray:
    if earlier is None:
        return np.zeros(index.n_weights)
    return earlier.model.translated(
        index, earlier.old_ids, earlier.old_edge_ids, earlier.old_labels
    )


def _same_features(model: LinearModel) -> EarlierModel:
    """Return a model of the same attributes and labels as one to start from."""
    index = model.index
    return EarlierModel(
        model,
        np.arange(index.n_attributes, dtype=np.int32),
        np.arange(len(index.edge_indptr) - 1, dtype=np.int32),
        np.arange(index.n_labels, dtype=np.int32),
    )


def _with_weights_of_text(index: FeatureIndex, expected: ExpectedShares) -> FeatureIndex:
    """Give further attributes a weight for each label.

    They are those that have an expectation, and those without a weight that occur on enough
    unlabelled tokens.
    """
    text = expected.dataset
    counts = np.bincount(text.attributes, minlength=text.n_attributes)
    chosen = (counts >= LEAST_TOKENS) & (np.diff(index.state_indptr) == 0)
    chosen[expected.attributes] = True
    return with_all_labels(index, chosen)


def _check_text(expected: ExpectedShares, index: FeatureIndex) -> None:
    """Raise CrfError where forbidden transitions leave a sentence without a labelling."""
    try:
        check_possible(expected.dataset.offsets, expected.targets, index)
    except NoLabellingError as error:
        raise CrfError(
            f"Unlabelled sentence {error.sentence + 1} has no labelling under "
            "allowed_transitions; allow more of them."
        ) from None


def _check_effect(
    minimum: Minimum, objective: ExpectationObjective, text: Dataset, weights: FloatArray
) -> None:
    """Raise CrfError where great values leave an expectation without effect at the minimum."""
    if not minimum.converged or not text.has_values or objective.nearest >= LEAST_PROBABILITY:
        return
    # The last evaluation may be one that was not accepted.
    objective(weights, np.empty_like(weights))
    at = int(np.argmax(np.abs(text.values)))
    if objective.nearest >= LEAST_PROBABILITY or abs(text.values[at]) <= USUAL_VALUE:
        return
    token = int(np.searchsorted(text.indptr, at, side="right")) - 1
    sentence = int(np.searchsorted(text.offsets, token, side="right")) - 1
    raise CrfError(
        f"Unlabelled sentence {sentence + 1}, token {token - int(text.offsets[sentence]) + 1}: an "
        f"attribute has the value {text.values[at]:g}, which makes labels so certain that an "
        "expectation has no effect on them; scale it."
    )


def _judged(
    dev: DevWatch | None, index: FeatureIndex, weights: FloatArray, monitor: Monitor | None
) -> Monitor | None:
    if dev is None:
        return monitor
    return dev.watching(lambda: LinearModel(index, weights.copy()), monitor)


def _after(record: TrainingRecord | None, monitor: Monitor | None) -> Monitor | None:
    """Count on from the training on labelled sentences."""
    if monitor is None or record is None:
        return monitor
    first = record

    def counted(progress: TrainingProgress) -> bool | None:
        return monitor(
            replace(
                progress,
                iteration=progress.iteration + first.iterations,
                evaluations=progress.evaluations + first.evaluations,
                seconds=progress.seconds + first.seconds,
            )
        )

    return counted


def _record(
    optimisation: Optimisation,
    minimum: Minimum,
    seconds: float,
    dataset: Dataset,
    index: FeatureIndex,
    first: TrainingRecord | None,
) -> TrainingRecord:
    iterations, evaluations, features = 0, 0, 0.0
    if first is not None:
        iterations, evaluations = first.iterations, first.evaluations
        seconds, features = seconds + first.seconds, first.seconds_features
    return TrainingRecord(
        optimisation.algorithm,
        None if np.isnan(minimum.value) else minimum.value,
        iterations + minimum.iterations,
        evaluations + minimum.evaluations,
        seconds,
        features,
        minimum.converged,
        minimum.reason,
        dataset.n_sentences,
        dataset.n_tokens,
        dataset.n_attributes,
        index.n_weights,
        index.n_labels,
        tuple((number + evaluations, value) for number, value in minimum.history),
    )

"""Training by counts: EP1 and EP2 of Zhu et al."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from crfcore.arrays import FloatArray, MaskArray
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.features.vector_lines import unfold_vectors
from crfcore.training.empirical import UNSEEN_RATE, Edges, EmpiricalModel
from crfcore.training.empirical_counts import count
from crfcore.training.fitting import FeatureChoice, TrainingRecord, fit_by_likelihood
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor
from crfcore.training.optimisation import Optimisation
from crfcore.training.unseen_words import fitted_unseen_words

OutOfVocabulary: TypeAlias = Literal["mean", "exponential"]
"""The estimate for unseen words: EP1's mean over attributes, or EP2's maximum entropy model."""

COARSE = (0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 3.0)
"""Grid of exponents."""

FINE = (0.8, 0.9, 1.1, 1.2)
"""Factors of the best one, for a second grid."""

ExponentScore: TypeAlias = Callable[[EmpiricalModel], float]
"""The score of a model on held-out sentences; greater is better."""


@dataclass(frozen=True, slots=True)
class Counting:
    """Settings of a model of counts.

    Attributes
    ----------
    edges : "labels" or "words"
    unseen_rate : float
    exponent : float
        mu, if it is not tuned.
    oov : "mean" or "exponential"
    """

    edges: Edges = "labels"
    unseen_rate: float = UNSEEN_RATE
    exponent: float = 1.0
    oov: OutOfVocabulary = "mean"


def fit_by_counting(
    dataset: Dataset,
    targets: Targets,
    is_key: MaskArray,
    counting: Counting | None = None,
    *,
    choice: FeatureChoice | None = None,
    optimisation: Optimisation | None = None,
    score: ExponentScore | None = None,
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[EmpiricalModel, TrainingRecord]:
    """Train by counts; see `crfcore.training.empirical`.

    Parameters
    ----------
    dataset : Dataset
    targets : Targets
    is_key : (A,) array of 0 and 1
        The attributes that are keys of tokens.
    counting : Counting, optional
    choice : FeatureChoice, optional
        Weights of the model of unseen words.
    optimisation : Optimisation, optional
        Settings of its optimiser.
    score : callable, optional
        Score for tuning the exponent.
    monitor, cancelled
        For the fit of the model of unseen words.

    Returns
    -------
    EmpiricalModel
    TrainingRecord
        Its evaluations are those of the model of unseen words.
    """
    counting = counting or Counting()
    started = time.perf_counter()
    keys = is_key if counting.edges == "words" else None
    counts = count(dataset, targets, is_key=keys)
    model = EmpiricalModel(counts, is_key, counting.exponent, counting.unseen_rate)
    fit_of_unseen: TrainingRecord | None = None
    if counting.oov == "exponential" and counts.labels.any():
        dataset = unfold_vectors(dataset)

        def fit(tokens: Dataset, labels: Targets, times: FloatArray) -> LinearModel:
            nonlocal fit_of_unseen
            fitted, fit_of_unseen, _ = fit_by_likelihood(
                tokens,
                labels,
                replace(choice or FeatureChoice(), transitions=False, allowed_transitions="all"),
                optimisation or Optimisation(),
                sentence_weights=times,
                monitor=monitor,
                cancelled=cancelled,
            )
            return fitted

        unseen = fitted_unseen_words(dataset, targets, is_key, fit)
        model = replace(model, unseen=unseen)
    if score is not None:
        model = replace(model, exponent=tuned_exponent(model, score))
    record = counted_record(model, dataset, time.perf_counter() - started)
    return model, record if fit_of_unseen is None else _with_fit(record, fit_of_unseen)


def _with_fit(record: TrainingRecord, fit: TrainingRecord) -> TrainingRecord:
    """Return the record of counting with figures of the fit of unseen words."""
    record = replace(record, iterations=fit.iterations, evaluations=fit.evaluations)
    return record if fit.converged else replace(record, converged=False, reason=fit.reason)


def counted_record(model: EmpiricalModel, dataset: Dataset, seconds: float) -> TrainingRecord:
    """Return the record of counting some sentences."""
    return TrainingRecord(
        "empirical",
        None,
        0,
        0,
        seconds,
        0.0,
        converged=True,
        reason="counted",
        n_sentences=dataset.n_sentences,
        n_tokens=dataset.n_tokens,
        n_attributes=dataset.n_attributes,
        n_features=model.n_features,
        n_labels=model.counts.n_labels,
    )


def tuned_exponent(model: EmpiricalModel, score: ExponentScore) -> float:
    """Return the exponent with the best score; on ties the nearest to 1.

    Zhu et al., section 3.7.1, adjust mu on held-out data. A common factor of all labels has no
    effect, so mu is an exponent here.
    """
    scores: dict[float, float] = {}

    def best_of(exponents: tuple[float, ...]) -> float:
        for exponent in exponents:
            scores[exponent] = score(replace(model, exponent=exponent))
        return max(scores, key=lambda one: (scores[one], -abs(np.log(one))))

    best = best_of(COARSE)
    return best_of(tuple(round(best * factor, 6) for factor in FINE))

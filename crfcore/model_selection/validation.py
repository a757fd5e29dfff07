"""Cross-validation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.crf import LinearChainCRF
from crfcore.estimator.extractors import Extractor
from crfcore.features.dataset import Dataset
from crfcore.model_selection.folds import sentence_folds
from crfcore.model_selection.material import Material, material_for
from crfcore.model_selection.scores import SCORES, score_named
from crfcore.training.monitor import Monitor, TrainingCancelled


@dataclass(frozen=True, slots=True, eq=False)
class CrossValidation:
    """The scores of each fold.

    Attributes
    ----------
    scores : mapping of str to (K,) array
        Score by fold, by name.
    models : tuple of LinearChainCRF
        The model trained without that fold.
    seconds : (K,) array
        Of training.
    """

    scores: Mapping[str, FloatArray]
    models: tuple[LinearChainCRF, ...]
    seconds: FloatArray

    def mean(self, score: str) -> float:
        """Return the mean of a score over the folds."""
        return float(np.mean(self.scores[score]))

    def deviation(self, score: str) -> float:
        """Return the standard deviation of a score over the folds (with K − 1)."""
        return deviation_of(self.scores[score])


def deviation_of(scores: Sequence[float] | FloatArray) -> float:
    """Return the standard deviation with K − 1; NaN where a score is infinite."""
    with np.errstate(invalid="ignore"):
        return float(np.std(scores, ddof=1))


def exceeds_error(gains: FloatArray, errors: float = 1.0) -> bool:
    """Return whether the mean of gains by fold, (K,), is above so many of its standard errors."""
    return bool(gains.mean() > errors * gains.std(ddof=1) / np.sqrt(len(gains)))


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """Training sentences, and sentences with labels for scores."""

    training: Material
    held_out: Material
    held_out_labels: list[list[Any]]

    def labelled(self) -> tuple[Dataset, list[list[str]]]:
        """Return the held-out sentences without open labels, and their labels."""
        known = [
            number
            for number, tags in enumerate(self.held_out_labels)
            if all(isinstance(tag, str) for tag in tags)
        ]
        labels = [self.held_out_labels[number] for number in known]
        return self.held_out.dataset.select(np.array(known, np.int64)), labels


def folds_of(material: Material, folds: int, seed: int) -> list[Fold]:
    """Divide sentences into folds; see `sentence_folds`."""
    everything = np.arange(material.dataset.n_sentences, dtype=np.int64)
    parts = []
    for positions in sentence_folds(material.dataset.n_sentences, folds, seed):
        held_out = material.select(positions)
        training = material.select(np.delete(everything, positions))
        parts.append(Fold(training, held_out, held_out.given_labels()))
    return parts


def finished(model: LinearChainCRF) -> LinearChainCRF:
    """Return a model; TrainingCancelled if its training was cancelled."""
    if model.training_.reason == "cancelled":
        raise TrainingCancelled
    return model


def cross_validate(
    crf: LinearChainCRF,
    X: Any,  # noqa: N803
    y: Any,
    folds: int = 5,
    seed: int = 0,
    *,
    scores: Sequence[str] = tuple(SCORES),
    labels: Sequence[str] | None = None,
    extractor: Extractor | None = None,
    sample_weight: Any = None,
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> CrossValidation:
    """Train once for each fold on the others, and score on that fold.

    Parameters
    ----------
    crf : LinearChainCRF
        Gives the parameters; it is not changed.
    X, y, labels, extractor, sample_weight
        As for `LinearChainCRF.fit`; attributes are extracted once. Weights apply to training, not
        to scores.
    folds, seed
        As for `sentence_folds`.
    scores : sequence of {"span_f1", "token_accuracy", "log_likelihood"}
    monitor, cancelled
        As for `LinearChainCRF.fit`, for each training.

    Raises
    ------
    TrainingCancelled
        `cancelled` returned True.
    """
    measures = {name: score_named(name) for name in scores}
    material = material_for(crf, X, y, labels, extractor, sample_weight)
    models = []
    found: dict[str, list[float]] = {name: [] for name in measures}
    for fold in folds_of(material, folds, seed):
        model = finished(fold.training.fit(crf, {}, None, monitor, cancelled))
        models.append(model)
        for name, measure in measures.items():
            found[name].append(measure(model, fold.held_out.dataset, fold.held_out_labels))
    return CrossValidation(
        {name: np.array(values) for name, values in found.items()},
        tuple(models),
        np.array([model.training_.seconds for model in models]),
    )

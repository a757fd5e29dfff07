"""The quick model, updated incrementally by counting what was edited."""

from __future__ import annotations

import copy
import threading
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from app.jobs.data.snapshot import TrainingData, TrainingTargets, tokens_at, training_targets
from app.jobs.training.model_kinds import token_model
from app.jobs.training.train import Extraction, TrainedModel, described, train

MAX_DAMPED, HALF_DAMPED = 3.75, 100.0
"""The temperature above 1 of a model of almost no tokens, and the number of tokens that halves it.

Measured on 500 held-out sentences, twenty draws: with 1, 3, 10 and 30 sentences of EWT's parts of
speech the mean distance between confidence and accuracy falls from 0.55, 0.29, 0.16 and 0.08 to
0.31, 0.12, 0.07 and 0.06; for Dutch names, where nine tokens of ten have no label, it stays within
0.01 of 0.14, 0.07, 0.05 and 0.04. Trained models are less overconfident, and not damped.
"""

FEW = 8
"""If more than one sentence in so many has changed, all are counted again."""


@dataclass(frozen=True, slots=True, eq=False)
class _Counted:
    """A model, and the label with which each token of the project was counted.

    ``labels`` int32 (T,) are indices of the model's labels; L for tokens not counted.
    """

    model: TrainedModel
    labels: NDArray[np.int32]


class LiveCounts:
    """The newest model of a project; models are new objects, and never change."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._newest: _Counted | None = None

    def model(self, data: TrainingData, extraction: Extraction) -> TrainedModel | None:
        """Return the model of the present labels; None while there are too few."""
        wanted = training_targets(data)
        if wanted is None:
            return None
        labels = _labels_of_tokens(data, wanted)
        with self._lock:
            model = self._updated(data, wanted, labels, extraction)
            if model is None:
                model = train(data, extraction, algorithm="empirical", wanted=wanted)
            self._newest = None if model is None else _Counted(model, labels)
        if model is None:
            return None
        counted = np.bincount(labels, minlength=len(wanted.labels) + 1)[:-1]
        warmed = model.crf.with_temperature(temperature_of_counts(counted))
        return replace(model, crf=warmed, damped=True)

    def _updated(
        self,
        data: TrainingData,
        wanted: TrainingTargets,
        labels: NDArray[np.int32],
        extraction: Extraction,
    ) -> TrainedModel | None:
        """Return the newest model updated; None if it cannot be."""
        from crfcore.features.targets import Targets

        newest = self._newest
        if newest is None or newest.model.extraction is not extraction:
            return None
        tag_ids = newest.model.tag_ids
        if tag_ids is None or not np.array_equal(tag_ids, wanted.tag_ids):
            return None
        if token_model(newest.model.crf).exponent_ != data.exponent:
            return None
        tokens = np.flatnonzero(newest.labels != labels)
        offsets = data.text.offsets
        sentence_indices = np.unique(np.searchsorted(offsets, tokens, side="right") - 1)
        if len(sentence_indices) * FEW > len(wanted.sentence_indices):
            return None
        at = tokens_at(offsets, sentence_indices)
        crf = copy.copy(token_model(newest.model.crf))
        n_labels = len(wanted.labels)
        before, after = (
            Targets(numbers[at], wanted.targets.sets[:0], n_labels)
            for numbers in (newest.labels, labels)
        )
        crf.correct(extraction.dataset.select(sentence_indices), before, after)
        return TrainedModel(described(crf, data, extraction), wanted.tag_ids, extraction)


def temperature_of_counts(tokens: NDArray[np.int64]) -> float:
    """Return the temperature for a model with these token counts by label.

    Models of a handful of tokens are overconfident, except where nearly all tokens have the same
    label.
    """
    n_tokens = int(tokens.sum())
    varied = 1.0 - tokens.max() / max(n_tokens, 1)
    return float(1.0 + MAX_DAMPED * varied / (1.0 + (n_tokens / HALF_DAMPED) ** 2))


def _labels_of_tokens(data: TrainingData, wanted: TrainingTargets) -> NDArray[np.int32]:
    """Return the label with which each token of the project is counted."""
    n_labels = len(wanted.labels)
    labels = np.full(int(data.text.offsets[-1]), n_labels, np.int32)
    at = tokens_at(data.text.offsets, wanted.sentence_indices)
    labels[at] = np.minimum(wanted.targets.label_sets, n_labels)
    return labels

"""Everything that the window's trainer and suggester ask of the mathematics, in one object."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Project
from app.domain.tokens import TokenState
from app.formats.output import keep_project
from app.jobs.counting import LiveCounts
from app.jobs.propose import ProposedTags, Sentences, propose, sentences_of
from app.jobs.snapshot import TrainingData, labelled_places, snapshot, tokens_at
from app.jobs.train import (
    Cancelled,
    ExtractionCache,
    TrainedModel,
    train,
)

if TYPE_CHECKING:
    from crfcore.training.monitor import Monitor


class ProjectLearning:
    """Learns from one project; attributes are extracted once and shared by all its models."""

    def __init__(self) -> None:
        self._extractions = ExtractionCache()
        self._counts = LiveCounts()

    def snapshot(self, project: Project) -> TrainingData:
        """Return what a training needs of a project."""
        return snapshot(project)

    def empirical(self, data: TrainingData) -> TrainedModel | None:
        """Return a model made from counts, None while too little is labelled."""
        return self._counts.model(data, self._extractions.get(data.text, data.template))

    def train(
        self,
        data: TrainingData,
        previous: TrainedModel | None,
        monitor: Monitor,
        cancelled: Cancelled,
        threads: int,
    ) -> TrainedModel | None:
        """Return a trained model, None while too little is labelled or after a cancel."""
        return train(
            data,
            self._extractions.get(data.text, data.template),
            previous=previous,
            monitor=monitor,
            cancelled=cancelled,
            threads=threads,
        )

    def sentences(self, project: Project, places: NDArray[np.int64]) -> Sentences:
        """Return what a proposal needs of some sentences."""
        return sentences_of(project, places)

    def propose(self, model: TrainedModel, sentences: Sentences) -> ProposedTags:
        """Decode sentences under all that is known of their tokens."""
        return propose(model, sentences)

    def cost(self, model: TrainedModel, n_tokens: int) -> int:
        """Return the number of steps of decoding so many tokens: tokens × labels²."""
        return n_tokens * len(model.crf.classes_) ** 2

    def trained_on(self, data: TrainingData) -> tuple[int, int]:
        """Return how many sentences and tokens of the data say something."""
        places = labelled_places(data)
        states = data.states[tokens_at(data.text.offsets, places)]
        known = (states == TokenState.CONFIRMED) | (states == TokenState.NARROWED)
        return len(places), int(np.count_nonzero(known))

    def save(self, model: TrainedModel, path: Path) -> None:
        """Write a model to a file, without what it never needs for tagging."""
        keep_project(path)
        model.crf.compact().save(path)

    def to_bytes(self, model: TrainedModel) -> bytes:
        """Return a model as the bytes of its file."""
        return model.crf.compact().to_bytes()

    def from_bytes(self, data: bytes) -> TrainedModel:
        """Return the model of such bytes; ModelFileError if they are none."""
        from crfcore.crf import LinearChainCRF

        return TrainedModel(LinearChainCRF.from_bytes(data))

"""What a fitted chain consists of: labels, attributes, weights, and how it was trained."""

from __future__ import annotations

from abc import ABC, abstractmethod

from crfcore.errors import NotFittedError
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.training.fitting import TrainingRecord, TrainingState


class Inspection(ABC):
    """The part of an estimator that shows what was learned."""

    @abstractmethod
    def _known(self) -> FittedChain:
        """Return what has been learned; raises NotFittedError."""

    @abstractmethod
    def to_bytes(self) -> bytes:
        """Return the model as it is saved."""

    @property
    def classes_(self) -> list[str]:
        """The labels, in the order of all arrays."""
        return list(self._known().labels)

    @property
    def extractor_(self) -> Extractor:
        """What turns sentences into the model's attributes."""
        return self._known().extractor

    @property
    def attributes_(self) -> list[str]:
        """The attributes that the model knows."""
        return self._known().extractor.attribute_names()

    @property
    def num_attributes_(self) -> int:
        """How many attributes the model knows."""
        return self._known().extractor.n_attributes

    @property
    def size_(self) -> int:
        """The size of the model's file in bytes."""
        return len(self.to_bytes())

    @property
    def training_(self) -> TrainingRecord:
        """How the model was trained."""
        record = self._known().record
        if record is None:
            raise NotFittedError("This model's file does not say how it was trained.")
        return record

    @property
    def optimiser_state_(self) -> TrainingState:
        """How to go on with the training: for `fit(…, state=…)` on the same data."""
        state = self._known().state
        if state is None:
            raise NotFittedError(
                "This model does not hold the state of its training; train it with "
                "fit(…, keep_state=True), and save it with_state=True."
            )
        return state

    @property
    def state_features_(self) -> dict[tuple[str, str], float]:
        """The weight of each (attribute, label) pair."""
        return self._known().state_features()

    @property
    def transition_features_(self) -> dict[tuple[str, str], float]:
        """The weight of each (label, next label) pair."""
        return self._known().transition_features()

"""What a fitted chain consists of: labels, attributes, weights, and how it was trained."""

from __future__ import annotations

from abc import abstractmethod

from crfcore.errors import NotFittedError
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.learned import Learned
from crfcore.training.fitting import TrainingRecord, TrainingState


class Inspection(Learned):
    """The part of an estimator that shows what was learned."""

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
    def n_nonzero_(self) -> int:
        """How many weights are not exactly 0."""
        return self._known().n_nonzero

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

    def top_state_features(
        self, n: int | None = None, label: str | None = None, *, lowest: bool = False
    ) -> list[tuple[tuple[str, str], float]]:
        """Return the greatest weights of (attribute, label) pairs.

        Parameters
        ----------
        n : int, optional
            How many; all if not given.
        label : str, optional
            Of this label alone.
        lowest : bool
            The least weights, the most negative first.

        Returns
        -------
        list of ((attribute, label), weight)
            As `Counter.most_common` would; equal weights in the order of attributes and labels.

        Raises
        ------
        UnknownLabelError
            The model does not know the label.
        """
        return self._known().top_state_features(n, label, lowest=lowest)

    def top_transition_features(
        self, n: int | None = None, *, lowest: bool = False
    ) -> list[tuple[tuple[str, str], float]]:
        """Return the greatest weights of (label, next label) pairs; see `top_state_features`."""
        found = sorted(
            self.transition_features_.items(),
            key=lambda item: item[1] if lowest else -item[1],
        )
        return found if n is None else found[: max(n, 0)]

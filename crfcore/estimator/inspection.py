"""What a fitted chain consists of: labels, attributes, weights, training, temperature."""

from __future__ import annotations

from abc import abstractmethod
from copy import copy
from dataclasses import replace
from typing import Self

from crfcore.errors import NotFittedError
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.fitted_chain import FittedChain, checked_temperature
from crfcore.estimator.learned import Learned
from crfcore.training.fitting import TrainingRecord, TrainingState


class Inspection(Learned):
    """The part of an estimator that shows what was learned."""

    _fitted: FittedChain | None

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
        return self._known().kept_state()

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

    # ---- the temperature by which scores are divided

    @property
    def temperature_(self) -> float | None:
        """What all scores are divided by before probabilities are computed; None: not fitted."""
        return self._known().temperature

    @property
    def calibrated_(self) -> bool:
        """Whether a temperature was fitted, so that probabilities say how often they are right."""
        return self.temperature_ is not None

    def with_temperature(self, temperature: float | None) -> Self:
        """Return the same model with another temperature; this one stays what it is.

        Scores, transitions and the costs of soft rules are divided by it wherever probabilities are
        computed: marginals, entropies, those of labellings, samples. The best labelling and its
        score are what they were. A training that starts from the model starts from its weights.

        Parameters
        ----------
        temperature : float or None
            Greater than 0: above 1 the model is less sure of everything, below 1 more. None takes
            it away. `crfcore.active_learning.fit_temperature` finds it.

        Returns
        -------
        The same kind of estimator
            It shares the weights; `save` writes the temperature, too.

        Raises
        ------
        CrfError
            It is no number greater than 0.
        NotFittedError
            Nothing has been learned yet.

        References
        ----------
        C. Guo, G. Pleiss, Y. Sun and K. Q. Weinberger, On calibration of modern neural networks,
        ICML 2017, section 4.2.
        """
        if temperature is not None:
            temperature = checked_temperature(temperature)
        fitted = replace(self._known(), temperature=temperature)
        twin = copy(self)
        twin._fitted = fitted  # noqa: SLF001 - another object of this class
        return twin

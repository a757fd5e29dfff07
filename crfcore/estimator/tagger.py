"""A fitted model with the interface of python-crfsuite's tagger."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.errors import CrfError, shown
from crfcore.estimator.extractors import dataset_of
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.features.dataset import Dataset
from crfcore.training.given_labels import targets_for, without_unknown_labels


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """The content of a model.

    Attributes
    ----------
    header : dict of str to str
        ``num_labels``, ``num_attrs``, ``num_features``.
    labels, attributes : dict of str to str
        The id of each, as text like in CRFsuite's dump.
    transitions : dict of (label, label) to float
    state_features : dict of (attribute, label) to float
    """

    header: dict[str, str]
    labels: dict[str, str]
    attributes: dict[str, str]
    transitions: dict[tuple[str, str], float]
    state_features: dict[tuple[str, str], float]


@dataclass(slots=True)
class Tagger:
    """Labels one sentence at a time; the model is shared and immutable.

    Attributes
    ----------
    fitted : FittedChain
    """

    fitted: FittedChain
    _dataset: Dataset | None = None
    _probabilities: FloatArray = field(default_factory=lambda: np.zeros((0, 0)))

    def set(self, xseq: Any) -> None:
        """Set the sentence for the following calls, of the kind that the model was trained on."""
        self._dataset = dataset_of([xseq], self.fitted.extractor)
        self._probabilities = np.zeros((0, 0))

    def tag(self, xseq: Any = None) -> list[str]:
        """Return the best labels of a sentence, or of the one that was `set`."""
        if xseq is not None:
            self.set(xseq)
        found = self.fitted.best_labels(self._sentence())
        return [self.fitted.labels[label] for label in found.tolist()]

    def marginal(self, y: str, pos: int) -> float:
        """Return P(y_pos = y given x) for the sentence that was set; pos counts from 0."""
        sentence = self._sentence()
        if y not in self.fitted.labels:
            raise CrfError(
                f"The label {shown(y)} is not one of the labels of this model: "
                f"{', '.join(self.fitted.labels[:20])}."
            )
        if not 0 <= pos < sentence.n_tokens:
            raise IndexError(f"There is no token {pos}; the sentence has {sentence.n_tokens}.")
        if not len(self._probabilities):
            self._probabilities = self.fitted.label_probabilities(sentence)
        return float(self._probabilities[pos, self.fitted.labels.index(y)])

    def probability(self, yseq: Any) -> float:
        """Return the probability of a labelling of the sentence that was set.

        0 if it contains a label unknown to the model.
        """
        sentence = self._sentence()
        known = set(self.fitted.labels)
        if without_unknown_labels([yseq], known) != [list(yseq)]:
            return 0.0
        targets, _ = targets_for([yseq], self.fitted.labels, sentence)
        return exp(self.fitted.log_likelihood(sentence, targets))

    def labels(self) -> list[str]:
        """Return the labels of the model."""
        return list(self.fitted.labels)

    def info(self) -> ModelInfo:
        """Return the content of the model."""
        states = self.fitted.state_features()
        transitions = self.fitted.transition_features()
        names = self.fitted.extractor.attribute_names()
        header = {
            "num_labels": str(len(self.fitted.labels)),
            "num_attrs": str(len(names)),
            "num_features": str(len(states) + len(transitions)),
        }
        return ModelInfo(
            header,
            {label: str(number) for number, label in enumerate(self.fitted.labels)},
            {name: str(number) for number, name in enumerate(names)},
            transitions,
            states,
        )

    def close(self) -> None:
        """Forget the sentence; there is no file to close."""
        self._dataset = None

    def _sentence(self) -> Dataset:
        if self._dataset is None:
            raise CrfError("There is no sentence to look at; give one to tag or set first.")
        return self._dataset

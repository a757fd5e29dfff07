"""What a fitted chain answers: labels, probabilities, scores of given labels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import pairwise
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray, MaskArray
from crfcore.estimator.extractors import dataset_of
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.labellings import Labellings
from crfcore.features.dataset import Dataset, Targets
from crfcore.inference.decoding import Decoding
from crfcore.training.given_labels import aligned_labels, targets_for, without_unknown_labels


class Answers(ABC):
    """The part of an estimator that is asked about sentences, once it is fitted."""

    threads: int

    @abstractmethod
    def _known(self) -> FittedChain:
        """Return what has been learned; raises NotFittedError."""

    def dataset(self, X: Any) -> Dataset:  # noqa: N803
        """Return sentences as the model's attributes; those it does not know are left out."""
        return dataset_of(X, self._known().extractor)

    def decode_dataset(self, dataset: Dataset, allowed: MaskArray | None = None) -> Decoding:
        """Return the best labellings and their probabilities, as arrays.

        Parameters
        ----------
        dataset : Dataset
            Of the model's own extractor.
        allowed : (T, L) array of 0 and 1, optional
            Labels as in `classes_`.

        Raises
        ------
        CrfError
            When a sentence has no labelling left; names the sentence and the token.
        """
        return self._known().decode(dataset, allowed, threads=self.threads)

    def label_probabilities(self, dataset: Dataset, allowed: MaskArray | None = None) -> FloatArray:
        """Return P(y_t = y given x), (T, L); parameters as for `decode_dataset`."""
        return self._known().label_probabilities(dataset, allowed, threads=self.threads)

    def predict(self, X: Any) -> list[list[str]]:  # noqa: N803
        """Return the best label of each token, by sentence."""
        fitted = self._known()
        dataset = dataset_of(X, fitted.extractor)
        found = fitted.best_labels(dataset, threads=self.threads)
        names = np.array(fitted.labels, dtype=object)
        return Labellings(_by_sentence(names[found].tolist(), dataset))

    def predict_single(self, xseq: Any) -> list[str]:
        """Return the best labels of one sentence."""
        return self.predict([xseq])[0]

    def predict_marginals(self, X: Any) -> list[list[dict[str, float]]]:  # noqa: N803
        """Return the probability of each label of each token, by sentence."""
        fitted = self._known()
        dataset = dataset_of(X, fitted.extractor)
        rows = fitted.label_probabilities(dataset, threads=self.threads).tolist()
        by_label = [dict(zip(fitted.labels, row, strict=True)) for row in rows]
        return _by_sentence(by_label, dataset)

    def predict_marginals_single(self, xseq: Any) -> list[dict[str, float]]:
        """Return the probability of each label of each token of one sentence."""
        return self.predict_marginals([xseq])[0]

    def score(self, X: Any, y: Any) -> float:  # noqa: N803
        """Return the fraction of tokens whose label is predicted; unknown tokens do not count.

        A set of labels counts as predicted when it holds the prediction; a label that the model
        has never seen is an error like any other.
        """
        dataset = self.dataset(X)
        if isinstance(y, Targets):
            y = self._label_sets_of(y, dataset)
        right = n_tokens = 0
        for found, known in zip(self.predict(dataset), aligned_labels(y, dataset), strict=True):
            for label, target in zip(found, known, strict=True):
                if target is None:
                    continue
                n_tokens += 1
                alike = label == target if isinstance(target, str) else label in target
                right += int(alike)
        return right / n_tokens if n_tokens else 0.0

    def _label_sets_of(self, targets: Targets, dataset: Dataset) -> list[list[Any]]:
        """Return targets as sets of labels, by sentence; None for an unknown token."""
        names = self._known().labels
        targets, _ = targets_for(targets, names, dataset)
        by_number: list[set[str] | None] = [
            {name for name, is_allowed in zip(names, row, strict=True) if is_allowed}
            for row in targets.allowed_by_set().tolist()
        ]
        by_number[targets.n_labels] = None
        return _by_sentence([by_number[number] for number in targets.label_sets], dataset)

    def log_likelihood(
        self,
        X: Any,  # noqa: N803
        y: Any,
        *,
        skip_unknown_labels: bool = False,
    ) -> float:
        """Return Σ log P(what is known of y given x); −∞ for what the model holds impossible.

        Parameters
        ----------
        X, y
            As for `fit`; Targets must be in the order of `classes_`.
        skip_unknown_labels : bool
            Treat tokens with a label that the model has never seen as unknown. Otherwise such a
            label is an `UnknownLabelError`, for its probability is 0.
        """
        fitted = self._known()
        dataset = dataset_of(X, fitted.extractor)
        if skip_unknown_labels and not isinstance(y, Targets):
            y = without_unknown_labels(y, set(fitted.labels))
        targets, _ = targets_for(y, fitted.labels, dataset)
        return fitted.log_likelihood(dataset, targets, threads=self.threads)


def _by_sentence(tokens: list[Any], dataset: Dataset) -> list[list[Any]]:
    return [tokens[start:stop] for start, stop in pairwise(dataset.offsets.tolist())]

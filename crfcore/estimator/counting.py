"""The part of an estimator that learns by counting, and takes back what it has learned."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any, Self

import numpy as np

from crfcore.arrays import IdArray
from crfcore.errors import CrfError
from crfcore.estimator.conventions import Conventions
from crfcore.estimator.extractors import dataset_of, extended, extended_key_mask
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.training_log import TrainingLog
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.reading import Extractor
from crfcore.features.targets import Targets
from crfcore.training.counting import counted_record
from crfcore.training.empirical import EmpiricalModel
from crfcore.training.empirical_counts import EmpiricalCounts
from crfcore.training.given_labels import aligned_labels, names_in_order, targets_for


class Counted(Conventions):
    """The part of an estimator that adds sentences to counts, and takes them away again."""

    algorithm: str | None
    key: str | None

    @abstractmethod
    def fit(self, X: Any, y: Any, *, labels: Sequence[str] | None = None) -> Self:  # noqa: N803
        """Learn from sentences."""

    @property
    def exponent_(self) -> float:
        """The exponent of a model made by counting: the one that was given, or tuned."""
        return self._empirical().exponent

    def forget(self, X: Any, y: Any) -> Self:  # noqa: N803 - scikit-learn's name
        """Take sentences away from a model made by counting: it becomes as if they had not been.

        It takes time in proportion to these sentences. The exponent, and what "exponential" says
        of unseen words, stay what they are.

        Parameters
        ----------
        X, y
            As for `fit`: sentences that were learned, with the labels that they had then.

        Returns
        -------
        LinearChainCRF
            Itself. After an exception it is what it was before; who shares the model that it had
            goes on sharing that.

        Raises
        ------
        CrfError
            The model was not made by counting.
        DataError
            The sentences were not learned so.
        """
        return self._recount(X, [y], None, EmpiricalCounts.removed, extend=False)

    def correct(self, X: Any, y_before: Any, y: Any) -> Self:  # noqa: N803
        """Learn other labels for sentences from which a model made by counting has learned.

        Parameters
        ----------
        X, y_before, y
            As for `fit`: the sentences, their labels so far and those that count from now on.

        Returns
        -------
        LinearChainCRF
            As for `forget`; so are the errors.
        """
        return self._recount(X, [y_before, y], None, EmpiricalCounts.replaced, extend=False)

    def _count_further(self, X: Any, y: Any, labels: Sequence[str] | None) -> Self:  # noqa: N803
        if not self._is_fitted():
            return self.fit(X, y, labels=labels)
        return self._recount(X, [y], labels, EmpiricalCounts.added, extend=True)

    def _recount(
        self,
        sentences: Any,
        ys: Sequence[Any],
        labels: Sequence[str] | None,
        change: Callable[..., EmpiricalCounts],
        *,
        extend: bool,
    ) -> Self:
        started = perf_counter()
        known, model = self._known(), self._empirical()
        extractor, dataset = known.extractor, dataset_of(sentences, known.extractor)
        is_key = model.is_key
        if extend and not _knows_all(extractor, dataset):
            extractor = extended(extractor, sentences)
        if extractor is not known.extractor:
            dataset = dataset_of(sentences, extractor)
            is_key = extended_key_mask(is_key, extractor, self.key)
        names = known.labels
        targets = []
        for y in ys:
            one, names = further_targets(y, labels, dataset, names)
            targets.append(one)
        if len(names) > model.counts.n_labels:
            model = model.with_labels(len(names))
        label_sets = [_of_labels(one, len(names)) for one in targets]
        counts = change(model.counts, dataset, *label_sets, is_key)
        model = replace(model, counts=counts, is_key=is_key)
        record = counted_record(model, dataset, perf_counter() - started)
        log, metadata = TrainingLog(), self.metadata_
        log.close(record)
        self._take(FittedChain(names, extractor, model, record), log)
        self.metadata_ = metadata
        return self

    def _empirical(self) -> EmpiricalModel:
        model = self._known().model
        if not isinstance(model, EmpiricalModel):
            raise CrfError(
                "This model was not made by counting: nothing can be counted into it, and it has "
                "no exponent; fit it with algorithm='empirical'."
            )
        return model


def further_targets(
    y: Any, labels: Sequence[str] | None, dataset: Dataset, known: tuple[str, ...]
) -> tuple[Targets, tuple[str, ...]]:
    """Return targets for the labels of a model and the new ones behind them.

    Parameters
    ----------
    y : sentences of labels, or Targets
    labels : sequence of str, optional
        The new ones in their order; by default those in y. Of Targets all, if there are new ones.
    dataset : Dataset
    known : tuple of str
        The labels of the model.
    """
    if isinstance(y, Targets):
        names = tuple(labels or known)
        if names[: len(known)] != known:
            raise CrfError(
                "Targets for a model that goes on learning need labels that begin with those of "
                "the model: labels=[*crf.classes_, …]."
            )
        return targets_for(y, names, dataset)
    y = aligned_labels(y, dataset)
    new = names_in_order(y) if labels is None else labels
    return targets_for(y, tuple(dict.fromkeys([*known, *new])), dataset)


def _of_labels(targets: Targets, n_labels: int) -> IdArray:
    """Return what is confirmed, with a greater number for everything else."""
    known = targets.label_sets < targets.n_labels
    return np.where(known, targets.label_sets, n_labels).astype(np.int32)


def _knows_all(extractor: Extractor, dataset: Dataset) -> bool:
    """Return whether no attribute was left out, where that can be told quickly."""
    if not isinstance(extractor, TemplateExtractor) or extractor.phrase_lists:
        return False
    return len(dataset.attributes) == dataset.n_tokens * len(extractor.template.unigrams)

"""Updates of a model of counts: sentences added, removed or relabelled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from crfcore.arrays import IdArray
from crfcore.errors import CrfError, DataError, NotFittedError, shown
from crfcore.estimator.extractors import dataset_of, extended, extended_key_mask
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.reading import Extractor
from crfcore.features.targets import Targets
from crfcore.training.count_table import NOT_COUNTED
from crfcore.training.counting import counted_record
from crfcore.training.empirical import EmpiricalModel
from crfcore.training.empirical_counts import EmpiricalCounts, keys_of_tokens
from crfcore.training.given_labels import aligned_labels, names_in_order, targets_for


class Recount(NamedTuple):
    """Sentences that update the counts of a model.

    Attributes
    ----------
    sentences : Any
        As for `fit`.
    ys : sequence
        Their previous labels, new labels, or both, as `change` takes them.
    labels : sequence of str, optional
        New labels in their order.
    change : callable
        One of `EmpiricalCounts.added`, `EmpiricalCounts.removed`, `EmpiricalCounts.replaced`.
    """

    sentences: Any
    ys: Sequence[Any]
    labels: Sequence[str] | None
    change: Callable[..., EmpiricalCounts]

    def of(self, known: FittedChain, key: str | None, *, extend: bool) -> FittedChain:
        """Return a fitted chain with updated counts.

        Parameters
        ----------
        known : FittedChain
            A model of counts.
        key : str, optional
            The estimator's parameter.
        extend : bool
            Whether new attributes are added.
        """
        started = perf_counter()
        model = empirical_model(known)
        extractor, dataset = known.extractor, dataset_of(self.sentences, known.extractor)
        is_key = model.is_key
        if extend and not _has_all_attributes(extractor, dataset):
            extractor = extended(extractor, self.sentences)
        if extractor is not known.extractor:
            dataset = dataset_of(self.sentences, extractor)
            is_key = extended_key_mask(is_key, extractor, key)
        names = known.labels
        targets = []
        for y in self.ys:
            one, names = further_targets(y, self.labels, dataset, names)
            targets.append(one)
        if len(names) > model.counts.n_labels:
            model = model.with_labels(len(names))
        label_sets = [_of_labels(one, len(names)) for one in targets]
        if not extend:
            _check_known(model, extractor, dataset, label_sets[0])
        counts = self.change(model.counts, dataset, *label_sets, is_key)
        model = replace(model, counts=counts, is_key=is_key)
        record = counted_record(model, dataset, perf_counter() - started)
        return FittedChain(names, extractor, model, record)


def _check_known(
    model: EmpiricalModel, extractor: Extractor, dataset: Dataset, label_sets: IdArray
) -> None:
    """Raise DataError if tokens lack an attribute that each counted token has.

    That is the key, if there are as many keys as labels; and with a template one of each line, if
    there are as many attributes. A model of frequent attributes alone has fewer.
    """
    counts = model.counts
    here = label_sets < counts.n_labels
    lacks_key = here & (keys_of_tokens(dataset, model.is_key) < 0)
    n_lines = 0
    if isinstance(extractor, TemplateExtractor) and not extractor.has_sources:
        n_lines = len(extractor.lines)
    lacks_line = here & (np.diff(dataset.indptr) < n_lines)
    if not (lacks_key.any() or lacks_line.any()):
        return
    table = counts.states.merged(len(model.is_key))
    n_labels = float(counts.labels.sum())
    n_keys = float(table.counts[np.repeat(model.is_key, np.diff(table.indptr)) == 1].sum())
    is_known = n_keys != n_labels or not lacks_key.any()
    if is_known and (not lacks_line.any() or float(table.counts.sum()) != n_lines * n_labels):
        return
    raise DataError(NOT_COUNTED)


def empirical_model(known: FittedChain) -> EmpiricalModel:
    """Return the counts of a fitted chain; CrfError if it has none."""
    if not isinstance(known.model, EmpiricalModel):
        raise CrfError(
            "This model was not made by counting: nothing can be counted into it, and it has "
            "no exponent; fit it with algorithm='empirical'."
        )
    return known.model


def exponent_of(known: FittedChain) -> float:
    """Return the exponent of a model of counts; NotFittedError for another model."""
    if not isinstance(known.model, EmpiricalModel):
        raise NotFittedError(
            "This model was not made by counting and has no exponent; fit it with "
            "algorithm='empirical'."
        )
    return known.model.exponent


def further_targets(
    y: Any, labels: Any, dataset: Dataset, known: tuple[str, ...]
) -> tuple[Targets, tuple[str, ...]]:
    """Return targets for the labels of a model followed by new ones.

    Parameters
    ----------
    y : sentences of labels, or Targets
    labels : sequence of str, optional
        The new ones in their order; by default those in y. For Targets all labels, if some are new.
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
    if isinstance(new, str) or not isinstance(new, Iterable):
        raise DataError(f"labels={shown(labels)} is not possible; it must be a list of strings.")
    return targets_for(y, tuple(dict.fromkeys([*known, *new])), dataset)


def _of_labels(targets: Targets, n_labels: int) -> IdArray:
    """Return confirmed labels, with a greater number for all others."""
    known = targets.label_sets < targets.n_labels
    return np.where(known, targets.label_sets, n_labels).astype(np.int32)


def _has_all_attributes(extractor: Extractor, dataset: Dataset) -> bool:
    """Return whether no attribute was left out, if that is quick to check."""
    if not isinstance(extractor, TemplateExtractor) or extractor.has_sources:
        return False
    return len(dataset.attributes) == dataset.n_tokens * len(extractor.lines)

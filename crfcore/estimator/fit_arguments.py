"""The arguments of `fit` and their checks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.errors import CrfError, UnknownLabelError, shown
from crfcore.estimator.extractors import Extractor, dataset_to_learn, ids_in
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.features.dataset import Dataset
from crfcore.features.learned_text import LearnedText
from crfcore.features.phrases import PhraseList
from crfcore.features.targets import Targets
from crfcore.features.template import Template
from crfcore.training.boosted_model import BoostedModel
from crfcore.training.coded_model import CodedModel
from crfcore.training.empirical import EmpiricalModel
from crfcore.training.fitting import TrainingState
from crfcore.training.given_labels import (
    check_learnable,
    labels_in,
    sentence_weights_for,
    targets_for,
)
from crfcore.training.local_model import LocalModel
from crfcore.training.online_fitting import ONLINE_ALGORITHMS
from crfcore.training.starts import EarlierModel


class GivenData(NamedTuple):
    """The training data of `fit`, extracted and checked.

    Attributes
    ----------
    dataset : Dataset
    extractor : Extractor
        The extractor of the dataset.
    targets : Targets
        The known labels.
    names : tuple of str
        The labels.
    weights : (N,) array, or None
        Of sentences.
    seconds : float
        The time of extraction.
    """

    dataset: Dataset
    extractor: Extractor
    targets: Targets
    names: tuple[str, ...]
    weights: FloatArray | None
    seconds: float


def given_data(
    X: Any,  # noqa: N803 - scikit-learn's name
    y: Any,
    labels: Sequence[str] | None,
    extractor: Extractor | None,
    template: str | Template | None,
    min_count: int | None,
    sample_weight: Any,
    learned: LearnedText = LearnedText(),  # noqa: B008 - immutable
    lists: tuple[PhraseList, ...] = (),
    *,
    apart: bool = False,
) -> GivenData:
    """Return the arguments of `fit` as training data, as `dataset_to_learn` does.

    Raises
    ------
    CrfError
        Sentences, labels and weights do not match, or there is nothing to learn.
    """
    started = perf_counter()
    dataset, used = dataset_to_learn(X, extractor, template, min_count, learned, lists, apart=apart)
    seconds = perf_counter() - started
    targets, names = targets_for(y, labels, dataset)
    check_learnable(targets)
    weights = sentence_weights_for(sample_weight, dataset)
    return GivenData(dataset, used, targets, names, weights, seconds)


def check_fit_arguments(
    algorithm: str | None,
    weights: FloatArray | None,
    label_weight: Any,
    state: Any,
    *,
    keep_state: bool,
) -> None:
    """Raise CrfError where the algorithm does not support an argument of `fit`.

    Parameters
    ----------
    algorithm : str or None
    weights : (N,) array or None
        Of sentences.
    label_weight, state, keep_state
        As for `LinearChainCRF.fit`.
    """
    if label_weight is not None:
        raise CrfError(
            "label_weight is not possible: the likelihood of a chain has no terms for single "
            "labels; weight whole sentences with sample_weight."
        )
    if state is not None and not isinstance(state, TrainingState):
        raise CrfError(
            f"state={shown(state)} is not the optimiser_state_ of a training; give that."
        )
    has_state = state is not None or keep_state
    if algorithm == "empirical":
        _check_countable(weights, has_state=has_state)
    elif algorithm not in {None, "lbfgs"}:
        _check_stateless(algorithm, has_state=has_state)
        if algorithm in ONLINE_ALGORITHMS:
            _check_online(algorithm, weights)


def _check_countable(weights: FloatArray | None, *, has_state: bool) -> None:
    if weights is not None:
        raise CrfError(
            "algorithm='empirical' counts each sentence once; leave out sample_weight, or use "
            "algorithm='lbfgs'."
        )
    if has_state:
        raise CrfError(
            "algorithm='empirical' counts and has no state to keep or to go on from; leave "
            "out state and keep_state."
        )


def _check_stateless(algorithm: str, *, has_state: bool) -> None:
    if has_state:
        raise CrfError(
            f"algorithm={shown(algorithm)} takes and keeps no state of L-BFGS; leave out state "
            "and keep_state."
        )


def _check_online(algorithm: str, weights: FloatArray | None) -> None:
    if weights is not None:
        raise CrfError(
            f"algorithm={shown(algorithm)} does not weigh sentences; use algorithm='lbfgs' "
            "with sample_weight."
        )


def check_labels_known(earlier: FittedChain, targets: Targets, names: tuple[str, ...]) -> None:
    """Raise UnknownLabelError for a label unknown to the initial model."""
    known = set(earlier.labels)
    for label in labels_in(targets):
        if names[label] not in known:
            raise UnknownLabelError(
                f"The label {shown(names[label])} is not one of those of the model to start from; "
                "correct it; LinearChainCRF.fit(…, new_labels=True) allows new ones."
            )


def start_among(
    initial: Any, algorithm: str | None, given: GivenData, *, new_labels: bool
) -> str | FittedChain:
    """Return the start of the weights: a name, or a model that knows the labels."""
    if isinstance(initial, str) or algorithm == "empirical":
        return initial if isinstance(initial, str) else "auto"
    if not new_labels:
        check_labels_known(initial.fitted_, given.targets, given.names)
    fitted: FittedChain = initial.fitted_
    return fitted


def start_of(
    initial: str | FittedChain, extractor: Extractor, names: tuple[str, ...]
) -> str | Callable[[], EarlierModel]:
    """Return the start of the weights: a name, or another model's weights by `start_from`."""
    return initial if isinstance(initial, str) else start_from(initial, extractor, names)


def start_from(
    earlier: FittedChain, extractor: Extractor, names: tuple[str, ...]
) -> Callable[[], EarlierModel]:
    """Return a function that maps an earlier model's weights to other attributes and labels.

    Raises
    ------
    CrfError
        The earlier model has no weights.
    """
    if isinstance(earlier.model, EmpiricalModel):
        raise CrfError("initial: a model made by counting has no weights; use initial='empirical'.")
    if isinstance(earlier.model, BoostedModel | CodedModel):
        raise CrfError(
            "initial: trees and codes have no weights of labels to begin with; give a model that "
            "an optimiser has trained."
        )
    # The weights of a locally normalised chain can be used directly (000, section 3.6.4).
    model = earlier.model.linear if isinstance(earlier.model, LocalModel) else earlier.model
    start = earlier.model.start if isinstance(earlier.model, LocalModel) else None

    def translate() -> EarlierModel:
        old_ids, old_edge_ids = ids_in(extractor, earlier.extractor)
        numbers = {name: number for number, name in enumerate(earlier.labels)}
        old_labels = np.array([numbers.get(name, -1) for name in names], dtype=np.int32)
        return EarlierModel(model, old_ids, old_edge_ids, old_labels, start)

    return translate

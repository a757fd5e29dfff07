"""Scores of a model on held-out sentences during training."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import MaskArray
from crfcore.errors import CrfError
from crfcore.estimator.extractors import dataset_of
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.labellings import by_sentence
from crfcore.features.dataset import Dataset
from crfcore.features.reading import Extractor
from crfcore.features.targets import Targets
from crfcore.metrics.spans import span_scores
from crfcore.training.dev_watch import DevWatch, Score
from crfcore.training.given_labels import aligned_labels, targets_for, without_unknown_labels

DEV_SCORES = ("span_f1", "token_accuracy", "log_likelihood")
"""Values of `dev_score`."""


def dev_watch_of(
    params: Mapping[str, Any],
    sentences: Any,
    y: Any,
    extractor: Extractor,
    labels: tuple[str, ...],
    chain: Callable[[Any], FittedChain] | None = None,
) -> DevWatch | None:
    """Return the watch of a training on held-out sentences; None where there are none.

    Parameters
    ----------
    params : mapping
        ``get_params()`` of an estimator: dev_score, patience, threads.
    sentences, y, extractor, labels, chain
        As for `dev_score_of`.

    Raises
    ------
    CrfError
        Sentences or labels are missing, or both with patience.
    """
    if (sentences is None) != (y is None):
        raise CrfError("X_dev and y_dev belong together; give both, or leave both out.")
    patience = params["patience"]
    if sentences is None:
        if patience is not None:
            raise CrfError(
                f"patience={patience} needs held-out sentences: fit(X, y, X_dev, y_dev)."
            )
        return None
    score = dev_score_of(
        params["dev_score"], sentences, y, extractor, labels, params["threads"], chain
    )
    return DevWatch(score, patience)


def dev_score_of(
    kind: str,
    sentences: Any,
    y: Any,
    extractor: Extractor,
    labels: tuple[str, ...],
    threads: int,
    chain: Callable[[Any], FittedChain] | None = None,
) -> Score:
    """Return a function that scores a model on held-out sentences.

    Parameters
    ----------
    kind : {"span_f1", "token_accuracy", "log_likelihood"}
        F1 of spans, as in conlleval; accuracy of tokens that are not open; Σ log P(known labels). A
        label unknown to the training is wrong, for the likelihood open.
    sentences, y
        As for `LinearChainCRF.fit`.
    chain : callable, optional
        Returns the fitted chain of a model in training.

    Raises
    ------
    CrfError
        There is no token, or a label is unknown with "span_f1".
    """
    dataset = dataset_of(sentences, extractor)
    if dataset.n_tokens == 0:
        raise CrfError("X_dev has no sentence with a token; give some, or leave it out.")
    if isinstance(y, Targets):
        targets, _ = targets_for(y, labels, dataset)
        y = _sets_of(targets, labels, dataset)
    gold = aligned_labels(y, dataset)

    def plain(model: Any) -> FittedChain:
        return FittedChain(labels, extractor, model, None)

    chain = chain or plain

    if kind == "log_likelihood":
        known, _ = targets_for(without_unknown_labels(gold, set(labels)), labels, dataset)
        return lambda model: chain(model).log_likelihood(dataset, known, threads=threads)
    if kind == "token_accuracy":
        right, counts = right_labels(gold, labels)
        tokens_counted = np.flatnonzero(counts)
        n_counted = max(len(tokens_counted), 1)

        def accuracy(model: Any) -> float:
            found = chain(model).best_labels(dataset, threads=threads)
            return int(np.count_nonzero(right[tokens_counted, found[tokens_counted]])) / n_counted

        return accuracy
    if not all(isinstance(label, str) for sentence in gold for label in sentence):
        raise CrfError(
            "dev_score='span_f1' needs the label of every token of y_dev; use 'token_accuracy' or "
            "'log_likelihood' where some are unknown."
        )

    def f1(model: Any) -> float:
        found = [labels[k] for k in chain(model).best_labels(dataset, threads=threads).tolist()]
        return span_scores(gold, by_sentence(found, dataset)).f1

    return f1


def _sets_of(targets: Targets, labels: tuple[str, ...], dataset: Dataset) -> list[list[Any]]:
    """Return targets as labels, sets and None, by sentence."""
    known: list[Any] = [*labels, None]
    known += [
        {name for name, is_possible in zip(labels, row, strict=True) if is_possible}
        for row in targets.sets.tolist()
    ]
    return by_sentence([known[number] for number in targets.label_sets.tolist()], dataset)


def right_labels(
    gold: list[list[Any]], labels: tuple[str, ...]
) -> tuple[MaskArray, NDArray[np.bool_]]:
    """Return the masks of right labels of each token, (T, L), and of tokens that count, (T,)."""
    numbers = {name: number for number, name in enumerate(labels)}
    tokens = [target for sentence in gold for target in sentence]
    right = np.zeros((len(tokens), len(labels)), np.uint8)
    for token_index, target in enumerate(tokens):
        names = target if isinstance(target, AbstractSet) else (target,)
        right[token_index, [numbers[name] for name in names if name in numbers]] = 1
    return right, np.array([target is not None for target in tokens], np.bool_)

"""Probabilities of statements about sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from crfcore.constraints.confidence import Confidence, Statement
from crfcore.constraints.rules import Rules
from crfcore.errors import CrfError, shown
from crfcore.estimator.allowed import allowed_mask
from crfcore.estimator.dataset_rules import dataset_rules_for
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.text_rules import TextRules, words_of
from crfcore.features.dataset import Dataset
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.messages import there_are


def lists_by_sentence(given: Any, name: str) -> list[list[Any]]:
    """Return what is given for each sentence as lists; CrfError if it is no list of lists."""
    try:
        return [list(own) for own in given]
    except TypeError:
        raise CrfError(f"{name} are a list for each sentence; found {shown(given)}.") from None


def confidences(
    fitted: FittedChain,
    sentences: Any,
    dataset: Dataset,
    statements: Iterable[Iterable[Statement]],
    allowed: Any,
    rules: Any,
) -> list[list[float]]:
    """Return the probability of statements about sentences; see `LinearChainCRF.confidence`."""
    mask = allowed_mask(allowed, fitted.labels, dataset)
    requested: Sequence[list[Statement]] = lists_by_sentence(statements, "Statements")
    if len(requested) != dataset.n_sentences:
        raise CrfError(
            f"{there_are(dataset.n_sentences, 'sentence')}, and statements about "
            f"{len(requested):,}; give a list for each sentence."
        )
    text = rules if isinstance(rules, TextRules) else TextRules(Rules() if rules is None else rules)
    if text.words is None:
        text = replace(text, words=words_of(sentences, fitted.extractor))
    dataset_rules = dataset_rules_for(text, sentences, dataset, fitted)
    result: list[list[float]] = []
    for sentence, own in enumerate(requested):
        if not own:
            result.append([])
            continue
        scores, transitions, _, row = dataset_rules.arrays(dataset, mask, sentence, sentence + 1)
        try:
            found = Confidence(
                scores,
                transitions,
                dataset_rules.rules_of(sentence),
                fitted.labels,
                dataset_rules.words_of(sentence),
                dataset_rules.matches_of(sentence),
                row,
                max_states=text.max_states,
                lenient=text.lenient,
            )
        except NoLabellingError as error:
            moved = NoLabellingError(sentence, error.token)
            raise dataset_rules.explained(moved, dataset, mask) from None
        result.append([found.of(statement) for statement in own])
    return result

"""Words that are worth a statement: frequent, and the model is not certain of their labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Project
from app.domain.proposals import NO_TAG, Proposals
from app.domain.tagging import label_name
from app.domain.tokens import Role, TokenState
from app.jobs.data.snapshot import ProjectText
from app.jobs.gazetteers.unlisted_words import SHARE

N_WORDS = 100
"""Limit of the words that are listed."""

LEAST_COUNT = 2
"""A rarer word tells the model too little about others."""

LEAST_ERRORS = 0.05
"""Fewer expected errors would be shown as 0.0, and are no reason to add a word."""

LEAST_LABELLED = 0.25
"""A word that is mostly lower case is listed among the first from this share of labels on."""


@dataclass(frozen=True, slots=True)
class UncertainWord:
    """A word with its open tokens, the expected number of wrong labels among them, and a label.

    ``label`` is the name of the label that the model gives it most often, "" if it most often gives
    none.
    """

    word: str
    n_open: int
    expected_errors: float
    label: str


@dataclass(frozen=True, slots=True, eq=False)
class UncertainWordsQuestion:
    """Copies of the data that words are listed from; T tokens.

    ``is_open`` and ``by_model`` (T,): tokens that can be labelled, and those of them that a model
    has labelled, by ``tags`` with ``probabilities`` (T,). ``labels`` are the names of the tags'
    labels, "" for none; the words of ``phrases`` are known already.
    """

    text: ProjectText
    is_shown: NDArray[np.bool_]
    is_open: NDArray[np.bool_]
    by_model: NDArray[np.bool_]
    tags: NDArray[np.int32]
    probabilities: NDArray[np.float32]
    labels: list[str]
    phrases: tuple[Mapping[str, str], ...]


def uncertain_words_question(project: Project, proposals: Proposals) -> UncertainWordsQuestion:
    """Return the data of a project; test sentences and text not to be labelled are left out."""
    corpus = project.corpus
    lengths = np.diff(corpus.offsets)
    documents = [one for one in project.documents.values() if not one.removed]
    shown = np.isin(corpus.documents, [one.id for one in documents])
    to_label = np.isin(corpus.documents, [one.id for one in documents if not one.for_learning])
    used = to_label & (corpus.roles != Role.CONTROL)
    is_open = np.repeat(used, lengths) & (corpus.states != TokenState.CONFIRMED)
    return UncertainWordsQuestion(
        ProjectText.of(project),
        shown,
        is_open,
        is_open & np.repeat(proposals.models > 0, lengths) & (proposals.by_models() != NO_TAG),
        proposals.tags.copy(),
        proposals.probabilities.copy(),
        [label_name(tag, project.settings.scheme) or "" for tag in project.tags],
        tuple(project.phrases.values()),
    )


def uncertain_words(question: UncertainWordsQuestion) -> list[UncertainWord]:
    """Return the words with the most expected errors, the most errors first.

    Those of gazetteers are left out, and words without letters. Words that are mostly lower case in
    the whole text come after all others, unless a label is often suggested for them: they are
    rarely names, however they are written at the beginning of a sentence. Words for which a
    model expects hardly an error are left out.
    """
    open_, by_model = question.is_open, question.by_model
    ids, words = question.text.columns[0], question.text.words
    counts = np.bincount(ids[open_], minlength=question.text.n_words)
    frequent = np.flatnonzero(counts >= LEAST_COUNT)
    if not len(frequent):
        return []
    lower = np.zeros(len(counts), np.bool_)
    lower[frequent] = _mostly_lower(question, frequent)
    prior = np.where(lower, 1.0 - SHARE, 1.0)
    errors = np.where(by_model, 1.0 - question.probabilities, prior[ids])[open_]
    sums = np.bincount(ids[open_], errors, len(counts))
    has_label = np.array([*map(bool, question.labels), False])
    labelled = by_model & has_label[question.tags]
    n_labelled = np.bincount(ids[labelled], minlength=len(counts))
    last = lower & (n_labelled < LEAST_LABELLED * counts)
    least = LEAST_ERRORS if by_model.any() else 0.0
    known = {phrase.casefold() for phrases in question.phrases for phrase in phrases}
    ordered = frequent[np.lexsort((-sums[frequent], last[frequent]))]
    found = [
        number
        for number in ordered.tolist()
        if sums[number] > least
        and any(map(str.isalpha, words[number]))
        and words[number].casefold() not in known
    ][:N_WORDS]
    listed = by_model & np.isin(ids, found)
    of_word, tags = ids[listed], question.tags[listed]
    return [
        UncertainWord(
            words[number],
            int(counts[number]),
            float(sums[number]),
            _most_frequent([question.labels[tag] for tag in tags[of_word == number].tolist()]),
        )
        for number in found
    ]


def _mostly_lower(question: UncertainWordsQuestion, numbers: NDArray[np.int64]) -> list[bool]:
    """Return which words are written in lower case at least half of the time.

    Words that occur only at the beginning of sentences are as they are written there.
    """
    from crfcore.features.word_cases import CASES, learn_cases

    text = question.text.of_sentences(np.flatnonzero(question.is_shown))
    cases = learn_cases(text.table())
    mostly_lower = CASES[:2]
    words = [question.text.words[number] for number in numbers.tolist()]
    return [(cases.case(word) or _own_case(word)) in mostly_lower for word in words]


def _own_case(word: str) -> str:
    return "lower" if word == word.lower() else "capital"


def _most_frequent(labels: list[str]) -> str:
    """Return the label that occurs most often, "" for none."""
    return max(sorted(set(labels)), key=labels.count, default="")

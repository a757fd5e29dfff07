"""Words that are worth a statement: frequent, and the model is not certain of their labels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.domain.project import Project
from app.domain.proposals import NO_TAG, Proposals
from app.domain.tagging import label_name
from app.domain.tokens import Role, TokenState
from app.jobs.gazetteer_expectations import LOWER_CASE_SHARE

N_WORDS = 100

LEAST_COUNT = 2
"""A rarer word tells the model too little about others."""


@dataclass(frozen=True, slots=True)
class UncertainWord:
    """A word with its open tokens, the expected number of wrong labels among them, and a label.

    ``label`` is the name of the label that is suggested for it most often, "" for none.
    """

    word: str
    n_open: int
    expected_errors: float
    label: str


def uncertain_words(project: Project, proposals: Proposals) -> list[UncertainWord]:
    """Return the words with the most expected errors, the most errors first.

    Those of gazetteers, of test sentences and of text that is not to be labelled are left out.
    Without a model's suggestions, words with capital letters come before others; words without
    letters are never listed.
    """
    corpus = project.corpus
    lengths = np.diff(corpus.offsets)
    documents = project.documents.values()
    shown = [one.id for one in documents if not (one.removed or one.for_learning)]
    used = np.isin(corpus.documents, shown) & (corpus.roles != Role.CONTROL)
    is_open = np.repeat(used, lengths) & (corpus.states != TokenState.CONFIRMED)
    ids = corpus.columns[0][is_open]
    if not len(ids):
        return []
    known = {phrase.casefold() for phrases in project.phrases.values() for phrase in phrases}
    by_model = (np.repeat(proposals.models > 0, lengths) & (proposals.tags != NO_TAG))[is_open]
    counts = np.bincount(ids, minlength=len(project.words))
    frequent = np.flatnonzero(counts >= LEAST_COUNT).tolist()
    prior = np.zeros(len(project.words))
    prior[frequent] = [_prior_error(project.words[number]) for number in frequent]
    errors = np.where(by_model, 1.0 - proposals.probabilities[is_open], prior[ids])
    sums = np.bincount(ids, errors, len(project.words))
    found = [
        number
        for number in sorted(frequent, key=lambda one: -sums[one])
        if sums[number] > 0.0
        and any(map(str.isalpha, project.words[number]))
        and project.words[number].casefold() not in known
    ][:N_WORDS]
    listed = by_model & np.isin(ids, found)
    of_word, tags = ids[listed], proposals.tags[is_open][listed]
    return [
        UncertainWord(
            project.words[number],
            int(counts[number]),
            float(sums[number]),
            _most_frequent(project, tags[of_word == number].tolist()),
        )
        for number in found
    ]


def _prior_error(word: str) -> float:
    """Return the chance of an error that is assumed without a model."""
    return 1.0 - LOWER_CASE_SHARE if word == word.lower() else 1.0


def _most_frequent(project: Project, tags: list[int]) -> str:
    """Return the label of most tags, "" if none has a label."""
    names = [
        label_name(project.tags[tag], project.settings.scheme) for tag in tags if tag != NO_TAG
    ]
    labels = [name for name in names if name]
    return max(sorted(set(labels)), key=labels.count, default="")

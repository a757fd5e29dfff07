"""Words that occur in the same contexts as a word, by vectors of a project's text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.jobs.data.snapshot import ProjectText, TrainingData

if TYPE_CHECKING:
    from crfcore.features.word_vectors import WordVectors

LEAST_TOKENS = 20_000
"""In a shorter text the contexts of most words are too few."""

LEAST_COUNT = 3
"""Rarer words are not listed: they resemble others by chance."""

N_WORDS = 10


@dataclass(frozen=True, slots=True)
class SimilarWords:
    """The most similar words, with the cosine of their vectors; none for a text that is short.

    ``n_tokens`` is the size of the visible text.
    """

    word: str
    nearest: tuple[tuple[str, float], ...]
    n_tokens: int

    @property
    def is_too_short(self) -> bool:
        """Whether the text has too few tokens."""
        return self.n_tokens < LEAST_TOKENS


@dataclass(frozen=True, slots=True, eq=False)
class _Learned:
    """Vectors, the words that are listed, and the text of both."""

    text: ProjectText
    shown: tuple[int, ...]
    vectors: WordVectors
    listed: frozenset[str]


class SimilarWordFinder:
    """Finds similar words in one project; keeps the vectors until the text changes."""

    def __init__(self) -> None:
        self._learned: _Learned | None = None

    def find(
        self,
        data: TrainingData,
        word: str,
        report: Callable[[int, int], None],
        cancelled: Callable[[], bool],
    ) -> SimilarWords | None:
        """Return the words that are most similar; None after a cancel.

        CrfError if the visible text lacks the word.
        """
        from crfcore.errors import TrainingCancelled

        visible = np.isin(data.documents, data.shown)
        n_tokens = int(np.diff(data.text.offsets)[visible].sum())
        if n_tokens < LEAST_TOKENS:
            return SimilarWords(word, (), n_tokens)
        learned = self._learned
        if learned is None or learned.shown != data.shown or not learned.text.same_as(data.text):
            try:
                learned = self._learned = _learn(data, report, cancelled)
            except TrainingCancelled:
                return None
        ranked = learned.vectors.similar(word, len(learned.vectors.words))
        nearest = [pair for pair in ranked if pair[0] in learned.listed]
        return SimilarWords(word, tuple(nearest[:N_WORDS]), n_tokens)


def _learn(
    data: TrainingData, report: Callable[[int, int], None], cancelled: Callable[[], bool]
) -> _Learned:
    from crfcore.features.word_vectors import learn_vectors

    visible = np.flatnonzero(np.isin(data.documents, data.shown)).astype(np.int64)
    table = data.text.table().select(visible)
    vectors = learn_vectors(table, monitor=report, cancelled=cancelled)
    ids, values = table.columns[0].ids, table.columns[0].values
    # A word of added text alone can be found nowhere in the project.
    found = np.repeat(~np.isin(data.documents[visible], data.only_learned), np.diff(table.offsets))
    counts, to_label = np.bincount(ids), np.bincount(ids, found)
    listed = np.flatnonzero((counts >= LEAST_COUNT) & (to_label > 0)).tolist()
    return _Learned(data.text, data.shown, vectors, frozenset(values[at] for at in listed))

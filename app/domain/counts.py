"""Counts of confirmed sentences and tokens, and of the spans of each label."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.domain.edits import BLOCK
from app.domain.project import Project
from app.domain.tagging import TOKENS, TagTable, begins_span, label_name
from app.domain.tokens import TokenState


@dataclass(frozen=True, slots=True)
class Progress:
    """Confirmed and all sentences and tokens, without removed documents."""

    sentences: int
    confirmed_sentences: int
    tokens: int
    confirmed_tokens: int


class DocumentCounts:
    """Progress of every document, updated incrementally: each key needs it."""

    def __init__(self) -> None:
        self._documents: NDArray[np.int32] | None = None
        # Open tokens of each sentence when they were counted.
        self._counted = np.zeros(0, np.int32)
        self._sentences = self._tokens = self._done = self._waiting = np.zeros(0, np.int64)
        self._progress: dict[int, Progress] = {}

    def by_document(self, project: Project, open_tokens: NDArray[np.int32]) -> dict[int, Progress]:
        """Return the progress of each document that has not been removed, by its id."""
        self._catch_up(project, open_tokens)
        shown = _shown(project)
        known = self._progress
        if len(shown) != len(known) or any(number not in known for number in shown):
            self._progress = {number: known.get(number) or self._of(number) for number in shown}
        return self._progress

    def overall(self, project: Project, open_tokens: NDArray[np.int32]) -> Progress:
        """Return the progress over all sentences of documents that have not been removed."""
        self._catch_up(project, open_tokens)
        shown = _shown(project)
        tokens = int(self._tokens[shown].sum())
        return Progress(
            int(self._sentences[shown].sum()),
            int(self._done[shown].sum()),
            tokens,
            tokens - int(self._waiting[shown].sum()),
        )

    def _catch_up(self, project: Project, open_tokens: NDArray[np.int32]) -> None:
        documents = project.corpus.documents
        highest = max(project.documents, default=0)
        if self._documents is not documents or highest >= len(self._sentences):
            self._count(project, open_tokens, highest + 1)
            return
        changed = np.flatnonzero(self._counted != open_tokens)
        if not len(changed):
            return
        before, now = self._counted[changed], open_tokens[changed]
        where = documents[changed]
        size = len(self._sentences)
        self._done += _summed(where, (now == 0).astype(np.int64) - (before == 0), size)
        self._waiting += _summed(where, now.astype(np.int64) - before, size)
        self._counted[changed] = now
        news = {n: self._of(n) for n in np.flatnonzero(np.bincount(where)).tolist()}
        self._progress = self._progress | {n: p for n, p in news.items() if n in self._progress}

    def _count(self, project: Project, open_tokens: NDArray[np.int32], size: int) -> None:
        corpus = project.corpus
        self._documents, self._counted = corpus.documents, open_tokens.copy()
        self._sentences = np.bincount(corpus.documents, minlength=size)
        self._tokens = _summed(corpus.documents, np.diff(corpus.offsets), size)
        self._done = _summed(corpus.documents, open_tokens == 0, size)
        self._waiting = _summed(corpus.documents, open_tokens, size)
        self._progress = {number: self._of(number) for number in _shown(project)}

    def _of(self, number: int) -> Progress:
        tokens = int(self._tokens[number])
        return Progress(
            int(self._sentences[number]),
            int(self._done[number]),
            tokens,
            tokens - int(self._waiting[number]),
        )


def _shown(project: Project) -> list[int]:
    return [number for number, document in project.documents.items() if document.listed]


def _summed(documents: NDArray[Any], values: NDArray[Any], size: int) -> NDArray[np.int64]:
    return np.bincount(documents, weights=values, minlength=size).astype(np.int64)


@dataclass(slots=True, eq=False)
class SpanCounts:
    """Confirmed spans by tag id of their first token, kept up to date sentence by sentence."""

    by_tag: dict[int, int]

    @classmethod
    def of(cls, project: Project) -> SpanCounts:
        """Count the whole project; removed documents do not count."""
        corpus = project.corpus
        size = len(project.tags) + 1
        # A tag is its id and 1; 0 where nothing is confirmed.
        single = np.array([m[0] + 1 if len(m) == 1 else 0 for m in project.tag_sets], np.int32)
        hidden = ~np.isin(corpus.documents, _shown(project))
        begin = _begin_table(project).ravel()
        counts = np.zeros(size, np.int64)
        for first in range(0, corpus.n_sentences, BLOCK):
            offsets = corpus.offsets[first : first + BLOCK + 1]
            at = slice(int(offsets[0]), int(offsets[-1]))
            tags = single[corpus.tag_sets[at]]
            tags *= corpus.states[at] == TokenState.CONFIRMED
            if hidden[first : first + BLOCK].any():
                tags[np.repeat(hidden[first : first + BLOCK], np.diff(offsets))] = 0
            # The confirmed tag of the previous token in the same sentence.
            previous = np.zeros(len(tags) + 1, np.int32)
            previous[1:] = tags
            previous[offsets - offsets[0]] = 0
            begins = begin[previous[:-1] * np.int32(size) + tags]
            counts += np.bincount(tags[begins], minlength=size)
        return cls({tag - 1: int(counts[tag]) for tag in np.flatnonzero(counts).tolist()})

    def add(self, project: Project, sentence_index: int) -> None:
        """Count a sentence in."""
        self._change(project, sentence_index, 1)

    def remove(self, project: Project, sentence_index: int) -> None:
        """Count a sentence out, before it changes."""
        self._change(project, sentence_index, -1)

    def by_label(self, table: TagTable) -> dict[int, int]:
        """Return the counts by label id."""
        counts: dict[int, int] = {}
        for tag, count in self.by_tag.items():
            label = table.labels[tag]
            if label is not None:
                counts[label] = counts.get(label, 0) + count
        return counts

    def _change(self, project: Project, sentence_index: int, step: int) -> None:
        if not project.documents[int(project.corpus.documents[sentence_index])].listed:
            return
        previous: str | None = None
        for tag in project.tags_of(sentence_index):
            if tag is not None and begins_span(previous, tag, project.settings.scheme):
                number = project.tag_ids[tag]
                self.by_tag[number] = self.by_tag.get(number, 0) + step
            previous = tag


def _begin_table(project: Project) -> NDArray[np.bool_]:
    """Return for (previous tag + 1, tag + 1) whether a span begins there; row 0 is no tag."""
    scheme = project.settings.scheme
    names = [label_name(tag, scheme) for tag in project.tags]
    table = np.zeros((len(names) + 1, len(names) + 1), np.bool_)
    for tag, name in enumerate(names):
        table[:, tag + 1] = bool(name)
        if scheme == TOKENS:
            continue
        for previous, other in enumerate(names):
            if other == name and name:
                table[previous + 1, tag + 1] = begins_span(
                    project.tags[previous], project.tags[tag], scheme
                )
    return table

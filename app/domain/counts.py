"""How much is done: confirmed sentences, tokens, and spans of each label."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Project
from app.domain.tagging import TOKENS, TagTable, begins_span, label_name
from app.domain.tokens import TokenState


@dataclass(frozen=True, slots=True)
class Progress:
    """Confirmed of all, in sentences and in tokens; removed documents do not count."""

    sentences: int
    confirmed_sentences: int
    tokens: int
    confirmed_tokens: int


def overall_progress(
    project: Project, open_tokens: NDArray[np.int32], visible: NDArray[np.int64]
) -> Progress:
    """Return the progress over the visible sentences."""
    lengths = np.diff(project.corpus.offsets)[visible]
    waiting = open_tokens[visible]
    return Progress(
        len(visible),
        int(np.count_nonzero(waiting == 0)),
        int(lengths.sum()),
        int(lengths.sum() - waiting.sum()),
    )


def document_progress(project: Project, open_tokens: NDArray[np.int32]) -> dict[int, Progress]:
    """Return the progress of each document that has not been removed, by its id."""
    corpus = project.corpus
    size = max(project.documents, default=0) + 1
    lengths = np.diff(corpus.offsets)
    sentences = np.bincount(corpus.documents, minlength=size)
    done = np.bincount(corpus.documents, weights=open_tokens == 0, minlength=size)
    tokens = np.bincount(corpus.documents, weights=lengths, minlength=size)
    waiting = np.bincount(corpus.documents, weights=open_tokens, minlength=size)
    return {
        number: Progress(
            int(sentences[number]),
            int(done[number]),
            int(tokens[number]),
            int(tokens[number] - waiting[number]),
        )
        for number, document in project.documents.items()
        if not document.removed
    }


@dataclass(slots=True, eq=False)
class SpanCounts:
    """Confirmed spans by tag id of their first token, kept up to date sentence by sentence."""

    by_tag: dict[int, int]

    @classmethod
    def of(cls, project: Project) -> SpanCounts:
        """Count the whole project; removed documents do not count."""
        corpus = project.corpus
        shown = [d.id for d in project.documents.values() if not d.removed]
        confirmed = corpus.states == TokenState.CONFIRMED
        if not np.isin(corpus.documents, shown).all():
            hidden = ~np.isin(corpus.documents, shown)
            confirmed &= ~np.repeat(hidden, np.diff(corpus.offsets))
        at = np.flatnonzero(confirmed)
        single = np.array(
            [members[0] if len(members) == 1 else -1 for members in project.tag_sets], np.int32
        )
        tags = single[corpus.tag_sets[at]]
        # What stands ahead: the confirmed tag of the token before, in the same sentence.
        previous = np.full(len(at), -1, np.int32)
        joined = np.flatnonzero(np.diff(at) == 1) + 1
        previous[joined] = tags[joined - 1]
        first = np.zeros(corpus.n_tokens + 1, np.bool_)
        first[corpus.offsets] = True
        previous[first[at]] = -1
        size = len(project.tags) + 1
        begins = _begin_table(project).ravel()[(previous + 1) * size + tags + 1]
        counts = np.bincount(tags[begins], minlength=1)
        return cls({tag: int(counts[tag]) for tag in np.flatnonzero(counts).tolist()})

    def add(self, project: Project, place: int) -> None:
        """Count a sentence in."""
        self._change(project, place, 1)

    def remove(self, project: Project, place: int) -> None:
        """Count a sentence out, before it changes."""
        self._change(project, place, -1)

    def by_label(self, table: TagTable) -> dict[int, int]:
        """Return the counts by label id."""
        counts: dict[int, int] = {}
        for tag, count in self.by_tag.items():
            label = table.labels[tag]
            if label is not None:
                counts[label] = counts.get(label, 0) + count
        return counts

    def _change(self, project: Project, place: int, step: int) -> None:
        if project.documents[int(project.corpus.documents[place])].removed:
            return
        previous: str | None = None
        for tag in project.tags_of(place):
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

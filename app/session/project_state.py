"""The state of a project in memory, with proposals and counts, and its changes by edits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import no_sentences, rising
from app.domain.counts import DocumentCounts, Progress, SpanCounts
from app.domain.edits import Edit, RoleChange, RowChange, TokenChange, TokenChanges
from app.domain.project import Corpus, Project
from app.domain.proposals import NO_TAG, Proposals
from app.domain.tagging import TagTable
from app.domain.tokens import TokenState
from app.session.sentence_uncertainty import NOTHING_UNCERTAIN, renew_certainty, renew_certainty_of
from app.session.token_ranges import TokenRanges
from crfcore.arrays import counts_before


@dataclass(frozen=True, slots=True, eq=False)
class Extension:
    """The arrays of a project with ``sentences`` appended.

    ``made_of`` are the offsets of the project before; ``open_tokens`` are for all sentences.
    """

    sentences: Corpus
    made_of: NDArray[np.int64]
    corpus: Corpus
    proposals: Proposals
    open_tokens: NDArray[np.int32]


class ProjectState:
    """The arrays and tables of a project, and counts that are updated incrementally.

    ``revision`` counts the steps; ``open_tokens`` (N,) is the number of open tokens in each
    sentence.
    """

    def __init__(self, project: Project) -> None:
        """Begin without proposals."""
        self.project = project
        self.revision = 0
        self.proposals = Proposals.none(project.corpus.n_sentences, project.corpus.n_tokens)
        self._touched = no_sentences()
        self._visible: NDArray[np.int64] | None = None
        self._table: TagTable | None = None
        self._counts: SpanCounts | None = None
        self._document_counts = DocumentCounts()
        self.open_tokens = no_sentences().astype(np.int32)
        self.count_corpus()

    @property
    def corpus(self) -> Corpus:
        """The sentences of the project."""
        return self.project.corpus

    @property
    def visible(self) -> NDArray[np.int64]:
        """Indices of the sentences whose document has not been removed, rising."""
        if self._visible is None:
            self._visible = self.project.visible()
        return self._visible

    @property
    def tag_table(self) -> TagTable:
        """Labels by tag."""
        if self._table is None or len(self._table.labels) != len(self.project.tags):
            self._table = TagTable.of(self.project)
        return self._table

    def label_counts(self) -> dict[int, int]:
        """Return how many confirmed spans (tokens, under the scheme "tokens") each label has."""
        if self._counts is None:
            self._counts = SpanCounts.of(self.project)
        return self._counts.by_label(self.tag_table)

    def progress(self) -> Progress:
        """Return the progress of the visible project."""
        return self._document_counts.overall(self.project, self.open_tokens)

    def document_progress(self) -> dict[int, Progress]:
        """Return the same for each visible document, by its id."""
        return self._document_counts.by_document(self.project, self.open_tokens)

    def shown(self, sentence_indices: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return those of some sentences that are visible."""
        shown = np.zeros(self.corpus.n_sentences, np.bool_)
        shown[self.visible] = True
        known = sentence_indices[sentence_indices < len(shown)]
        return np.asarray(known[shown[known]], np.int64)

    def sentence_indices_of(
        self, sentences: Sequence[int] | NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the indices of sentences, given by their ids, rising."""
        return rising(self.corpus.sentence_indices_of(np.asarray(sentences, np.int64)))

    def changed_by(self, edit: Edit) -> NDArray[np.int64]:
        """Return the indices of the sentences whose tokens an edit changes, rising."""
        changes = edit.tokens
        if isinstance(changes, TokenChanges):
            return self.sentence_indices_of(changes.sentences)
        return self.sentence_indices_of([change.sentence for change in changes])

    def touched_since(
        self, sentence_indices: NDArray[np.int64], revision: int
    ) -> NDArray[np.bool_]:
        """Return which of these sentences were edited after ``revision``."""
        return np.asarray(self._touched[sentence_indices] > revision)

    def flat_tokens(self, sentence_indices: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the indices of these sentences' tokens in the flat arrays."""
        offsets = self.corpus.offsets
        starts, lengths = offsets[sentence_indices], self.corpus.lengths(sentence_indices)
        ends = np.cumsum(lengths)
        total = int(ends[-1]) if len(ends) else 0
        return np.asarray(np.arange(total) + np.repeat(starts - (ends - lengths), lengths))

    def extension(self, sentences: Corpus) -> Extension:
        """Return the arrays with sentences appended; on any thread, for it only reads.

        `extend` copies what edits have written meanwhile.
        """
        old, new = self.proposals, Proposals.none(sentences.n_sentences, sentences.n_tokens)
        return Extension(
            sentences,
            self.corpus.offsets,
            Corpus.joined([self.corpus, sentences]),
            Proposals(
                np.concatenate([old.tags, new.tags]),
                np.concatenate([old.probabilities, new.probabilities]),
                np.concatenate([old.models, new.models]),
                np.concatenate([old.listed, new.listed]),
                np.concatenate([old.lowest, new.lowest]),
                np.concatenate([old.expected_errors, new.expected_errors]),
            ),
            np.concatenate([self.open_tokens, _open_tokens(sentences)]),
        )

    def extend(self, sentences: Corpus | Extension) -> None:
        """Append sentences."""
        extension = sentences if isinstance(sentences, Extension) else self.extension(sentences)
        if extension.made_of is not self.corpus.offsets:
            # Others were appended meanwhile.
            extension = self.extension(extension.sentences)
        for name in ("roles", "tag_sets", "states", "edits"):
            _copy_over(getattr(self.corpus, name), getattr(extension.corpus, name))
        for field in fields(self.proposals):
            name = field.name
            _copy_over(getattr(self.proposals, name), getattr(extension.proposals, name))
        _copy_over(self.open_tokens, extension.open_tokens)
        self.project.corpus.replace_by(extension.corpus)
        self.proposals = extension.proposals
        self.open_tokens = extension.open_tokens
        self._forget_counts()

    def count_corpus(self) -> None:
        """Count everything again, after changes that were not made by `apply` or `extend`."""
        self.open_tokens = _open_tokens(self.corpus)
        self._forget_counts()

    def _forget_counts(self) -> None:
        new = np.zeros(self.corpus.n_sentences - len(self._touched), np.int64)
        self._touched = np.concatenate([self._touched, new])
        self._visible = None
        self._table = None
        self._counts = None

    def apply(self, edit: Edit) -> None:
        """Apply an edit whose new names have their ids, as the next revision."""
        self.revision += 1
        project = self.project
        if isinstance(edit.tokens, TokenChanges):
            self._set_many(edit.tokens)
        else:
            for change in edit.tokens:
                self._set_tokens(change)
        self._set_labels(edit)
        for document in edit.documents:
            project.documents[document.after.id] = document.after
        _replace_rows(project.rules, edit.rules)
        self._set_gazetteers(edit)
        self._set_flags(edit)
        if edit.settings is not None:
            project.settings = edit.settings.after
        if edit.roles is not None:
            self._set_roles(edit.roles)
        if edit.documents:
            self._visible = None
        matters = edit.settings is not None and not edit.settings.beside_learning
        if edit.labels or edit.tags or matters:
            project.add_own_tags()
            self._table = None
        # Counts are by tag: they change only with the scheme or hidden documents.
        if edit.documents or matters:
            self._counts = None

    def _set_labels(self, edit: Edit) -> None:
        project = self.project
        _replace_rows(project.labels, edit.labels)
        for tag in edit.tags:
            project.tags[tag.tag] = tag.after
        if edit.tags:
            project.tag_ids = {name: number for number, name in enumerate(project.tags)}

    def _set_gazetteers(self, edit: Edit) -> None:
        project = self.project
        _replace_rows(project.gazetteers, edit.gazetteers)
        for change in edit.phrases:
            # Another mapping: workers may still read this one.
            phrases = project.phrases.get(change.gazetteer, {})
            there = {
                p: n for p, n in zip(change.phrases, change.after, strict=True) if n is not None
            }
            if len(there) < len(change.phrases):
                gone = set(change.phrases).difference(there)
                phrases = {p: n for p, n in phrases.items() if p not in gone}
            project.phrases[change.gazetteer] = {**phrases, **there}

    def _set_roles(self, change: RoleChange) -> None:
        corpus = self.corpus
        sentence_indices = corpus.sentence_indices_of(change.sentences)
        corpus.roles[sentence_indices] = change.after
        # Earlier proposals do not hold any more, nor do those that a worker is making now.
        self._touched[sentence_indices] = self.revision
        at = self.flat_tokens(sentence_indices)
        self.proposals.tags[at] = NO_TAG
        self.proposals.listed[at] = False
        self.proposals.models[sentence_indices] = 0
        self.proposals.lowest[sentence_indices] = NOTHING_UNCERTAIN
        self.proposals.expected_errors[sentence_indices] = 0.0

    def _set_flags(self, edit: Edit) -> None:
        flags = self.project.flags
        for change in edit.flags:
            if change.after:
                flags[change.sentence] = change.after
            else:
                flags.pop(change.sentence, None)

    def _set_tokens(self, change: TokenChange) -> None:
        corpus = self.corpus
        sentence_index = corpus.sentence_index_of(change.sentence)
        self._touched[sentence_index] = self.revision
        at = corpus.span(sentence_index)
        if self._counts is not None:
            self._counts.remove(self.project, sentence_index)
        flat = at.start + change.tokens
        corpus.tag_sets[flat] = change.after.tag_sets
        corpus.states[flat] = change.after.states
        corpus.edits[flat] = change.after.edits
        confirmed = int(np.count_nonzero(corpus.states[at] == TokenState.CONFIRMED))
        self.open_tokens[sentence_index] = at.stop - at.start - confirmed
        if self._counts is not None:
            self._counts.add(self.project, sentence_index)
        renew_certainty_of(corpus, self.proposals, sentence_index)

    def _set_many(self, changes: TokenChanges) -> None:
        """Do what `_set_tokens` does for many sentences, with array operations."""
        self._counts = None
        for block in changes.blocks():
            self._set_block(block)

    def _set_block(self, changes: TokenChanges) -> None:
        corpus = self.corpus
        sentence_indices = corpus.sentence_indices_of(changes.sentences)
        flat = np.repeat(corpus.offsets[sentence_indices], changes.sizes)
        flat += changes.tokens
        corpus.tag_sets[flat] = changes.after.tag_sets
        corpus.states[flat] = changes.after.states
        corpus.edits[flat] = changes.after.edits
        self._touched[sentence_indices] = self.revision
        ranges = TokenRanges.over(corpus, sentence_indices)
        still_open = (corpus.states[ranges.at] != TokenState.CONFIRMED).view(np.uint8)
        self.open_tokens[sentence_indices] = ranges.reduced(np.add, still_open, 0, np.int32)
        renew_certainty(corpus, self.proposals, sentence_indices, ranges)


def _open_tokens(corpus: Corpus) -> NDArray[np.int32]:
    """Return the number of open tokens in each sentence (N,)."""
    done = counts_before(corpus.states == TokenState.CONFIRMED)
    offsets = corpus.offsets
    return np.asarray((np.diff(offsets) - np.diff(done[offsets])).astype(np.int32))


def _replace_rows(rows: dict[int, Any], changes: Iterable[RowChange]) -> None:
    for change in changes:
        if change.after is not None:
            rows[change.after.id] = change.after
        elif change.before is not None:
            del rows[change.before.id]


def _copy_over(old: NDArray[Any], new: NDArray[Any]) -> None:
    new[: len(old)] = old

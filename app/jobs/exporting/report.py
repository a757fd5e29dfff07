"""The report of what an export would lose or change."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from app.domain.documents import TAGS_OPTION, Document
from app.domain.notes import MAX_SENTENCES_KEPT, Note, NoteKind, together
from app.domain.numbers import grouped
from app.domain.project import Project
from app.domain.proposals import NO_TAG, Proposals, only_tags
from app.domain.sentence_flags import SentenceFlags
from app.domain.tagging import OUTSIDE, TOKENS, label_name, tags_without_label
from app.domain.tokens import Role, TokenState
from app.formats.records import no_losses
from app.formats.rows import as_field
from app.formats.table import FORMATS
from app.jobs.data.tag_sequences import TagSequences
from app.jobs.exporting.documents import (
    Exporter,
    ExportForm,
    Records,
    Sources,
    Which,
    left_out,
    no_record,
    shown_documents,
    written,
)
from app.jobs.exporting.fields import no_label_of
from app.jobs.importing.report import ReportLine
from app.jobs.progress import Monitor
from crfcore.errors import DataError
from crfcore.messages import message

AS_IMPORTED = ExportForm()
ROWS = ("text", "columns", "conllu")
"""Formats whose exported files have one row for each token."""


def export_report(
    project: Project,
    sources: Sources,
    form: ExportForm = AS_IMPORTED,
    *,
    folder: bool = True,
    proposals: Proposals | None = None,
    records: Records = no_record,
    monitor: Monitor | None = None,
) -> tuple[Note, ...]:
    """Return notes on what an export into a folder, or into one file, would change or lose.

    The most serious come first; sentence indices are those of the project. DataError if there is
    nothing to write, or a document cannot have the wanted form.
    """
    proposals = proposals or Proposals.none(project.corpus.n_sentences, project.corpus.n_tokens)
    exporter = Exporter(project, sources, form, proposals, records, monitor)
    documents = shown_documents(project)
    if not documents:
        raise DataError(message("The project has no document to be written; import one first."))
    exporter.check_format(documents)
    if not folder:
        exporter.check_alike(documents, None)
    report = _Report(project, exporter, form, proposals)
    return together(
        note for document in documents for note in report.notes(document, folder=folder)
    )


class _Report:
    """Counts losses and changes by document, on the arrays of the whole project."""

    def __init__(
        self, project: Project, exporter: Exporter, form: ExportForm, proposals: Proposals
    ) -> None:
        self._project = project
        self._exporter = exporter
        self._form = form
        self._single = only_tags(project.tag_sets)[project.corpus.tag_sets]
        self._states = project.corpus.states
        tags = np.where(self._states == TokenState.CONFIRMED, self._single, NO_TAG)
        self._suggested = self._states == TokenState.SUGGESTED
        self._proposed = np.zeros(len(tags), np.bool_)
        control = np.repeat(project.corpus.roles == Role.CONTROL, np.diff(project.corpus.offsets))
        # Tokens that have no suggestion because they are to be labelled without.
        self._unaided = control & (form.which is Which.ALL)
        if form.which is Which.ALL:
            tags = np.where(self._suggested & ~control, self._single, tags)
            possible = _possible_proposals(project, proposals) & ~control
            self._proposed = possible & (tags == NO_TAG) & ~self._suggested
            tags = np.where(self._proposed, proposals.tags, tags)
        self._tags = tags.astype(np.int32)

    def notes(self, document: Document, *, folder: bool) -> Iterator[Note]:
        """Yield notes on what a document would lose or change, in a ``folder`` its own file."""
        corpus = self._project.corpus
        mine = corpus.documents == document.id
        missing = mine & ~written(self._project, self._form.which)
        yield from self._note(NoteKind.LOST, "Sentences that are not done, left out", missing)
        if folder and document.id in left_out(self._project, self._form.which):
            yield Note(NoteKind.LOST, "Documents without a sentence that is done, left out")
            return
        mine &= ~missing
        tokens = np.repeat(mine, np.diff(corpus.offsets))
        yield from self._undecided(document, tokens)
        yield from self._taken_as_decided(tokens)
        yield from self._form_lost(document)
        yield from self._spaced_words(document, tokens)
        yield from self._tag_notes(document, mine, tokens)
        marked = mine & self._project.with_flags(
            SentenceFlags.SKIPPED | SentenceFlags.LATER | SentenceFlags.FLAGGED
        )
        yield from self._note(
            NoteKind.LOST,
            "Flags and status of sentences (flagged, skipped, postponed) are not exported",
            marked,
        )
        if FORMATS[self._form.format or document.layout.format].losses is not no_losses:
            yield from self._exporter.losses(document)

    def _note(
        self,
        kind: NoteKind,
        text: str,
        where: NDArray[np.bool_],
        *,
        tokens: bool = False,
        name: str = "",
    ) -> Iterator[Note]:
        """Yield a note on some sentences, or on some tokens."""
        found = np.flatnonzero(where)
        if len(found):
            offsets = self._project.corpus.offsets
            sentence_indices = (
                np.searchsorted(offsets, found, side="right") - 1 if tokens else found
            )
            unique = tuple(dict.fromkeys(sentence_indices[: 20 * MAX_SENTENCES_KEPT].tolist()))[
                :MAX_SENTENCES_KEPT
            ]
            yield Note(kind, text, len(found), unique, name)

    def _undecided(self, document: Document, tokens: NDArray[np.bool_]) -> Iterator[Note]:
        none = tokens & (self._tags == NO_TAG)
        stays = np.zeros_like(none)
        if self._exporter.keeps_fields(document):
            stays = none & ((self._project.corpus.edits == 0) | self._suggested)
        yield from self._lost_states(document, none & ~stays & ~self._suggested)
        yield from self._note(
            NoteKind.LOST,
            "Unaccepted suggestions, not exported",
            none & ~stays & self._suggested,
            tokens=True,
        )
        yield from self._note(
            NoteKind.LOST,
            "Rejected labels, not exported",
            tokens & (self._states == TokenState.NARROWED) & self._have_rejected_label(),
            tokens=True,
        )
        yield from self._note(
            NoteKind.CHANGED,
            "Unconfirmed tokens, exported with their original labels",
            stays,
            tokens=True,
        )

    def _lost_states(self, document: Document, tokens: NDArray[np.bool_]) -> Iterator[Note]:
        """Yield notes on open tokens, which are exported like those without a label."""
        text = "Unconfirmed tokens, exported without a label"
        of_tests = (
            "Unconfirmed tokens of test sentences (without suggestions), exported without a label"
        )
        name = ""
        if not FORMATS[self._form.format or document.layout.format].keeps:
            name = no_label_of(self._exporter.scheme_of(document))
            text = "Unconfirmed tokens, exported as “{name}”"
            of_tests = (
                "Unconfirmed tokens of test sentences (without suggestions), exported as “{name}”"
            )
        aided, unaided = tokens & ~self._unaided, tokens & self._unaided
        yield from self._note(NoteKind.LOST, text, aided, tokens=True, name=name)
        yield from self._note(NoteKind.LOST, of_tests, unaided, tokens=True, name=name)

    def _have_rejected_label(self) -> NDArray[np.bool_]:
        """Return which tokens have a rejected label, not only a rejected continuation of a span."""
        project = self._project
        scheme, labels = project.settings.scheme, project.visible_labels()
        if scheme == TOKENS:
            return np.ones(len(self._tags), np.bool_)
        names = {label.name for label in labels}
        lacks = [
            bool(names - {label_name(project.tags[tag], scheme) for tag in members})
            for members in project.tag_sets
        ]
        return np.array(lacks, np.bool_)[project.corpus.tag_sets]

    def _taken_as_decided(self, tokens: NDArray[np.bool_]) -> Iterator[Note]:
        yield from self._note(
            NoteKind.CHANGED,
            "Model suggestions, exported as confirmed",
            tokens & self._proposed,
            tokens=True,
        )
        yield from self._note(
            NoteKind.CHANGED,
            "Imported suggestions, exported as confirmed",
            tokens & self._suggested & (self._tags != NO_TAG),
            tokens=True,
        )

    def _form_lost(self, document: Document) -> Iterator[Note]:
        """Yield notes on what rows of words and labels lose."""
        layout = document.layout
        if (self._form.format or layout.format) not in ROWS:
            return
        kept = self._exporter.keeps_form(document)
        if layout.format == "text":
            yield Note(NoteKind.LOST, "Documents whose original spacing is lost")
        elif not kept:
            yield Note(NoteKind.LOST, "Documents exported as words and labels only")
        if kept and layout.separator == "tab":
            return
        spaced = [label.name for label in self._project.visible_labels() if " " in label.name]
        if spaced:
            text = "Labels with a space, which cannot be exported; rename them first"
            yield Note(NoteKind.LOST, text, len(spaced))

    def _spaced_words(self, document: Document, tokens: NDArray[np.bool_]) -> Iterator[Note]:
        """Yield notes on words that rows change."""
        written = self._form.format or document.layout.format
        if written not in ROWS or self._exporter.keeps_form(document):
            return
        spaced = np.array([as_field(word) != word for word in self._project.words], np.bool_)
        text = "Words that contain spaces, exported without them"
        found = tokens & spaced[self._project.corpus.columns[0]]
        yield from self._note(NoteKind.CHANGED, text, found, tokens=True)

    def _tag_notes(
        self, document: Document, mine: NDArray[np.bool_], tokens: NDArray[np.bool_]
    ) -> Iterator[Note]:
        project = self._project
        own = document.layout.option(TAGS_OPTION, project.settings.scheme)
        names = [*project.tags, OUTSIDE]
        tags = np.where(self._tags[tokens] == NO_TAG, len(names) - 1, self._tags[tokens])
        lengths = np.diff(project.corpus.offsets)[mine]
        offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        sequences = TagSequences(tags.astype(np.int32), names, offsets)
        broken = np.zeros(len(tokens), np.bool_)
        broken[tokens] = sequences.broken(own)
        yield from self._note(
            NoteKind.ODD, "Tags that violate their scheme, exported unchanged", broken, tokens=True
        )
        written = self._exporter.scheme_of(document)
        if TOKENS not in (own, written) or own == written:
            return
        text = "Boundaries between adjacent spans with the same label"
        if own == TOKENS:
            text = (
                "Adjacent tokens with one label, merged into one span unless separated in "
                "the source file"
            )
        found = np.zeros(len(tokens), np.bool_)
        found[tokens] = sequences.neighbours() if own == TOKENS else sequences.touching(own)
        kind = NoteKind.CHANGED if own == TOKENS else NoteKind.LOST
        yield from self._note(kind, text, found, tokens=True)


def _possible_proposals(project: Project, proposals: Proposals) -> NDArray[np.bool_]:
    """Return where the window shows a proposal on open tokens."""
    proposed = proposals.tags
    gone = tags_without_label(project, range(len(project.tags)))
    kept = np.array([tag not in gone for tag in range(len(project.tags))] + [False], np.bool_)
    result = kept[proposed]
    for token in np.flatnonzero(project.corpus.states == TokenState.NARROWED).tolist():
        members = project.tag_sets[int(project.corpus.tag_sets[token])]
        result[token] &= int(proposed[token]) in members
    return result


# ---- in words


def loss_lines(notes: tuple[Note, ...], translate: Callable[[str], str] = str) -> list[ReportLine]:
    """Return the losses of an export in words."""
    if not notes:
        return [ReportLine(translate("Nothing is lost in this export."))]
    return [
        ReportLine(
            note.worded(translate),
            grouped(note.n),
            grave=note.kind in (NoteKind.LOST, NoteKind.ODD),
        )
        for note in notes
    ]

"""Export of documents with the labels of the project.

With ``confirmed`` a token gets its confirmed tag. A token not changed since the import keeps its
imported field, and so does one without a confirmed tag whose field had no label. Other tokens get
"no label": “O” where labels are spans, “_” where each token has one. With ``done`` sentences
with open tokens are left out. With ``all`` open tokens get imported suggestions and then proposals,
as the window shows them.

Tags are written in the given scheme, or in that of the document's file if import has converted it,
or in the project's. A sentence whose tags violate their scheme keeps them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.display import shown_tags
from app.domain.documents import SCHEME_OPTION, TAGS_OPTION, Document, Layout, SourceRecord
from app.domain.notes import Note
from app.domain.project import Project
from app.domain.proposals import NO_TAG, Proposals
from app.domain.sentences import SentenceSource
from app.domain.tagging import OUTSIDE, TOKENS, label_name
from app.domain.tokens import TokenState
from app.formats.output import folder_for, write_all
from app.formats.records import (
    LABEL,
    ExportedDocument,
    ExportedSentence,
    Format,
    Writer,
    no_records,
)
from app.formats.table import FORMATS, beside, check_layouts, format_named
from app.jobs.exporting.fields import (
    converted,
    has_label,
    kept_fields,
    no_label_of,
    with_borders,
)
from app.jobs.exporting.names import check_label_names, file_names, files_beside
from app.jobs.progress import Monitor, report
from crfcore import whole_files
from crfcore.arrays import counts_before
from crfcore.errors import DataError, cut
from crfcore.messages import joined, message
from crfcore.text.rows import is_blank

Sources = Callable[[int], Iterable[tuple[int, SentenceSource]]]
"""Returns id and source of each sentence of a document: `ProjectFile.sentence_sources`."""

Records = Callable[[int], Iterable[SourceRecord]]
"""Returns the records of a document: `ProjectFile.records`."""

_SENTENCES_BETWEEN_REPORTS = 500
_LEADING_BLANK_LINES = re.compile(r"^(?:[ \t]*\r?\n)+")
_NAME_SHOWN = 80
_END_KEPT = 80
"""Characters that show whether a document ends with a blank line."""


class Which(StrEnum):
    """Which labels to write."""

    CONFIRMED = "confirmed"
    DONE = "done"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class ExportForm:
    """Which labels are written, in which format and scheme; "" for the imported ones."""

    which: Which = Which.CONFIRMED
    format: str = ""
    scheme: str = ""


def no_record(_: int) -> Iterable[SourceRecord]:
    """Return no records of any document."""
    return no_records()


def export(
    project: Project,
    sources: Sources,
    out: Path,
    *,
    which: Which = Which.CONFIRMED,
    proposals: Proposals | None = None,
    format_name: str = "",
    scheme: str = "",
    records: Records = no_record,
    monitor: Monitor | None = None,
    origin: Path | None = None,
) -> int:
    """Write the project's documents; return the number of sentences written.

    In a folder each document with a sentence to be written is a file with its name; in a file they
    are concatenated, and must have the same columns. Without ``format_name`` each document has its
    imported format, without ``scheme`` its imported scheme or else the project's. DataError if that
    is not possible; then nothing is written. Files get the mode of ``origin``, the file of the
    project.
    """
    form = ExportForm(which, format_name, scheme)
    exporter = Exporter(project, sources, form, proposals, records, monitor)
    documents = shown_documents(project)
    if not documents:
        raise DataError(
            message("The project has no document to be written; import one first."), path=out
        )
    exporter.check_format(documents)
    if out.is_dir():
        write_all(exporter.files(documents, out), origin)
    else:
        exporter.check_alike(documents, out)
        write_all(exporter.one_file(documents, out), origin)
    shown = [document.id for document in documents]
    return int((np.isin(project.corpus.documents, shown) & written(project, which)).sum())


def written(project: Project, which: Which) -> NDArray[np.bool_]:
    """Return which sentences are written: all, or those that are confirmed as a whole."""
    corpus = project.corpus
    if which is not Which.DONE:
        return np.ones(corpus.n_sentences, np.bool_)
    confirmed = corpus.states == TokenState.CONFIRMED
    done = counts_before(confirmed)[corpus.offsets]
    return np.asarray(np.diff(done) == np.diff(corpus.offsets))


def left_out(project: Project, which: Which) -> frozenset[int]:
    """Return the ids of documents no sentence of which is written: in a folder they get no file."""
    if which is not Which.DONE:
        return frozenset()
    documents = project.corpus.documents
    return frozenset(np.setdiff1d(documents, documents[written(project, which)]).tolist())


def files_in(
    project: Project, folder: Path, format_name: str = "", which: Which = Which.CONFIRMED
) -> list[Path]:
    """Return the files that an export into a folder would write."""
    documents, without = shown_documents(project), left_out(project, which)
    found = []
    for document, name in zip(documents, file_names(documents, folder, format_name), strict=True):
        if document.id not in without:
            found += [name, *files_beside(name, document, format_name)]
    return found


def files_to_replace(
    project: Project, out: Path, format_name: str = "", which: Which = Which.CONFIRMED
) -> list[str]:
    """Return the names of files that an export would replace without their being named.

    In a folder these may be the imported files; beside a named file they are its companions.
    """
    found = (
        files_in(project, out, format_name, which)
        if out.is_dir()
        else _beside(project, out, format_name)
    )
    return [path.name for path in found if path.exists()]


def _beside(project: Project, out: Path, format_name: str) -> list[Path]:
    """Return the companions that an export into a file writes."""
    documents = shown_documents(project)
    return files_beside(out, documents[0], format_name) if len(documents) == 1 else []


def folder_to_make(project: Project, out: Path) -> AbstractContextManager[None]:
    """Return a context for an export that makes the folder of several documents, if it is new.

    A name without a suffix is that of a folder. If the export fails, no empty folder is left.
    """
    several = len(project.documents) > 1
    return folder_for(out) if several and not (out.suffix or out.exists()) else nullcontext()


class Exporter:
    """Writes the project's documents as text."""

    def __init__(
        self,
        project: Project,
        sources: Sources,
        form: ExportForm,
        proposals: Proposals | None,
        records: Records,
        monitor: Monitor | None,
    ) -> None:
        check_layouts(shown_documents(project))
        self._any = format_named(form.format).write_any if form.format else None
        self._project = project
        self._sources = sources
        self._which = form.which
        self._written = written(project, form.which)
        corpus = project.corpus
        self._proposals = proposals or Proposals.none(corpus.n_sentences, corpus.n_tokens)
        self._format = form.format
        self._scheme = form.scheme
        self._records = records
        self._monitor = monitor
        self._all_as_any = False
        self._done = 0

    def check_format(self, documents: list[Document]) -> None:
        """Raise DataError if a document cannot be written in the wanted format."""
        for document in documents:
            own = document.layout.format
            if self._format not in ("", own) and self._any is None:
                others = (name for name, form in FORMATS.items() if form.write_any is not None)
                possible = dict.fromkeys([own, *others])
                reason = message(
                    "“{name}” was imported as {own} and cannot be written as {format}; write "
                    "it as {possible}.",
                    name=document.name,
                    own=own,
                    format=self._format,
                    possible=joined(message(" or as "), possible),
                )
                raise DataError(reason)
            if self._which is Which.DONE and self.writes_whole(document):
                reason = message(
                    "“{name}” is exported as whole texts, so sentences that are not done "
                    "cannot be left out; export it as columns, or the confirmed labels of all "
                    "sentences.",
                    name=document.name,
                )
                raise DataError(reason)
        for form in {form.name: form for form in map(self._format_of, documents)}.values():
            check_label_names(self._label_names(), form)

    def _label_names(self) -> Iterator[str]:
        """Yield the labels of the tags that tokens have, or may get from proposals."""
        project = self._project
        sets = np.unique(project.corpus.tag_sets).tolist()
        tags = {tag for one in sets for tag in project.tag_sets[one]}
        if self._which is Which.ALL:
            tags.update(np.unique(self._proposals.tags).tolist())
        for tag in tags - {NO_TAG}:
            yield label_name(project.tags[tag], project.settings.scheme)

    def check_alike(self, documents: list[Document], out: Path | None) -> None:
        """Raise DataError if the documents cannot be written to one file, None if not chosen yet.

        In the format "columns" documents that differ are written as words and labels only.
        """
        one_place = len(documents) > 1 or (out is not None and whole_files.is_stream(out))
        in_parts = any(self._format_of(one).writes for one in documents)
        if out is not None and one_place and in_parts and not out.suffix and not out.exists():
            reason = message(
                "There is no folder “{name}”; create it first, because each document becomes "
                "more than one file.",
                name=cut(out.name, _NAME_SHOWN),
            )
            raise DataError(reason, path=out)
        if one_place and in_parts:
            reason = message(
                "Each document becomes more than one file, so they don't fit into one; "
                "choose a folder."
            )
            raise DataError(reason, path=out)
        forms = {self._form(document) for document in documents}
        if len(forms) > 1 and self._any is not None:
            self._all_as_any = True
        elif len(forms) > 1:
            reason = message(
                "The documents have different columns, so they don't fit into one file; "
                "choose a folder to get one file for each, or the format “columns” (--format "
                "columns) to write words and labels alone."
            )
            raise DataError(reason, path=out)

    def _form(self, document: Document) -> tuple[str, tuple[str, ...], str]:
        layout = document.layout
        if self._format not in ("", layout.format):
            return self._format, (), ""
        if layout.format == "text":
            return "text", (), ""
        # A document without a label column gets one at the end.
        columns = (name for name in layout.columns if name != LABEL)
        at = layout.columns.index(LABEL) if LABEL in layout.columns else len(layout.columns)
        return layout.format, (*columns, f"{LABEL} {at}"), layout.separator

    def _format_of(self, document: Document) -> Format:
        return FORMATS[self._format or document.layout.format]

    def files(
        self, documents: list[Document], folder: Path
    ) -> Iterator[tuple[Path, Iterable[str]]]:
        """Yield the files of a folder and their text; none for a document without a sentence."""
        names = file_names(documents, folder, self._format)
        without = left_out(self._project, self._which)
        for document, name in zip(documents, names, strict=True):
            if document.id not in without:
                yield name, self.document(document)
                yield from self._companions(document, name)

    def one_file(
        self, documents: list[Document], out: Path
    ) -> Iterator[tuple[Path, Iterable[str]]]:
        """Yield the file of all documents, and its companions."""
        yield out, self._documents(documents)
        if len(documents) == 1:
            yield from self._companions(documents[0], out)

    def _companions(self, document: Document, path: Path) -> Iterator[tuple[Path, Iterable[str]]]:
        for suffix, write in self._format_of(document).writes.items():
            yield beside(path, suffix), write(self._exported(document))

    def _documents(self, documents: list[Document]) -> Iterator[str]:
        """Yield all documents, separated by a blank line."""
        end = "\n\n"
        for document in documents:
            parted = self._format_of(document).parted
            if not end.endswith("\n"):
                yield "\n\n" if parted else "\n"
            elif parted and not is_blank(end.rsplit("\n", 2)[-2]):
                yield "\n"
            for piece in self.document(document, first=document is documents[0]):
                yield piece
                end = (end + piece)[-_END_KEPT:]

    def document(self, document: Document, *, first: bool = True) -> Iterator[str]:
        """Yield one document in its format; only the first has a byte-order mark."""
        return self._writer(document)(self._exported(document, first=first))

    def losses(self, document: Document) -> Iterator[Note]:
        """Yield notes on what a document's format loses."""
        corpus = self._project.corpus
        sentence_indices = np.flatnonzero((corpus.documents == document.id) & self._written)
        for note in self._format_of(document).losses(self._exported(document)):
            yield replace(
                note, sentence_indices=tuple(sentence_indices[list(note.sentence_indices)].tolist())
            )

    def writes_whole(self, document: Document) -> bool:
        """Return whether a document is written as its whole text, without leaving out sentences."""
        return bool(self._format_of(document).keeps) and self.keeps_form(document)

    def has_text_file(self, document: Document) -> bool:
        """Return whether the text is a file of its own, with labels given by position beside it."""
        return bool(self._format_of(document).writes)

    def keeps_form(self, document: Document) -> bool:
        """Return whether a document is written as it was imported, except for its labels."""
        return self._writer(document) is FORMATS[document.layout.format].write

    def keeps_fields(self, document: Document) -> bool:
        """Return whether imported label fields of unlabelled tokens are kept."""
        layout = document.layout
        kept = LABEL in layout.columns or FORMATS[layout.format].keeps
        return kept and self.keeps_form(document)

    def _writer(self, document: Document) -> Writer:
        own = FORMATS[document.layout.format].write
        if self._any is None or (self._format == document.layout.format and not self._all_as_any):
            return own
        return self._any

    def _exported(self, document: Document, *, first: bool = True) -> ExportedDocument:
        layout = document.layout
        if layout.bom and not first:
            layout = replace(layout, bom=False)
        keep = self.keeps_fields(document)
        scheme = self.scheme_of(document)
        return ExportedDocument(
            layout,
            self._sentences(document, keep=keep),
            no_label_of(scheme),
            scheme,
            lambda: self._records(document.id),
            self._project.settings.scheme != TOKENS,
        )

    def scheme_of(self, document: Document) -> str:
        """Return the scheme in which a document is written."""
        own = self._project.settings.scheme
        return self._scheme or document.layout.option(SCHEME_OPTION) or own

    def _sentences(self, document: Document, *, keep: bool) -> Iterator[ExportedSentence]:
        corpus, scheme = self._project.corpus, self.scheme_of(document)
        no_label = no_label_of(scheme)
        other = scheme != self._project.settings.scheme
        left_out = has_begun = False
        for number, source in self._sources(document.id):
            sentence_index = corpus.sentence_index_of(number)
            if not self._written[sentence_index]:
                left_out = True
                continue
            if left_out and not has_begun:
                # The blank line was the end of a sentence that is left out.
                source = replace(source, before=_LEADING_BLANK_LINES.sub("", source.before))
            has_begun = True
            tags, stays = self._tags(sentence_index, document.layout, source, keep=keep)
            if other:
                fields = kept_fields(document.layout, source, stays) if keep else ()
                tags = self._converted(tags, fields, document.layout, scheme)
                if keep and self._project.settings.scheme == TOKENS:
                    tags = with_borders(tags, document.layout, source, scheme)
            for token, (tag, may) in enumerate(zip(tags, stays, strict=True)):
                if tag is None and not may:
                    tags[token] = no_label
            at = corpus.span(sentence_index)
            yield ExportedSentence(
                corpus.words_of(sentence_index),
                tags,
                source,
                corpus.texts[sentence_index],
                corpus.starts[at],
                corpus.ends[at],
                number,
            )
            self._done += 1
            if self._done % _SENTENCES_BETWEEN_REPORTS == 0:
                # Companions iterate over the sentences again.
                report(self._monitor, min(self._done, corpus.n_sentences), corpus.n_sentences)

    def _tags(
        self, sentence_index: int, layout: Layout, source: SentenceSource, *, keep: bool
    ) -> tuple[list[str | None], list[bool]]:
        """Return the tags of a sentence, and where None means that the imported field is kept."""
        corpus = self._project.corpus
        at = corpus.span(sentence_index)
        tags = self._known(sentence_index)
        if not keep:
            return tags, [False] * len(tags)
        touched = (corpus.edits[at] != 0) & (corpus.states[at] != TokenState.SUGGESTED)
        stays = [
            tag is None and not (is_touched and has_label(layout, source, token))
            for token, (tag, is_touched) in enumerate(zip(tags, touched.tolist(), strict=True))
        ]
        return tags, stays

    def _converted(
        self, tags: list[str | None], fields: Sequence[str], layout: Layout, scheme: str
    ) -> list[str | None]:
        """Return tags in another scheme; None where a field is kept, or there is no tag."""
        fields = fields or [OUTSIDE] * len(tags)
        before = [tag or field for tag, field in zip(tags, fields, strict=True)]
        own = self._project.settings.scheme
        possible = [own, layout.option(TAGS_OPTION, own)]
        if own == TOKENS:
            # Under this scheme tags of spans are possible, too.
            possible.reverse()
        after = converted(before, dict.fromkeys(possible), scheme)
        if after is None:
            return tags
        return [
            None if tag is None and old == new else new
            for tag, old, new in zip(tags, before, after, strict=True)
        ]

    def _known(self, sentence_index: int) -> list[str | None]:
        """Return the tags to be written, None for none."""
        project = self._project
        if self._which is not Which.ALL:
            return project.tags_of(sentence_index)
        shown = shown_tags(project, self._proposals, sentence_index)
        return [project.tags[one.tag] if one.tag != NO_TAG else None for one in shown]


def shown_documents(project: Project) -> list[Document]:
    """Return the listed documents in their order."""
    documents = [document for document in project.documents.values() if document.listed]
    return sorted(documents, key=lambda document: (document.position, document.id))

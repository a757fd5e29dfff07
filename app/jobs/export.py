"""Export: the file of import again, with the labels of the project.

Which tag a token gets, with ``confirmed``: the confirmed one. A token that nobody has touched
since the import keeps the field that it came with, and so does one without a confirmed tag whose
field said nothing. Any other token, and every token without a confirmed tag where the file had no
labels, gets what stands for "no label": “O” where labels are spans, “_” where each token has one.
With ``all``, imported suggestions and then proposals come in between: what the window shows is
what is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import cast

from app.domain.display import shown_tags
from app.domain.documents import Document, Layout
from app.domain.project import Project
from app.domain.proposals import NO_TAG, Proposals
from app.domain.sentences import SentenceSource
from app.domain.tagging import OUTSIDE, TOKENS
from app.domain.tokens import TokenState
from app.formats.output import why_unwritable, write_all, write_whole
from app.formats.records import LABEL, NO_LABEL, ExportedSentence
from app.formats.rows import write_words_and_tags
from app.formats.table import FORMATS
from app.jobs.progress import Monitor, report
from crfcore.errors import DataError
from crfcore.text.rows import Separator, line_content, split_fields

Sources = Callable[[int], Iterable[tuple[int, SentenceSource]]]
"""Gives id and source of each sentence of a document: `ProjectFile.sentence_sources`."""

_SENTENCES_BETWEEN_REPORTS = 500


class Which(StrEnum):
    """Which labels to write."""

    CONFIRMED = "confirmed"
    ALL = "all"


def export(
    project: Project,
    sources: Sources,
    out: Path,
    *,
    which: Which = Which.CONFIRMED,
    proposals: Proposals | None = None,
    format_name: str = "",
    monitor: Monitor | None = None,
) -> int:
    """Write the project's documents; return how many sentences were written.

    Into a folder each document goes under its own name; into a file they go one behind the other,
    for which they must have the same columns. Without ``format_name`` each document has the format
    of its import. DataError in words where that is not possible; then nothing is written.
    """
    exporter = _Exporter(project, sources, which, proposals, format_name, monitor)
    documents = _shown(project)
    if not documents:
        raise DataError("The project has no document to be written; import one first.", path=out)
    exporter.check_format(documents)
    if out.is_dir():
        pieces = (exporter.document(document) for document in documents)
        write_all(zip(_names(documents, out), pieces, strict=True))
    else:
        exporter.check_alike(documents, out)
        write_whole(out, exporter.documents(documents))
    return exporter.done


def files_in(project: Project, folder: Path) -> list[Path]:
    """Return which files an export into a folder would write."""
    return list(_names(_shown(project), folder))


def make_folder(out: Path) -> None:
    """Make the folder that documents are to be written to."""
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(why_unwritable(error), path=out) from error


class _Exporter:
    """Turns the project's documents into pieces of text."""

    def __init__(
        self,
        project: Project,
        sources: Sources,
        which: Which,
        proposals: Proposals | None,
        format_name: str,
        monitor: Monitor | None,
    ) -> None:
        if format_name and format_name not in FORMATS:
            raise DataError(f"There is no format “{format_name}”; there are {', '.join(FORMATS)}.")
        self._project = project
        self._sources = sources
        self._which = which
        corpus = project.corpus
        self._proposals = proposals or Proposals.none(corpus.n_sentences, corpus.n_tokens)
        self._format = format_name
        self._monitor = monitor
        self._no_label = NO_LABEL if project.settings.scheme == TOKENS else OUTSIDE
        self._words_and_tags = False
        self.done = 0

    def check_format(self, documents: list[Document]) -> None:
        """Raise DataError if a document can't be written in the format that was asked for."""
        for document in documents:
            own = document.layout.format
            if self._format not in ("", own, "columns"):
                raise DataError(
                    f"“{document.name}” was imported as {own} and can't be written as "
                    f"{self._format}; write it as {own} or as columns."
                )

    def check_alike(self, documents: list[Document], out: Path) -> None:
        """Raise DataError if the documents can't stand in one file.

        Asked for columns, documents that differ are written as words and labels alone.
        """
        forms = {self._form(document) for document in documents}
        if len(forms) > 1 and self._format == "columns":
            self._words_and_tags = True
        elif len(forms) > 1:
            raise DataError(
                "The documents have different columns, so they don't fit into one file; choose a "
                "folder to get one file for each, or the format “columns” (--format columns) to "
                "write words and labels alone.",
                path=out,
            )

    def _form(self, document: Document) -> tuple[str, tuple[str, ...], str]:
        layout = document.layout
        if self._format not in ("", layout.format):
            return self._format, (), ""
        if layout.format == "text":
            return "text", (), ""
        # A document without a label column gets one behind the others.
        columns = (name for name in layout.columns if name != LABEL)
        at = layout.columns.index(LABEL) if LABEL in layout.columns else len(layout.columns)
        return layout.format, (*columns, f"{LABEL} {at}"), layout.separator

    def documents(self, documents: list[Document]) -> Iterator[str]:
        """Give all documents one behind the other, parted by a blank line."""
        end = "\n\n"
        for document in documents:
            if not end.endswith("\n"):
                yield "\n\n"
            elif not end.endswith(("\n\n", "\n\r\n")):
                yield "\n"
            for piece in self.document(document, first=document is documents[0]):
                yield piece
                end = (end + piece)[-4:]

    def document(self, document: Document, *, first: bool = True) -> Iterator[str]:
        """Give one document in its format; a byte-order mark stands only ahead of all."""
        layout = document.layout
        if layout.bom and not first:
            layout = Layout(layout.format, layout.columns, layout.separator, tail=layout.tail)
        same = self._format in ("", layout.format) and not self._words_and_tags
        write = FORMATS[layout.format].write if same else write_words_and_tags
        keep = LABEL in layout.columns and write is not write_words_and_tags
        return write(layout, self._sentences(document, keep=keep), self._no_label)

    def _sentences(self, document: Document, *, keep: bool) -> Iterator[ExportedSentence]:
        for number, source in self._sources(document.id):
            place = self._project.corpus.place_of(number)
            tags = self._tags(place, document.layout, source, keep=keep)
            yield ExportedSentence(self._project.corpus.words_of(place), tags, source)
            self.done += 1
            if self.done % _SENTENCES_BETWEEN_REPORTS == 0:
                report(self._monitor, self.done, self._project.corpus.n_sentences)

    def _tags(
        self, place: int, layout: Layout, source: SentenceSource, *, keep: bool
    ) -> list[str | None]:
        """Return the tags of a sentence; None where the field of import may stay."""
        corpus = self._project.corpus
        at = corpus.span(place)
        tags = self._known(place)
        touched = (corpus.edits[at] != 0) & (corpus.states[at] != TokenState.SUGGESTED)
        for token, tag in enumerate(tags):
            stays = keep and not (touched[token] and _says_something(layout, source, token))
            if tag is None and not stays:
                tags[token] = self._no_label
        return tags

    def _known(self, place: int) -> list[str | None]:
        """Return the tags to be written, None where there is none."""
        project = self._project
        if self._which is Which.CONFIRMED:
            return project.tags_of(place)
        shown = shown_tags(project, self._proposals, place)
        return [project.tags[one.tag] if one.tag != NO_TAG else None for one in shown]


def _says_something(layout: Layout, source: SentenceSource, token: int) -> bool:
    """Say whether a token's field of import held a label."""
    content = line_content(source.lines[source.tokens[token]])
    fields = split_fields(content, cast("Separator", layout.separator))
    return fields[layout.columns.index(LABEL)] not in ("", NO_LABEL)


def _shown(project: Project) -> list[Document]:
    documents = [document for document in project.documents.values() if not document.removed]
    return sorted(documents, key=lambda document: (document.position, document.id))


def _names(documents: list[Document], folder: Path) -> Iterator[Path]:
    taken: set[str] = set()
    for document in documents:
        name = Path(document.name).name.removesuffix(".gz") or f"document-{document.id}"
        if name in taken:
            name = f"{document.id}-{name}"
        taken.add(name)
        yield folder / name

"""The interface of file formats: imported and exported sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.domain.documents import Layout, SourceRecord
from app.domain.notes import Note
from app.domain.sentences import SentenceSource
from crfcore.errors import DataError
from crfcore.messages import message
from crfcore.text.rows import Watch

WORD, LABEL, IGNORED = "word", "label", "_"
"""Names of columns with a meaning: the token itself, its label, and a column not to be read."""

NO_LABEL = "_"
"""The label field of an unlabelled token."""

NOTHING: Mapping[str, str] = {}
"""No options, or no files beside the text."""


@dataclass(frozen=True, slots=True)
class ImportedSentence:
    """An imported sentence; n tokens.

    ``starts`` and ``ends`` are code points in ``text``. ``columns`` has the strings of each column,
    words first, without the label. ``tags`` is None if the file has no labels, and has None for a
    token without one. ``ruled_out`` has the rejected labels of each token without a tag, and is
    empty if there are none.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    columns: tuple[tuple[str, ...], ...]
    tags: tuple[str | None, ...] | None
    source: SentenceSource
    ruled_out: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ImportedText:
    """An imported file: its layout and sentences.

    The list of sentences may be emptied while they are converted. ``records`` are parts of the file
    with several sentences, kept for export. ``notes`` are on what was left out or looks wrong.
    """

    layout: Layout
    sentences: list[ImportedSentence]
    records: list[SourceRecord] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ExportedSentence:
    """A sentence to be written: its words, and a tag for each.

    With the tag None the imported field is kept; without one the format writes "no label".
    ``starts`` and ``ends`` are code points in ``text``; ``id`` is that of the sentence in its
    project.
    """

    words: Sequence[str]
    tags: Sequence[str | None]
    source: SentenceSource
    text: str = ""
    starts: Sequence[int] | NDArray[np.int32] = ()
    ends: Sequence[int] | NDArray[np.int32] = ()
    id: int = 0


def no_records() -> Iterable[SourceRecord]:
    """Return no records."""
    return ()


@dataclass(frozen=True, slots=True)
class ExportedDocument:
    """A document to be written.

    ``sentences`` can be iterated once. ``no_label`` is the field for "no label", ``scheme`` the
    scheme of the tags. ``records`` reads the records kept on import. ``borders``: the scheme
    distinguishes adjacent spans of one label.
    """

    layout: Layout
    sentences: Iterable[ExportedSentence]
    no_label: str = "O"
    scheme: str = "iob2"
    records: Callable[[], Iterable[SourceRecord]] = no_records
    borders: bool = True


LABELS_OPTION = "labels"
"""The option for files without the labels that are to be read."""

WHERE_THERE_ARE_SOME = message("where there are some")
"""The value by which such a file is imported without labels, with a note."""


class NoLabelsError(DataError):
    """A file has none of the wanted labels; others may have them."""


class Reader(Protocol):
    """``read(text, column names or none, path for messages)``; raises DataError.

    ``options`` are by name, ``companions`` the texts of the files beside this one by suffix; a
    format ignores those that it does not know. ``watch`` is called regularly, and may raise to
    stop. `NoLabelsError` is raised if the file has none of the wanted labels, unless
    `LABELS_OPTION` allows that.
    """

    def __call__(
        self,
        text: str,
        columns: Sequence[str] = (),
        path: Path | None = None,
        *,
        options: Mapping[str, str] = NOTHING,
        companions: Mapping[str, str] = NOTHING,
        watch: Watch | None = None,
    ) -> ImportedText:
        """Return the file's sentences."""


Writer = Callable[[ExportedDocument], Iterator[str]]
"""``write(document)`` yields the file in pieces."""

Losses = Callable[[ExportedDocument], Iterable[Note]]
"""``losses(document)`` returns notes on what the file will not have, or have changed."""


def no_losses(_: ExportedDocument) -> Iterable[Note]:
    """Return no notes."""
    return ()


def no_check(_: str) -> None:
    """Accept any record."""


@dataclass(frozen=True, slots=True)
class Format:
    """A file format.

    ``suffixes`` begin with the usual one. ``write`` writes a document imported in this format;
    ``write_any`` one of any format, None if that is not possible, with the title ``title_any`` and
    the suffix ``suffix_any``. ``rows``: each token has a row with named columns; ``keeps``: tokens
    not labelled since the import are exported as imported; ``parted``: a blank line separates
    documents in one file. ``companions`` are suffixes of files that must be beside a text of this
    format; ``writes`` writes such files. ``label_as`` returns the name of a label in a file, where
    not every name is possible. ``check_record`` raises DataError for the raw text of a record that
    the format cannot write again.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    detect: Callable[[str], bool]
    read: Reader
    write: Writer
    write_any: Writer | None = None
    title_any: str = ""
    suffix_any: str = ""
    rows: bool = False
    keeps: bool = False
    parted: bool = True
    companions: tuple[str, ...] = ()
    writes: Mapping[str, Writer] = field(default_factory=dict)
    losses: Losses = no_losses
    label_as: Callable[[str], str] | None = None
    check_record: Callable[[str], None] = no_check

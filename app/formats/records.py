"""What every format gives on import and takes on export."""

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
from crfcore.text.rows import Watch

WORD, LABEL, IGNORED = "word", "label", "_"
"""Names of columns with a meaning: the token itself, its label, and a column not to be read."""

NO_LABEL = "_"
"""A label field that says nothing."""

NOTHING: Mapping[str, str] = {}
"""No options, no files beside the text."""


@dataclass(frozen=True, slots=True)
class ImportedSentence:
    """A sentence as a format reads it; n tokens.

    ``starts`` and ``ends`` are code points in ``text``. ``columns`` holds the strings of each
    column, words first, the label left out. ``tags`` is None where the file has no labels, and has
    None for a token without one. ``ruled_out`` gives names of labels that each token certainly
    has not; it counts for tokens without a tag, and is empty where no token has any.
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
    """A whole file: what it looks like around its sentences, and the sentences.

    Whoever turns the sentences into something else may empty the list on the way. ``records`` are
    pieces of the file that hold several sentences, to be kept for export. ``notes`` tell what the
    reader had to leave aside or doubts.
    """

    layout: Layout
    sentences: list[ImportedSentence]
    records: list[SourceRecord] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ExportedSentence:
    """A sentence to be written: its words, and a tag for each.

    A tag of None leaves the field as it stands in the file of import; where there was none, the
    format writes what stands for "no label". ``starts`` and ``ends`` are the words' places in
    ``text``, in code points; ``id`` is the sentence's in its project.
    """

    words: Sequence[str]
    tags: Sequence[str | None]
    source: SentenceSource
    text: str = ""
    starts: Sequence[int] | NDArray[np.int32] = ()
    ends: Sequence[int] | NDArray[np.int32] = ()
    id: int = 0


def no_records() -> Iterable[SourceRecord]:
    """Give no record."""
    return ()


@dataclass(frozen=True, slots=True)
class ExportedDocument:
    """A document to be written.

    ``sentences`` can be gone through once. ``no_label`` is the field for "no label", ``scheme``
    the scheme of the tags. ``records`` gives the pieces that were kept on import; a call reads
    them anew. ``borders`` says whether the project knows where spans of one label touch.
    """

    layout: Layout
    sentences: Iterable[ExportedSentence]
    no_label: str = "O"
    scheme: str = "iob2"
    records: Callable[[], Iterable[SourceRecord]] = no_records
    borders: bool = True


LABELS_OPTION = "labels"
"""Under this name a reader is told what to do where the labels that it is to read are nowhere."""

WHERE_THERE_ARE_SOME = "where there are some"
"""The value by which such a file comes in without labels, and says so in a note."""


class NoLabelsError(DataError):
    """The labels that were asked for stand nowhere in a file; in others they may."""


class Reader(Protocol):
    """``read(text, column names or none, path for messages)``; raises DataError.

    ``options`` are choices of the format by name, ``companions`` the texts of the files beside
    this one by their suffix; a format takes of them what it knows. ``watch`` is called now and
    then, so that reading can be stopped by what it raises. Where labels are asked for that the
    file nowhere has, `NoLabelsError` is raised, unless `LABELS_OPTION` allows that.
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
"""``write(document)`` gives the file in pieces."""

Losses = Callable[[ExportedDocument], Iterable[Note]]
"""``losses(document)`` tells what will not be in the file, or not as it is in the project."""


def no_losses(_: ExportedDocument) -> Iterable[Note]:
    """Tell that the format holds everything."""
    return ()


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: how it is called and recognised, read and written.

    ``suffixes`` begin with the usual one. ``write`` writes a document that was imported in this
    format; ``write_any`` one of any format, None where that is not possible, and ``title_any``
    says in the list of formats what comes of it; such files end in ``suffix_any`` where they keep
    their names but for that. ``rows`` says that each token has a row with named columns; ``keeps``
    that of tokens which nobody has touched since the import a document keeps what its file says.
    ``parted`` says that a blank line comes between documents in one file. ``companions`` are
    suffixes of the files that lie beside a text of this format, without which it is not
    recognised; ``writes`` writes such files.
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

"""What every format gives on import and takes on export."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.domain.documents import Layout
from app.domain.sentences import SentenceSource

WORD, LABEL, IGNORED = "word", "label", "_"
"""Names of columns with a meaning: the token itself, its label, and a column not to be read."""

NO_LABEL = "_"
"""A label field that says nothing."""


@dataclass(frozen=True, slots=True)
class ImportedSentence:
    """A sentence as a format reads it; n tokens.

    ``starts`` and ``ends`` are code points in ``text``. ``columns`` holds the strings of each
    column, words first, the label left out. ``tags`` is None where the file has no labels, and has
    None for a token without one.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    columns: tuple[tuple[str, ...], ...]
    tags: tuple[str | None, ...] | None
    source: SentenceSource


@dataclass(frozen=True, slots=True)
class ImportedText:
    """A whole file: what it looks like around its sentences, and the sentences.

    Whoever turns the sentences into something else may empty the list on the way.
    """

    layout: Layout
    sentences: list[ImportedSentence]


@dataclass(frozen=True, slots=True)
class ExportedSentence:
    """A sentence to be written: its words, and a tag for each.

    A tag of None leaves the field as it stands in the file of import; where there was none, the
    format writes what stands for "no label".
    """

    words: Sequence[str]
    tags: Sequence[str | None]
    source: SentenceSource


Reader = Callable[[str, Sequence[str], Path | None], ImportedText]
"""``read(text, column names or none, path for messages)``; raises DataError."""

Writer = Callable[[Layout, Iterable[ExportedSentence], str], Iterator[str]]
"""``write(layout, sentences, field for "no label")`` gives the file in pieces."""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: how it is recognised, read and written."""

    name: str
    suffixes: tuple[str, ...]
    detect: Callable[[str], bool]
    read: Reader
    write: Writer

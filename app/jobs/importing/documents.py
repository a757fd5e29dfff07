"""The first part of an import: reading a file as arrays.

`app.jobs.importing.ids` gives them ids and writes them. In the window these parts run on different
threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import accumulate, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.documents import DIGEST_OPTION, LEARNING_OPTION, YES, Layout, SourceRecord
from app.domain.gc_pause import gc_paused
from app.domain.notes import Note, NoteKind, note_text, together
from app.domain.sentences import SentenceSource
from app.formats.label_count import LABELS_IGNORED
from app.formats.records import (
    LABELS_OPTION,
    WHERE_THERE_ARE_SOME,
    ImportedText,
    NoLabelsError,
)
from app.formats.rows import split_at_marks
from app.formats.table import PACKED, companions_of, format_named, format_of, name_of
from app.jobs.data.collected_sentences import NO_TAG, CollectedSentences, check_labels, check_number
from app.jobs.importing.text_digests import digest_as_read
from app.jobs.progress import Monitor, report
from crfcore.errors import DataError
from crfcore.text.encodings import n_characters_of_utf8
from crfcore.text.lines import OUT_OF_MEMORY, UTF_8, WINDOWS_1252, read_text
from crfcore.text.rows import Reading
from crfcore.text.tag_schemes import detect_scheme

SENTENCES_AT_ONCE = 500
STEPS, READ_STEPS = 1000, 750
"""Steps of progress of reading a file, and those of reading its text."""

DOCUMENTS_OPTION, AT_MARKS = "documents", "marks"
"""The option by which a file is split into documents at its rows ``-DOCSTART-``."""


ENCODING_OPTION = "encoding"
"""The option for the encoding, one of `crfcore.text.lines.ENCODINGS`."""

UTF_8_AS_1252 = note_text("Characters that are valid UTF-8, and were read as Windows-1252")
"""The note on a file that hardly is in the encoding that was chosen for several."""


class Use(StrEnum):
    """What the labels of an imported file are used for."""

    GOLD = "gold"
    """They are confirmed."""
    SUGGESTION = "suggestion"
    """They are suggestions until a person accepts them."""
    TEXT = "text"
    """They are ignored."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How to read a file: ``format`` "" detects it; ``columns`` empty takes the usual names.

    ``options`` are those of the format by name; the format stores those needed for export in the
    document's layout.
    """

    format: str = ""
    columns: tuple[str, ...] = ()
    use: Use = Use.GOLD
    options: tuple[tuple[str, str], ...] = ()


AS_DETECTED = ImportOptions()
"""Format and columns from the content, labels as confirmed."""


@dataclass(frozen=True, slots=True)
class Part:
    """One of several documents of a file; ``first`` is the index of its first sentence."""

    name: str
    layout: Layout
    first: int


@dataclass(frozen=True, slots=True, eq=False)
class PreparedDocument:
    """A file as arrays, with its own numbering of words and tags; N sentences, T tokens.

    ``columns`` int32 (C, T) are indices in ``words``, words first; ``tags`` int32 (T,) are indices
    in ``tag_names``, `NO_TAG` for none. ``scheme`` is the detected scheme. ``ruled_out`` has the
    rejected labels of tokens, by their number in the file. ``records`` are kept for export,
    ``notes`` are reported. ``parts`` are the documents of a file that is split, empty for one;
    ``layout`` is that of the first.
    """

    name: str
    layout: Layout
    use: Use
    texts: list[str]
    sources: list[SentenceSource]
    offsets: NDArray[np.int64]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    columns: NDArray[np.int32]
    words: tuple[str, ...]
    tags: NDArray[np.int32]
    tag_names: tuple[str, ...]
    scheme: str
    ruled_out: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    records: tuple[SourceRecord, ...] = ()
    notes: tuple[Note, ...] = ()
    parts: tuple[Part, ...] = ()

    def with_option(self, name: str, value: str) -> PreparedDocument:
        """Return the file with an option in the layouts of all its documents."""
        parts = (replace(one, layout=one.layout.with_option(name, value)) for one in self.parts)
        return replace(self, layout=self.layout.with_option(name, value), parts=tuple(parts))


def each_once(paths: Iterable[Path]) -> tuple[list[Path], list[Path]]:
    """Return paths that lead to different files, and those that lead to one of these again."""
    seen: set[object] = set()
    once: list[Path] = []
    again: list[Path] = []
    for path in paths:
        identity = _identity(path)
        (again if identity in seen else once).append(path)
        seen.add(identity)
    return once, again


def _identity(path: Path) -> object:
    """Return what is the same for all paths of a file; for one that is missing the path."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return path
    # Some file systems number no files.
    return (found.st_dev, found.st_ino) if found.st_ino else os.path.realpath(path)


def prepare(
    path: Path,
    options: ImportOptions = AS_DETECTED,
    monitor: Monitor | None = None,
) -> PreparedDocument:
    """Read a file; DataError, with line and column, if it cannot be read."""
    report(monitor, 0, STEPS)
    parts: tuple[Part, ...] = ()
    try:
        with gc_paused():
            imported = _read(path, options, monitor)
            if dict(options.options).get(DOCUMENTS_OPTION) == AT_MARKS:
                imported, parts = _parted(path, imported)
            rest = None if monitor is None else _rest(monitor)
            prepared = arrays_of(imported, name_of(path), options.use, rest)
    except MemoryError:
        raise DataError(OUT_OF_MEMORY, path=path) from None
    return replace(prepared, parts=parts)


def _rest(monitor: Monitor) -> Monitor:
    """Return the monitor of making the arrays, after that of reading."""
    return lambda done, total: monitor(
        READ_STEPS + (STEPS - READ_STEPS) * done // max(total, 1), STEPS
    )


def prepare_all(
    paths: Sequence[Path],
    options: ImportOptions = AS_DETECTED,
    monitor: Monitor | None = None,
    begin: Callable[[int, Path], object] = lambda *_: None,
    left_out: list[Exception] | None = None,
) -> tuple[PreparedDocument, ...]:
    """Read files that are imported together; ``begin`` is called with the number and path of each.

    If only some of them have the wanted labels, the others get a note; NoLabelsError if none has.
    With a list ``left_out``, files that cannot be read are left out while there are others, and
    their errors are added to it.
    """
    relaxed = replace(options, options=(*options.options, (LABELS_OPTION, WHERE_THERE_ARE_SOME)))
    prepared: list[PreparedDocument] = []
    without: list[NoLabelsError] = []
    failed = [] if left_out is None else left_out
    for number, path in enumerate(paths):
        begin(number, path)
        try:
            try:
                prepared.append(prepare(path, options, monitor))
            except NoLabelsError as error:
                prepared.append(prepare(path, relaxed, monitor))
                # Without the traceback, which refers to the text of the file.
                without.append(error.with_traceback(None))
        except (DataError, OSError) as error:
            if left_out is None:
                raise
            failed.append(error.with_traceback(None))
    if without and len(without) == len(prepared):
        raise without[0] from None
    if failed and not prepared:
        raise failed[0] from None
    return tuple(prepared)


def _parted(path: Path, whole: ImportedText) -> tuple[ImportedText, tuple[Part, ...]]:
    """Return a file split at its document marks, and its parts."""
    texts = split_at_marks(whole)
    if len(texts) == 1:
        return whole, ()
    name = Path(name_of(path).removesuffix(PACKED))
    firsts = accumulate((len(one.sentences) for one in texts), initial=0)
    parts = tuple(
        Part(f"{name.stem} {number}{name.suffix}", one.layout, first)
        for number, (one, first) in enumerate(zip(texts, firsts, strict=False), 1)
    )
    sentences = [sentence for one in texts for sentence in one.sentences]
    return replace(whole, layout=texts[0].layout, sentences=sentences), parts


def _read(path: Path, options: ImportOptions, monitor: Monitor | None) -> ImportedText:
    watch = Reading(lambda share: report(monitor, int(READ_STEPS * share), STEPS))
    encoding = dict(options.options).get(ENCODING_OPTION, UTF_8)
    text = read_text(path, watch, encoding, may_choose=True)
    watch.length = len(text)
    form = format_named(options.format, path) if options.format else format_of(text, path)
    choices = dict(options.options)
    if options.use is Use.TEXT:
        choices[LABELS_IGNORED] = "yes"
    n_wrong = n_characters_of_utf8(text) if encoding == WINDOWS_1252 else 0
    imported = form.read(
        text,
        options.columns,
        path,
        options=choices,
        companions=companions_of(form, path, watch, encoding, may_choose=True),
        watch=watch,
    )
    if choices.get(LEARNING_OPTION) == YES:
        layout = imported.layout.with_option(LEARNING_OPTION, YES)
        layout = layout.with_option(DIGEST_OPTION, digest_as_read(text))
        imported = replace(imported, layout=layout)
    if n_wrong:
        note = Note(NoteKind.ODD, UTF_8_AS_1252, n_wrong)
        imported = replace(imported, notes=[*imported.notes, note])
    return imported


def arrays_of(
    imported: ImportedText, name: str, use: Use, monitor: Monitor | None = None
) -> PreparedDocument:
    """Return an imported text as arrays; its list of sentences is emptied."""
    pending = imported.sentences
    n_sentences = len(pending)
    collected = CollectedSentences([[] for _ in pending[0].columns])
    pending.reverse()
    while pending:
        report(monitor, n_sentences - len(pending), n_sentences)
        collected.add(pending[: -SENTENCES_AT_ONCE - 1 : -1])
        del pending[-SENTENCES_AT_ONCE:]
        if use is not Use.TEXT:
            check_number(len(collected.tag_names), name)
    offsets = np.concatenate([[0], np.cumsum(collected.lengths)]).astype(np.int64)
    tags, tag_names = np.concatenate(collected.tags), tuple(collected.tag_names)
    if use is not Use.TEXT:
        check_labels(tags, tag_names, offsets, collected.sources, name)
    return PreparedDocument(
        name=name,
        layout=imported.layout,
        use=use,
        texts=collected.texts,
        sources=collected.sources,
        offsets=offsets,
        starts=np.concatenate(collected.starts),
        ends=np.concatenate(collected.ends),
        columns=np.stack([np.concatenate(column) for column in collected.columns]),
        words=tuple(collected.words),
        tags=tags,
        tag_names=tag_names,
        scheme=detect_scheme(_tag_sequences(tags, offsets, tag_names)),
        ruled_out=collected.ruled_out,
        records=tuple(imported.records),
        notes=together(imported.notes),
    )


def _tag_sequences(
    tags: NDArray[np.int32], offsets: NDArray[np.int64], names: Sequence[str]
) -> Iterator[list[str]]:
    for first, last in pairwise(offsets.tolist()):
        yield [names[tag] for tag in tags[first:last].tolist() if tag != NO_TAG]

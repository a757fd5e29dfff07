"""Import: a file becomes arrays, which touches no project.

`app.jobs.import_ids` gives them ids, which is quick, and writes them, in short transactions: each
step belongs to another thread in the window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import accumulate, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.documents import Layout, SourceRecord
from app.domain.gc_pause import gc_paused
from app.domain.notes import Note, together
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
from app.jobs.collected_sentences import NO_TAG, CollectedSentences, check_labels, check_number
from app.jobs.progress import Monitor, report
from crfcore.errors import DataError
from crfcore.text.lines import OUT_OF_MEMORY, UTF_8, read_text
from crfcore.text.rows import Reading
from crfcore.text.tag_schemes import detect_scheme

SENTENCES_AT_ONCE = 500
STEPS, READ_STEPS = 1000, 750
"""How finely the reading of a file is told, and what of it is done when its text is read."""

DOCUMENTS_OPTION, AT_MARKS = "documents", "marks"
"""The option by which a file becomes a document for each of its rows ``-DOCSTART-``."""


ENCODING_OPTION = "encoding"
"""The option that says in which of `crfcore.text.lines.ENCODINGS` a file is."""


class Use(StrEnum):
    """What the labels of an imported file are worth."""

    GOLD = "gold"
    """They are right: confirmed."""
    SUGGESTION = "suggestion"
    """They are shown, and not done before a person accepts them."""
    TEXT = "text"
    """They are ignored."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How to read a file: ``format`` "" detects it; ``columns`` empty takes the usual names.

    ``options`` are choices of the format by name; whatever of them export needs, the format puts
    into the document's layout.
    """

    format: str = ""
    columns: tuple[str, ...] = ()
    use: Use = Use.GOLD
    options: tuple[tuple[str, str], ...] = ()


AS_DETECTED = ImportOptions()
"""Format and columns from the content, labels as gold."""


@dataclass(frozen=True, slots=True)
class Part:
    """A document of a file that becomes several; ``first`` is the place of its first sentence."""

    name: str
    layout: Layout
    first: int


@dataclass(frozen=True, slots=True, eq=False)
class PreparedDocument:
    """A file as arrays, with words and tags numbered on their own; N sentences, T tokens.

    ``columns`` int32 (C, T) are places in ``words``, words first; ``tags`` int32 (T,) are places
    in ``tag_names``, `NO_TAG` where there is none. ``scheme`` is what the tags look like.
    ``ruled_out`` gives, for tokens by their number in the file, labels that they have not.
    ``records`` are kept for export, ``notes`` are to be told. ``parts`` are the documents that the
    file becomes, empty for one; ``layout`` is that of the first.
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
        """Return the file with another choice in the layouts of all its documents."""
        parts = (replace(one, layout=one.layout.with_option(name, value)) for one in self.parts)
        return replace(self, layout=self.layout.with_option(name, value), parts=tuple(parts))


def prepare(
    path: Path,
    options: ImportOptions = AS_DETECTED,
    monitor: Monitor | None = None,
) -> PreparedDocument:
    """Read a file; DataError in words, with line and column, for whatever can't be read."""
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
    """Return what hears how far the arrays are, behind the reading."""
    return lambda done, total: monitor(
        READ_STEPS + (STEPS - READ_STEPS) * done // max(total, 1), STEPS
    )


def prepare_all(
    paths: Sequence[Path],
    options: ImportOptions = AS_DETECTED,
    monitor: Monitor | None = None,
    begin: Callable[[int, Path], object] = lambda *_: None,
) -> tuple[PreparedDocument, ...]:
    """Read files that are imported together; ``begin`` hears the number and name of each.

    Of labels that only some of them have, the others say in a note that they come without;
    NoLabelsError if none has any.
    """
    unlabelled = (*options.options, (LABELS_OPTION, WHERE_THERE_ARE_SOME))
    prepared: list[PreparedDocument] = []
    without: list[NoLabelsError] = []
    for number, path in enumerate(paths):
        begin(number, path)
        try:
            prepared.append(prepare(path, options, monitor))
        except NoLabelsError as error:
            # Without the frames in which the file was read.
            without.append(error.with_traceback(None))
            if len(without) == len(paths):
                raise without[0] from None
            prepared.append(prepare(path, replace(options, options=unlabelled), monitor))
    return tuple(prepared)


def _parted(path: Path, whole: ImportedText) -> tuple[ImportedText, tuple[Part, ...]]:
    """Return a file with its sentences as the documents that its marks begin have them."""
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
    text = read_text(path, watch, encoding)
    watch.length = len(text)
    form = format_named(options.format, path) if options.format else format_of(text, path)
    choices = dict(options.options)
    if options.use is Use.TEXT:
        choices[LABELS_IGNORED] = "yes"
    return form.read(
        text,
        options.columns,
        path,
        options=choices,
        companions=companions_of(form, path, watch, encoding),
        watch=watch,
    )


def arrays_of(
    imported: ImportedText, name: str, use: Use, monitor: Monitor | None = None
) -> PreparedDocument:
    """Return an imported text as arrays; its list of sentences is emptied on the way."""
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
        check_labels(tags, tag_names, offsets, name)
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

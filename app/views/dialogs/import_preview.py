"""The preview of an import: the parsed beginning of a file; runs on a thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from app.formats import conllu
from app.formats.conllu_misc import ATTRIBUTE_OPTION, attributes
from app.formats.records import (
    LABELS_OPTION,
    NOTHING,
    WHERE_THERE_ARE_SOME,
    ImportedSentence,
)
from app.formats.rows import has_marks
from app.formats.table import companions_of, format_named, format_of
from app.jobs.importing.documents import ENCODING_OPTION
from crfcore.errors import DataError
from crfcore.text.encodings import may_be_windows_1252
from crfcore.text.lines import UTF_8, WINDOWS_1252, read_text
from crfcore.text.rows import BOM, Separator, Watch, line_content, split_fields
from crfcore.text.tag_schemes import OUTSIDE, spans

CHARACTERS = 40_000
"""Characters parsed for the preview; the encoding is checked in the whole file."""
ROWS = 24
SENTENCES = 200
"""Number of sentences searched for attributes."""
MAX_ATTRIBUTES = 8
OTHERS_LOOKED_INTO = 8
"""Number of other files searched for attributes."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The format of a file, the names of its columns, and its first rows.

    Plain text has no columns, and a row is a sentence with separated tokens and spans in brackets.
    ``attributes`` of the last column of CoNLL-U could be labels, and ``attribute`` is the chosen
    one. ``marks``: whether rows begin documents. ``number`` is that of the file. ``encoding`` is
    one that is proposed, "" if the file is in the one that was asked for.
    """

    format: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    attributes: tuple[str, ...] = ()
    attribute: str = ""
    marks: bool = False
    encoding: str = ""
    number: int = 0


def first_preview(
    paths: Sequence[Path],
    look: Callable[[Path, list[Path], Callable[[], bool]], Preview],
    watch: Watch | None = None,
) -> Preview:
    """Return the preview of the first file that can be read; the error of the first if none can.

    ``look`` previews a file beside some others; it gets ``may_propose`` of `preview`, too:
    Windows-1252 may be proposed if no file is UTF-8, because all would be read in it.
    """

    @cache
    def none_is_utf8() -> bool:
        # The answer takes the reading of all files, and may be asked for at each of them.
        return not any(_is_utf8(path, watch) for path in paths)

    errors: list[DataError] = []
    for number, path in enumerate(paths):
        others = [one for one in paths[: OTHERS_LOOKED_INTO + 1] if one != path]
        try:
            return replace(look(path, others, none_is_utf8), number=number)
        except DataError as error:
            errors.append(error.with_traceback(None))
    raise errors[0]


def preview(
    path: Path,
    format_name: str = "",
    columns: Sequence[str] = (),
    options: Mapping[str, str] = NOTHING,
    others: Sequence[Path] = (),
    watch: Watch | None = None,
    report_format: Callable[[str], object] = lambda _: None,
    *,
    may_propose: Callable[[], bool] | None = None,
) -> Preview:
    """Read the beginning of a file; DataError if it cannot be read.

    ``others`` are imported with it: their attributes could be labels, too. ``watch`` is called
    regularly, and may raise to stop. ``report_format`` is called with the format before parsing.
    ``may_propose`` is asked whether a file that is not UTF-8, but may be Windows-1252, is shown in
    that; without it none is.
    """
    encoding = options.get(ENCODING_OPTION, UTF_8)
    text, proposed = _read(path, encoding, may_propose, watch)
    text, encoding = _beginning(text), proposed or encoding
    form = format_named(format_name, path) if format_name else format_of(text, path)
    report_format(form.name)
    beside = companions_of(form, path, watch, encoding, may_choose=True)
    # Labels may be further down, or in another of the files.
    chosen = {**options, LABELS_OPTION: WHERE_THERE_ARE_SOME}
    imported = form.read(text, columns, path, options=chosen, companions=beside, watch=watch)
    rows: list[tuple[str, ...]] = []
    for sentence in imported.sentences[:SENTENCES]:
        if not imported.layout.columns:
            rows.append((_with_spans(sentence),))
            continue
        lines = sentence.source.lines
        separator: Separator = "tab" if imported.layout.separator == "tab" else "space"
        rows += [
            split_fields(line_content(lines[token]), separator) for token in sentence.source.tokens
        ]
    layout = imported.layout
    found = attributes(row[-1] for row in rows) if form.name == "conllu" else []
    for other in others[:OTHERS_LOOKED_INTO] if form.name == "conllu" else ():
        found += [name for name in _attributes_of(other, options, watch) if name not in found]
    return Preview(
        form.name,
        layout.columns,
        tuple(rows[:ROWS]),
        tuple(found[:MAX_ATTRIBUTES]),
        layout.option(ATTRIBUTE_OPTION),
        any(map(has_marks, imported.sentences)),
        proposed,
    )


def _read(
    path: Path, encoding: str, may_propose: Callable[[], bool] | None, watch: Watch | None
) -> tuple[str, str]:
    """Return a text, and the encoding that is proposed for it, or "".

    Windows-1252 is proposed if the file may be that, and ``may_propose`` says yes.
    """
    try:
        return read_text(path, watch, encoding, may_choose=True), ""
    except DataError as error:
        cause = error.__cause__
        if may_propose is None or not isinstance(cause, UnicodeDecodeError):
            raise
        if not may_be_windows_1252(cause) or not may_propose():
            raise
    return read_text(path, watch, WINDOWS_1252), WINDOWS_1252


def _is_utf8(path: Path, watch: Watch | None) -> bool:
    """Return whether a file is UTF-8, and has characters that show it."""
    with suppress(DataError):
        return not read_text(path, watch).isascii()
    return False


def _attributes_of(path: Path, options: Mapping[str, str], watch: Watch | None) -> list[str]:
    """Return the attributes in the beginning of another file, none if it cannot be read."""
    with suppress(DataError):
        text = _beginning(read_text(path, watch, options.get(ENCODING_OPTION, UTF_8)))
        sentences = conllu.read(text, options=options, watch=watch).sentences
        return attributes(
            split_fields(line_content(sentence.source.lines[token]), "tab")[-1]
            for sentence in sentences[:SENTENCES]
            for token in sentence.source.tokens
        )
    return []


def _with_spans(sentence: ImportedSentence) -> str:
    """Return the separated tokens of a sentence, its spans in brackets with their labels."""
    positions = zip(sentence.starts, sentence.ends, strict=True)
    words = [sentence.text[start:end] for start, end in positions]
    for span in spans([tag or OUTSIDE for tag in sentence.tags or ()]):
        words[span.start] = f"[{words[span.start]}"
        words[span.end - 1] += f": {span.label}]"
    return " · ".join(words)


def _beginning(text: str) -> str:
    """Cut a long text at a blank line, or else at a line's end, so that no sentence is cut.

    A line of JSON is never cut.
    """
    if len(text) <= CHARACTERS:
        return text
    if text.removeprefix(BOM).startswith("{"):
        cut = text.rfind("\n", 0, CHARACTERS)
        cut = cut if cut > 0 else text.find("\n", CHARACTERS)
        return text[: cut + 1] if cut > 0 else text
    for border in ("\n\n", "\n\r\n", "\n"):
        cut = text.rfind(border, 1, CHARACTERS)
        if cut > 0:
            return text[: cut + 1]
    return text[:CHARACTERS]

"""Column files: one token per line, fields separated by tabs or spaces (CoNLL 2000–2003)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from crfcore.errors import DataError
from crfcore.messages import counted, message
from crfcore.text.rows import (
    BOM,
    MAX_COLUMNS,
    RawFile,
    RawSentence,
    Separator,
    Watch,
    is_blank,
    line_content,
    numbered_lines,
    shortened,
    split_fields,
)
from crfcore.text.sentence_builder import SentenceBuilder

DOCUMENT_MARK = "-DOCSTART-"
"""First field of a row that begins a document and is not a token."""

_FIELDS_OF_ASSIGNMENT = 4
_MIN_FIELDS = 2


@dataclass(frozen=True, slots=True)
class _Form:
    """The form of all rows, from the first one."""

    separator: Separator
    n_columns: int
    line: int
    content: str


def parse_columns(
    text: str,
    *,
    path: Path | str | None = None,
    ragged: bool = False,
    watch: Watch | None = None,
) -> RawFile:
    r"""Read a column file.

    Only ``\n`` ends a line; a carriage return before it belongs to the line end. The fields are
    separated by tabs if the first row has one, else by runs of spaces and tabs. Blank lines
    separate sentences. Before a sentence's first row, a line that begins with ``#`` is a comment if
    its number of fields is not the file's, or if it has the form ``# name = value``; elsewhere it
    is a row. A row whose first field is ``-DOCSTART-`` is never a token.

    Parameters
    ----------
    text : str
        The whole file; a byte-order mark is accepted.
    path : Path or str, optional
        Named in errors.
    ragged : bool
        Whether a row may have another number of fields, at least two; a line with ``#`` at the
        beginning of a sentence is then a comment.
    watch : callable, optional
        Called without arguments every thousand lines; its exceptions end the reading.

    Returns
    -------
    RawFile
        Its `text` is the input text.

    Raises
    ------
    DataError
        There is no row; a row has another number of fields than the first one; a carriage return is
        inside a line.
    """
    body = text.removeprefix(BOM)
    form = _form_of(body, path, watch)
    builder = SentenceBuilder(path)
    sentences = tuple(_sentences(body, form, builder, path, ragged=ragged, watch=watch))
    return RawFile(
        bom=text.startswith(BOM),
        separator=form.separator,
        n_columns=form.n_columns,
        sentences=sentences,
        tail=builder.take_before(),
    )


def _form_of(body: str, path: Path | str | None, watch: Watch | None = None) -> _Form:
    """Return the form of the first row; a line with ``#`` is used only if there is no other."""
    hashed: _Form | None = None
    for number, line in numbered_lines(body, watch, path):
        content = line_content(line)
        if is_blank(content):
            continue
        separator: Separator = "tab" if "\t" in content else "space"
        fields = split_fields(content, separator)
        if _is_mark(fields):
            continue
        form = _Form(separator, len(fields), number, content)
        if not content.startswith("#"):
            return _checked(form, path)
        hashed = hashed or form
    if hashed is None:
        reason = message(
            "The file has no row of columns, only blank lines or document marks; a token a "
            "line was expected."
        )
        raise DataError(reason, path=path)
    return _checked(hashed, path)


def _checked(form: _Form, path: Path | str | None) -> _Form:
    if form.n_columns > MAX_COLUMNS:
        reason = message(
            "This row has {n_columns:,} fields, and at most {max_columns:,} were expected; "
            "look whether the file has a token on each line.",
            n_columns=form.n_columns,
            max_columns=MAX_COLUMNS,
        )
        raise DataError(reason, path=path, line=form.line)
    return form


def _sentences(
    body: str,
    form: _Form,
    builder: SentenceBuilder,
    path: Path | str | None,
    *,
    ragged: bool = False,
    watch: Watch | None = None,
) -> Iterator[RawSentence]:
    for number, line in numbered_lines(body, watch, path):
        content = line_content(line)
        if is_blank(content):
            if builder.started:
                yield builder.take()
            builder.add_before(line)
            continue
        fields = split_fields(content, form.separator)
        is_mark = _is_mark(fields)
        if not builder.started and (is_mark or _is_comment(content, fields, form)):
            builder.add_before(line)
        elif is_mark:
            builder.add_row(number, line, None)
        else:
            if not ragged or len(fields) < _MIN_FIELDS or "\r" in content:
                _check_row(content, fields, form, number, path)
            builder.add_row(number, line, fields)
    if builder.started:
        yield builder.take()


def _is_mark(fields: tuple[str, ...]) -> bool:
    """Whether a row begins a document; in a file with tabs, it may contain spaces."""
    return fields[0] == DOCUMENT_MARK or fields[0].startswith(f"{DOCUMENT_MARK} ")


def _is_comment(content: str, fields: tuple[str, ...], form: _Form) -> bool:
    if not content.startswith("#"):
        return False
    if len(fields) != form.n_columns:
        return True
    return len(fields) >= _FIELDS_OF_ASSIGNMENT and (fields[0], fields[2]) == ("#", "=")


def _check_row(
    content: str, fields: tuple[str, ...], form: _Form, line: int, path: Path | str | None
) -> None:
    if "\r" in content:
        reason = message(
            "There is a carriage return inside the line; if the file comes from an old "
            "Macintosh, save it with line feeds as line ends."
        )
        raise DataError(reason, path=path, line=line, column=content.index("\r") + 1)
    if len(fields) == form.n_columns:
        return
    if form.separator == "tab" and "\t" not in content:
        reason = message(
            "Line {line} has {found}, line {first_line} has {n_columns}. Line {first_line} has "
            "tabs between its fields, line {line} has none: use tabs in both.",
            line=line,
            found=_counted(len(fields)),
            first_line=form.line,
            n_columns=form.n_columns,
        )
    else:
        reason = message(
            "Found {found} in {content}, but expected {n_columns} as in line {line}, "
            "{first_content}. Add the missing fields or remove the extra ones.",
            found=_counted(len(fields)),
            content=_quoted(content),
            n_columns=form.n_columns,
            line=form.line,
            first_content=_quoted(form.content),
        )
    raise DataError(reason, path=path, line=line)


def _counted(n_fields: int) -> str:
    return counted(n_fields, "field")


def _quoted(content: str) -> str:
    return message("“{text}”", text=shortened(content)[1:-1])

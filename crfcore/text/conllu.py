"""CoNLL-U, the format of Universal Dependencies: ten columns, comments, ranges, empty nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from crfcore.errors import DataError
from crfcore.messages import message
from crfcore.text.rows import (
    BOM,
    RawFile,
    RawSentence,
    Watch,
    is_blank,
    line_content,
    numbered_lines,
    shortened,
    split_fields,
)
from crfcore.text.sentence_builder import SentenceBuilder

CONLLU_COLUMNS = (
    "id",
    "form",
    "lemma",
    "upos",
    "xpos",
    "feats",
    "head",
    "deprel",
    "deps",
    "misc",
)
"""The columns in order."""

_WORD_ID = re.compile(r"[1-9][0-9]{0,8}\Z")
_OTHER_ID = re.compile(r"[1-9][0-9]{0,8}-[1-9][0-9]{0,8}\Z|[0-9]{1,9}\.[1-9][0-9]{0,8}\Z")


def parse_conllu(
    text: str,
    *,
    path: Path | str | None = None,
    surface: bool = False,
    watch: Watch | None = None,
) -> RawFile:
    """Read a CoNLL-U file.

    Comments are in `RawSentence.before`; ranges (``1-2``) and empty nodes (``8.1``) are lines of
    their sentence but not tokens, except ranges with `surface`.

    Parameters
    ----------
    text : str
        The whole file; a byte-order mark is accepted.
    path : Path or str, optional
        Named in errors.
    surface : bool
        Whether ranges are tokens instead of the words in them.
    watch : callable, optional
        Called without arguments every thousand lines; its exceptions end the reading.

    Returns
    -------
    RawFile
        Its `text` is the input text.

    Raises
    ------
    DataError
        A sentence, or the file, has no word; a row does not have ten columns, a valid id and a
        form; a carriage return is inside a line.
    """
    builder = SentenceBuilder(path)
    sentences = tuple(_sentences(text.removeprefix(BOM), builder, path, watch, surface=surface))
    if not sentences:
        reason = message(
            "The file has no word in it; rows of ten columns separated by tabs were expected."
        )
        raise DataError(reason, path=path)
    return RawFile(
        bom=text.startswith(BOM),
        separator="tab",
        n_columns=len(CONLLU_COLUMNS),
        sentences=sentences,
        tail=builder.take_before(),
    )


def looks_like_conllu(text: str) -> bool:
    """Whether the first row has ten columns and begins with an id.

    Parameters
    ----------
    text : str
        A file, or enough of its beginning.
    """
    for _, line in numbered_lines(text.removeprefix(BOM), longest=len(text)):
        content = line_content(line)
        if is_blank(content) or content.startswith("#"):
            continue
        fields = split_fields(content, "tab")
        return len(fields) == len(CONLLU_COLUMNS) and _is_id(fields[0])
    return False


def _is_id(field: str) -> bool:
    return bool(_WORD_ID.match(field) or _OTHER_ID.match(field))


def _sentences(
    body: str,
    builder: SentenceBuilder,
    path: Path | str | None,
    watch: Watch | None,
    *,
    surface: bool,
) -> Iterator[RawSentence]:
    end = 0
    for number, line in numbered_lines(body, watch, path):
        content = line_content(line)
        if is_blank(content):
            end = 0
            if builder.started:
                yield _checked(builder.take(), path)
            builder.add_before(line)
        elif content.startswith("#"):
            # Comments belong before the first row; those elsewhere are preserved.
            if builder.started:
                builder.add_row(number, line, None)
            else:
                builder.add_before(line)
        else:
            fields = split_fields(content, "tab")
            _check_row(content, fields, number, path)
            is_token = bool(_WORD_ID.match(fields[0]))
            if surface and is_token:
                is_token = int(fields[0]) > end
            elif surface and "-" in fields[0]:
                first, _, last = fields[0].partition("-")
                is_token, end = True, max(end, int(last) if int(first) <= int(last) else 0)
            builder.add_row(number, line, fields if is_token else None)
    if builder.started:
        yield _checked(builder.take(), path)


def _checked(sentence: RawSentence, path: Path | str | None) -> RawSentence:
    if not sentence.tokens:
        reason = message("The sentence that begins here has no word, only ranges or empty nodes.")
        raise DataError(reason, path=path, line=sentence.first_line)
    return sentence


def _check_row(content: str, fields: tuple[str, ...], line: int, path: Path | str | None) -> None:
    if "\r" in content:
        column = content.index("\r") + 1
        reason = message(
            "There is a carriage return inside the line; CoNLL-U ends lines with line feeds."
        )
        raise DataError(reason, path=path, line=line, column=column)
    if len(fields) != len(CONLLU_COLUMNS):
        reason = message(
            "Found {n_fields} columns in {content}; CoNLL-U has {n_conllu_columns}, "
            "separated by single tabs, with _ where there is nothing.",
            n_fields=len(fields),
            content=shortened(content),
            n_conllu_columns=len(CONLLU_COLUMNS),
        )
        raise DataError(reason, path=path, line=line)
    if not _is_id(fields[0]):
        reason = message(
            "The id {id} is none of 1, 1-2 (a range) and 1.1 (an empty node).",
            id=shortened(fields[0]),
        )
        raise DataError(reason, path=path, line=line, column=1)
    if not fields[1]:
        reason = message("The second column, the form, is empty; write _ if there is none.")
        raise DataError(reason, path=path, line=line, column=len(fields[0]) + 2)

"""Column files: one token per line, columns by tabs or spaces (CoNLL-2000, 2002, 2003)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

from app.domain.documents import RAGGED, ROWS_OPTION
from app.formats.records import LABEL, NOTHING, WORD, ImportedText
from app.formats.rows import imported, write_rows
from crfcore.errors import DataError
from crfcore.messages import counted, message
from crfcore.text.columns import parse_columns
from crfcore.text.rows import (
    BOM,
    Watch,
    is_blank,
    line_content,
    listed,
    numbered_lines,
    split_fields,
)

_SAMPLE = 400
_MIN_ROWS = 40
_MIN_SHARE = 0.8
_TAG = re.compile(r"[BIOESLU]-\S+|O")
_LONGEST_TAG = 12

write = write_rows


def read(
    text: str,
    columns: Sequence[str] = (),
    path: Path | None = None,
    *,
    options: Mapping[str, str] = NOTHING,
    companions: Mapping[str, str] = NOTHING,
    watch: Watch | None = None,
) -> ImportedText:
    """Read a column file; without names the first column is the word and the last the label.

    With the option "rows" = "ragged", rows may have other numbers of fields, of which the first is
    the word and the last the label.
    """
    ragged = options.get(ROWS_OPTION) == RAGGED

    def names_of(n_columns: int) -> tuple[str, ...]:
        names = column_names(n_columns, columns, path)
        if ragged and (names[0] != WORD or names[-1] != LABEL):
            raise DataError(
                message(
                    "The columns are named {names}; rows with different numbers of fields can be "
                    "read only if the first column is the word and the last the label.",
                    names=listed(names),
                ),
                path=path,
            )
        return names

    kept = ((ROWS_OPTION, RAGGED),) if ragged else ()
    # Not kept in a variable, so that `imported` can free it sentence by sentence.
    return imported(
        parse_columns(text, path=path, ragged=ragged, watch=watch),
        names_of,
        "columns",
        path,
        kept,
        watch=watch,
    )


def read_like(text: str, names: Sequence[str], path: Path | None = None) -> ImportedText:
    """Read a file that has the named columns, with or without the label."""
    unlabelled = [name for name in names if name != LABEL]

    def names_of(n_columns: int) -> Sequence[str]:
        if n_columns not in (len(names), len(unlabelled)):
            raise DataError(
                message(
                    "The file has {columns}; the model reads {unlabelled}, with or without a "
                    "label after them. Name other columns with --columns.",
                    columns=counted(n_columns, "column"),
                    unlabelled=listed(unlabelled),
                ),
                path=path,
            )
        return names if n_columns == len(names) else unlabelled

    return imported(parse_columns(text, path=path), names_of, "columns", path)


def column_names(
    n_columns: int, columns: Sequence[str] = (), path: Path | None = None
) -> tuple[str, ...]:
    """Return the names of a file's columns, checked against their number."""
    if columns:
        if len(columns) != n_columns:
            raise DataError(
                message(
                    "The file has {n_columns} columns and {n_named} are named ({columns}); name "
                    "each one, “_” for those not to be read.",
                    n_columns=n_columns,
                    n_named=len(columns),
                    columns=listed(columns),
                ),
                path=path,
            )
        return tuple(columns)
    if n_columns == 1:
        return (WORD,)
    middle = ("pos", *(f"column{number}" for number in range(3, n_columns)))
    return (WORD, *middle[: n_columns - 2], LABEL)


def detect(text: str) -> bool:
    """Return whether most lines have the same number of fields, the last one like a label.

    A few lines may differ: reading will report them.
    """
    rows = _sample(text)
    widths = Counter(len(row) for row in rows)
    if not widths:
        return False
    width, count = widths.most_common(1)[0]
    if width < 2 or count < _MIN_SHARE * len(rows):
        return False
    last = [row[-1] for row in rows if len(row) == width]
    tags = sum(_looks_like_tag(field, alone=len(last) == 1) for field in last)
    if tags >= _MIN_SHARE * len(last):
        return True
    # Lower-case labels are recognised by repetition, which takes some rows.
    return len(last) >= _MIN_ROWS and len(set(last)) * 2 < len(last)


def _looks_like_tag(field: str, *, alone: bool) -> bool:
    """Return whether a field is a tag of spans, or made of capitals and signs, as "NN" and "$".

    Scripts without capitals are words, emoji may end sentences, and a single row may be a heading.
    """
    if _TAG.fullmatch(field):
        return True
    short = not alone and len(field) <= _LONGEST_TAG
    return short and all(one.isupper() or (one.isascii() and not one.isalpha()) for one in field)


def fits(text: str, names: Sequence[str]) -> bool:
    """Return whether every line has the named columns, with or without the label.

    A single line is rather a text than a table.
    """
    widths = {len(row) for row in _sample(text)}
    n_unlabelled = sum(name != LABEL for name in names)
    several = text.strip("\ufeff \t\r\n").count("\n") > 0
    return several and len(widths) == 1 and widths <= {len(names), n_unlabelled}


def _sample(text: str) -> list[tuple[str, ...]]:
    lines = islice(numbered_lines(text.removeprefix(BOM), longest=len(text)), _SAMPLE)
    contents = [line_content(line) for _, line in lines]
    rows = [content for content in contents if not is_blank(content)]
    tabbed = sum("\t" in row for row in rows) * 2 > len(rows)
    # A line without its columns that starts with "#" is a comment.
    separated = [split_fields(row, "tab" if tabbed else "space") for row in rows]
    return [row for row in separated if not (row[0].startswith("#") and len(row[0]) > 1)]

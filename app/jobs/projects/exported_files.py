"""Reading of the files that `app.jobs.projects.plain_files` writes, line by line.

They may come from other people: only regular files in their own folder are read, and no more of
them at once than a line.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from app.jobs.projects.plain_files import Values
from app.storage.json_values import from_json
from crfcore.errors import CrfError, DataError, fault_in
from crfcore.text.lines import LARGEST_TEXT, OUT_OF_MEMORY, open_file
from crfcore.text.unreadable import why_unreadable

LONGEST_LINE = LARGEST_TEXT
"""The longest line, and the longest project.json, in bytes."""

MOST_COMMAS, MOST_LISTS = 20_000_000, 4_000_000
"""Limits with which a line is parsed in a second and in a gigabyte."""


def read_values(path: Path) -> Values:
    """Return the object that a file has; DataError with line and column."""
    with _opened(path) as file:
        return _parsed(_line(file.read(LONGEST_LINE + 1), path, None), path, None)


def read_lines(path: Path) -> Iterator[Values]:
    """Yield the object of each line; DataError with line and column."""
    with _opened(path) as file:
        number = 0
        while data := file.readline(LONGEST_LINE + 1):
            number += 1
            yield _parsed(_line(data, path, number), path, number)


def unexpected(found: object) -> str:
    """Return the message for what no such file has."""
    return f"This is not what “Export everything” writes ({found}); export the project again."


@contextmanager
def naming(path: Path, line: int | None = None) -> Iterator[None]:
    """Convert errors of values in the block to DataError with their place."""
    try:
        yield
    except CrfError:
        raise  # a ValueError, too
    except OverflowError as error:
        raise DataError(unexpected("a number is too large"), path=path, line=line) from error
    except (TypeError, ValueError) as error:
        raise DataError(unexpected(fault_in(error)), path=path, line=line) from error


@contextmanager
def _opened(path: Path) -> Iterator[io.BufferedReader[io.RawIOBase]]:
    """Open a regular file, which no link in another folder's place may be."""
    try:
        if Path(os.path.realpath(path)).parent != Path(os.path.realpath(path.parent)):
            raise DataError(
                "This is a link to another folder; put the file itself here.", path=path
            )
        with open_file(path) as raw, io.BufferedReader(cast("io.RawIOBase", raw)) as file:
            yield file
    except FileNotFoundError as error:
        reason = "There is no such file; choose the whole exported folder."
        raise DataError(reason, path=path) from error
    except CrfError:
        raise
    except OSError as error:
        raise DataError(why_unreadable(error), path=path) from error
    except MemoryError as error:
        raise DataError(OUT_OF_MEMORY, path=path) from error


def _line(data: bytes, path: Path, line: int | None) -> str:
    """Return the text of a line; DataError for one that is too long, or no UTF-8."""
    if len(data) > LONGEST_LINE:
        found = f"more than {LONGEST_LINE:,} bytes at once"
        raise DataError(unexpected(found), path=path, line=line)
    n_lists = data.count(b"[") + data.count(b"{")
    if n_lists > MOST_LISTS or data.count(b",") > MOST_COMMAS:
        found = f"more than {MOST_LISTS:,} lists or {MOST_COMMAS:,} commas at once"
        raise DataError(unexpected(found), path=path, line=line)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DataError(
            "This is no UTF-8 text, which is expected.", path=path, line=line
        ) from error


def _parsed(text: str, path: Path, line: int | None) -> Values:
    try:
        values = from_json(text)
    except json.JSONDecodeError as error:
        found = "what follows is no JSON"
        at = line or error.lineno
        raise DataError(unexpected(found), path=path, line=at, column=error.colno) from error
    except UnicodeEncodeError as error:
        raise DataError(unexpected("half of a character"), path=path, line=line) from error
    except (ValueError, RecursionError) as error:
        found = "a number of too many digits, or too many lists inside each other"
        raise DataError(unexpected(found), path=path, line=line) from error
    if not isinstance(values, dict):
        raise DataError(unexpected("no object"), path=path, line=line)
    return values

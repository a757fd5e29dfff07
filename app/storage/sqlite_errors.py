"""SQLite's error codes, turned into the sentences of `app.storage.errors`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.storage.errors import (
    BusyError,
    DamagedError,
    DeviceError,
    DiskFullError,
    ProjectFileError,
    ReadOnlyError,
)

DAMAGED = (
    "this project file is damaged ({detail}); keep a copy of it, and go on with your latest saved "
    "copy or backup"
)

READ_ONLY = "this project can't be written; copy it to a folder of your own and open the copy"
BUSY = "another window or program has this project open; close it there first"

_BY_CODE: dict[int, tuple[type[ProjectFileError], str]] = {
    sqlite3.SQLITE_BUSY: (BusyError, BUSY),
    sqlite3.SQLITE_LOCKED: (BusyError, BUSY),
    sqlite3.SQLITE_READONLY: (ReadOnlyError, READ_ONLY),
    sqlite3.SQLITE_CANTOPEN: (ReadOnlyError, READ_ONLY),
    sqlite3.SQLITE_PERM: (ReadOnlyError, READ_ONLY),
    sqlite3.SQLITE_FULL: (
        DiskFullError,
        "the disk is full, so this step was not saved; free some space and try again",
    ),
    sqlite3.SQLITE_IOERR: (
        DeviceError,
        "the disk failed ({detail}); save a copy of the project elsewhere",
    ),
    sqlite3.SQLITE_CORRUPT: (DamagedError, DAMAGED),
    sqlite3.SQLITE_NOTADB: (DamagedError, DAMAGED),
    # A statement that this program wrote fails only where a table or column is not as it made it.
    sqlite3.SQLITE_ERROR: (DamagedError, DAMAGED),
    sqlite3.SQLITE_CONSTRAINT: (DamagedError, DAMAGED),
    sqlite3.SQLITE_TOOBIG: (
        ProjectFileError,
        "a value is too large for the project file ({detail}); import the text in smaller files",
    ),
}


def primary_code(error: sqlite3.Error) -> int:
    """Return the error's kind without its details; text that is no UTF-8 comes without a code."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF


def in_words(error: sqlite3.Error, path: Path) -> ProjectFileError:
    """Return the sentence for an error of SQLite."""
    kind, reason = _BY_CODE.get(primary_code(error), (DamagedError, DAMAGED))
    return kind(path, reason.format(detail=error))


@contextmanager
def told_in_words(path: Path) -> Iterator[None]:
    """Let SQLite's errors inside the block leave as errors of the project file.

    Misuse (a wrong thread, wrong parameters) is a bug of this program and stays what it is.
    """
    try:
        yield
    except (sqlite3.ProgrammingError, sqlite3.InterfaceError):
        raise
    except sqlite3.Error as error:
        raise in_words(error, path) from error

"""A read-only check of a closed project."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from app.storage import files, opening
from app.storage.errors import ProjectFileError
from app.storage.reading import read_every_row
from app.storage.schema import CLOSED, FORMAT_AT, SCHEMA_VERSION

INSTRUCTIONS = 100_000
"""Instructions of SQLite's virtual machine (some milliseconds) between checks of the time."""


def is_sound(path: Path, seconds: float) -> bool:
    """Return whether every row of a closed project can be read within ``seconds``.

    A file with an older schema is not read row by row.
    """
    try:
        version = opening.inspect_header(path)
        if files.read_header(path)[FORMAT_AT] != CLOSED:
            return False
        with closing(opening.connect_read_only(path)) as connection:
            return _rows_are_sound(connection, path, version, time.monotonic() + seconds)
    except (ProjectFileError, sqlite3.Error, KeyError, TypeError, ValueError, RecursionError):
        return False


def _rows_are_sound(connection: sqlite3.Connection, path: Path, version: int, end: float) -> bool:
    connection.set_progress_handler(lambda: time.monotonic() > end, INSTRUCTIONS)
    opening.check_integrity(connection, path)
    if version != SCHEMA_VERSION:
        return True
    return all(time.monotonic() < end for _ in read_every_row(connection))

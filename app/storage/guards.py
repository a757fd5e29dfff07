"""Protection against hostile project files.

A project, and the files beside it with names of SQLite's logs, may come from anywhere. Only regular
files are opened, logs may have no other links, and connections are restricted to what this program
needs.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
from pathlib import Path

from app.storage.errors import DamagedRowsError, ForeignError
from app.storage.schema import PAGE_SIZE_AT, check_schema
from app.storage.sqlite_errors import primary_code
from crfcore.messages import message

LOG_ENDINGS = ("-wal", "-shm", "-journal")

_JOURNAL_MAGIC = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
"""The beginning of a rollback journal, and the end of one that names a super-journal."""

_LIMITS = {
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_COLUMN: 100,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 20,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 20,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 50_000,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
"""No statement of this program needs more."""

_SCHEMA_STEPS = 20
"""The most thousands of SQLite's steps for reading the schema."""

_THOUSAND = 1_000


def read_beginning(path: Path, length: int) -> bytes:
    """Return the first bytes of a regular file; ForeignError for a pipe, a device, a socket."""
    # Opening a pipe would block until something is written to it.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _BINARY)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError
        if not stat.S_ISREG(mode):
            raise ForeignError(path, message("this is a device or a pipe, not a project"))
        return os.read(descriptor, length)
    finally:
        os.close(descriptor)


_BINARY = getattr(os, "O_BINARY", 0)


def check_beside(path: Path, header: bytes) -> None:
    """Raise ForeignError if a log beside a project cannot be SQLite's own.

    SQLite would write through a link into another file, block on a pipe, or delete the file that a
    journal names as its super-journal.
    """
    for ending in LOG_ENDINGS:
        log = path.with_name(path.name + ending)
        try:
            status = log.lstat()
        except FileNotFoundError:
            continue
        if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
            raise ForeignError(
                path,
                message(
                    "beside it {name} is no log but a link, a folder or a device; find out where "
                    "it comes from, and move it away",
                    name=log.name,
                ),
            )
        if ending == "-journal" and status.st_size:
            _check_journal(path, log, header)


def _check_journal(path: Path, journal: Path, header: bytes) -> None:
    """Refuse a journal that names other files, or would let the project grow."""
    with journal.open("rb") as file:
        head = file.read(24)
        file.seek(max(0, journal.stat().st_size - len(_JOURNAL_MAGIC)))
        end = file.read()
    page = int.from_bytes(header[PAGE_SIZE_AT], "big")
    n_bytes = int.from_bytes(head[16:20], "big") * (65536 if page == 1 else page)
    names_others = end == _JOURNAL_MAGIC and len(head) > len(end)
    if names_others or (head.startswith(_JOURNAL_MAGIC) and n_bytes > path.stat().st_size):
        raise ForeignError(
            path,
            message(
                "beside it {name} is not a journal that Tagwright writes; find out where it "
                "comes from, and move it away",
                name=journal.name,
            ),
        )


def restrict(connection: sqlite3.Connection) -> None:
    """Restrict a connection to what this program needs; before the first statement."""
    for limit, most in _LIMITS.items():
        connection.setlimit(limit, most)
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)
    for pragma in ("trusted_schema=OFF", "cell_size_check=ON", "mmap_size=0"):
        connection.execute(f"PRAGMA {pragma}").fetchall()


def limit_steps(connection: sqlite3.Connection, thousands: int | None) -> None:
    """Limit the steps of the following statements, in thousands; None for no limit."""
    left = thousands or 0

    def stop() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    connection.set_progress_handler(None if thousands is None else stop, _THOUSAND)


def check_tables(connection: sqlite3.Connection) -> None:
    """Raise DamagedRowsError unless the tables are exactly those of this program."""
    limit_steps(connection, _SCHEMA_STEPS)
    try:
        check_schema(connection)
    except sqlite3.OperationalError as error:
        if primary_code(error) != sqlite3.SQLITE_INTERRUPT:
            raise
        raise DamagedRowsError(message("its tables are too many")) from error
    finally:
        limit_steps(connection, None)

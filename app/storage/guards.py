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
from typing import BinaryIO

from app.storage.errors import DamagedRowsError, ForeignError
from app.storage.schema import FORMAT_AT, PAGE_SIZE_AT, check_schema
from app.storage.sqlite_errors import primary_code
from crfcore.messages import message

LOG_ENDINGS = ("-wal", "-shm", "-journal")

_JOURNAL_MAGIC = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
"""The beginning of a rollback journal, and the end of one that names a super-journal."""

_JOURNAL_HEAD = 28

_CHANGED_WITH_FORMAT = (slice(92, 100), slice(24, 28), FORMAT_AT)
"""The bytes of the header that SQLite writes when a log begins or ends, the last first: whether
there is a log, the number of the change, and by which version it was made."""

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
    """Refuse a journal that names other files, or would change more than the header.

    Tagwright has a journal only while it writes in the header whether there is a log. The journal
    of an earlier moment would put an earlier page into the file, or cut it.
    """
    with journal.open("rb") as file:
        head = file.read(_JOURNAL_HEAD)
        file.seek(max(0, journal.stat().st_size - len(_JOURNAL_MAGIC)))
        end = file.read()
        names_others = end == _JOURNAL_MAGIC and len(head) > len(end)
        own = not names_others and (
            not head.startswith(_JOURNAL_MAGIC) or _restores_header(path, file, head, header)
        )
    if not own:
        raise ForeignError(
            path,
            message(
                "beside it {name} is not a journal that Tagwright writes; find out where it "
                "comes from, and move it away",
                name=journal.name,
            ),
        )


def _restores_header(path: Path, journal: BinaryIO, head: bytes, header: bytes) -> bool:
    """Return whether SQLite would change nothing but the header of a file by its journal."""
    page = int.from_bytes(header[PAGE_SIZE_AT], "big")
    page_size = 65536 if page == 1 else page
    n_pages, sector, own_page_size = (
        int.from_bytes(head[at : at + 4], "big") for at in (16, 20, 24)
    )
    # SQLite takes the size of pages from the journal.
    if own_page_size != page_size or n_pages * page_size != path.stat().st_size:
        return False
    journal.seek(sector)
    record = journal.read(4 + page_size + 4 + 1)
    number, before = record[:4], bytearray(record[4 : 4 + page_size])
    if len(before) < page_size:
        return True  # it is not complete: nothing was written into the file
    with path.open("rb") as file:
        now = bytearray(file.read(page_size))
    for changed in _CHANGED_WITH_FORMAT:
        before[changed] = now[changed] = b""
    return int.from_bytes(number, "big") == 1 and len(record) <= page_size + 8 and before == now


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

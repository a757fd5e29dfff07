"""Opening, closing, copying and migrating of project files."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from app.storage import files, guards, reading, schema
from app.storage.errors import (
    DamagedError,
    ForeignError,
    ProjectFileError,
    TooNewError,
)
from app.storage.file_lock import LOCKED
from app.storage.schema import (
    APPLICATION_AT,
    APPLICATION_ID,
    CLOSED,
    ENCODING_AT,
    FORMAT_AT,
    HEADER_LENGTH,
    OPEN,
    PAGE_COUNT_AT,
    PAGE_SIZE_AT,
    SQLITE_MAGIC,
    VERSION_AT,
)
from app.storage.sqlite_errors import (
    DAMAGED,
    IN_USE,
    refused,
    sqlite_errors_in_words,
)
from crfcore import whole_files
from crfcore.messages import message
from crfcore.portable_paths import database_uri

LOG_PAGES = 1000
"""SQLite's default number of pages in the log for a checkpoint."""

COPIED_AT_ONCE = 1 << 20

UTF_8 = 1
"""The code of UTF-8 in the header."""

_MIN_THOUSANDS = 1_000
"""The least limit, in thousands of SQLite's steps, for reading a file."""

NO_COPY = message("no copy of the project was written")


def inspect_header(path: Path) -> int:
    """Return the schema version in a file's header; `ProjectFileError` if it is no project."""
    header = files.read_header(path)
    if not header:
        _check_no_log(path)
        raise ForeignError(
            path, message("this file is empty, not a project; make one with “New project”")
        )
    ours = header[APPLICATION_AT] == APPLICATION_ID.to_bytes(4, "big")
    if ours and not header.startswith(SQLITE_MAGIC):
        raise DamagedError(
            path, DAMAGED.format(detail=message("its header begins with other bytes"))
        )
    if not header.startswith(SQLITE_MAGIC[: len(header)]):
        raise ForeignError(
            path,
            message(
                "this is not a Tagwright project; to label this text, import it into a project"
            ),
        )
    if len(header) < HEADER_LENGTH:
        raise DamagedError(path, DAMAGED.format(detail=message("it ends within its header")))
    found = int.from_bytes(header[APPLICATION_AT], "big")
    if (found ^ APPLICATION_ID).bit_count() == 1:
        raise DamagedError(path, DAMAGED.format(detail=message("its header names another program")))
    if not ours:
        raise ForeignError(path, message("this database belongs to another program"))
    guards.check_beside(path, header)
    _check_length(path, header)
    if int.from_bytes(header[ENCODING_AT], "big") != UTF_8:
        raise DamagedError(path, DAMAGED.format(detail=message("its texts are not in UTF-8")))
    version = int.from_bytes(header[VERSION_AT], "big")
    if version > schema.LAST_VERSION:
        raise DamagedError(
            path,
            DAMAGED.format(
                detail=message("its header names the format {version}", version=version)
            ),
        )
    if version > schema.SCHEMA_VERSION:
        raise TooNewError(
            path,
            message(
                "a newer version of Tagwright wrote this project (its format is {version}, this "
                "version reads up to {schema_version}); install the newer version",
                version=version,
                schema_version=schema.SCHEMA_VERSION,
            ),
        )
    return version


def _check_no_log(path: Path) -> None:
    """Raise DamagedError for an empty file beside a log that is not empty."""
    log = files.logs_of(path)[0]
    if log.exists() and log.stat().st_size:
        detail = message("it is empty, but its log {name} is not; keep both files", name=log.name)
        raise DamagedError(path, DAMAGED.format(detail=detail))


def _check_length(path: Path, header: bytes) -> None:
    """Raise DamagedError for a truncated file, unless a log may have the rest."""
    log = files.logs_of(path)[0]
    page = int.from_bytes(header[PAGE_SIZE_AT], "big")
    page_size = 65536 if page == 1 else page
    expected = page_size * int.from_bytes(header[PAGE_COUNT_AT], "big")
    size = path.stat().st_size
    if size < expected and not (log.exists() and log.stat().st_size):
        detail = message(
            "it is cut short: {size} of {expected} bytes", size=size, expected=expected
        )
        raise DamagedError(path, DAMAGED.format(detail=detail))


def connect(path: Path, descriptor: int | None = None) -> sqlite3.Connection:
    """Return an exclusive connection with a write-ahead log that syncs to the disk.

    The schema is checked before anything else. ``descriptor`` as in `disconnect`.
    """
    connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        guards.restrict(connection)
        connection.execute("PRAGMA locking_mode=EXCLUSIVE").fetchall()
        guards.check_tables(connection)
        connection.execute("PRAGMA synchronous=FULL").fetchall()
        # SQLite makes the log after the header names it: if the program were killed between, the
        # log would be missed.
        files.make_empty_log(path)
        connection.execute("PRAGMA journal_mode=WAL").fetchall()
        # The write lock shows a second window that the project is open.
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
    except BaseException:
        give_up(connection, path, descriptor)
        files.remove_unused_log(path)
        raise
    return connection


def connect_read_only(path: Path, *, with_log: bool = False) -> sqlite3.Connection:
    """Open without a lock and without a log: nothing is written, not even beside the file.

    ``with_log`` also reads the log, and leaves its index beside the file.
    """
    uri = f"{database_uri(path.absolute())}?mode=ro" + ("" if with_log else "&immutable=1")
    connection = sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)
    try:
        guards.restrict(connection)
        guards.check_tables(connection)
    except BaseException:
        connection.close()
        raise
    # Pages of a damaged file may form a cycle; a sound file needs fewer steps than bytes.
    n_bytes = path.stat().st_size + (files.logs_of(path)[0].stat().st_size if with_log else 0)
    guards.limit_steps(connection, _MIN_THOUSANDS + n_bytes // 1_000)
    return connection


def open_database(
    location: Path,
    path: Path,
    version: int,
    *,
    copy_first: bool = True,
    descriptor: int | None = None,
) -> tuple[sqlite3.Connection, Path | None]:
    """Return a checked, migrated database at ``location``, and the backup made before.

    ``path`` is the name in errors; a copy needs no backup. ``descriptor`` as in `disconnect`.
    """
    connection = connect(location, descriptor)
    try:
        check_integrity(connection, path)
        return connection, migrate(connection, location, version, copy_first=copy_first)
    except BaseException:
        give_up(connection, location, descriptor)
        raise


def disconnect(connection: sqlite3.Connection, path: Path, descriptor: int | None = None) -> bool:
    """Close the connection and leave one file, whose header names no log.

    If the disk is full, the log stays beside the file for the next open. The log of a file that was
    moved is applied, but SQLite does not remove it. SQLite removes the log before it changes the
    header, and may be killed between; so the header is written first through ``descriptor``, if
    there is one.

    Returns whether the log stays, because the disk is full.
    """
    stays = False
    try:
        with closing(connection):
            busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            if busy or descriptor is None:
                connection.execute("PRAGMA journal_mode=DELETE").fetchall()
            else:
                _mark_closed(descriptor)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode not in (sqlite3.SQLITE_READONLY_DBMOVED, sqlite3.SQLITE_FULL):
            raise
        is_full = error.sqlite_errorcode == sqlite3.SQLITE_FULL
        stays = is_full and files.logs_of(path)[0].exists()
    finally:
        if descriptor is not None:
            _keep_log(path, descriptor)
    return stays


def leave(connection: sqlite3.Connection) -> None:
    """Close the connection without writing the file or its log.

    SQLite applies the log when the last connection is closed, unless it was interrupted.
    """
    connection.interrupt()
    connection.close()


def give_up(connection: sqlite3.Connection, path: Path, descriptor: int | None = None) -> None:
    """Close the connection to a file that cannot be opened, ignoring errors."""
    with suppress(sqlite3.Error):
        disconnect(connection, path, descriptor)


def _mark_closed(descriptor: int) -> None:
    """Write in the header that there is no log."""
    with suppress(OSError):
        if files.read_at(descriptor, FORMAT_AT.start, len(CLOSED)) != CLOSED:
            os.pwrite(descriptor, CLOSED, FORMAT_AT.start)
            os.fsync(descriptor)


def _keep_log(path: Path, descriptor: int) -> None:
    """Create an empty log beside a file whose header names one that SQLite has removed.

    SQLite removes a log only when all of it is in the file: the next open must not miss it.
    """
    with suppress(OSError):
        named = files.identity(path) == files.identity(descriptor)
        if named and files.read_at(descriptor, FORMAT_AT.start, len(OPEN)) == OPEN:
            files.make_empty_log(path)


def check_integrity(connection: sqlite3.Connection, path: Path, *, whole: bool = False) -> None:
    """Raise DamagedError if the file is not sound; ``whole`` also checks the indexes."""
    pragma = "PRAGMA integrity_check(1)" if whole else "PRAGMA quick_check(1)"
    finding = connection.execute(pragma).fetchone()[0]
    if finding != "ok":
        raise DamagedError(path, DAMAGED.format(detail=finding))


def copy_to(
    connection: sqlite3.Connection,
    target: Path,
    source: Path | None = None,
    add: Callable[[Path, sqlite3.Connection], object] = lambda _part, _copy: None,
) -> None:
    """Copy the database to another file, which appears only when it is complete and checked.

    A new file gets the mode of ``source``, the file of the connection; ``add`` may write more.
    """
    try:
        with (
            new_database(target, source) as part,
            sqlite_errors_in_words(target, NO_COPY),
            closing(sqlite3.connect(part, isolation_level=None)) as copy,
        ):
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE").fetchall()
            add(part, copy)
            check_integrity(copy, target)
    except OSError as error:
        raise refused(error, target, NO_COPY) from error


@contextmanager
def new_database(target: Path, source: Path | None = None, *, new: bool = False) -> Iterator[Path]:
    """Yield a temporary name for a database, which is renamed to ``target`` at the end.

    A log beside the target is set aside. A new file gets the mode of ``source``. With ``new`` no
    file is replaced: FileExistsError.
    """
    location = whole_files.destination(target)
    logs = partial(files.set_logs_aside, location)
    with whole_files.whole_file(location, source=source, alike=True, new=new, at_last=logs) as part:
        yield part


def freeze(connection: sqlite3.Connection, path: Path) -> None:
    """Write the log into the file, which then does not change until `thaw`.

    Later steps stay in the log, so that the file can be copied meanwhile.
    """
    connection.execute("PRAGMA wal_autocheckpoint=0").fetchall()
    try:
        checkpoint_log(connection, path)
    except BaseException:
        thaw(connection)
        raise


def checkpoint_log(connection: sqlite3.Connection, path: Path) -> None:
    """Write the log into the file, and sync it to the disk."""
    busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    if busy:  # a statement of this connection is reading
        raise ProjectFileError(path, IN_USE)


def thaw(connection: sqlite3.Connection) -> None:
    """Allow checkpoints again."""
    connection.execute(f"PRAGMA wal_autocheckpoint={LOG_PAGES}").fetchall()


@dataclass(frozen=True, slots=True)
class FrozenFile:
    """A project file that does not change, to be copied on any thread.

    ``descriptor`` is that of `file_lock.locked`: closing another one would release SQLite's locks.
    """

    path: Path
    descriptor: int | None

    def copy_to(self, part: Path, monitor: Callable[[int, int], bool]) -> None:
        """Copy the file to a new one, and sync it to the disk.

        ``monitor`` gets the number of bytes written, and of all, and returns True to stop; then
        CopyStoppedError is raised. DeviceError or DiskFullError if the disk fails.
        """
        try:
            with self._source() as source, part.open("xb") as out:
                size = os.fstat(source).st_size
                done = 0
                while chunk := self._chunk(source, done, size):
                    out.write(chunk)
                    done += len(chunk)
                    if monitor(done, size):
                        raise CopyStoppedError
                out.flush()
                os.fsync(out.fileno())
        except OSError as error:
            raise refused(error, part.parent, NO_COPY) from error

    def n_bytes(self) -> int:
        """Return the size of the file, even if it was moved."""
        with self._source() as source:
            return os.fstat(source).st_size

    def _chunk(self, source: int, at: int, size: int) -> bytes:
        """Return the bytes from an offset on, b"" at the end."""
        if self.descriptor is not None or at >= LOCKED.stop:
            return files.read_at(source, at, COPIED_AT_ONCE)
        # Windows lets nobody read what SQLite has locked, not even this process.
        if at in LOCKED:
            return bytes(max(0, min(LOCKED.stop, size) - at))
        return files.read_at(source, at, min(COPIED_AT_ONCE, LOCKED.start - at))

    @contextmanager
    def _source(self) -> Iterator[int]:
        if self.descriptor is not None:
            yield self.descriptor
            return
        with self.path.open("rb") as file:
            yield file.fileno()


class CopyStoppedError(Exception):
    """Copying was stopped by the monitor."""


def migrate(
    connection: sqlite3.Connection, path: Path, version: int, *, copy_first: bool = True
) -> Path | None:
    """Migrate an older file after copying it; return the copy, None if none was needed.

    A file with unreadable rows is not changed, and not copied.
    """
    if version == schema.SCHEMA_VERSION:
        return None
    backup = files.free_name(path, f"backup-v{version}") if copy_first else None
    if backup is not None:
        copy_to(connection, backup, path)
    try:
        apply_migrations(connection, check=partial(reading.check_readable, connection))
    except BaseException:
        if backup is not None:
            with suppress(OSError):
                backup.unlink()
        raise
    return backup


def apply_migrations(
    connection: sqlite3.Connection, check: Callable[[], object] = lambda: None
) -> None:
    """Apply the missing migrations and write the version, in one transaction.

    ``check`` is called before the commit; if it raises, everything is rolled back.
    """
    # Loading sqlite-utils takes longer than opening a project.
    from sqlite_utils import Database

    from app.storage import migrations

    connection.execute("BEGIN IMMEDIATE")
    try:
        migrations.MIGRATIONS.apply(Database(connection, execute_plugins=False))
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version={schema.SCHEMA_VERSION}")
        # The file may list migrations that were not applied.
        schema.check_schema(connection)
        check()
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise

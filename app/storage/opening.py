"""Opening, copying and migrating: everything that happens to the file as a whole."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

from app.storage import files, guards, reading, schema
from app.storage.errors import (
    BusyError,
    DamagedError,
    ForeignError,
    ProjectFileError,
    ReadOnlyError,
    TooNewError,
)
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
    BUSY,
    DAMAGED,
    IN_USE,
    READ_ONLY,
    refused,
    sqlite_errors_in_words,
)
from crfcore import whole_files

LOG_PAGES = 1000
"""SQLite's own measure: with so many pages in its log, it brings them into the file."""

COPIED_AT_ONCE = 1 << 20

UTF_8 = 1
"""How a header says that texts are in UTF-8."""

_MIN_THOUSANDS = 1_000
"""So many thousands of SQLite's steps a look into a small file may take."""

NO_COPY = "no copy of the project was written"

_log = logging.getLogger(__name__)


def inspect_header(path: Path) -> int:
    """Return the schema version in the file's header; an error in words if it is no project."""
    header = files.read_header(path)
    if not header:
        _check_no_log(path)
        raise ForeignError(path, "this file is empty, not a project; make one with “New project”")
    ours = header[APPLICATION_AT] == APPLICATION_ID.to_bytes(4, "big")
    if ours and not header.startswith(SQLITE_MAGIC):
        raise DamagedError(path, DAMAGED.format(detail="its header begins with other bytes"))
    if not header.startswith(SQLITE_MAGIC[: len(header)]):
        raise ForeignError(
            path,
            "not a Tagwright project; to label this text, import it into a project",
        )
    if len(header) < HEADER_LENGTH:
        raise DamagedError(path, DAMAGED.format(detail="it ends within its header"))
    found = int.from_bytes(header[APPLICATION_AT], "big")
    if (found ^ APPLICATION_ID).bit_count() == 1:
        raise DamagedError(path, DAMAGED.format(detail="its header names another program"))
    if not ours:
        raise ForeignError(path, "this database belongs to another program")
    guards.check_beside(path, header)
    _check_length(path, header)
    if int.from_bytes(header[ENCODING_AT], "big") != UTF_8:
        raise DamagedError(path, DAMAGED.format(detail="its texts are not in UTF-8"))
    version = int.from_bytes(header[VERSION_AT], "big")
    if version > schema.LAST_VERSION:
        raise DamagedError(path, DAMAGED.format(detail=f"its header names the format {version}"))
    if version > schema.SCHEMA_VERSION:
        raise TooNewError(
            path,
            f"a newer version of Tagwright wrote this project (its format is {version}, this "
            f"version reads up to {schema.SCHEMA_VERSION}); install the newer version",
        )
    return version


def _check_no_log(path: Path) -> None:
    """Refuse an empty file beside a log that is not: somebody has emptied a project."""
    log = files.logs_of(path)[0]
    if log.exists() and log.stat().st_size:
        detail = f"it is empty, but its log {log.name} is not; keep both files"
        raise DamagedError(path, DAMAGED.format(detail=detail))


def _check_length(path: Path, header: bytes) -> None:
    """Refuse a file that is cut short; with a log beside it the log may hold the rest."""
    log = files.logs_of(path)[0]
    page = int.from_bytes(header[PAGE_SIZE_AT], "big")
    page_size = 65536 if page == 1 else page
    expected = page_size * int.from_bytes(header[PAGE_COUNT_AT], "big")
    size = path.stat().st_size
    if size < expected and not (log.exists() and log.stat().st_size):
        detail = f"it is cut short: {size} of {expected} bytes"
        raise DamagedError(path, DAMAGED.format(detail=detail))


def connect(path: Path, descriptor: int | None = None) -> sqlite3.Connection:
    """Return a connection that owns the file alone, writes ahead and waits for the disk.

    The tables of the file are looked at before anything else. ``descriptor`` as in `disconnect`.
    """
    connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        guards.restrict(connection)
        connection.execute("PRAGMA locking_mode=EXCLUSIVE").fetchall()
        guards.check_tables(connection)
        connection.execute("PRAGMA synchronous=FULL").fetchall()
        # Taking the write lock now is what tells a second window that the project is open. At once:
        # a file whose header names a log, while there is none, looks as if it had lost its own.
        connection.executescript("PRAGMA journal_mode=WAL; BEGIN EXCLUSIVE; COMMIT;")
    except BaseException:
        give_up(connection, path, descriptor)
        raise
    return connection


def connect_read_only(path: Path, *, with_log: bool = False) -> sqlite3.Connection:
    """Open without a lock and without a log: nothing is written, not even beside the file.

    ``with_log`` reads the log beside it, too, and leaves an index of that there.
    """
    uri = f"{path.absolute().as_uri()}?mode=ro" + ("" if with_log else "&immutable=1")
    connection = sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)
    try:
        guards.restrict(connection)
        guards.check_tables(connection)
    except BaseException:
        connection.close()
        raise
    # Pages that lead to one another in a ring would be walked through for ever: no row of a sound
    # file takes more steps than bytes.
    n_bytes = path.stat().st_size + (files.logs_of(path)[0].stat().st_size if with_log else 0)
    guards.limit_steps(connection, _MIN_THOUSANDS + n_bytes // 1_000)
    return connection


@contextmanager
def locked(path: Path) -> Iterator[int | None]:
    """Keep other windows away from a project, beside SQLite's own locks; BusyError if one has it.

    Gives the descriptor of the file that stays open all the while, None on Windows.

    On Unix a process loses SQLite's locks on a file as soon as anything in it closes that file,
    and a file dialog of Qt looks into every project that it lists. The lock of this kind stays
    until this very descriptor is closed.
    """
    if fcntl is None:
        # Windows keeps SQLite's locks whoever looks into the file.
        yield None
        return
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError as error:
        raise ReadOnlyError(path, READ_ONLY) from error
    try:
        _lock(descriptor, path)
        yield descriptor
    finally:
        os.close(descriptor)


def _lock(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise BusyError(path, BUSY) from error
    except OSError as error:
        _log.info("%s: no lock beside SQLite's (%s).", path, error.strerror)


def open_database(
    location: Path,
    path: Path,
    version: int,
    *,
    copy_first: bool = True,
    descriptor: int | None = None,
) -> tuple[sqlite3.Connection, Path | None]:
    """Return a checked, up-to-date database at ``location`` and the backup made before a migration.

    ``path`` is the name that errors tell; what is a copy already needs no other. ``descriptor`` as
    in `disconnect`.
    """
    connection = connect(location, descriptor)
    try:
        check_integrity(connection, path)
        return connection, migrate(connection, location, version, copy_first=copy_first)
    except BaseException:
        give_up(connection, location, descriptor)
        raise


def disconnect(connection: sqlite3.Connection, path: Path, descriptor: int | None = None) -> None:
    """Close the connection and leave one plain file, whose header names no log.

    Where the disk is too full for that, the log stays beside the file, and the next open finds
    everything in it. A file that was moved away while open gets what the log still holds, and no
    more: SQLite won't touch the log of a file that has lost its name. SQLite removes the log before
    it says so in the header, and may not come that far; so it is said through ``descriptor``, which
    is the file's, where there is one.
    """
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
    finally:
        if descriptor is not None:
            _keep_log(path, descriptor)


def leave(connection: sqlite3.Connection) -> None:
    """Close the connection, and write nothing: neither the file nor its log is touched.

    SQLite brings the log in when the last connection is closed, unless it was interrupted.
    """
    connection.interrupt()
    connection.close()


def give_up(connection: sqlite3.Connection, path: Path, descriptor: int | None = None) -> None:
    """Close the connection to a file that can't be opened, whatever stands in the way of that."""
    with suppress(sqlite3.Error):
        disconnect(connection, path, descriptor)


def _mark_closed(descriptor: int) -> None:
    """Say in the header that there is no log: two bytes, of a file that has everything."""
    with suppress(OSError):
        if files.read_at(descriptor, FORMAT_AT.start, len(CLOSED)) != CLOSED:
            os.pwrite(descriptor, CLOSED, FORMAT_AT.start)
            os.fsync(descriptor)


def _keep_log(path: Path, descriptor: int) -> None:
    """Let an empty log lie beside a file whose header names one, and whose log SQLite has removed.

    It removes none of which not everything is in the file: the next open must not ask for it.
    """
    log = files.logs_of(path)[0]
    with suppress(OSError):
        named = files.identity(path) == files.identity(descriptor)
        if named and files.read_at(descriptor, FORMAT_AT.start, len(OPEN)) == OPEN:
            log.touch()


def check_integrity(connection: sqlite3.Connection, path: Path, *, whole: bool = False) -> None:
    """Raise DamagedError if the file is not sound; ``whole`` also compares the indexes."""
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
    """Copy the database to another file, which appears only when it is whole and checked.

    A new file gets the mode of ``source``, the file that the connection reads; ``add`` may write
    more into it.
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
    """Give a name to make a database under; at the end it takes its place, whole or not at all.

    A log that lies beside the place is set aside. A new file gets the mode of ``source``. With
    ``new`` no file is replaced: FileExistsError.
    """
    location = whole_files.destination(target)
    logs = partial(files.set_logs_aside, location)
    with whole_files.whole_file(location, source=source, alike=True, new=new, at_last=logs) as part:
        yield part


def freeze(connection: sqlite3.Connection, path: Path) -> None:
    """Bring all that is saved into the file itself, which then stays as it is until `thaw`.

    What is saved meanwhile goes into the log: whoever copies the file holds nobody up.
    """
    connection.execute("PRAGMA wal_autocheckpoint=0").fetchall()
    try:
        checkpoint_log(connection, path)
    except BaseException:
        thaw(connection)
        raise


def checkpoint_log(connection: sqlite3.Connection, path: Path) -> None:
    """Write what lies in the log into the file itself, and wait for the disk."""
    busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    if busy:  # a statement of this connection reads: nobody else can have the file open
        raise ProjectFileError(path, IN_USE)


def thaw(connection: sqlite3.Connection) -> None:
    """Let what is saved go into the file again."""
    connection.execute(f"PRAGMA wal_autocheckpoint={LOG_PAGES}").fetchall()


@dataclass(frozen=True, slots=True)
class FrozenFile:
    """A project file that stays as it is for a while, to be copied on any thread.

    ``descriptor`` is that of `locked`: closing another one would take SQLite's locks away.
    """

    path: Path
    descriptor: int | None

    def copy_to(self, part: Path, monitor: Callable[[int, int], bool]) -> None:
        """Write every byte to a new file, and wait for the disk.

        ``monitor`` is told the bytes that are written, of how many, and says whether to stop;
        then CopyStoppedError is raised. What the disk refuses leaves as DeviceError or
        DiskFullError.
        """
        try:
            with self._source() as source, part.open("xb") as out:
                size = os.fstat(source).st_size
                done = 0
                while chunk := files.read_at(source, done, COPIED_AT_ONCE):
                    out.write(chunk)
                    done += len(chunk)
                    if monitor(done, size):
                        raise CopyStoppedError
                out.flush()
                os.fsync(out.fileno())
        except OSError as error:
            raise refused(error, part.parent, NO_COPY) from error

    def n_bytes(self) -> int:
        """Return the size of the file, also where it has lost its name."""
        with self._source() as source:
            return os.fstat(source).st_size

    @contextmanager
    def _source(self) -> Iterator[int]:
        if self.descriptor is not None:
            yield self.descriptor
            return
        with self.path.open("rb") as file:
            yield file.fileno()


class CopyStoppedError(Exception):
    """Copying a project was to stop, and has stopped."""


def migrate(
    connection: sqlite3.Connection, path: Path, version: int, *, copy_first: bool = True
) -> Path | None:
    """Bring an older file up to date, after copying it; return the copy, None if none was due.

    A file with rows that can't be read stays as it is, and gets no copy.
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
    """Run the migrations that the file has not seen, and write its version: all or nothing.

    ``check`` is called before they take effect; what it raises takes them back.
    """
    # Loading sqlite-utils takes longer than opening a project, so only these rare moments do it.
    from sqlite_utils import Database

    from app.storage import migrations

    connection.execute("BEGIN IMMEDIATE")
    try:
        migrations.MIGRATIONS.apply(Database(connection, execute_plugins=False))
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version={schema.SCHEMA_VERSION}")
        # A file may say of itself that it has seen what it has not.
        schema.check_schema(connection)
        check()
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise

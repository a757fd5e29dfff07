"""Conversion of errors of SQLite and the disk to `ProjectFileError`."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

from app.storage.errors import (
    BusyError,
    DamagedError,
    DamagedRowsError,
    DeviceError,
    DiskFullError,
    ProjectFileError,
    ReadOnlyError,
    UnfitError,
)
from crfcore.messages import MessageTemplate, changed, message
from crfcore.portable_paths import is_open_elsewhere
from crfcore.whole_files import RefusedError

DAMAGED = MessageTemplate(
    "this project file is damaged ({detail}); keep a copy of it, and go on with your latest saved "
    "copy or backup"
)

STEP_LOST = message("this step was not saved")

NOT_OPENED = message("the project cannot be opened")

FULL = MessageTemplate("the disk is full, so {what}; free some space and try again")
READ_ONLY = MessageTemplate(
    "this project cannot be written; copy it to a folder of your own and open the copy"
)
BUSY = MessageTemplate("another window or program has this project open; close it there first")

IN_USE = MessageTemplate(
    "this project is being read; try again in a moment, or close the project and open it again"
)

_BY_CODE: dict[int, tuple[type[ProjectFileError], MessageTemplate]] = {
    sqlite3.SQLITE_BUSY: (BusyError, BUSY),
    # The connection is exclusive: the lock is that of another statement of its own.
    sqlite3.SQLITE_LOCKED: (ProjectFileError, IN_USE),
    sqlite3.SQLITE_READONLY: (ReadOnlyError, READ_ONLY),
    sqlite3.SQLITE_CANTOPEN: (ReadOnlyError, READ_ONLY),
    sqlite3.SQLITE_PERM: (ReadOnlyError, READ_ONLY),
    sqlite3.SQLITE_FULL: (DiskFullError, FULL),
    sqlite3.SQLITE_IOERR: (
        DeviceError,
        MessageTemplate("the disk failed, so {what}; save a copy of the project elsewhere"),
    ),
    sqlite3.SQLITE_CORRUPT: (DamagedError, DAMAGED),
    sqlite3.SQLITE_NOTADB: (DamagedError, DAMAGED),
    # The program's own statements fail only if a table or column is wrong.
    sqlite3.SQLITE_ERROR: (DamagedError, DAMAGED),
    sqlite3.SQLITE_CONSTRAINT: (DamagedError, DAMAGED),
    sqlite3.SQLITE_TOOBIG: (
        ProjectFileError,
        MessageTemplate(
            "a value is too large for the project file ({detail}); import the text in smaller files"
        ),
    ),
}


_UNWRITTEN = MessageTemplate(
    "the disk takes no more, perhaps because it or your share of it is full, so {what}; free some "
    "space and try again, or save a copy of the project elsewhere"
)

_OF_WRITING = frozenset(
    {
        sqlite3.SQLITE_IOERR_WRITE,
        sqlite3.SQLITE_IOERR_FSYNC,
        sqlite3.SQLITE_IOERR_DIR_FSYNC,
        sqlite3.SQLITE_IOERR_TRUNCATE,
        sqlite3.SQLITE_IOERR_SHMSIZE,
    }
)
"""Also errors of a quota, and of a disk that has room again: "full" is another code of SQLite."""


def primary_code(error: sqlite3.Error) -> int:
    """Return the primary error code; errors for text that is not UTF-8 have none."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF


ROOM = 64 * 1024
"""A disk with fewer bytes left is full; SQLite sometimes reports an I/O error."""


def in_words(error: sqlite3.Error, path: Path, what: str = STEP_LOST) -> ProjectFileError:
    """Return the error of the project file for one of SQLite; ``what`` has failed."""
    code = primary_code(error)
    if code == sqlite3.SQLITE_IOERR and _is_read_only(path.parent):
        reason = READ_ONLY.format() if what == NOT_OPENED else _read_only_disk(what)
        return ReadOnlyError(path, reason)
    if code == sqlite3.SQLITE_IOERR and _is_full(path.parent):
        code = sqlite3.SQLITE_FULL
    kind, template = _BY_CODE.get(code, (DamagedError, DAMAGED))
    if kind is DeviceError and error.sqlite_errorcode in _OF_WRITING:
        template = _UNWRITTEN
    if kind is ReadOnlyError and what not in (STEP_LOST, NOT_OPENED):
        template = _DENIED
    return kind(path, template.format(detail=error, what=what))


def _is_read_only(folder: Path) -> bool:
    """Return whether the disk of a folder is read-only; after errors, Linux may make it so."""
    try:
        with TemporaryFile(dir=folder):
            return False
    except OSError as error:
        return error.errno == errno.EROFS


def _is_full(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < ROOM
    except OSError:
        return False


LOG_BYTES = 4 << 20
"""The largest log before a checkpoint."""


def check_room(path: Path, n_bytes: int, what: str) -> None:
    """Raise DiskFullError if the disk has no room for ``n_bytes`` of rows and their log.

    A log that a full disk has cut short can neither be applied nor removed while the disk is full.
    ``what`` has failed.
    """
    needed = n_bytes + min(n_bytes, LOG_BYTES)
    try:
        free = shutil.disk_usage(path.parent).free
    except OSError:
        return
    if free < needed:
        reason = message(
            "the disk has {room} left and this needs about {needed}, so {what}; free some space "
            "and try again",
            room=_size(free),
            needed=_size(needed),
            what=what,
        )
        raise DiskFullError(path, reason)


def _size(n_bytes: int) -> str:
    if n_bytes >= 2**20:
        return message("{size:,.1f} MB", size=n_bytes / 2**20)
    return message("{size:,.0f} kB", size=n_bytes / 1024)


_DENIED = MessageTemplate(
    "this place cannot be written, so {what}; choose a folder that you may write, or allow "
    "yourself to write here"
)


def _read_only_disk(what: str) -> str:
    """Return the reason why a write on a read-only disk has failed."""
    if what == STEP_LOST:
        return message(
            "the disk is read-only, so {what}; save a copy of the project on another disk",
            what=what,
        )
    return message("the disk is read-only, so {what}; choose a folder on another disk", what=what)


# Only the cause quotes something, so that the last semicolon is our own.
def _cause(text: str) -> str:
    cause, _, advice = text.rpartition("; ")
    return cause or advice


def _advice(text: str) -> str:
    cause, mark, advice = text.rpartition("; ")
    return f"{mark}{advice}" if cause else ""


def refused(error: OSError, path: Path, what: str) -> ProjectFileError:
    """Return the error of the project file for one of the disk; ``what`` has failed."""
    if isinstance(error, RefusedError):
        cause, advice = changed(str(error), _cause), changed(str(error), _advice)
        reason = message("{cause}, so {what}{advice}", cause=cause, what=what, advice=advice)
        return DeviceError(path, reason)
    if is_open_elsewhere(error):
        reason = message(
            "another program has this file open, so {what}; close it there, and try again",
            what=what,
        )
        return DeviceError(path, reason)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFullError(path, FULL.format(what=what))
    if error.errno == errno.EROFS:
        return ReadOnlyError(path, _read_only_disk(what))
    if error.errno in (errno.EACCES, errno.EPERM):
        return ReadOnlyError(path, _DENIED.format(what=what))
    if error.errno in (errno.EEXIST, errno.ENOTDIR):
        reason = message(
            "there is a file where a folder is needed, so {what}; give that file another name",
            what=what,
        )
        return DeviceError(path, reason)
    if error.errno == errno.ENOENT:
        reason = message(
            "its folder is not there or was deleted, so {what}; choose another folder", what=what
        )
        return DeviceError(path, reason)
    cause = error.strerror or str(error)
    reason = message(
        "the disk refused ({cause}), so {what}; try another place", cause=cause, what=what
    )
    return DeviceError(path, reason)


@contextmanager
def sqlite_errors_in_words(path: Path, what: str = STEP_LOST) -> Iterator[None]:
    """Convert SQLite's errors in the block to errors of the project file.

    ``what`` describes the failure. Misuse (a wrong thread, wrong parameters) is a bug of this
    program and is not converted.
    """
    try:
        yield
    except (sqlite3.ProgrammingError, sqlite3.InterfaceError):
        raise
    except sqlite3.Error as error:
        raise in_words(error, path, what) from error
    except UnfitError as error:
        reason = message(
            "{error}, so {what}; choose a shorter name or a smaller number", error=error, what=what
        )
        raise ProjectFileError(path, reason) from error
    except DamagedRowsError as error:
        raise DamagedError(path, DAMAGED.format(detail=error)) from error
    except UnicodeDecodeError as error:
        # Also raised for SQLite's own message when it quotes the file.
        raise DamagedError(
            path, DAMAGED.format(detail=message("a text in it is not UTF-8"))
        ) from error

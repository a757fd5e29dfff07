"""A lock on an open project in addition to SQLite's own."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

from app.storage.errors import BusyError, ReadOnlyError
from app.storage.sqlite_errors import BUSY, READ_ONLY

LOCKED = range(1 << 30, (1 << 30) + 512)
"""The bytes of a file that SQLite locks; the page that has them never holds anything."""

_log = logging.getLogger(__name__)


@contextmanager
def locked(path: Path) -> Iterator[int | None]:
    """Lock a project in addition to SQLite's own locks; BusyError if either is held already.

    Yields the descriptor of the file, None on Windows. On Unix a process loses SQLite's locks on a
    file when anything in it closes that file, and Qt's file dialogs open every project that they
    list. This lock stays until its descriptor is closed.

    That another program has SQLite's lock is found out here: the log may be changed before SQLite
    opens the file.
    """
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError as error:
        raise ReadOnlyError(path, READ_ONLY) from error
    if fcntl is None:
        # Windows keeps SQLite's locks when the file is closed elsewhere.
        try:
            _check_unlocked_on_windows(descriptor, path)
        finally:
            os.close(descriptor)
        yield None
        return
    own = _separate_file(descriptor) if sys.platform == "darwin" else descriptor
    try:
        _lock(own, descriptor, path)
        yield descriptor
    finally:
        os.close(descriptor)
        if own is not None and own != descriptor:
            os.close(own)


def _separate_file(descriptor: int) -> int | None:
    """Return the descriptor of a file that is locked instead of another, None if there is none.

    macOS has one table for the locks of `flock` and of `fcntl`, which SQLite uses: on one file they
    exclude each other even within a process. The file is named after the project's device and
    inode.
    """
    status = os.fstat(descriptor)
    name = f"tagwright-{status.st_dev:x}-{status.st_ino:x}.lock"
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    with suppress(OSError):
        return os.open(Path(tempfile.gettempdir()) / name, flags, 0o600)
    return None


def _lock(own: int | None, descriptor: int, path: Path) -> None:
    try:
        if own is not None:
            with _may_be_unsupported(path):
                fcntl.flock(own, fcntl.LOCK_EX | fcntl.LOCK_NB)
        with _may_be_unsupported(path):
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, len(LOCKED), LOCKED.start)
            fcntl.lockf(descriptor, fcntl.LOCK_UN, len(LOCKED), LOCKED.start)
    except BlockingIOError as error:
        raise BusyError(path, BUSY) from error


@contextmanager
def _may_be_unsupported(path: Path) -> Iterator[None]:
    """Ignore that a file system has no such locks."""
    try:
        yield
    except BlockingIOError:
        raise
    except OSError as error:
        _log.info("%s: no lock beside SQLite's (%s).", path, error.strerror)


def _check_unlocked_on_windows(descriptor: int, path: Path) -> None:
    msvcrt: Any = import_module("msvcrt")
    os.lseek(descriptor, LOCKED.start, os.SEEK_SET)
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, len(LOCKED))
        os.lseek(descriptor, LOCKED.start, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, len(LOCKED))
    except PermissionError as error:
        raise BusyError(path, BUSY) from error
    except OSError as error:
        _log.info("%s: no lock beside SQLite's (%s).", path, error.strerror)

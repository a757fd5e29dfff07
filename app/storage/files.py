"""The files of a project: names, headers, identities."""

from __future__ import annotations

import errno
import glob
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from app.storage import guards
from app.storage.errors import (
    DeviceError,
    ForeignError,
    MissingError,
    ProjectFileError,
    ReadOnlyError,
)
from app.storage.schema import CLOSED, FORMAT_AT, HEADER_LENGTH
from crfcore.messages import message
from crfcore.portable_paths import is_too_long
from crfcore.whole_files import whole_file

SET_ASIDE = "set-aside"
"""Part of the name of a project that a backup has replaced."""


@contextmanager
def regular_file(path: Path) -> Iterator[BinaryIO]:
    """Open a regular file for reading, without blocking.

    OSError for a link, a pipe or a device.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with open(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb") as file:  # noqa: PTH123
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "this is no file", str(path))
        yield file


def read_header(path: Path) -> bytes:
    """Return the first bytes of a file; `ProjectFileError` if it cannot be read."""
    try:
        return guards.read_beginning(path, HEADER_LENGTH)
    except FileNotFoundError as error:
        raise MissingError(path, _why_missing(path)) from error
    except IsADirectoryError as error:
        raise ForeignError(path, message("this is a folder, not a project")) from error
    except PermissionError as error:
        raise ReadOnlyError(path, message("you may not read this file; ask its owner")) from error
    except OSError as error:
        raise DeviceError(
            path, message("the file cannot be read ({error})", error=error.strerror)
        ) from error


def _why_missing(path: Path) -> str:
    """Return why a project is missing; an interrupted restore has only set it aside."""
    aside = sorted(path.parent.glob(f"{glob.escape(path.stem)}.{SET_ASIDE}*{path.suffix}"))
    if not aside:
        return message("there is no such project; check the name and the folder")
    return message(
        "there is no such project; open {name}, which was set aside, or a backup",
        name=aside[-1].name,
    )


def real(path: Path) -> Path:
    """Return the target of a link: the log and the backups are beside it.

    A circular link is returned unchanged; it cannot be opened. DeviceError for a name that no file,
    or no log beside it, can have.
    """
    for name in (path, Path(f"{path}{max(guards.LOG_ENDINGS, key=len)}")):
        try:
            name.lstat()
        except ValueError as error:
            raise DeviceError(
                path, message("a character of this name is in no name of a file")
            ) from error
        except OSError as error:
            if error.errno == errno.ENAMETOOLONG or is_too_long(error):
                raise DeviceError(path, message("this name is too long for the disk")) from error
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def read_at(descriptor: int, offset: int, length: int) -> bytes:
    """Read at an offset, without changing the file position where the system can."""
    if hasattr(os, "pread"):
        return os.pread(descriptor, length, offset)
    os.lseek(descriptor, offset, os.SEEK_SET)
    return os.read(descriptor, length)


def logs_of(path: Path) -> list[Path]:
    """Return the files that SQLite may leave beside a database."""
    return [path.with_name(path.name + ending) for ending in guards.LOG_ENDINGS]


def make_empty_log(path: Path) -> None:
    """Create an empty log beside a file, with its mode, if there is none and the disk allows it."""
    log = logs_of(path)[0]
    with suppress(OSError):
        mode = stat.S_IMODE(path.stat().st_mode)
        os.close(os.open(log, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
        log.chmod(mode)


def remove_unused_log(path: Path) -> None:
    """Remove an empty log beside a file that was closed."""
    log = logs_of(path)[0]
    with suppress(OSError, ProjectFileError):
        if read_header(path)[FORMAT_AT] == CLOSED and not log.stat().st_size:
            log.unlink()


def set_logs_aside(path: Path) -> list[Path]:
    """Rename the logs of a file that is replaced; return the new names.

    SQLite would apply an old log to the new file, and damage it.
    """
    return [log.replace(_free_log(log)) for log in logs_of(path) if log.exists()]


def keep_copy_of_log(log: Path, n_bytes: int) -> Path:
    """Cut a log after some bytes, when a copy of all of it was written; return the copy's name.

    SQLite reads a damaged log up to the damage, and would write over the rest.
    """
    kept = _free_log(log)
    with whole_file(kept, source=log, alike=True, new=True) as part:
        shutil.copyfile(log, part)
    cut_log(log, n_bytes)
    return kept


def cut_log(log: Path, n_bytes: int) -> None:
    """Leave only the first bytes of a log, of which there is a copy."""
    os.truncate(log, n_bytes)


def _free_log(log: Path) -> Path:
    """Return an unused name for a log that is set aside."""
    name, number = log.with_name(f"{log.name}.old"), 1
    while name.exists():
        number += 1
        name = log.with_name(f"{log.name}.old-{number}")
    return name


def free_name(path: Path, what: str) -> Path:
    """Return an unused name for a copy beside the file."""
    name, number = path.with_name(f"{path.stem}.{what}{path.suffix}"), 1
    while name.exists():
        number += 1
        name = path.with_name(f"{path.stem}.{what}-{number}{path.suffix}")
    return name


def is_writable(path: Path) -> bool:
    """Return whether a project and its folder, for the log, can be written."""
    return os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK)


def identity(path: Path | int) -> tuple[int, int] | None:
    """Return the device and inode of a path or descriptor, None if it is gone."""
    try:
        status = os.stat(path)  # noqa: PTH116  (called before each step: no Path machinery)
    except OSError:
        return None
    return status.st_dev, status.st_ino

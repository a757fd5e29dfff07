"""Writing of whole files, with errors as sentences."""

from __future__ import annotations

import errno
import gzip
import stat
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from crfcore import whole_files
from crfcore.errors import DataError
from crfcore.messages import as_sentence, message
from crfcore.portable_paths import why_on_windows

BYTES_AT_ONCE = 4096
CHARACTERS_AT_ONCE = 4096
PROJECT_START = b"SQLite format 3\x00"
LOGS = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps beside a project."""


def in_small_parts(pieces: Iterable[str]) -> Iterator[str]:
    """Yield text in small parts.

    Python loses the error if a large write succeeds in part, as on a full disk.
    """
    for piece in pieces:
        for start in range(0, len(piece), CHARACTERS_AT_ONCE):
            yield piece[start : start + CHARACTERS_AT_ONCE]


def write_whole(path: Path, pieces: Iterable[str], source: Path | None = None) -> None:
    """Write text as UTF-8, compressed if the name ends in ``.gz``.

    The file appears only when it is complete, with the mode of ``source``. DataError if it cannot
    be written; an existing file is kept then.
    """
    write_all([(path, pieces)], source)


def write_all(files: Iterable[tuple[Path, Iterable[str]]], source: Path | None = None) -> None:
    """Write several files as `write_whole` does; they appear when all are complete."""
    made: list[tuple[Path, Path]] = []
    folders: dict[Path, Path] = {}
    with ExitStack() as work_folders:
        for path, pieces in files:
            keep_project(path)
            with disk_errors_in_words(path):
                if whole_files.is_stream(path):
                    with whole_files.writing(path) as stream:
                        _write(stream, pieces, packed=path.suffix == ".gz")
                    continue
                target = whole_files.destination(path)
                if target.parent not in folders:
                    workplace = whole_files.workplace(target.parent, target)
                    folders[target.parent] = work_folders.enter_context(workplace)
                part = folders[target.parent] / target.name
                with part.open("xb") as file:
                    _write(file, pieces, packed=path.suffix == ".gz")
                made.append((part, target))
        if made:
            with disk_errors_in_words(made[-1][1]):
                whole_files.put(made, source=source)


@contextmanager
def new_file(path: Path, source: Path | None = None) -> Iterator[BinaryIO]:
    """Yield a binary file, which appears when it is complete, and takes the place of no other.

    The folders above it are made. FileExistsError if a file has appeared meanwhile; DataError if it
    cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_files.whole_file(path, source=source, new=True) as part, part.open("xb") as file:
            yield file
            file.flush()
    except OSError as error:
        if isinstance(error, FileExistsError) and path.is_file():
            raise
        raise DataError(why_unwritable(error), path=path) from error


def write_new(path: Path, pieces: Iterable[str], source: Path | None = None) -> None:
    """Write text as `write_whole` does, as a `new_file`."""
    with new_file(path, source) as file:
        _write(file, pieces, packed=path.suffix == ".gz")


def write_bytes(path: Path, data: bytes, source: Path | None = None) -> None:
    """Write bytes as `write_whole` writes text."""
    with written_file(path, source) as file:
        for start in range(0, len(data), BYTES_AT_ONCE):
            file.write(data[start : start + BYTES_AT_ONCE])


def most_private(*sources: Path | None) -> Path | None:
    """Return the source that the fewest users can read; None if there is none."""
    return min((path for path in sources if path is not None), key=_readers, default=None)


def _readers(path: Path) -> tuple[bool, bool]:
    try:
        mode = path.stat().st_mode
    except OSError:
        return False, False
    return bool(mode & stat.S_IROTH), bool(mode & stat.S_IRGRP)


def _write(file: BinaryIO, pieces: Iterable[str], *, packed: bool) -> None:
    if not packed:
        for piece in in_small_parts(pieces):
            file.write(piece.encode("utf-8"))
        return
    # Without name and time: the same text gives the same bytes.
    with gzip.GzipFile("", "wb", 9, file, 0) as archive:
        for piece in pieces:
            archive.write(piece.encode("utf-8"))


def is_project(path: Path) -> bool:
    """Return whether a file is a project, or another database, by its first bytes."""
    try:
        # Opening a pipe would block.
        if not stat.S_ISREG(path.stat().st_mode):
            return False
        with path.open("rb") as file:
            return file.read(len(PROJECT_START)) == PROJECT_START
    except OSError:
        return False


def keep_project(path: Path) -> None:
    """Raise DataError if a file would replace a project or its log."""
    if is_project(path):
        raise DataError(message("This would overwrite a project. Choose another name."), path=path)
    for ending in LOGS:
        if path.name.endswith(ending) and is_project(path.with_name(path.name[: -len(ending)])):
            raise DataError(
                message("This would overwrite the log of a project. Choose another name."),
                path=path,
            )


def check_target(path: Path) -> None:
    """Raise DataError if a file cannot be written, before a long task."""
    keep_project(path)
    with disk_errors_in_words(path):
        whole_files.check(path)


@contextmanager
def written_file(path: Path, source: Path | None = None) -> Iterator[BinaryIO]:
    """Yield a binary file, which appears when it is complete; DataError if that fails."""
    keep_project(path)
    with disk_errors_in_words(path), whole_files.writing(path, source=source) as file:
        yield file


@contextmanager
def disk_errors_in_words(path: Path) -> Iterator[None]:
    """Convert OSError in the block to DataError."""
    try:
        yield
    except OSError as error:
        raise DataError(why_unwritable(error), path=path) from error


@contextmanager
def folder_for(out: Path) -> Iterator[None]:
    """Make a folder and those above it; if the block fails, they are removed if they are empty."""
    new = [folder for folder in (out, *out.parents) if not folder.exists()]
    try:
        with disk_errors_in_words(out):
            out.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for folder in new:
            with suppress(OSError):
                folder.rmdir()
        raise


def why_unwritable(error: OSError) -> str:
    """Return the message for a file that cannot be written."""
    if isinstance(error, whole_files.RefusedError):
        return as_sentence(str(error))
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return message("The disk is full, so nothing was written; free some space and try again.")
    if reason := why_on_windows(error, "folder"):
        return reason
    if error.errno == errno.ENAMETOOLONG:
        return message("This name is too long for the disk; choose a shorter one.")
    if isinstance(error, FileNotFoundError):
        return message("There is no such folder; make it first, or choose another.")
    if isinstance(error, IsADirectoryError):
        return message("This is a folder; name a file in it.")
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return message("This place cannot be written; choose a folder of your own.")
    if error.errno == errno.ENOTEMPTY:
        return message(
            "Another program has put files into this folder meanwhile; choose a new folder."
        )
    if error.errno in (errno.EEXIST, errno.ENOTDIR):
        return message("There is a file where a folder is needed; choose another place.")
    return message("The file cannot be written: {error}.", error=error.strerror or error)

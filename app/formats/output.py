"""Writing a file whole or not at all."""

from __future__ import annotations

import errno
import gzip
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, cast

from crfcore.errors import DataError

CHARACTERS_AT_ONCE = 4096
PROJECT_START = b"SQLite format 3\x00"


def in_small_parts(pieces: Iterable[str]) -> Iterator[str]:
    """Cut text up for writing.

    Python forgets the error where a large write succeeds in part, on a full disk for one.
    """
    for piece in pieces:
        for start in range(0, len(piece), CHARACTERS_AT_ONCE):
            yield piece[start : start + CHARACTERS_AT_ONCE]


def write_whole(path: Path, pieces: Iterable[str]) -> None:
    """Write text as UTF-8, packed if the name ends in ``.gz``; the file appears when it is whole.

    DataError in words if it can't be written; then what was there before is still there.
    """
    write_all([(path, pieces)])


def write_all(files: Iterable[tuple[Path, Iterable[str]]]) -> None:
    """Write several files as `write_whole` does; they appear when all of them are whole."""
    with ExitStack() as appearing:
        for path, pieces in files:
            part = appearing.enter_context(whole_file(path))
            try:
                _write(part, pieces, packed=path.suffix == ".gz")
            except OSError as error:
                raise DataError(why_unwritable(error), path=path) from error


def _write(part: Path, pieces: Iterable[str], *, packed: bool) -> None:
    if not packed:
        with part.open("w", encoding="utf-8", newline="") as file:
            file.writelines(in_small_parts(pieces))
        return
    # No name and no time inside: the same text gives the same bytes.
    with part.open("wb") as raw, gzip.GzipFile("", "wb", 9, cast("IO[bytes]", raw), 0) as archive:
        for piece in pieces:
            archive.write(piece.encode("utf-8"))


def is_project(path: Path) -> bool:
    """Say whether a file is a project, or another database, by its first bytes."""
    try:
        with path.open("rb") as file:
            return file.read(len(PROJECT_START)) == PROJECT_START
    except OSError:
        return False


def keep_project(path: Path) -> None:
    """Raise DataError if a file of another kind would take the place of a project."""
    if is_project(path):
        raise DataError("This is a project, which would be lost; choose another name.", path=path)


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give a temporary name beside ``path``; what is written there takes its place at the end."""
    keep_project(path)
    part = path.with_name(f".{path.name}.part")
    try:
        try:
            yield part
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise DataError(why_unwritable(error), path=path) from error


def why_unwritable(error: OSError) -> str:
    """Return the sentence for a file that can't be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "The disk is full, so nothing was written; free some space and try again."
    if isinstance(error, FileNotFoundError):
        return "There is no such folder; make it first, or choose another."
    if isinstance(error, IsADirectoryError):
        return "This is a folder; name a file in it."
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return "This place can't be written; choose a folder of your own."
    return f"The file can't be written: {error.strerror or error}."

"""Reading small files whole, such as templates and rules: bounded, and from plain files alone."""

from __future__ import annotations

import errno
import gzip
import io
import os
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from crfcore.errors import DataError
from crfcore.text.lines import text_of, why_unreadable

_GZIP_MAGIC = b"\x1f\x8b"


def read_small_text(path: Path, what: str, most_bytes: int) -> str:
    """Read a text file of which the size is known to be small, packed by gzip or not.

    Parameters
    ----------
    path : Path
    what : str
        What the file holds, for errors: "a template".
    most_bytes : int
        How many it may have, unpacked.

    Returns
    -------
    str
        The text as it stands: a byte-order mark and carriage returns are kept.

    Raises
    ------
    DataError
        The file cannot be read, is larger, is a device or a pipe, which may never end, is empty,
        or is not UTF-8 text.
    """
    if "\0" in str(path):
        raise DataError("No file's name holds a NUL; check the name.")
    try:
        with open_plainly(path) as file:
            data = file.read(most_bytes + 1)
        if data.startswith(_GZIP_MAGIC) and len(data) <= most_bytes:
            data = gzip.GzipFile(fileobj=io.BytesIO(data)).read(most_bytes + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        message = "The file is packed by gzip, and damaged or cut short; get it again."
        raise DataError(message, path=path) from error
    except OSError as error:
        if error.errno == errno.EINVAL:
            message = f"This is a device or a pipe; {what} is a plain file: choose one."
            raise DataError(message, path=path) from error
        raise DataError(why_unreadable(error), path=path) from error
    if len(data) > most_bytes:
        message = f"The file has more than {most_bytes:,} bytes, and {what} has fewer; choose one."
        raise DataError(message, path=path)
    return text_of(data, path)


@contextmanager
def open_plainly(path: Path) -> Iterator[BinaryIO]:
    """Open a plain file for reading; OSError for anything else, which may never end."""
    with open(path, "rb", opener=_without_waiting) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "this is a device or a pipe, and no plain file")
        yield file


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe that nobody writes into would be waited for otherwise."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))

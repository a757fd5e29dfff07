"""Reading a file as text: strict UTF-8, and a sentence about whatever is not."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

from crfcore.errors import DataError

_GZIP_MAGIC = b"\x1f\x8b"
_WIDE_MARKS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
_PROBE = 4096
_CONTROLS = bytes(sorted({*range(32)} - set(b"\t\n\r\f\v\b\x1b")))
_MANY_CONTROLS = 0.02


def read_text(path: Path) -> str:
    """Read a text file, packed by gzip or not.

    Parameters
    ----------
    path : Path
        Whether it is packed is seen from its first bytes, not from its name.

    Returns
    -------
    str
        The text as it stands: a byte-order mark and carriage returns are kept.

    Raises
    ------
    DataError
        The file cannot be read, is empty, or is not UTF-8 text; with line and column.
    """
    return text_of(read_bytes(path), path)


def read_bytes(path: Path) -> bytes:
    """Read a file, packed by gzip or not; DataError if that is not possible."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DataError(_why_unreadable(error), path=path) from error
    return _unpacked(data, path) if data.startswith(_GZIP_MAGIC) else data


def _why_unreadable(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "There is no such file; check the name and the folder."
    if isinstance(error, IsADirectoryError):
        return "This is a folder; name a file in it."
    if isinstance(error, PermissionError):
        return "You are not allowed to read this file; ask for the right to, or copy it."
    return f"The file cannot be read: {error.strerror or error}."


def _unpacked(data: bytes, path: Path) -> bytes:
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        message = "The file is packed by gzip, and damaged or cut short; get it again."
        raise DataError(message, path=path) from error


def text_of(data: bytes, path: Path | str | None = None) -> str:
    """Decode the bytes of a text file.

    Parameters
    ----------
    data : bytes
        Content, not packed.
    path : Path or str, optional
        Named in errors.

    Returns
    -------
    str
        The text as it stands: a byte-order mark and carriage returns are kept.

    Raises
    ------
    DataError
        There is nothing, a NUL, or a byte that is not UTF-8; with line and column. No byte is
        ever replaced.
    """
    if not data:
        raise DataError("The file is empty; a text was expected.", path=path)
    for mark, name in _WIDE_MARKS.items():
        if data.startswith(mark):
            message = f"The file is {name}, and UTF-8 was expected; save it as UTF-8."
            raise DataError(message, path=path)
    nul = data.find(b"\x00")
    if nul >= 0:
        message = "Found a NUL byte, which no text holds; this looks like a binary file."
        line, column = _place(data, nul)
        raise DataError(message, path=path, line=line, column=column)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line, column = _place(data, error.start)
        raise DataError(_not_utf8(data, error), path=path, line=line, column=column) from error


def _place(data: bytes, at: int) -> tuple[int, int]:
    """Return line and column of a byte, both from 1, the column in characters."""
    line_start = data.rfind(b"\n", 0, at) + 1
    line = data.count(b"\n", 0, at) + 1
    before = data[line_start:at].decode("utf-8", errors="replace")
    return line, len(before.removeprefix("\ufeff")) + 1


def _not_utf8(data: bytes, error: UnicodeDecodeError) -> str:
    found = f"The byte 0x{data[error.start]:02X} is not UTF-8"
    probe = data[:_PROBE]
    controls = len(probe) - len(probe.translate(None, _CONTROLS))
    if controls > _MANY_CONTROLS * len(probe):
        return f"{found}; this looks like a binary file, and a text was expected."
    return (
        f"{found}; if the file is in an older encoding, convert it first, "
        "for example with iconv -f WINDOWS-1252 -t UTF-8."
    )

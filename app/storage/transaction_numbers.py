"""The number of each transaction, which shows that a log follows from the file beside it.

While a project is open, a program that copies its files one after another may copy the file before
a checkpoint, and the log after it. SQLite applies that log to the older file, and what the
checkpoint moved into the file is missing. Nothing in SQLite's formats tells: so each transaction
writes its number into the file's settings. A log begins with the transaction after one that the
file has, or with an earlier one.
"""

from __future__ import annotations

import json
import re
import sqlite3
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from app.storage.files import regular_file
from app.storage.log_frames import FRAME_BYTES, HEADER_BYTES, FrameReader, reader_of

_KEY = "transaction"
_DIGITS = 16
_MOST = 10**_DIGITS - 1
_WRITTEN = re.compile(rf"([0-9a-f]{{32}})-([0-9]{{{_DIGITS}}})")
_READ = "SELECT value FROM settings WHERE key = ?"
_UPDATE = "UPDATE settings SET value = ? WHERE key = ?"
_INSERT = "INSERT INTO settings VALUES (?, ?)"


class TransactionNumber(NamedTuple):
    """The number of a file's last transaction; only those of one series can be compared."""

    series: str
    number: int

    def is_after(self, other: TransactionNumber) -> bool:
        """Return whether this is a later transaction of the same series."""
        return self.series == other.series and self.number > other.number


def write_next(connection: sqlite3.Connection) -> None:
    """Write the number of the transaction that is being written."""
    last = of(connection)
    if last is None or last.number == _MOST:
        last = TransactionNumber(uuid.uuid4().hex, 0)
    value = json.dumps(f"{last.series}-{last.number + 1:0{_DIGITS}d}")
    # An update writes no page of the index, which replacing the row would.
    if not connection.execute(_UPDATE, (value, _KEY)).rowcount:
        connection.execute(_INSERT, (_KEY, value))


def of(connection: sqlite3.Connection) -> TransactionNumber | None:
    """Return the number of the last transaction, None if an older version wrote the file."""
    row = connection.execute(_READ, (_KEY,)).fetchone()
    found = row and _WRITTEN.fullmatch(str(row[0])[1:-1])
    return TransactionNumber(found[1], int(found[2])) if found else None


def first_in_log(log_path: Path, series: str) -> int | None:
    """Return the number of the first transaction in a log, None if it has none of the series.

    A page may have remains of earlier numbers: the least is returned. OSError if the log cannot be
    read.
    """
    numbers = re.compile(rb'"%s-([0-9]{%d})"' % (series.encode(), _DIGITS))
    with regular_file(log_path) as log:
        reader = reader_of(log.read(HEADER_BYTES))
        if reader is None:
            return None
        pages = _pages(log, reader, _length_of_first(log, reader))
        return min((int(one) for page in pages for one in numbers.findall(page)), default=None)


def _length_of_first(log: BinaryIO, reader: FrameReader) -> int:
    """Return the number of frames of the first transaction, 0 if SQLite does not read it."""
    n_before = 0
    for frames in reader.blocks(log):
        is_read = frames.own & frames.fits
        ends = ~is_read | (frames.numbers[:, 1] != 0)
        if ends.any():
            last = int(ends.argmax())
            return n_before + last + 1 if is_read[last] else 0
        n_before += len(ends)
    return 0


def _pages(log: BinaryIO, reader: FrameReader, n_frames: int) -> Iterator[bytes]:
    for frame in range(n_frames):
        log.seek(reader.place(frame) + FRAME_BYTES)
        yield log.read(reader.page_size)

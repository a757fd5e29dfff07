"""The number of each transaction, which shows that a log follows from the file beside it.

While a project is open, a program that copies its files one after another may copy the file before
a checkpoint, and the log after it. SQLite applies that log to the older file, and what the
checkpoint moved into the file is missing. Nothing in SQLite's formats tells: so each transaction
writes its number into the file's settings. A log begins with the transaction after one that the
file has, or with an earlier one.

The numbers also show transactions that SQLite does not read, because a log is damaged before them.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from app.storage.files import regular_file
from app.storage.log_frames import HEADER_BYTES, REMAINS_READ, Damage, FrameReader, reader_of

_KEY = "transaction"
_DIGITS = 16
_MOST = 10**_DIGITS - 1
_AT_ONCE = 1 << 20
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
    with regular_file(log_path) as log:
        reader = reader_of(log.read(HEADER_BYTES))
        if reader is None:
            return None
        first = next(_ends_of_transactions(log, reader), 0)
        return min(_numbers_in(log, series, HEADER_BYTES, reader.place(first)), default=None)


def find_hidden(log_path: Path, last: TransactionNumber) -> Damage | None:
    """Return the damage of a log that hides transactions, None if it hides none.

    ``last`` is that of the file. After the frames that SQLite reads there may be those of an
    interrupted transaction, which has the next number, and remains of earlier ones; greater numbers
    were committed. OSError if the log cannot be read.
    """
    with regular_file(log_path) as log:
        reader = reader_of(log.read(HEADER_BYTES))
        if reader is None:
            return None
        end = reader.place(max(_ends_of_transactions(log, reader), default=0))
        read = max(_numbers_in(log, last.series, HEADER_BYTES, end), default=last.number)
        size = os.fstat(log.fileno()).st_size
        hidden = max(_numbers_in(log, last.series, end, min(size, end + REMAINS_READ)), default=0)
        return Damage(end, end) if hidden > read + 1 else None


def _ends_of_transactions(log: BinaryIO, reader: FrameReader) -> Iterator[int]:
    """Yield how many frames there are up to the end of each transaction that SQLite reads."""
    n_before = 0
    for frames in reader.blocks(log):
        is_read = np.logical_and.accumulate(frames.own & frames.fits)
        commits = is_read & (frames.numbers[:, 1] != 0)
        yield from (n_before + 1 + np.flatnonzero(commits)).tolist()
        if not is_read.all():
            return
        n_before += len(is_read)


def _numbers_in(log: BinaryIO, series: str, start: int, stop: int) -> Iterator[int]:
    """Yield the numbers of a series between two bytes of a log."""
    written = re.compile(rb'"%s-([0-9]{%d})"' % (series.encode(), _DIGITS))
    length = len(series) + _DIGITS + 3
    log.seek(start)
    block = b""
    while start < stop and (more := log.read(min(_AT_ONCE, stop - start))):
        start += len(more)
        block = block[1 - length :] + more
        yield from map(int, written.findall(block))

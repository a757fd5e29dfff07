"""Write-ahead logs made without SQLite."""

from __future__ import annotations

from random import Random

SALTS = b"\0\0\0\x08news"


def checksum(data, order, before=(0, 0)):
    """The checksum as SQLite describes it."""
    s, t = before
    words = [int.from_bytes(data[at : at + 4], order) for at in range(0, len(data), 4)]
    for x, y in zip(words[::2], words[1::2], strict=True):
        s = (s + x + t) % 2**32
        t = (t + y + s) % 2**32
    return s, t


def bytes_of(*numbers):
    return b"".join(number.to_bytes(4, "big") for number in numbers)


def log_header(page_size, *, order="little", salts=SALTS, version=3_007_000):
    header = bytes_of(0x377F0682 + (order == "big"), version, page_size, 0) + salts
    return header + bytes_of(*checksum(header, order))


def with_frame(log, number, size, page):
    """Return a log with one more frame; ``size`` is that of the database after a commit, or 0."""
    order = "big" if log[3] & 1 else "little"
    last = 24 if len(log) == 32 else len(log) - len(page) - 8
    before = [int.from_bytes(log[at : at + 4], "big") for at in (last, last + 4)]
    head = bytes_of(number, size)
    return log + head + log[16:24] + bytes_of(*checksum(head + page, order, before)) + page


def made_log(transactions, *, page_size=512, order="little", salts=SALTS, seed=0, last_size=16):
    """Return a log of transactions, each a list of page numbers.

    The database has 16 pages, and ``last_size`` after the last transaction.
    """
    random = Random(seed)
    log = log_header(page_size, order=order, salts=salts)
    for which, pages in enumerate(transactions, 1):
        for at, number in enumerate(pages, 1):
            size = 16 if which < len(transactions) else last_size
            log = with_frame(
                log, number, size if at == len(pages) else 0, random.randbytes(page_size)
            )
    return log

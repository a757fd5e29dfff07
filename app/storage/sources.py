"""What a file was before it was imported: lines of sentences, and records around several."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from app.domain.documents import SourceRecord
from app.domain.sentences import SentenceSource
from app.storage.errors import DamagedRowsError
from app.storage.sentence_rows import source_of
from app.storage.tables import check_rows

_READ_AT_ONCE = 500

_SOURCES = """
    SELECT s.id, "before", lines, tokens FROM sentences s JOIN sources ON sentence_id = s.id
    WHERE document_id = ? AND s.id > ? ORDER BY s.id LIMIT ?
"""
_RECORDS = """
    SELECT number, first_sentence, raw FROM records
    WHERE document_id = ? AND number > ? ORDER BY number LIMIT ?
"""


def sentence_sources(
    connection: sqlite3.Connection, document_id: int
) -> Iterator[tuple[int, SentenceSource]]:
    """Give the id and source of each sentence of a document, in order, some rows at a time."""
    last = -1
    while rows := connection.execute(_SOURCES, (document_id, last, _READ_AT_ONCE)).fetchall():
        check_rows(connection, "sources", rows[0][0], rows[-1][0])
        yield from ((number, source_of(*source)) for number, *source in rows)
        last = _later(rows[-1][0], last)


def records(connection: sqlite3.Connection, document_id: int) -> Iterator[SourceRecord]:
    """Give the records of a document, in order, some rows at a time."""
    last = -1
    while rows := connection.execute(_RECORDS, (document_id, last, _READ_AT_ONCE)).fetchall():
        yield from (SourceRecord(first, raw) for _, first, raw in rows)
        last = _later(rows[-1][0], last)


def check_records(connection: sqlite3.Connection, document_id: int) -> None:
    """Raise DamagedRowsError where records of a document are missing or out of order."""
    n, last = connection.execute(
        "SELECT count(*), max(number) FROM records WHERE document_id = ?", (document_id,)
    ).fetchone()
    firsts = [record.first_sentence for record in records(connection, document_id)]
    if (n and last != n - 1) or firsts != sorted(firsts):
        raise DamagedRowsError("some records of an imported file are missing")


def _later(number: int, last: int) -> int:
    """Return the number of the last row; a damaged index could lead round in a circle."""
    if number <= last:
        raise DamagedRowsError("rows of an imported file are not in their order")
    return number

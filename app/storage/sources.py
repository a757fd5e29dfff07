"""Source texts of imported files: lines of sentences, and records."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from app.domain.documents import Layout, SourceRecord
from app.domain.sentences import SentenceSource
from app.storage.edit_encoding import layout_from
from app.storage.errors import DamagedRowsError
from app.storage.json_values import from_json
from app.storage.sentence_rows import source_of
from app.storage.tables import check_rows
from crfcore.messages import message
from crfcore.text.rows import line_content, split_fields

_READ_AT_ONCE = 500

_SOURCES = """
    SELECT s.id, length(states), "before", lines, tokens
    FROM sentences s JOIN sources ON sentence_id = s.id
    WHERE document_id = ? AND s.id > ? ORDER BY s.id LIMIT ?
"""
_RECORDS = """
    SELECT rowid, number, first_sentence, raw FROM records
    WHERE document_id = ? AND number > ? ORDER BY number LIMIT ?
"""
_N_RECORDS = "SELECT count(*) FROM records WHERE document_id = ?"
_LAYOUT = "SELECT layout FROM documents WHERE id = ?"


def sentence_sources(
    connection: sqlite3.Connection, document_id: int
) -> Iterator[tuple[int, SentenceSource]]:
    """Yield the id and source of each sentence of a document, in order.

    DamagedRowsError for a source that does not fit the document's format.
    """
    layout = _layout_of(connection, document_id)
    last = -1
    while rows := connection.execute(_SOURCES, (document_id, last, _READ_AT_ONCE)).fetchall():
        check_rows(connection, "sources", rows[0][0], rows[-1][0])
        for number, n_tokens, *kept in rows:
            source = source_of(*kept)
            if not fits(source, n_tokens, layout):
                reason = message(
                    "the raw lines of sentence {number} are not those of its tokens", number=number
                )
                raise DamagedRowsError(reason)
            yield number, source
        last = _later(rows[-1][0], last)


def records(connection: sqlite3.Connection, document_id: int) -> Iterator[SourceRecord]:
    """Yield the records of a document, in order.

    DamagedRowsError if some are missing or out of order.
    """
    n = first_sentence = 0
    while rows := connection.execute(_RECORDS, (document_id, n - 1, _READ_AT_ONCE)).fetchall():
        at = [row for row, *_ in rows]
        check_rows(connection, "records", min(at), max(at))
        for _, number, first, raw in rows:
            if number != n or first < first_sentence:
                raise DamagedRowsError(_MISSING)
            yield SourceRecord(first, raw)
            n, first_sentence = n + 1, first
    if connection.execute(_N_RECORDS, (document_id,)).fetchone() != (n,):
        raise DamagedRowsError(_MISSING)


_MISSING = message("some records of an imported file are missing")


def _layout_of(connection: sqlite3.Connection, document_id: int) -> Layout:
    row = connection.execute(_LAYOUT, (document_id,)).fetchone()
    return Layout() if row is None else layout_from(from_json(row[0]))


def fits(source: SentenceSource, n_tokens: int, layout: Layout) -> bool:
    """Return whether a sentence has a line with enough fields for each token, or needs none."""
    least, tabs = layout.least_fields, layout.separator == "tab"
    if not least or not source.lines:
        return not least and not source.lines
    if len(source.tokens) != n_tokens:
        return False
    lines = [source.lines[at] for at in source.tokens]
    if tabs:
        return min([line.count("\t") for line in lines], default=least) >= least - 1
    return all(len(split_fields(line_content(line), "space")) >= least for line in lines)


def _later(number: int, last: int) -> int:
    """Return the number of the last row; a damaged index could cause an endless loop."""
    if number <= last:
        raise DamagedRowsError(message("rows of an imported file are not in their order"))
    return number

"""Writing of imported documents, in short transactions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.domain.documents import Document, SourceRecord
from app.domain.edits import Edit
from app.domain.sentences import NOTHING_NEW, Additions, SentenceRow
from app.storage import writing
from app.storage.database import ProjectDatabase

SENTENCES_PER_TRANSACTION = 200
"""So many rows are written within 20 ms, so that edits do not wait long."""


class DocumentImports:
    """Writes imported documents to a project file."""

    def __init__(self, database: ProjectDatabase) -> None:
        self._database = database

    def begin_document(self, document: Document) -> None:
        """Start an import; its rows are ignored until `finish_document`."""
        with self._database.transaction() as connection:
            writing.write_importing_document(connection, document)

    def add_sentences(self, rows: Iterable[SentenceRow]) -> None:
        """Write sentences of a document being imported, in short transactions."""
        pending = list(rows)
        for first in range(0, len(pending), SENTENCES_PER_TRANSACTION):
            with self._database.transaction() as connection:
                writing.write_sentences(
                    connection, pending[first : first + SENTENCES_PER_TRANSACTION]
                )

    def add_records(
        self, document_id: int, records: Sequence[SourceRecord], first: int = 0
    ) -> None:
        """Write records of a document being imported, in short transactions.

        ``first`` is the number written before.
        """
        for start in range(0, len(records), SENTENCES_PER_TRANSACTION):
            part = records[start : start + SENTENCES_PER_TRANSACTION]
            with self._database.transaction() as connection:
                writing.write_records(connection, document_id, first + start, part)

    def finish_document(
        self,
        document_id: int,
        edit: Edit,
        additions: Additions = NOTHING_NEW,
        *,
        tokens_name: int = 0,
    ) -> None:
        """End an import: its rows are valid now, and the edit is in the history.

        So are those of other documents that the edit shows. ``tokens_name`` is the edit id in its
        tokens if that is not the id of ``edit``; it gets the same author.
        """
        with self._database.transaction() as connection:
            for number in {document_id, *(change.after.id for change in edit.documents)}:
                connection.execute("UPDATE documents SET importing = 0 WHERE id = ?", (number,))
            writing.write_edit(connection, edit, additions)
            if tokens_name:
                writing.write_named(connection, edit, tokens_name)

    def discard_unfinished(self) -> None:
        """Delete the rows of unfinished imports."""
        with self._database.reading() as connection:
            found = connection.execute("SELECT 1 FROM documents WHERE importing = 1").fetchone()
        if found:
            with self._database.transaction() as connection:
                writing.delete_importing(connection)

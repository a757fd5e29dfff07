"""A model of documents with their progress."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QObject, Qt, Signal

from app.domain.changes import Changes
from app.domain.documents import Document
from app.domain.numbers import grouped, percentage
from app.item_models.rows import Index, RowsModel
from app.services.after_paint import AfterPaint
from app.session import Session


class DocumentRole(IntEnum):
    """Roles of a document beside its name."""

    DOCUMENT = Qt.ItemDataRole.UserRole + 1
    DONE = Qt.ItemDataRole.UserRole + 2
    SENTENCES = Qt.ItemDataRole.UserRole + 3


class DocumentsModel(RowsModel):
    """Lists all documents as one in row 0, then each by its position.

    Signals
    -------
    renamed(int, str)
        A person has typed another name for the document with this id.
    """

    renamed = Signal(int, str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._documents = self._listed()
        self._progress = session.state.document_progress()
        self._after_key = AfterPaint(self._update_progress, self)
        session.changed.connect(self._follow)

    def document(self, row: int) -> Document | None:
        """Return the document of a row, None for the row of all documents."""
        return self._documents[row - 1] if row > 0 else None

    def row_of(self, document: int | None) -> int:
        """Return the row of a document; the first row for None or one that is not listed."""
        rows = {listed.id: row for row, listed in enumerate(self._documents, start=1)}
        return rows.get(document, 0) if document is not None else 0

    def _n_rows(self) -> int:
        return len(self._documents) + 1 if self._documents else 0

    def flags(self, index: Index) -> Qt.ItemFlag:  # noqa: D102
        flags = super().flags(index)
        if index.isValid() and index.row() > 0 and not self._session.saving.read_only:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def _answer(self, row: int, role: int) -> object:
        document = self.document(row)
        name = document.name if document is not None else self.tr("All documents")
        done, sentences = self._counts(document)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return name
        if role == DocumentRole.DOCUMENT:
            return document.id if document is not None else None
        if role == DocumentRole.DONE:
            return done
        if role == DocumentRole.SENTENCES:
            return sentences
        if role == Qt.ItemDataRole.ToolTipRole:
            confirmed, tokens = self._token_counts(document)
            return self.tr(
                "{name}: {done} of {sentences} sentences done, {confirmed} of {tokens} tokens "
                "confirmed"
            ).format(
                name=name,
                done=grouped(done),
                sentences=grouped(sentences),
                confirmed=grouped(confirmed),
                tokens=grouped(tokens),
            )
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{name}, {percent(done, sentences)}"
        return None

    def setData(  # noqa: D102 (Qt's own)
        self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        document = self.document(index.row()) if index.isValid() else None
        name = str(value).strip()
        if role != Qt.ItemDataRole.EditRole or document is None or not name:
            return False
        if name != document.name:
            self.renamed.emit(document.id, name)
        return True

    def _counts(self, document: Document | None) -> tuple[int, int]:
        counted = [self._progress[document.id]] if document else list(self._progress.values())
        done = sum(progress.confirmed_sentences for progress in counted)
        return done, sum(progress.sentences for progress in counted)

    def _token_counts(self, document: Document | None) -> tuple[int, int]:
        counted = [self._progress[document.id]] if document else list(self._progress.values())
        confirmed = sum(progress.confirmed_tokens for progress in counted)
        return confirmed, sum(progress.tokens for progress in counted)

    def _listed(self) -> list[Document]:
        documents = self._session.project.documents.values()
        kept = [document for document in documents if document.listed]
        return sorted(kept, key=lambda document: (document.position, document.id))

    def _follow(self, changes: Changes) -> None:
        if changes.structure or changes.documents:
            self.beginResetModel()
            self._documents = self._listed()
            self._progress = self._session.state.document_progress()
            self.endResetModel()
        elif len(changes.sentences) and self._documents:
            self._after_key.start()

    def _update_progress(self) -> None:
        before, self._progress = self._progress, self._session.state.document_progress()
        if self._progress != before:
            self._all_changed()


def percent(done: int, sentences: int) -> str:
    """Return the share in per cent: 100% only when all is done, a dash for nothing."""
    if not done or not sentences:
        return "–"
    if 200 * done < sentences:
        return "under 1%"
    return percentage(min(99, max(1, round(100 * done / sentences))) if done < sentences else 100)

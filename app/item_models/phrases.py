"""The phrases of a gazetteer, or those of them in which a text occurs."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.domain.gazetteers import NO_PHRASES

Index = QModelIndex | QPersistentModelIndex


class PhraseRole(IntEnum):
    """What the model says of a phrase beside its text."""

    LABEL = Qt.ItemDataRole.UserRole + 1


class PhrasesModel(QAbstractListModel):
    """Lists phrases in the order in which they came; a hundred thousand are no trouble."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._phrases = NO_PHRASES
        self._rows: list[str] = []
        self._folded: list[str] | None = None
        self._wanted = ""

    def show_phrases(self, phrases: Mapping[str, str]) -> None:
        """List these phrases, by their labels."""
        if phrases is self._phrases:
            return
        self._phrases, self._folded = phrases, None
        self._list()

    def search(self, text: str) -> None:
        """List only the phrases in which a text occurs, in any case."""
        wanted = text.strip().casefold()
        if wanted != self._wanted:
            self._wanted = wanted
            self._list()

    def phrase(self, row: int) -> str:
        """Return the phrase of a row."""
        return self._rows[row]

    def label(self, row: int) -> str:
        """Return the label of a row's phrase, "" for none of its own."""
        return self._phrases[self._rows[row]]

    def row_of(self, phrase: str) -> int | None:
        """Return the row of a phrase, None if it is not listed."""
        listed = phrase in self._phrases and phrase in self._rows
        return self._rows.index(phrase) if listed else None

    def rowCount(  # noqa: D102 (Qt's own)
        self,
        parent: Index = QModelIndex(),  # noqa: B008 (Qt's default)
    ) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(  # noqa: D102 (Qt's own)
        self, index: Index, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self.phrase(index.row())
        if role == PhraseRole.LABEL:
            return self.label(index.row())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            label = self.label(index.row())
            return f"{self.phrase(index.row())}, {label}" if label else self.phrase(index.row())
        return None

    def _list(self) -> None:
        self.beginResetModel()
        if not self._wanted:
            self._rows = list(self._phrases)
        else:
            if self._folded is None:
                self._folded = [phrase.casefold() for phrase in self._phrases]
            pairs = zip(self._phrases, self._folded, strict=True)
            self._rows = [phrase for phrase, folded in pairs if self._wanted in folded]
        self.endResetModel()

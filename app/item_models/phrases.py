"""A model of the phrases of a gazetteer."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from PySide6.QtCore import QObject, Qt

from app.domain.gazetteers import NO_PHRASES
from app.item_models.rows import RowsModel


class PhraseRole(IntEnum):
    """Roles of a phrase beside its text."""

    LABEL = Qt.ItemDataRole.UserRole + 1


class PhrasesModel(RowsModel):
    """Lists phrases in their order, all or those that contain a text."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._phrases = NO_PHRASES
        self._rows: list[str] = []
        self._folded: list[str] | None = None
        self._wanted = ""

    def show_phrases(self, phrases: Mapping[str, str]) -> None:
        """List these phrases, with their labels."""
        if phrases is self._phrases:
            return
        self._phrases, self._folded = phrases, None
        self._list()

    def search(self, text: str) -> None:
        """List only the phrases that contain a text, ignoring case."""
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

    def _n_rows(self) -> int:
        return len(self._rows)

    def _answer(self, row: int, role: int) -> object:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self.phrase(row)
        if role == PhraseRole.LABEL:
            return self.label(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            label = self.label(row)
            return f"{self.phrase(row)}, {label}" if label else self.phrase(row)
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

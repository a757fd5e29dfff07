"""A model of some sentences of a project."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt

from app.domain.invisible import listed_text
from app.domain.numbers import grouped
from app.domain.spacing import readable_text
from app.item_models.rows import RowsModel
from app.session import Session


class SentenceListRole(IntEnum):
    """Roles of a row beside the sentence's text."""

    NUMBER = Qt.ItemDataRole.UserRole + 1


class SentenceListModel(RowsModel):
    """Lists sentences with their numbers among all visible ones."""

    def __init__(
        self, session: Session, sentence_indices: NDArray[np.int64], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._sentence_indices = np.asarray(sentence_indices, np.int64)
        self._numbers = np.searchsorted(session.visible, self._sentence_indices) + 1

    def sentence_index(self, row: int) -> int:
        """Return the sentence of a row."""
        return int(self._sentence_indices[row])

    def _n_rows(self) -> int:
        return len(self._sentence_indices)

    def _answer(self, row: int, role: int) -> object:
        if role == SentenceListRole.NUMBER:
            return grouped(self._numbers[row])
        text = readable_text(self._session.project, self.sentence_index(row))
        if role == Qt.ItemDataRole.DisplayRole:
            return text.replace("\n", " ")
        if role == Qt.ItemDataRole.ToolTipRole:
            return listed_text(text)
        return None

"""Some sentences of a project, by their places."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.domain.invisible import listed_text
from app.session import Session


class PlaceRole(IntEnum):
    """What the model says of a row beside the sentence's text."""

    NUMBER = Qt.ItemDataRole.UserRole + 1


class PlacesModel(QAbstractListModel):
    """Lists sentences with their numbers among all that are shown."""

    def __init__(
        self, session: Session, places: NDArray[np.int64], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._places = np.asarray(places, np.int64)
        self._numbers = np.searchsorted(session.visible, self._places) + 1

    def place(self, row: int) -> int:
        """Return the place of the sentence in a row."""
        return int(self._places[row])

    def rowCount(  # noqa: D102 (Qt's own)
        self,
        parent: QModelIndex | QPersistentModelIndex = QModelIndex(),  # noqa: B008 (Qt's default)
    ) -> int:
        return 0 if parent.isValid() else len(self._places)

    def data(  # noqa: D102 (Qt's own)
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if not index.isValid() or index.row() >= len(self._places):
            return None
        if role == PlaceRole.NUMBER:
            return f"{self._numbers[index.row()]:,}"
        text = self._session.corpus.texts[self.place(index.row())]
        if role == Qt.ItemDataRole.DisplayRole:
            return text.replace("\n", " ")
        if role == Qt.ItemDataRole.ToolTipRole:
            return listed_text(text)
        return None

"""Some sentences of a project, by their places."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt

from app.domain.invisible import listed_text
from app.domain.spacing import readable_text
from app.item_models.rows import RowsModel
from app.session import Session


class PlaceRole(IntEnum):
    """What the model says of a row beside the sentence's text."""

    NUMBER = Qt.ItemDataRole.UserRole + 1


class PlacesModel(RowsModel):
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

    def _n_rows(self) -> int:
        return len(self._places)

    def _answer(self, row: int, role: int) -> object:
        if role == PlaceRole.NUMBER:
            return f"{self._numbers[row]:,}"
        text = readable_text(self._session.project, self.place(row))
        if role == Qt.ItemDataRole.DisplayRole:
            return text.replace("\n", " ")
        if role == Qt.ItemDataRole.ToolTipRole:
            return listed_text(text)
        return None

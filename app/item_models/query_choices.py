"""Models of the choices for the order of the queue."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import QObject, Qt

from app.domain.query_choices import QueryOption
from app.item_models.rows import Index, RowsModel
from app.translation import translator

translated = translator("Asking")
"""Return a text of `app.domain.query_choices` in the user's language."""


class QueryOptionRole(IntEnum):
    """Roles of a choice beside its title."""

    SENTENCE = Qt.ItemDataRole.UserRole + 1


class QueryOptionModel(RowsModel):
    """Lists choices; those that the window does not offer are disabled, with the reason."""

    def __init__(self, choices: Sequence[QueryOption], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choices = tuple(choices)

    def choice(self, row: int) -> QueryOption:
        """Return the choice of a row."""
        return self._choices[row]

    def row_of(self, name: str) -> int:
        """Return the row of a choice by its name."""
        return next(row for row, one in enumerate(self._choices) if one.name == name)

    def _n_rows(self) -> int:
        return len(self._choices)

    def flags(self, index: Index) -> Qt.ItemFlag:  # noqa: D102 (Qt's own)
        if index.isValid() and self._choices[index.row()].why_not:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)

    def _answer(self, row: int, role: int) -> object:
        choice = self._choices[row]
        explanation = translated(choice.sentence)
        why_not = translated(choice.why_not) if choice.why_not else ""
        if role == Qt.ItemDataRole.DisplayRole:
            return translated(choice.title)
        if role == QueryOptionRole.SENTENCE:
            return explanation
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{explanation}\n{why_not}".strip()
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{translated(choice.title)}: {'. '.join(filter(None, (explanation, why_not)))}"
        return None

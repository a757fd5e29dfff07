"""What can be chosen for the order of the queue, each with its sentence."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from app.domain.asking import AskingChoice

CONTEXT = "Asking"


class AskingRole(IntEnum):
    """What the model says of a choice beside its title."""

    SENTENCE = Qt.ItemDataRole.UserRole + 1


def translated(text: str) -> str:
    """Return a text of `app.domain.asking` in the user's language."""
    return QCoreApplication.translate(CONTEXT, text)


class AskingModel(QAbstractListModel):
    """Lists choices; what the window does not offer is there, with the reason, and disabled."""

    def __init__(self, choices: Sequence[AskingChoice], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choices = tuple(choices)

    def choice(self, row: int) -> AskingChoice:
        """Return the choice of a row."""
        return self._choices[row]

    def row_of(self, name: str) -> int:
        """Return the row of a choice by its name."""
        return next(row for row, one in enumerate(self._choices) if one.name == name)

    def rowCount(  # noqa: D102 (Qt's own)
        self,
        parent: QModelIndex | QPersistentModelIndex = QModelIndex(),  # noqa: B008 (Qt's default)
    ) -> int:
        return 0 if parent.isValid() else len(self._choices)

    def flags(  # noqa: D102 (Qt's own)
        self, index: QModelIndex | QPersistentModelIndex
    ) -> Qt.ItemFlag:
        if index.isValid() and self._choices[index.row()].why_not:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)

    def data(  # noqa: D102 (Qt's own)
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if not index.isValid() or index.row() >= len(self._choices):
            return None
        choice = self._choices[index.row()]
        said = translated(choice.sentence)
        why_not = translated(choice.why_not) if choice.why_not else ""
        if role == Qt.ItemDataRole.DisplayRole:
            return translated(choice.title)
        if role == AskingRole.SENTENCE:
            return said
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{said} {why_not}".strip()
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{translated(choice.title)}: {said} {why_not}".strip()
        return None

"""A model of commands with their keys, searchable by name, menu or key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QObject, Qt

from app.item_models.choices import rank
from app.item_models.rows import RowsModel


@dataclass(frozen=True, slots=True)
class CommandRow:
    """One command: its text, its menu, its keys as the platform writes them.

    ``changed``: the keys were changed by the person.
    """

    id: str
    text: str
    menu: str
    keys: tuple[str, ...] = ()
    changed: bool = False


class CommandRole(IntEnum):
    """Roles of a command beside its text."""

    ROW = Qt.ItemDataRole.UserRole + 1


class CommandsModel(RowsModel):
    """Lists commands in the order of the menus, all or those that match a text."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[CommandRow, ...] = ()
        self._shown: list[CommandRow] = []
        self._wanted = ""

    def show_rows(self, rows: Iterable[CommandRow]) -> None:
        """Set the commands."""
        self._rows = tuple(rows)
        self.find(self._wanted)

    def find(self, wanted: str) -> None:
        """List only matching commands: text or menu by their words, keys as they are written."""
        self.beginResetModel()
        self._wanted = wanted.strip()
        self._shown = [row for row in self._rows if _fits(self._wanted, row)]
        self.endResetModel()

    def row(self, number: int) -> CommandRow | None:
        """Return the command of a row, None for no row."""
        return self._shown[number] if 0 <= number < len(self._shown) else None

    def row_of(self, command: str) -> int | None:
        """Return the row of a command by its id, None if it is not listed."""
        rows = (number for number, row in enumerate(self._shown) if row.id == command)
        return next(rows, None)

    def _n_rows(self) -> int:
        return len(self._shown)

    def _answer(self, row: int, role: int) -> object:
        command = self._shown[row]
        if role == Qt.ItemDataRole.DisplayRole:
            return command.text
        if role == CommandRole.ROW:
            return command
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(command)
        return None

    def _spoken(self, row: CommandRow) -> str:
        keys = self.tr(" or ").join(row.keys) if row.keys else self.tr("no shortcut")
        parts = [row.text, keys, row.menu]
        if row.changed:
            parts.append(self.tr("changed"))
        return ", ".join(parts)


def _fits(wanted: str, row: CommandRow) -> bool:
    if not wanted:
        return True
    if any(wanted.casefold() == key.casefold() for key in row.keys):
        return True
    if len(wanted) > 1 and any(wanted.casefold() in key.casefold() for key in row.keys):
        return True
    quality = rank(wanted, row.text)
    return (quality is not None and quality < 5) or rank(wanted, row.menu) in {0, 1}

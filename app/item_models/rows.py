"""The base class of list models."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex


class RowsModel(QAbstractListModel):
    """A flat list; subclasses implement `_n_rows` and `_answer`."""

    def rowCount(  # noqa: D102 (Qt's own)
        self,
        parent: Index = QModelIndex(),  # noqa: B008 (Qt's default)
    ) -> int:
        return 0 if parent.isValid() else self._n_rows()

    def data(  # noqa: D102 (Qt's own)
        self, index: Index, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        # A view may request a row that was just removed.
        there = index.isValid() and index.row() < self._n_rows()
        return self._answer(index.row(), role) if there else None

    def _all_changed(self, *roles: int) -> None:
        """Let views read all rows again, or only some roles of them."""
        n_rows = self._n_rows()
        if n_rows:
            self.dataChanged.emit(self.index(0), self.index(n_rows - 1), list(roles))

    def _n_rows(self) -> int:
        """Return how many rows there are."""
        raise NotImplementedError

    def _answer(self, row: int, role: int) -> object:
        """Return the value of a row for a role, or None."""
        raise NotImplementedError

"""The lines of a report as a tree of two columns."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.jobs.importing.report import ReportLine
from app.views.plain_text import PlainTips
from app.views.theme import GRID, theme_of
from app.views.widgets.listing import name_widget

NUMBERS = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MAX_EXPANDED = 3
"""Up to so many lines are shown expanded."""


class ReportTree(QTreeWidget):
    """Shows a report; grave lines are coloured as errors, and expanded."""

    def __init__(
        self, name: str, title: str, description: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        name_widget(self, name, title, description)
        self.setColumnCount(2)
        self.setItemDelegate(PlainTips(self))
        self.setHeaderLabels([self.tr("Item"), self.tr("Value")])
        self.headerItem().setTextAlignment(1, NUMBERS)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setUniformRowHeights(True)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)

    def show_lines(self, lines: Sequence[ReportLine]) -> None:
        """Show a report."""
        self.clear()
        for line in lines:
            top = self._item(line)
            self.addTopLevelItem(top)
            top.setExpanded(line.grave or len(lines) <= MAX_EXPANDED)
            for row, below in enumerate(line.below):
                if (item := top.child(row)) is not None:
                    item.setExpanded(below.grave)
        # Not selected: a selected line has no colour of its own.
        first = self.model().index(0, 0)
        self.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)

    def height_of_rows(self) -> int:
        """Return the height at which all rows are visible."""
        row, n_rows = self.fontMetrics().height() + GRID, 0
        index = self.model().index(0, 0)
        while index.isValid():
            n_rows, index = n_rows + 1, self.indexBelow(index)
        return self.header().sizeHint().height() + n_rows * row + 2 * self.frameWidth()

    def _item(self, line: ReportLine) -> QTreeWidgetItem:
        item = QTreeWidgetItem([line.text, line.value])
        item.setSizeHint(0, QSize(0, self.fontMetrics().height() + GRID))
        item.setTextAlignment(1, NUMBERS)
        for column, text in enumerate((line.text, line.value)):
            item.setToolTip(column, text)
            if line.grave:
                item.setForeground(column, theme_of(self.palette()).bad)
        item.addChildren([self._item(one) for one in line.below])
        return item

"""The table of an import's preview, and the boxes for its columns."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.formats.records import LABEL, WORD
from app.translation import translator
from app.views.dialogs.import_preview import Preview
from app.views.theme import GRID
from app.views.widgets.base_dialog import room_on
from app.views.widgets.listing import name_widget

tr = translator("ImportDialog")

ROWS_SHOWN = 5
"""The least number of rows that are visible, also above a long report."""

TALL_SCREEN = 1000
"""On a screen of less height, in pixels, one row is enough, so that all buttons are on it."""


def preview_table(dialog: QWidget) -> QTableWidget:
    """Return an empty table for the first rows of a file."""
    table = QTableWidget(dialog)
    name_widget(table, "import_preview", tr("Preview"), tr("The first rows of the file"))
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.verticalHeader().hide()
    row = max(3 * GRID, table.fontMetrics().height() + GRID)
    table.verticalHeader().setDefaultSectionSize(row)
    shown = ROWS_SHOWN if room_on(dialog.screen()).height() >= TALL_SCREEN else 1
    table.setMinimumHeight((shown + 1) * row + GRID)
    table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
    return table


def fill_table(table: QTableWidget, news: Preview) -> None:
    """Show the first rows of a file."""
    width = max(1, len(news.columns))
    table.setColumnCount(width)
    table.setRowCount(len(news.rows))
    titles = {
        WORD: tr("Word"),
        LABEL: tr("Label"),
        "pos": tr("POS"),
        "_": tr("Kept unchanged"),
    }
    for number in range(1, width + 1):
        titles[f"column{number}"] = tr("Column {n}").format(n=number)
    headers = [titles.get(name, name) for name in news.columns] or [tr("Sentences")]
    table.setHorizontalHeaderLabels(headers)
    for row, fields in enumerate(news.rows):
        for column, value in enumerate(fields[:width]):
            table.setItem(row, column, QTableWidgetItem(value))
    header = table.horizontalHeader()
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setStretchLastSection(True)


def fill_columns(box: QComboBox, news: Preview, chosen: int | None) -> None:
    """List the columns of a file, with an example each."""
    first = news.rows[0] if news.rows else ()
    box.clear()
    for column_index in range(len(news.columns)):
        example = first[column_index] if column_index < len(first) else ""
        text = tr("Column {n} ({example}, …)").format(n=column_index + 1, example=example[:24])
        box.addItem(text, column_index)
    if chosen is not None:
        box.setCurrentIndex(chosen)

"""All keys on one page, made from the table of commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.domain.labels import Label
from app.views.actions import COMMANDS, VIEW_KEYS, native
from app.views.commands.command import CONTEXT, MENUS
from app.views.dialogs.frame import Frame
from app.views.panels.listing import bold
from app.views.theme import GRID

Row = tuple[str, str]
COLUMNS = (
    ("label", "labels", "rules"),
    ("sentence", "go", "edit"),
    ("project", "model", "view", "help"),
)
KEY_WIDTH = 12 * GRID


class KeysDialog(Frame):
    """The cheat sheet: what each key does, by menu."""

    def __init__(self, labels: Iterable[Label], parent: QWidget | None = None) -> None:
        super().__init__("keys", self.tr("Keys"), self.tr("All keys on one page"), parent)
        self.add_lead(
            self.tr("Single keys act while the sentence has the focus: click it, or press Esc.")
        )
        page = QWidget()
        columns = QHBoxLayout(page)
        columns.setContentsMargins(0, 0, GRID, 0)
        columns.setSpacing(4 * GRID)
        sections = self._sections(labels)
        for names in COLUMNS:
            column = QVBoxLayout()
            column.setSpacing(2 * GRID)
            for name in names:
                title, rows = sections[name]
                if rows:
                    column.addLayout(self._section(title, rows))
            column.addStretch()
            columns.addLayout(column, 1)
        area = QScrollArea(self)
        area.setWidget(page)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setAccessibleName(self.tr("Keys"))
        self.column.addWidget(area, 1)
        self.add_buttons()
        self.resize(124 * GRID, 78 * GRID)

    def _sections(self, labels: Iterable[Label]) -> dict[str, tuple[str, list[Row]]]:
        found = {
            name: (_translated(title).replace("&", ""), list(_rows(name)))
            for name, title in MENUS.items()
        }
        given = [(label.key.upper(), label.name) for label in labels if label.key]
        moves = [(_translated(keys), _translated(text)) for keys, text in VIEW_KEYS]
        found["labels"] = (self.tr("Labels of this project"), given)
        found["sentence"] = (self.tr("In the sentence"), moves)
        return found

    def _section(self, title: str, rows: Iterable[Row]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID // 2)
        heading = QLabel(title, self)
        heading.setFont(bold(heading.font()))
        grid.addWidget(heading, 0, 0, 1, 2)
        for number, (keys, text) in enumerate(rows, start=1):
            said = QLabel(keys, self)
            said.setForegroundRole(said.palette().ColorRole.Link)
            said.setTextFormat(Qt.TextFormat.PlainText)
            grid.addWidget(said, number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(QLabel(text, self), number, 1)
        grid.setColumnMinimumWidth(0, KEY_WIDTH)
        grid.setColumnStretch(1, 1)
        return grid


def _rows(menu: str) -> Iterator[Row]:
    for command in COMMANDS:
        if command.menu == menu and command.keys:
            text = _translated(command.text).replace("&", "").rstrip("…")
            yield native(QKeySequence(command.keys[0])), text


def _translated(text: str) -> str:
    return QCoreApplication.translate(CONTEXT, text)

"""The dialog with all shortcuts on one page: commands, labels, panels and the mouse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.domain.labels import Label
from app.views.actions import COMMANDS, MOUSE, PANEL_KEYS, VIEW_KEYS
from app.views.commands.command import MENUS, translated
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.keymap import DEFAULT_PRESET, PRESETS, Keymap, native
from app.views.layouts import in_row
from app.views.mac_keys import as_here
from app.views.plain_text import PlainLabel
from app.views.theme import GRID
from app.views.widgets.base_dialog import room_on
from app.views.widgets.listing import bold

Row = tuple[str, str]
COLUMNS = (
    ("label", "labels", "rules"),
    ("sentence", "mouse", "go", "edit", "help"),
    ("panels", "project", "model", "view"),
)
WIDTH = 128 * GRID
MARGINS = 9 * GRID
"""Width of margins and scroll bar."""
KEY_WIDTH = 15 * GRID
TEXT_WIDTH = 14 * GRID
"""Minimum width of a description: with less there are fewer columns."""
KEYS_SHOWN = 2
"""Maximum number of keys shown for a command."""


class KeysDialog(DialogWithHelp):
    """Lists what each key does, by menu."""

    def __init__(
        self,
        labels: Iterable[Label],
        parent: QWidget | None = None,
        keymap: Keymap | None = None,
    ) -> None:
        super().__init__(
            "keys", self.tr("Keyboard shortcuts"), self.tr("All shortcuts on one page"), parent
        )
        self._keymap = keymap or Keymap()
        self._keys = self._keymap.keys(COMMANDS)
        self.add_lead(self._lead())
        page = self._fitting_page(self._sections(list(labels)))
        area = QScrollArea(self)
        area.setWidget(page)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setAccessibleName(self.tr("Keyboard shortcuts"))
        self.column.addWidget(area, 1)
        self.add_buttons()
        self.set_usual_size(WIDTH, 80 * GRID)

    def _fitting_page(self, sections: Mapping[str, tuple[str, list[Row]]]) -> QWidget:
        """Return all sections in as many columns as fit on the screen."""
        room = min(WIDTH, room_on(self.screen()).width()) - MARGINS
        for n_columns in range(len(COLUMNS), 1, -1):
            page = self._page(sections, n_columns)
            if page.minimumSizeHint().width() <= room:
                return page
        return self._page(sections, 1)

    def _page(self, sections: Mapping[str, tuple[str, list[Row]]], n_columns: int) -> QWidget:
        page = QWidget()
        columns = in_row(within=page, margins=(0, 0, GRID, 0), spacing=4 * GRID)
        for beside in range(n_columns):
            column = QVBoxLayout()
            column.setSpacing(2 * GRID)
            for name in (name for names in COLUMNS[beside::n_columns] for name in names):
                title, rows = sections[name]
                if rows:
                    column.addLayout(self._section(title, rows))
            column.addStretch()
            columns.addLayout(column, 1)
        return page

    def _lead(self) -> str:
        lead = self.tr(
            "Single-key shortcuts work while the sentence has the focus (click it or press Esc)."
        )
        if self._keymap.preset != DEFAULT_PRESET:
            title = translated(PRESETS[self._keymap.preset].title)
            lead += " " + self.tr("Preset: {preset}.").format(preset=title)
        if self._keymap.own:
            lead += " " + self.tr("Some are customised.")
        return lead

    def _sections(self, labels: list[Label]) -> dict[str, tuple[str, list[Row]]]:
        found = {
            name: (translated(title).replace("&", ""), list(self._rows(name)))
            for name, title in MENUS.items()
        }
        given = self._keymap.label_keys(labels, COMMANDS)
        found["labels"] = (
            self.tr("Labels of this project"),
            [(_spelt(given[label.id]), label.name) for label in labels if given[label.id]],
        )
        for name, title, rows in (
            ("sentence", self.tr("In the sentence"), VIEW_KEYS),
            ("panels", self.tr("In lists and panels"), PANEL_KEYS),
            ("mouse", self.tr("With the mouse"), MOUSE),
        ):
            shown = [(as_here(translated(keys)), as_here(translated(text))) for keys, text in rows]
            found[name] = (title, shown)
        return found

    def _rows(self, menu: str) -> Iterator[Row]:
        for command in COMMANDS:
            if command.menu == menu and self._keys[command.id]:
                text = translated(command.text).replace("&", "").rstrip("…")
                yield _spelt(self._keys[command.id]), text

    def _section(self, title: str, rows: Iterable[Row]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID // 2)
        heading = PlainLabel(title, self)
        heading.setFont(bold(heading.font()))
        grid.addWidget(heading, 0, 0, 1, 2)
        for number, (keys, text) in enumerate(rows, start=1):
            key_label = PlainLabel(keys, self)
            key_label.setForegroundRole(key_label.palette().ColorRole.Link)
            meaning = PlainLabel(text, self)
            meaning.setWordWrap(True)
            grid.addWidget(key_label, number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(meaning, number, 1)
        grid.setColumnMinimumWidth(0, KEY_WIDTH)
        grid.setColumnMinimumWidth(1, TEXT_WIDTH)
        grid.setColumnStretch(1, 1)
        return grid


def _spelt(keys: Iterable[str]) -> str:
    """Return keys as text; Return is left out, because it is always listed with Enter."""
    shown = [native(key) for key in keys if not key.endswith("Return")]
    return ", ".join(shown[:KEYS_SHOWN])

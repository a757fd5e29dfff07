"""The menu "Open recent"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.item_models.choices import Choice
from app.services.file_existence import FileExistence
from app.views.file_names import shown_folder
from app.views.plain_text import on_a_button, set_tip
from app.views.widgets.listing import name_widget
from crfcore.errors import as_text

MAX_DIGITS = 9
"""Number of entries with a digit as mnemonic."""


class RecentMenu(QMenu):
    """Lists recent projects, the newest first; those without a file are disabled on opening.

    Signals
    -------
    open_requested(Path)
        Open this project.
    forgotten(Path)
        Remove this project from the list.
    """

    open_requested = Signal(object)
    forgotten = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Open &recent"))
        name_widget(
            self, "menu_recent", self.tr("Open recent"), self.tr("Projects that were open before")
        )
        self.setToolTipsVisible(True)
        # No actions are kept: PySide may take one that Qt has made for deleted while it is there.
        self._paths: list[Path] = []
        self._missing: set[Path] = set()
        self.presence = FileExistence()
        self.presence.checked.connect(self._note_presence)
        self.aboutToShow.connect(lambda: self.presence.look(self._paths))

    def show_projects(self, recent: Sequence[Path], current: Path | None = None) -> None:
        """List projects, without the open one."""
        open_now = None if current is None else current.absolute()
        self._paths = paths = [path for path in recent if path != open_now]
        self._missing.clear()
        self.clear()
        for number, path in enumerate(paths, 1):
            access = f"&{number} " if number <= MAX_DIGITS else ""
            name = f"{on_a_button(path.stem)} – {on_a_button(shown_folder(path.parent))}"
            action = QAction(access + name, self)
            action.setData(str(path))
            self.addAction(action)
            set_tip(action, str(path))
            action.triggered.connect(lambda _=False, path=path: self.open_requested.emit(path))
        if not paths:
            self.addAction(self.tr("No other projects yet")).setEnabled(False)
            return
        self.addSeparator()
        self.addAction(self.tr("&Clear list")).triggered.connect(self._forget_all)

    def choices(self) -> list[Choice]:
        """Return choices that open each project."""
        return [
            Choice(
                self.tr("Open recent: {name}").format(name=as_text(path.stem)),
                partial(self.open_requested.emit, path),
                kind=shown_folder(path.parent),
                trouble=self._not_found(path) if path in self._missing else "",
            )
            for path in self._paths
        ]

    def _not_found(self, path: Path) -> str:
        return self.tr("Not found: {path}").format(path=as_text(path))

    def _note_presence(self, path: str, there: bool) -> None:  # noqa: FBT001 (a signal's)
        change = self._missing.discard if there else self._missing.add
        change(Path(path))
        for action in self.actions():
            if action.data() == path and action.isEnabled() != there:
                action.setEnabled(there)
                set_tip(action, path if there else self._not_found(Path(path)))

    def _forget_all(self) -> None:
        for path in list(self._paths):
            self.forgotten.emit(path)

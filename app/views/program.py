"""The program as Qt knows it, with the project files that macOS asks it to open."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication


class Program(QApplication):
    """The program; on macOS it hears of files that are to be opened.

    Those of a double click in the Finder, or of a drop on the Dock's icon, come as events, also at
    the start. Other systems start the program with their names.

    Signals
    -------
    file_opened : Path
        A file is to be opened.
    """

    file_opened = Signal(object)

    def event(self, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        if event.type() != QEvent.Type.FileOpen:
            return super().event(event)
        name = cast("QFileOpenEvent", event).file()
        if name:  # addresses of the web have none
            self.file_opened.emit(Path(name))
        return True

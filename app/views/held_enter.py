"""Enter that is held down confirms no dialog: its repetitions are taken away."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QWindow
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit, QTextEdit, QWidget

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class HeldEnter(QObject):
    """Keeps the repetitions of Enter from all dialogs of the program, those of Qt too.

    The press that opens or changes a dialog would confirm it, too, before anybody has read it.
    Where Enter breaks a line, it repeats as usual.
    """

    def __init__(self, qt: QApplication) -> None:
        """Watch each dialog from when it gets the keys."""
        super().__init__(qt)
        qt.focusWindowChanged.connect(self._watch)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        if event.type() != QEvent.Type.KeyPress:
            return False
        key = cast("QKeyEvent", event)
        if key.key() not in ENTER or not key.isAutoRepeat():
            return False
        return not isinstance(QApplication.focusWidget(), (QTextEdit, QPlainTextEdit))

    def _watch(self, window: QWindow | None) -> None:
        if window is not None and isinstance(QWidget.find(window.winId()), QDialog):
            window.installEventFilter(self)

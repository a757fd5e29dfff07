"""The room of a long message: panels below the sentence lend it, and get it back."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow

from app.views.panels.dock_layout import BELOW
from app.views.panels.messages import Messages


class MessageRoom(QObject):
    """Gives panels below the sentence their height again when a long message has gone.

    Qt shrinks them for the message, and would leave them so.
    """

    def __init__(self, window: QMainWindow, messages: Messages) -> None:
        super().__init__(window)
        self._window = window
        self._messages = messages
        # Heights of the panels before a message took room from them.
        self._before: dict[QDockWidget, int] = {}
        # Later, once the window is laid out.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._settle)
        messages.height_changing.connect(self._note)

    def _note(self) -> None:
        if not self._before:
            self._before = self._heights()
        self._soon.start()

    def _settle(self) -> None:
        if not self._messages.isHidden():
            return
        heights = self._heights()
        for dock, height in self._before.items():
            # Not if the person has enlarged or hidden it meanwhile.
            if heights.get(dock, height) < height:
                self._window.resizeDocks([dock], [height], Qt.Orientation.Vertical)
        self._before = {}

    def _heights(self) -> dict[QDockWidget, int]:
        """Return the heights of the panels shown below the sentence."""
        return {
            dock: dock.height()
            for dock in self._window.findChildren(QDockWidget)
            if self._window.dockWidgetArea(dock) == BELOW
            and dock.isVisible()
            and not dock.isFloating()
        }

"""When a window has been painted for the first time."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

FIRST_PAINT_MILLISECONDS = 2_000
"""A window that is not painted by then (minimised at once) learns all the same."""


class FirstPaint(QObject):
    """Waits until a window has been painted for the first time.

    Signals
    -------
    seen : ()
        The window is on the screen, and the event loop is free again.
    """

    seen = Signal()

    def __init__(self, window: QWidget) -> None:
        """Look out for the first paint of a window that is about to be shown."""
        super().__init__(window)
        self._window = window
        self._timer = QTimer(self, singleShot=True, interval=FIRST_PAINT_MILLISECONDS)
        self._timer.timeout.connect(self._notify)
        self._timer.start()
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look out for the paint, hold nothing up."""
        if event.type() == QEvent.Type.Paint and watched is self._window:
            watched.removeEventFilter(self)
            self._timer.start(0)
        return False

    def stop(self) -> None:
        """Wait no longer."""
        self._timer.stop()
        self._window.removeEventFilter(self)

    def _notify(self) -> None:
        self.stop()
        self.seen.emit()

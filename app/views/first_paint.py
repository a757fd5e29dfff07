"""A signal after the first paint of a window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

FIRST_PAINT_MILLISECONDS = 2_000
"""Time after which the signal is sent without a paint, for a minimised window."""


class FirstPaint(QObject):
    """Waits for the first paint of a window.

    Signals
    -------
    seen : ()
        The window has been painted, and the event loop is free again.
    """

    seen = Signal()

    def __init__(self, window: QWidget) -> None:
        """Watch a window that is about to be shown."""
        super().__init__(window)
        self._window = window
        self._timer = QTimer(self, singleShot=True, interval=FIRST_PAINT_MILLISECONDS)
        self._timer.timeout.connect(self._notify)
        self._timer.start()
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Watch for the paint event."""
        if event.type() == QEvent.Type.Paint and watched is self._window:
            watched.removeEventFilter(self)
            self._timer.start(0)
        return False

    def stop(self) -> None:
        """Stop waiting."""
        self._timer.stop()
        self._window.removeEventFilter(self)

    def _notify(self) -> None:
        self.stop()
        self.seen.emit()

"""Updates of the window that wait until the result of a key has been painted."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from app.services.threads import UI_PRIORITY


class AfterPaint(QObject):
    """Runs a function after the result of a key has been painted, and at once between keys.

    The function runs once for all calls of `start` before the paint, so it has to look up what to
    show when it runs.
    """

    def __init__(self, function: Callable[[], object], parent: QObject) -> None:
        """Run ``function`` when started, as long as ``parent`` exists."""
        super().__init__(parent)
        self._function = function
        # Qt paints before its timers run.
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(function)

    def start(self) -> None:
        """Run the function now, or after the paint if a key is being handled."""
        if UI_PRIORITY.claimed:
            self._timer.start()
        else:
            self._timer.stop()
            self._function()

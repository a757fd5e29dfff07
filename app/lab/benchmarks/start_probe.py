"""The real command with a clock that records the first paint of a window.

Run as a script, with the start time (`time.monotonic_ns` of the parent process) and the arguments
of the command. It prints one JSON object and closes the window.
"""

from __future__ import annotations

import json
import runpy
import sys
import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

HEAVY = ("numba", "llvmlite", "scipy")
"""Modules that must not be imported before the window is shown."""


class _Stopwatch(QObject):
    """Waits for the first window to be exposed and painted."""

    def __init__(self, start: int) -> None:
        super().__init__()
        self._start = start
        self._exposed = False

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Observe all events without blocking them."""
        if not self._exposed and event.type() == QEvent.Type.Expose:
            self._exposed = True
            # The paint happens within this event; the timer fires after it.
            QTimer.singleShot(0, self._painted)
        return False

    def _painted(self) -> None:
        seconds = (time.monotonic_ns() - self._start) / 1e9
        heavy = sorted(name for name in HEAVY if name in sys.modules)
        sys.stdout.write(json.dumps({"shown_seconds": seconds, "heavy": heavy}) + "\n")
        sys.stdout.flush()
        QTimer.singleShot(0, QApplication.closeAllWindows)


def watch(start: int, command: Callable[[], Any]) -> None:
    """Run the command, with the clock inserted at the start of its event loop."""
    loop = QApplication.exec
    watches: list[_Stopwatch] = []

    def watched_loop(*_self: object) -> int:
        stopwatch = _Stopwatch(start)
        watches.append(stopwatch)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(stopwatch)
        return loop()

    setattr(QApplication, "exec", staticmethod(watched_loop))  # noqa: B010 - mypy forbids the plain form
    command()


if __name__ == "__main__":
    began = int(sys.argv[1])
    sys.argv = ["tagwright", *sys.argv[2:]]
    watch(began, lambda: runpy.run_module("app", run_name="__main__"))

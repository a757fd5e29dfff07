"""Loading of the plot library, in slices between the window's events."""

from __future__ import annotations

import sys
import threading
import time
from contextlib import suppress
from importlib import import_module
from types import FrameType

from PySide6.QtCore import QObject, QTimer, Signal

from app.services.threads import QUICK_SUCCESSION, UI_PRIORITY, start_thread

SLICE_SECONDS = 0.005
"""The time for which the window waits at once; single steps of the import take up to 0.02."""


_SHARED = ("colorama",)
"""Packages that the library imports by their modules, and the compiler by their names.

Where two threads begin at both ends, Python lets one of the imports fail, and the package is gone
for both. From its name on, each thread waits for the other.
"""


class PlotLibrary(QObject):
    """Loads pyqtgraph, whose import takes 0.3 s, without stopping the window for so long.

    The import makes hundreds of classes of Qt. A thread must not do that while the window handles
    events: Qt reads PySide's table of classes without the interpreter's lock, and the program may
    crash while the table grows. So the thread imports only while the window waits for it, a slice
    at a time, and is stopped in between wherever it runs code of the library itself.

    Signals
    -------
    loaded : ()
        Plots can be made without a delay; emitted once after each `load`.
    """

    loaded = Signal()

    def __init__(self, parent: QObject | None = None, library: str = "pyqtgraph") -> None:
        """Load nothing yet."""
        super().__init__(parent)
        self._library = library
        self._thread: threading.Thread | None = None
        self._closed = self._ended = False
        # Whose turn it is: each side releases one of these and waits for the other.
        self._go, self._back = threading.Semaphore(0), threading.Semaphore(0)
        self._until = 0.0
        self._timer = QTimer(self, interval=1)
        self._timer.timeout.connect(self._go_on)

    def load(self) -> None:
        """Begin to load; `loaded` is emitted at the end. Does nothing while loading."""
        if self._closed or self._thread is not None:
            return
        self._ended = False
        self._thread = start_thread("plots", self._load)
        self._timer.start()

    def close(self) -> None:
        """Wait for the import, which cannot be stopped."""
        self._closed = True
        self._timer.stop()
        while self._thread is not None:
            self._wait_for_slice()

    def _go_on(self) -> None:
        """Let the import go on for a slice, unless a key has just come."""
        if UI_PRIORITY.seconds_without_keys < QUICK_SUCCESSION:
            return
        self._wait_for_slice()
        if self._thread is None:
            self._timer.stop()
            if self._library in sys.modules:
                self.loaded.emit()

    def _wait_for_slice(self) -> None:
        self._until = time.monotonic() + SLICE_SECONDS
        self._go.release()
        self._back.acquire()
        if self._ended and self._thread is not None:
            self._thread.join()
            self._thread = None

    # ---- on the thread

    def _load(self) -> None:
        self._go.acquire()
        sys.setprofile(self._pause_if_due)
        try:
            for name in _SHARED:
                with suppress(ImportError):
                    import_module(name)
            import_module(self._library)
        finally:
            sys.setprofile(None)
            self._ended = True
            self._back.release()

    def _pause_if_due(self, frame: FrameType, _event: str, _argument: object) -> None:
        """Return the turn to the window at the end of a slice.

        Only in code of the library: the lock of any other module that is being imported might be
        one that the window waits for.
        """
        name = frame.f_globals.get("__name__", "")
        if time.monotonic() > self._until and name.partition(".")[0] == self._library:
            self._back.release()
            self._go.acquire()

"""Loading of the plot library, on a thread."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, Signal

from app.services.threads import give_way, start_thread


class PlotLibrary(QObject):
    """Loads pyqtgraph, which would block the window's thread.

    Signals
    -------
    loaded : ()
        Plots can be made without a delay; emitted once after each `load`.
    """

    loaded = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Load nothing yet."""
        super().__init__(parent)
        self._thread: threading.Thread | None = None
        self._closed = False

    def load(self) -> None:
        """Begin to load; `loaded` is emitted at the end. Does nothing while loading."""
        if self._closed or (self._thread is not None and self._thread.is_alive()):
            return
        self._thread = start_thread("plots", self._load)

    def close(self) -> None:
        """Wait for the thread, which cannot be stopped."""
        self._closed = True
        if self._thread is not None:
            self._thread.join()

    def _load(self) -> None:
        give_way()
        # Importing it makes no Qt objects, so that any thread can do it.
        import pyqtgraph  # noqa: F401

        self.loaded.emit()

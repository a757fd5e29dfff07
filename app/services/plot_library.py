"""Loading the library that draws plots: on a thread, and only when somebody wants to see one."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, Signal

from app.services.threads import give_way, start_thread


class PlotLibrary(QObject):
    """Loads pyqtgraph, for which the window's thread would stand still.

    Signals
    -------
    loaded : ()
        Plots can be made without a delay; once after each `load`.
    """

    loaded = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Load nothing yet."""
        super().__init__(parent)
        self._thread: threading.Thread | None = None
        self._closed = False

    def load(self) -> None:
        """Begin to load; `loaded` follows. While it is under way a second call does nothing."""
        if self._closed or (self._thread is not None and self._thread.is_alive()):
            return
        self._thread = start_thread("plots", self._load)

    def close(self) -> None:
        """Wait for the thread, which cannot be stopped and takes a moment."""
        self._closed = True
        if self._thread is not None:
            self._thread.join()

    def _load(self) -> None:
        give_way()
        # It makes no Qt objects when it is loaded, so that any thread may do it.
        import pyqtgraph  # noqa: F401

        self.loaded.emit()

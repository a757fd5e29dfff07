"""Checks for the existence of files, on a thread."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.services.threads import start_thread


class FileExistence(QObject):
    """Checks whether files exist, without blocking on a disk that does not answer.

    It has no parent, so that it can outlive its user.

    Signals
    -------
    checked : str, bool
        A path, and whether the file exists.
    """

    checked = Signal(str, bool)

    def __init__(self) -> None:
        super().__init__()
        self._thread: threading.Thread | None = None

    def look(self, paths: Iterable[Path]) -> None:
        """Check some files."""
        wanted = tuple(paths)
        if wanted:
            self._thread = start_thread("recent projects", lambda: self._look(wanted))

    def wait(self) -> None:
        """Wait until all have been checked."""
        if self._thread is not None:
            self._thread.join()

    def _look(self, paths: tuple[Path, ...]) -> None:
        for path in paths:
            try:
                there = path.exists()
            except (OSError, ValueError):  # a folder of another user, a share that is gone
                there = False
            self.checked.emit(str(path), there)

"""Writing of preferences on a thread."""

from __future__ import annotations

import threading
from pathlib import Path

from app import preferences
from app.preferences import Preferences
from app.services.threads import start_thread

END_SECONDS = 3.0
"""The longest wait for preferences to be written when the program ends."""


class PreferencesWriter:
    """Writes changed preferences to their file, the newest of those waiting.

    Errors are ignored; a disk that does not answer blocks only `wait`.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Write to a file, or to the user's preferences."""
        self._path = path
        self._lock = threading.Lock()
        self._waiting: tuple[Preferences, Preferences] | None = None
        self._thread: threading.Thread | None = None

    def write(self, changed: Preferences, since: Preferences) -> None:
        """Queue what has changed since to be written."""
        with self._lock:
            # Waiting changes are included.
            since = since if self._waiting is None else self._waiting[0]
            self._waiting = since, changed
            if self._thread is None:
                self._thread = start_thread("preferences", self._write)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until all is written; return False on a timeout."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)
        return thread is None or not thread.is_alive()

    def _write(self) -> None:
        while True:
            with self._lock:
                if self._waiting is None:
                    self._thread = None
                    return
                (since, changed), self._waiting = self._waiting, None
            preferences.save(changed, self._path, since=since)

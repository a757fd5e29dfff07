"""Writes preferences on a thread: no click waits for the disk that they lie on."""

from __future__ import annotations

import threading
from pathlib import Path

from app import preferences
from app.preferences import Preferences
from app.services.threads import start_thread

END_SECONDS = 3.0
"""So long a program that ends waits for its preferences to be written."""


class PreferencesWriter:
    """Brings changed preferences to their file, one after the other, the newest of those waiting.

    What cannot be written is no reason to stop working; a disk that does not answer holds up
    nobody who does not `wait`.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Write to a file, or to where the preferences of this person lie."""
        self._path = path
        self._lock = threading.Lock()
        self._waiting: tuple[Preferences, Preferences] | None = None
        self._thread: threading.Thread | None = None

    def write(self, changed: Preferences, since: Preferences) -> None:
        """Let what has changed since be written soon."""
        with self._lock:
            # What is waiting has changed since earlier.
            since = since if self._waiting is None else self._waiting[0]
            self._waiting = since, changed
            if self._thread is None:
                self._thread = start_thread("preferences", self._write)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until all is written; say whether it was in time."""
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

"""The log of the window: a file of limited size, and one of events, for reports."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

import platformdirs

from app.jobs.log_events import EventLines, events_path
from app.jobs.log_lines import LogLines
from crfcore.private_folders import is_our_file

LOG_BYTES = 500_000
EVENT_BYTES = 200_000
LOG_SHOWN = 200_000


class _LogFile(RotatingFileHandler):
    """A log file that is put aside when it is full."""

    def rotate(self, source: str, dest: str) -> None:
        """Rename the full log; on Windows that fails while another window has it open."""
        with suppress(PermissionError):  # it goes on in the full one
            super().rotate(source, dest)


def log_path() -> Path:
    """Return the path of the log."""
    return platformdirs.user_state_path("tagwright", appauthor=False) / "tagwright.log"


def start_log() -> None:
    """Write log records to files of limited size; nowhere if that fails."""
    root = logging.getLogger()
    line = LogLines("%(asctime)s %(levelname)s %(name)s: %(message)s")
    root.addHandler(_handler(log_path(), LOG_BYTES, line))
    root.addHandler(_handler(events_path(), EVENT_BYTES, EventLines()))
    root.setLevel(logging.INFO)


def _handler(path: Path, most: int, formatter: logging.Formatter) -> logging.Handler:
    """Return a handler that writes to a file, or nowhere."""
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        if os.path.lexists(path) and not is_our_file(path):
            raise PermissionError(f"{path} is a link, or another user's.")
        handler: logging.Handler = _LogFile(path, maxBytes=most, backupCount=1, encoding="utf-8")
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(formatter)
    return handler


def read_log() -> str:
    """Return the end of the log."""
    try:
        return log_path().read_text(encoding="utf-8", errors="replace")[-LOG_SHOWN:]
    except OSError:
        return ""

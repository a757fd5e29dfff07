"""The log of the window, a file of limited size."""

from __future__ import annotations

import logging
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

import platformdirs

from app.jobs.log_lines import LogLines

LOG_BYTES = 500_000
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
    """Write log records to a file of limited size; nowhere if that fails."""
    try:
        log_path().parent.mkdir(0o700, parents=True, exist_ok=True)
        handler: logging.Handler = _LogFile(
            log_path(), maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8"
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(LogLines("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)


def read_log() -> str:
    """Return the end of the log."""
    try:
        return log_path().read_text(encoding="utf-8", errors="replace")[-LOG_SHOWN:]
    except OSError:
        return ""

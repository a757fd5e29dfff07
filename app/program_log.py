"""The log of the window, a file of limited size."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

import platformdirs

from app.jobs.log_lines import LogLines

LOG_BYTES = 500_000
LOG_SHOWN = 200_000


def log_path() -> Path:
    """Return the path of the log."""
    return platformdirs.user_state_path("tagwright", appauthor=False) / "tagwright.log"


def start_log() -> None:
    """Write log records to a file of limited size; nowhere if that fails."""
    try:
        log_path().parent.mkdir(0o700, parents=True, exist_ok=True)
        rotating = RotatingFileHandler(
            log_path(), maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8"
        )
        rotating.rotator = _put_aside
        handler: logging.Handler = rotating
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(LogLines("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)


def _put_aside(log: str, older: str) -> None:
    """Rename the full log; on Windows that fails while another window has it open."""
    with suppress(PermissionError):  # it goes on in the full one
        os.replace(log, older)  # noqa: PTH105 (names, as logging gives them)


def read_log() -> str:
    """Return the end of the log."""
    try:
        return log_path().read_text(encoding="utf-8", errors="replace")[-LOG_SHOWN:]
    except OSError:
        return ""

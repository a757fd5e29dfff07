"""Lines of a log in which no name makes a terminal do anything, or fails to be written."""

from __future__ import annotations

import logging

from app.domain.invisible import escaped


class LogLines(logging.Formatter):
    """Writes what the program notes, with characters escaped that a terminal would obey."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of one note."""
        return escaped(super().format(record))

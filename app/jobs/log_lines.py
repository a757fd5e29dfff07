"""A log formatter that escapes control characters."""

from __future__ import annotations

import logging

from app.domain.invisible import escaped


class LogLines(logging.Formatter):
    """Formats log records, with control characters escaped."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the line of a record: only a traceback after it has several."""
        return super().formatMessage(record).replace("\n", "\\n")

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of one record."""
        return escaped(super().format(record))

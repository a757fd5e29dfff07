"""Log lines for a report that may be sent: what happened and where, without any text of a person.

Messages have names of files, labels and words in their arguments, and exceptions in their texts.
A line here is made of the parts of a record that are in the program's code: the pattern of the
message, classes of exceptions, and modules with line numbers. All else is left out as it is
written, because nothing can tell names from words in a line that is finished.
"""

from __future__ import annotations

import errno
import logging
import re
import time
from collections.abc import Iterator
from logging import LogRecord
from pathlib import Path
from traceback import walk_tb

import platformdirs

OURS = ("app", "crfcore")
"""Packages whose messages are constants with placeholders, which a test checks."""

PLACEHOLDER = re.compile(r"%%|%(?:\(\w+\))?[-#0 +]*[\d.]*[a-zA-Z]")
LEFT_OUT = "…"
MODULE = re.compile(r"[A-Za-z_][A-Za-z0-9_.]{0,99}")
MAX_FRAMES = 30
MAX_CAUSES = 5
EVENTS_SHOWN = 60_000
"""The most characters of events in a report."""


def events_path() -> Path:
    """Return the path of the file of events, which is beside the log."""
    return platformdirs.user_state_path("tagwright", appauthor=False) / "tagwright-events.log"


def read_events() -> str:
    """Return the newest events, also those before the file was begun anew."""
    newest = events_path()
    content = ""
    for path in (newest.with_name(f"{newest.name}.1"), newest):
        try:
            content += path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
    if len(content) > EVENTS_SHOWN:
        content = content[-EVENTS_SHOWN:].partition("\n")[2]
    return content


class EventLines(logging.Formatter):
    """Formats log records as events; times are UTC."""

    def format(self, record: LogRecord) -> str:
        """Return the lines of one record."""
        at = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(record.created))
        is_ours = record.name.partition(".")[0] in OURS and MODULE.fullmatch(record.name)
        name = record.name if is_ours else "another package"
        pattern = record.msg if is_ours and isinstance(record.msg, str) else LEFT_OUT
        level = logging.getLevelName(int(record.levelno))
        line = f"{at} {level} {name}: {filled(pattern, record.args)}"
        error = record.exc_info[1] if record.exc_info else None
        return "\n".join([line, *error_lines(error)])


def filled(pattern: str, values: object) -> str:
    """Return a message with its arguments left out, but for the classes of exceptions."""
    others = iter(values if isinstance(values, tuple) else ())

    def shown(placeholder: re.Match[str]) -> str:
        if placeholder[0] == "%%":
            return "%"
        value = next(others, None)
        return summary(value) if isinstance(value, BaseException) else LEFT_OUT

    return PLACEHOLDER.sub(shown, pattern)


def error_lines(error: BaseException | None) -> Iterator[str]:
    """Return an exception and those that it came from: classes, and where they were raised."""
    for _ in range(MAX_CAUSES):
        if error is None:
            return
        yield f"  {summary(error)}"
        yield from (f"    {place}" for place in places(error)[-MAX_FRAMES:])
        error = error.__cause__ or error.__context__


def summary(error: BaseException) -> str:
    """Return the class of an exception, and the system's name of its reason."""
    kind = type(error)
    name = kind.__qualname__ if MODULE.fullmatch(kind.__qualname__) else LEFT_OUT
    if isinstance(error, OSError) and error.errno is not None:
        name += f" {errno.errorcode.get(error.errno, '')}".rstrip()
    at = places(error)
    return f"{name} at {at[-1]}" if at else name


def places(error: BaseException) -> list[str]:
    """Return the lines of code that an exception passed, the outermost first."""
    found = []
    for frame, line in walk_tb(error.__traceback__):
        module, function = str(frame.f_globals.get("__name__", "")), frame.f_code.co_name
        known = MODULE.fullmatch(module) is not None
        found.append(f"{module}:{line} in {function}" if known else LEFT_OUT)
    return found

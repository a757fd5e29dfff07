"""Lengths of time as text."""

from __future__ import annotations

import time

from PySide6.QtCore import QCoreApplication

MINUTE, HOUR, DAY = 60, 3600, 86_400

JUST_NOW = 10
"""Seconds up to which an age is "just now"."""


def age_of(made_at: float, now: float | None = None) -> float:
    """Return the age in seconds; ``made_at`` is in seconds since the epoch."""
    return max(0.0, (time.time() if now is None else now) - made_at)


def in_words(seconds: float) -> str:
    """Return a length of time in its largest whole unit."""
    for unit, text in (
        (DAY, QCoreApplication.translate("Ages", "{n} d")),
        (HOUR, QCoreApplication.translate("Ages", "{n} h")),
        (MINUTE, QCoreApplication.translate("Ages", "{n} min")),
    ):
        if seconds >= unit:
            return text.format(n=int(seconds // unit))
    return QCoreApplication.translate("Ages", "{n} s").format(n=int(seconds))


def ago(seconds: float) -> str:
    """Return how long ago something was."""
    if seconds < JUST_NOW:
        return QCoreApplication.translate("Ages", "just now")
    return QCoreApplication.translate("Ages", "{age} ago").format(age=in_words(seconds))


def next_change(seconds: float) -> int:
    """Return after how many milliseconds the text of an age may change."""
    return 1000 if seconds < MINUTE else 15_000

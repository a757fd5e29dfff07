"""How long jobs tell how far they are, and how they are stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Monitor: TypeAlias = Callable[[int, int], bool | None]
"""``monitor(done, total)``; returning True cancels the job."""


class JobCancelledError(Exception):
    """The job was stopped on request; nothing of it stays."""


def report(monitor: Monitor | None, done: int, total: int) -> None:
    """Tell the monitor how far a job is, and stop the job if it says so."""
    if monitor is not None and monitor(done, total):
        raise JobCancelledError

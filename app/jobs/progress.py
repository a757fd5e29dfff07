"""Progress reports and cancellation of jobs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from crfcore.interrupts import raise_if_lost

Monitor: TypeAlias = Callable[[int, int], bool | None]
"""``monitor(done, total)``; returning True cancels the job."""

Cancelled: TypeAlias = Callable[[], bool]
"""Returns whether a job is cancelled; asked from time to time."""


class JobCancelledError(Exception):
    """The job was cancelled; nothing of it stays."""


def report(monitor: Monitor | None, done: int, total: int) -> None:
    """Report progress; JobCancelledError if the monitor cancels the job.

    KeyboardInterrupt after Ctrl+C in a command, also if other code swallowed it.
    """
    raise_if_lost()
    if monitor is not None and monitor(done, total):
        raise JobCancelledError

"""The one place where threads of the window are started."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable

NICE = 10
"""Added to the niceness of threads that compute, so that the window comes first."""

LONGEST_ANSWER = 0.05
"""Seconds for which a key may keep computing threads waiting."""

_log = logging.getLogger(__name__)


def start_thread(name: str, function: Callable[[], None]) -> threading.Thread:
    """Start a thread; whoever starts it joins it when the project is closed.

    A thread that fails tells `sys.excepthook`, which the application has set.
    """
    thread = threading.Thread(target=guarded, args=(function,), name=name, daemon=True)
    thread.start()
    return thread


def give_way() -> None:
    """Lower the priority of the current thread, where the system can do that for one thread."""
    if sys.platform == "linux":
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        except OSError:  # a sandbox may forbid it: slower keys, but no reason to stop
            _log.info("The priority of %s stays as it is.", threading.current_thread().name)


def threads_for_training() -> int:
    """Return how many threads a training may use: one core stays free for the window."""
    return max(1, (os.cpu_count() or 1) - 1)


class UiPriority:
    """Lets a thread that computes rest while the window answers a key.

    Between two of its kernels such a thread holds the interpreter for some microseconds, thousands
    of times a second, and every call of Qt gives the interpreter away and wants it back: together,
    that costs a key more than what it does.
    """

    def __init__(self) -> None:
        self._until = 0.0
        self._free = threading.Event()
        self._free.set()

    @property
    def claimed(self) -> bool:
        """Whether a key has come that is not answered yet."""
        return not self._free.is_set()

    def claim(self) -> None:
        """Go first, until `release`, or for as long as an answer may take."""
        self._until = time.monotonic() + LONGEST_ANSWER
        self._free.clear()

    def release(self) -> None:
        """Let the others go on: the answer is on the screen."""
        self._free.set()

    def give(self) -> None:
        """Wait while somebody has claimed it; to be called by threads that compute."""
        if not self._free.is_set():
            left = self._until - time.monotonic()
            if left > 0.0:
                self._free.wait(left)


UI_PRIORITY = UiPriority()
"""The window's, of which a process has one."""


class Limit:
    """Waiting for threads that ends when nothing has moved for some time, as on a stalled disk.

    Parameters
    ----------
    seconds : float
        So long nothing may move; `moved` begins that time anew, on any thread.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.moved()

    def moved(self) -> None:
        """Note that something is getting on."""
        self._until = time.monotonic() + self._seconds

    def join(self, thread: threading.Thread | None) -> bool:
        """Wait for the end of a thread, if there is one; False if nothing moves any more."""
        while thread is not None and thread.is_alive():
            left = self._until - time.monotonic()
            if left <= 0.0:
                return False
            thread.join(left)
        return True


def now_and_then(
    seconds: float, report: Callable[[int, int], object]
) -> Callable[[int, int], None]:
    """Return a monitor that tells how much of how much is done, but not more often than that."""
    reported_at = time.monotonic()

    def report_now_and_then(done: int, total: int) -> None:
        nonlocal reported_at
        if time.monotonic() - reported_at >= seconds:
            reported_at = time.monotonic()
            report(done, total)

    return report_now_and_then


def guarded(function: Callable[..., None], *arguments: object) -> None:
    """Call a function, and tell the hook if it fails."""
    try:
        function(*arguments)
    except Exception:  # noqa: BLE001 - the last frame of a thread: everything goes to the hook
        kind, error, trace = sys.exc_info()
        if kind is not None and error is not None:
            sys.excepthook(kind, error, trace)

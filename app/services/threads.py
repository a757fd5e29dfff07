"""Starting of threads, and their priorities."""

from __future__ import annotations

import logging
import math
import os
import sys
import threading
import time
from collections.abc import Callable

from crfcore.machine import lower_priority_of_thread

NICE = 10
"""Niceness of threads that compute, so that the window has priority."""

QUICK_SUCCESSION = 0.06
"""Keys that follow each other within so many seconds are typed fast, or held down."""

LONGEST_ANSWER = 0.05
"""The longest time for which a key pauses computing threads, in seconds."""

SCROLLING = 0.1
"""Scrolls that follow each other within so many seconds are one movement."""

LONGEST_STEP = 0.5
"""The same for a step that changes very many sentences."""

PAUSE_BETWEEN_KEYS = 0.5
"""Seconds without a key after which patient work goes on."""

LONGEST_WAIT_FOR_PAUSE = 2.0
"""The longest time for which it waits for a pause, in seconds."""

_log = logging.getLogger(__name__)


def start_thread(name: str, function: Callable[[], None]) -> threading.Thread:
    """Start a thread, which the caller joins when the project is closed.

    Exceptions go to `sys.excepthook`, which the application sets.
    """
    thread = threading.Thread(target=guarded, args=(function,), name=name, daemon=True)
    thread.start()
    return thread


def give_way() -> None:
    """Lower the priority of the current thread, if the system supports that."""
    if not lower_priority_of_thread(NICE):
        _log.info("The priority of %s stays as it is.", threading.current_thread().name)


def threads_for_training() -> int:
    """Return the number of threads of a training, leaving one core to the window."""
    return max(1, (os.cpu_count() or 1) - 1)


class UiPriority:
    """Pauses computing threads while the window handles a key or a scroll.

    Between two kernels such a thread takes the GIL thousands of times a second, and every call of
    Qt releases and takes it as well: the contention would take longer than handling the key.
    """

    def __init__(self) -> None:
        self._key_at, self._until = -math.inf, 0.0
        self._pressed_at = self._scrolled_at = -math.inf
        self.in_succession = False
        """Whether the last two keys came in quick succession."""
        self._is_scrolling = False
        self._free = threading.Event()
        self._free.set()

    @property
    def claimed(self) -> bool:
        """Whether a key or a scroll is being handled."""
        return not self._free.is_set() and time.monotonic() < self._until

    @property
    def seconds_without_keys(self) -> float:
        """The time since the last key."""
        return time.monotonic() - self._key_at

    def claim(self, seconds: float = LONGEST_ANSWER) -> None:
        """Claim priority until `release`, or for some seconds."""
        self._until = time.monotonic() + seconds
        self._free.clear()

    def extend(self, seconds: float) -> None:
        """Let the claim for a key last longer, if there is one."""
        if self.claimed:
            self.claim(seconds)

    def claim_for_key(self) -> None:
        """Claim priority for a key."""
        now = time.monotonic()
        self.in_succession = now - self._key_at < QUICK_SUCCESSION
        self._key_at = self._pressed_at = now
        self._is_scrolling = False
        self.claim()

    def claim_for_step(self) -> None:
        """Claim priority for a step of many sentences, which a person makes without a key.

        It counts as a key, but for their succession: what waits for a quiet time waits on.
        """
        self._key_at = time.monotonic() - 2 * QUICK_SUCCESSION
        self._is_scrolling = False
        self.claim(LONGEST_STEP)

    def claim_for_scroll(self) -> None:
        """Claim priority for what a scroll or a click brings into view.

        A claim for a key or a step stays as it is, and keys that follow each other do, too. Of
        scrolls that follow each other without a key, each makes the claim longer.
        """
        now = time.monotonic()
        follows = now - self._scrolled_at < SCROLLING and self._pressed_at < self._scrolled_at
        self._is_scrolling, self._scrolled_at = follows, now
        if self.claimed:
            self._until = max(self._until, now + LONGEST_ANSWER) if follows else self._until
            return
        if now - self._key_at >= QUICK_SUCCESSION:
            self.in_succession = False
            self._key_at = now - 2 * QUICK_SUCCESSION
        self.claim()

    def release(self) -> None:
        """Release the priority."""
        self._free.set()

    def release_painted(self) -> None:
        """Release the priority after a paint; while scrolls follow each other it ends by itself.

        Otherwise computing threads would begin, and be stopped, between any two of their paints.
        """
        if not self._is_scrolling or time.monotonic() - self._scrolled_at >= SCROLLING:
            self.release()

    def give(self) -> None:
        """Wait while priority is claimed; called by computing threads."""
        if not self._free.is_set():
            left = self._until - time.monotonic()
            if left > 0.0:
                self._free.wait(left)

    def give_until_pause(self, cancelled: Callable[[], bool]) -> None:
        """Wait for a pause between keys; called by threads whose result may come late.

        The wait ends early if the work is cancelled, and after `LONGEST_WAIT_FOR_PAUSE`: the work
        goes on slowly while keys come without a pause.
        """
        end = time.monotonic() + LONGEST_WAIT_FOR_PAUSE
        while not cancelled():
            left = min(PAUSE_BETWEEN_KEYS - self.seconds_without_keys, end - time.monotonic())
            if left <= 0.0:
                break
            time.sleep(min(left, PAUSE_BETWEEN_KEYS / 10))
        self.give()


UI_PRIORITY = UiPriority()
"""The instance for the window of this process."""


class Limit:
    """A timeout of waiting for threads that is extended by each progress.

    Parameters
    ----------
    seconds : float
        The timeout, which `moved` restarts, on any thread.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.moved()

    def moved(self) -> None:
        """Restart the timeout, because there was progress."""
        self._until = time.monotonic() + self._seconds

    def join(self, thread: threading.Thread | None) -> bool:
        """Wait for the end of a thread, if there is one; False on a timeout."""
        while thread is not None and thread.is_alive():
            left = self._until - time.monotonic()
            if left <= 0.0:
                return False
            thread.join(left)
        return True


def now_and_then(
    seconds: float, report: Callable[[int, int], object]
) -> Callable[[int, int], None]:
    """Return a monitor that calls ``report`` at most once in ``seconds``."""
    reported_at = time.monotonic()

    def report_now_and_then(done: int, total: int) -> None:
        nonlocal reported_at
        if time.monotonic() - reported_at >= seconds:
            reported_at = time.monotonic()
            report(done, total)

    return report_now_and_then


def guarded(function: Callable[..., None], *arguments: object) -> None:
    """Call a function; exceptions go to the hook."""
    try:
        function(*arguments)
    except Exception:  # noqa: BLE001 - the last frame of a thread: everything goes to the hook
        kind, error, trace = sys.exc_info()
        if kind is not None and error is not None:
            sys.excepthook(kind, error, trace)

"""The one place where threads of the window are started."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

NICE = 10
"""Added to the niceness of threads that compute, so that the window comes first."""

LONGEST_REST = 0.25
"""Seconds after which a thread that rests takes up the next request, whatever the last one took."""

LONGEST_ANSWER = 0.05
"""Seconds for which a key may keep computing threads waiting."""

T = TypeVar("T")

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


class RightOfWay:
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


RIGHT_OF_WAY = RightOfWay()
"""The window's, of which a process has one."""


class LatestWorker(Generic[T]):
    """A thread that works on the newest request; one that waits is replaced by a newer one.

    It is started by the first request: where nothing is ever asked there is no thread. It begins
    nothing while a key is being answered.

    Parameters
    ----------
    name : str
        Name of the thread.
    work : callable
        Called on the thread with each request.
    rest : float
        How long the thread rests after a request, in times of the processor time that the request
        took, and `LONGEST_REST` at most: work that comes with every key must not take a whole core.
    """

    def __init__(self, name: str, work: Callable[[T], None], *, rest: float = 0.0) -> None:
        self._name = name
        self._work = work
        self._rest = rest
        self._condition = threading.Condition()
        self._waiting: T | None = None
        self._busy = False
        self._stopped = False
        self._thread: threading.Thread | None = None

    def post(self, request: T) -> None:
        """Ask for work; a request that has not been begun is forgotten, and so are all at last."""
        with self._condition:
            if self._stopped:
                return
            self._waiting = request
            if self._thread is None:
                self._thread = start_thread(self._name, self._run)
            self._condition.notify()

    def withdraw(self) -> None:
        """Forget the request that waits."""
        with self._condition:
            self._waiting = None

    @property
    def begun(self) -> bool:
        """Whether there is a thread: something has been asked for."""
        return self._thread is not None

    @property
    def idle(self) -> bool:
        """Whether nothing is under way and nothing waits."""
        with self._condition:
            return not self._busy and self._waiting is None

    def stop(self) -> None:
        """Let the thread end after what it is doing."""
        with self._condition:
            self._stopped = True
            self._waiting = None
            self._condition.notify()

    def join(self, seconds: float | None = None) -> None:
        """Wait for the end of the thread, if there is one."""
        if self._thread is not None:
            self._thread.join(seconds)

    def close(self) -> None:
        """Stop, and wait for the thread."""
        self.stop()
        self.join()

    def _run(self) -> None:
        give_way()
        while True:
            with self._condition:
                self._busy = False
                self._condition.wait_for(lambda: self._stopped or self._waiting is not None)
                if self._stopped:
                    return
                self._busy = True
            RIGHT_OF_WAY.give()
            with self._condition:
                request, self._waiting = self._waiting, None
            if request is not None:
                begun = time.thread_time()
                # A bug goes to the hook, and the next request may go well.
                guarded(self._work, request)
                # It may hold a copy of the project, and the next one may never come.
                request = None
                if self._rest:
                    taken = time.thread_time() - begun
                    self._pause(min(self._rest * taken, LONGEST_REST))

    def _pause(self, seconds: float) -> None:
        with self._condition:
            self._busy = False
            self._condition.wait_for(lambda: self._stopped, seconds)


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


def now_and_then(seconds: float, tell: Callable[[int, int], object]) -> Callable[[int, int], None]:
    """Return a monitor that tells how much of how much is done, but not more often than that."""
    told_at = time.monotonic()

    def told(done: int, total: int) -> None:
        nonlocal told_at
        if time.monotonic() - told_at >= seconds:
            told_at = time.monotonic()
            tell(done, total)

    return told


def guarded(function: Callable[..., None], *arguments: object) -> None:
    """Call a function, and tell the hook if it fails."""
    try:
        function(*arguments)
    except Exception:  # noqa: BLE001 - the last frame of a thread: everything goes to the hook
        kind, error, trace = sys.exc_info()
        if kind is not None and error is not None:
            sys.excepthook(kind, error, trace)

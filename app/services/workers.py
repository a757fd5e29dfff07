"""The worker threads of a window, and workers that process only the newest request."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from app.services.threads import UI_PRIORITY, give_way, guarded, start_thread

LONGEST_REST = 0.25
"""The longest pause between requests, in seconds."""

T = TypeVar("T")


class Workers:
    """Threads that serve many `LatestWorker`, in turn.

    They are started on demand, and end with the last user. If there are several, one of them is
    kept free of lengthy work.

    Parameters
    ----------
    name : str
        Name of the threads.
    n_threads : int
        The most threads.
    patient : bool
        Results may come late: work goes on in pauses between keys. The threads end when there is
        no request.
    """

    def __init__(self, name: str, n_threads: int, *, patient: bool = False) -> None:
        self.condition = threading.Condition()
        """Held to read or change requests."""
        self.patient = patient
        self._name = name
        self._n_threads = n_threads
        # The user served last is last.
        self._users: list[LatestWorker[Any]] = []
        self._n_running = self._n_idle = self._n_lengthy = 0

    def wake(self, user: LatestWorker[Any]) -> None:
        """Notify the threads of a request; with the condition held."""
        if user not in self._users:
            self._users.append(user)
        n_waiting = sum(other.waits for other in self._users)
        if n_waiting > self._n_idle and self._n_running < self._n_threads:
            start_thread(self._name, self._run)
            self._n_running += 1
        self.condition.notify_all()

    def leave(self, user: LatestWorker[Any]) -> None:
        """Remove a user; with the condition held."""
        if user in self._users:
            self._users.remove(user)
        self.condition.notify_all()

    # ---- on the threads

    def _run(self) -> None:
        give_way()
        try:
            while (user := self._next()) is not None:
                try:
                    user.run()
                finally:
                    with self.condition:
                        self._n_lengthy -= user.lengthy
                # Frees the user's project while waiting.
                del user
        except BaseException:
            with self.condition:
                self._n_running -= 1
            raise

    def _next(self) -> LatestWorker[Any] | None:
        """Wait for a request, and return its user; None if no user is left."""
        with self.condition:
            while self._users:
                user = next((user for user in self._users if self._may_begin(user)), None)
                if user is not None:
                    self._users.remove(user)
                    self._users.append(user)
                    self._n_lengthy += user.lengthy
                    user.busy = True
                    return user
                if self.patient and not any(user.waits for user in self._users):
                    break
                self._n_idle += 1
                self.condition.wait(self._seconds_to_wait())
                self._n_idle -= 1
            self._n_running -= 1
            return None

    def _seconds_to_wait(self) -> float | None:
        """Return when the next pause ends; None to wait for a notice alone.

        A pause that ended just now counts: its request was not yet due a moment ago.
        """
        rests = [user.rests_for() for user in self._users if user.waits and self._has_room(user)]
        return max(min(rests), 0.0) if rests else None

    def _may_begin(self, user: LatestWorker[Any]) -> bool:
        return user.waits and user.rests_for() <= 0.0 and self._has_room(user)

    def _has_room(self, user: LatestWorker[Any]) -> bool:
        kept_free = self._n_threads > 1 and self._n_lengthy >= self._n_threads - 1
        return not (user.lengthy and kept_free)


WORKERS = Workers("workers", 2)
"""The instance for the window of this process."""

PATIENT_WORKERS = Workers("patient workers", 1, patient=True)
"""The instance for work of minutes, whose results may come late."""


class LatestWorker(Generic[T]):
    """Processes the newest request; a waiting one is replaced by a newer one.

    One request is processed at a time, and none is begun while a key is handled.

    Parameters
    ----------
    work : callable
        Called on one of the threads with each request.
    rest : float
        The pause after a request, in multiples of its processor time, at most `LONGEST_REST`: work
        triggered by every key must not take a whole core.
    lengthy : bool
        A request may take seconds, and must not block fast ones.
    workers : Workers, optional
        The threads; those of the window if not given.
    """

    def __init__(
        self,
        work: Callable[[T], None],
        *,
        rest: float = 0.0,
        lengthy: bool = False,
        workers: Workers = WORKERS,
    ) -> None:
        self.lengthy = lengthy
        self.busy = False
        self._work = work
        self._rest = rest
        self._workers = workers
        self._condition = workers.condition
        self._waiting: T | None = None
        self._rests_until = 0.0
        self._begun = self._stopped = False

    def post(self, request: T) -> None:
        """Request work; replaces a waiting request. Ignored after `stop`."""
        with self._condition:
            if not self._stopped:
                self._waiting, self._begun = request, True
                self._workers.wake(self)

    def withdraw(self) -> None:
        """Remove the waiting request."""
        with self._condition:
            self._waiting = None

    @property
    def begun(self) -> bool:
        """Whether anything was ever requested."""
        return self._begun

    @property
    def idle(self) -> bool:
        """Whether no request is running or waiting."""
        with self._condition:
            return not self.busy and self._waiting is None

    def stop(self) -> None:
        """Begin nothing more."""
        with self._condition:
            self._stopped = True
            self._waiting = None
            self._workers.leave(self)

    def join(self, seconds: float | None = None) -> None:
        """Wait for running work."""
        with self._condition:
            self._condition.wait_for(lambda: not self.busy, seconds)

    def close(self) -> None:
        """Stop, and wait for running work."""
        self.stop()
        self.join()

    # ---- for the threads; all but `run` with the condition held

    @property
    def waits(self) -> bool:
        """Whether a request is waiting to be begun, apart from the pause."""
        return self._waiting is not None and not self.busy

    def rests_for(self) -> float:
        """Return the remaining pause, in seconds."""
        return self._rests_until - time.monotonic()

    def run(self) -> None:
        """Process the waiting request."""
        UI_PRIORITY.give()
        with self._condition:
            request, self._waiting = self._waiting, None
        begun = time.thread_time()
        try:
            if request is not None:
                # Exceptions go to the hook.
                guarded(self._work, request)
        finally:
            # Frees its copy of the project.
            request = None
            rest = min(self._rest * (time.thread_time() - begun), LONGEST_REST)
            with self._condition:
                self._rests_until = time.monotonic() + rest
                self.busy = False
                self._condition.notify_all()

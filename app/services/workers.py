"""The threads that work for all services of a window, and requests of which the newest counts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from app.services.threads import UI_PRIORITY, give_way, guarded, start_thread

LONGEST_REST = 0.25
"""Seconds after which the next request is taken up, however long the last one took."""

T = TypeVar("T")


class Workers:
    """Threads of one name that serve many `LatestWorker`, in turn.

    They are started when there is something to do, and end when nobody is left who may ask. One of
    them is kept free of work that may take seconds, if there are several.

    Parameters
    ----------
    name : str
        Name of the threads.
    n_threads : int
        So many there are at most.
    """

    def __init__(self, name: str, n_threads: int) -> None:
        self.condition = threading.Condition()
        """Held to read or change what is asked of these threads."""
        self._name = name
        self._n_threads = n_threads
        # Who may ask; who was served last stands last.
        self._users: list[LatestWorker[Any]] = []
        self._n_running = self._n_idle = self._n_lengthy = 0

    def wake(self, user: LatestWorker[Any]) -> None:
        """See to a request; with the condition held."""
        if user not in self._users:
            self._users.append(user)
        n_waiting = sum(other.waits for other in self._users)
        if n_waiting > self._n_idle and self._n_running < self._n_threads:
            self._n_running += 1
            start_thread(self._name, self._run)
        self.condition.notify_all()

    def leave(self, user: LatestWorker[Any]) -> None:
        """Serve somebody no more; with the condition held."""
        if user in self._users:
            self._users.remove(user)
        self.condition.notify_all()

    # ---- on the threads

    def _run(self) -> None:
        give_way()
        while (user := self._next()) is not None:
            user.run()
            with self.condition:
                self._n_lengthy -= user.lengthy
            # It belongs to a project, and the next one may never come.
            del user

    def _next(self) -> LatestWorker[Any] | None:
        """Wait for a request, and return whose it is; None if nobody is left who may ask."""
        with self.condition:
            while self._users:
                user = next((user for user in self._users if self._may_begin(user)), None)
                if user is not None:
                    self._users.remove(user)
                    self._users.append(user)
                    self._n_lengthy += user.lengthy
                    user.busy = True
                    return user
                rests = [user.rests_for() for user in self._users if user.waits]
                self._n_idle += 1
                self.condition.wait(min((rest for rest in rests if rest > 0.0), default=None))
                self._n_idle -= 1
            self._n_running -= 1
            return None

    def _may_begin(self, user: LatestWorker[Any]) -> bool:
        kept_free = self._n_threads > 1 and self._n_lengthy >= self._n_threads - 1
        return user.waits and user.rests_for() <= 0.0 and not (user.lengthy and kept_free)


WORKERS = Workers("workers", 2)
"""The window's, of which a process has one: what is quick never waits for what takes seconds."""


class LatestWorker(Generic[T]):
    """Works on the newest request; one that waits is replaced by a newer one.

    One request is under way at a time. Where nothing is ever asked there is no thread, and nothing
    is begun while a key is being answered.

    Parameters
    ----------
    work : callable
        Called on one of the threads with each request.
    rest : float
        How long it rests after a request, in times of the processor time that the request took, and
        `LONGEST_REST` at most: work that comes with every key must not take a whole core.
    lengthy : bool
        A request may take seconds: it must not hold up what a person waits for.
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
        """Ask for work; a request that has not been begun is forgotten, and so are all at last."""
        with self._condition:
            if not self._stopped:
                self._waiting, self._begun = request, True
                self._workers.wake(self)

    def withdraw(self) -> None:
        """Forget the request that waits."""
        with self._condition:
            self._waiting = None

    @property
    def begun(self) -> bool:
        """Whether something has been asked for."""
        return self._begun

    @property
    def idle(self) -> bool:
        """Whether nothing is under way and nothing waits."""
        with self._condition:
            return not self.busy and self._waiting is None

    def stop(self) -> None:
        """Begin nothing more."""
        with self._condition:
            self._stopped = True
            self._waiting = None
            self._workers.leave(self)

    def join(self, seconds: float | None = None) -> None:
        """Wait for the end of what is under way."""
        with self._condition:
            self._condition.wait_for(lambda: not self.busy, seconds)

    def close(self) -> None:
        """Stop, and wait for the end of what is under way."""
        self.stop()
        self.join()

    # ---- for the threads; all but `run` with the condition held

    @property
    def waits(self) -> bool:
        """Whether there is a request that could be begun, but for its rest."""
        return self._waiting is not None and not self.busy

    def rests_for(self) -> float:
        """Return for how many more seconds nothing is to be begun."""
        return self._rests_until - time.monotonic()

    def run(self) -> None:
        """Work on the request that waits."""
        UI_PRIORITY.give()
        with self._condition:
            request, self._waiting = self._waiting, None
        begun = time.thread_time()
        if request is not None:
            # A bug goes to the hook, and the next request may go well.
            guarded(self._work, request)
        # It may hold a copy of the project.
        request = None
        rest = min(self._rest * (time.thread_time() - begun), LONGEST_REST)
        with self._condition:
            self._rests_until = time.monotonic() + rest
            self.busy = False
            self._condition.notify_all()

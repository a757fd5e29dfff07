"""Independent tasks in several processes, or one after the other, with the same results.

The processes are those of the standard library's `concurrent.futures`, started afresh ("spawn"):
forked ones would inherit locks of the compiler and of other threads. Each gets what all tasks share
once, ends with this process in whatever way that ends, and never receives its interrupts.

Tasks can also be given to a client: anything with the method ``submit`` of
`concurrent.futures.Executor`, such as a ``dask.distributed.Client``.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, Protocol

from crfcore.dask_client import TRIES, DaskClient, Versions, check_versions, versions
from crfcore.errors import CrfError, fault_in, shown
from crfcore.task_pool import Pool, sendable

MOST_JOBS = 61 if sys.platform == "win32" else 1024
"""Windows waits for no more processes at a time."""

SECONDS_BETWEEN_CHECKS = 0.1
"""How often ``cancelled`` is asked while tasks run elsewhere."""

QUEUED_EACH = 2
"""Tasks that are given to each process at a time: one that runs, one that waits."""


class LostWorkerError(CrfError):
    """A process ended amid a task, for example because the system ran out of memory."""


class CancelledTasksError(Exception):
    """``cancelled`` returned True."""


class Client(Protocol):
    """What runs tasks elsewhere, such as an executor or a client of Dask."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Any:
        """Return a future, with the methods ``result`` and ``add_done_callback``."""


class Work(NamedTuple):
    """What is done for each task.

    Attributes
    ----------
    run : callable
        Called as ``run(context, task)``; a function at the top of a module.
    prepare : callable
        Called once in each process as ``prepare(*shared)``; returns the context.
    shared : tuple
        What all tasks need; each process gets it once.
    """

    run: Callable[[Any, Any], Any]
    prepare: Callable[..., Any]
    shared: tuple[Any, ...] = ()


class Tasks:
    """Tasks that are done in any order; a context manager.

    Parameters
    ----------
    work : Work
    jobs : int
        How many processes; 1: this one, in the order in which tasks are added.
    client : Client, optional
        Runs the tasks instead.
    cancelled : callable, optional
        Asked before each task, and every tenth of a second; True ends all.
    advice : str
        What to do when a scheduler that was lost has been started again.

    Raises
    ------
    CrfError
        The number of processes is not possible, the work cannot be sent to another process, or
        the client runs nothing.
    """

    def __init__(
        self,
        work: Work,
        *,
        jobs: int = 1,
        client: Client | None = None,
        cancelled: Callable[[], bool] | None = None,
        advice: str = "run this again",
    ) -> None:
        check_jobs(jobs)
        self._work = work
        self._cancelled = cancelled or (lambda: False)
        self._engine: _Here | _Processes | _Elsewhere
        if client is not None:
            self._engine = _Elsewhere(work, client, advice)
        else:
            self._engine = _Here(work) if jobs == 1 else _Processes(work, jobs)

    def __enter__(self) -> Tasks:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._engine.close(at_once=kind is not None)

    def add(self, key: Hashable, task: Any) -> None:
        """Add a task; its key, which is distinct, names its result."""
        self._engine.waiting.append((key, task))

    def running(self) -> list[Any]:
        """Return the keys of the tasks that processes have been given, and may be at."""
        return [key for key, _ in self._engine.begun()]

    def finished(self) -> Iterator[tuple[Any, Future[Any]]]:
        """Yield the key of each task with its future, which is done, until no task is left.

        More tasks may be added meanwhile. ``future.result()`` raises what the task has raised, or
        `LostWorkerError`.

        Raises
        ------
        CancelledTasksError
            ``cancelled`` returned True.
        """
        while not self._engine.is_idle:
            if self._cancelled():
                raise CancelledTasksError
            yield from self._engine.some_finished()


def results(tasks: Tasks, each: Iterable[Any]) -> list[Any]:
    """Return the results of tasks, in their order; the first error of a task is raised."""
    found: dict[int, Any] = {}
    for number, task in enumerate(each):
        tasks.add(number, task)
    for number, future in tasks.finished():
        found[number] = future.result()
    return [found[number] for number in range(len(found))]


def check_jobs(jobs: int) -> None:
    """Raise CrfError unless this many processes are possible."""
    from crfcore.estimator.parameters import check_whole

    check_whole("jobs", jobs, 1, MOST_JOBS)


# ---- in this process


class _Here:
    """One task after the other."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._context: list[Any] = []
        self.waiting: deque[tuple[Hashable, Any]] = deque()

    @property
    def is_idle(self) -> bool:
        return not self.waiting

    def some_finished(self) -> Iterator[tuple[Hashable, Future[Any]]]:
        key, task = self.waiting.popleft()
        if not self._context:
            self._context.append(self._work.prepare(*self._work.shared))
        try:
            future = _returned(self._work.run(self._context[0], task))
        except Exception as error:  # noqa: BLE001 - raised by `result`
            future = _failed(error)
        yield key, future

    def begun(self) -> list[tuple[Hashable, Any]]:
        return []

    def close(self, *, at_once: bool) -> None:
        self.waiting.clear()


# ---- in processes of this machine


class _Processes:
    """A pool of processes; it is made again when one of them has ended amid a task.

    The tasks that were with the pool then are done again one at a time, so that the one that ends
    its process is known, and the others are done.
    """

    def __init__(self, work: Work, jobs: int) -> None:
        try:
            self._sent = pickle.dumps(work)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise CrfError(
                f"This cannot be sent to other processes ({fault_in(error)}); use functions at the "
                "top of a module, or jobs=1."
            ) from error
        self._jobs = jobs
        self._pool: Pool | None = None
        self._running: dict[Future[Any], tuple[Hashable, Any]] = {}
        self._suspects: deque[tuple[Hashable, Any]] = deque()
        self.waiting: deque[tuple[Hashable, Any]] = deque()

    @property
    def is_idle(self) -> bool:
        return not (self.waiting or self._suspects or self._running)

    def some_finished(self) -> Iterator[tuple[Hashable, Future[Any]]]:
        alone = bool(self._suspects)
        self._start_some()
        done, _ = wait(self._running, SECONDS_BETWEEN_CHECKS, FIRST_COMPLETED)
        if any(isinstance(future.exception(), BrokenProcessPool) for future in done):
            lost = list(self._running.items())
            self._close_pool(at_once=True)
            if alone:
                yield lost[0][1][0], _failed(LostWorkerError(_LOST))
            else:
                # Those that were done before are given out below.
                self._suspects.extend(one for future, one in lost if not _is_whole(future))
                yield from ((one[0], future) for future, one in lost if _is_whole(future))
            self._running.clear()
            return
        for future in done:
            yield self._running.pop(future)[0], future

    def _start_some(self) -> None:
        source = self._suspects or self.waiting
        most = 1 if self._suspects else self._jobs * QUEUED_EACH
        while source and len(self._running) < most:
            if self._pool is None:
                self._pool = Pool(self._sent, self._jobs)
            try:
                future = self._pool.submit(source[0][1])
            except BrokenProcessPool as error:
                future = _failed(error)
            self._running[future] = source.popleft()

    def _close_pool(self, *, at_once: bool) -> None:
        if self._pool is not None:
            self._pool.close(at_once=at_once)
            self._pool = None

    def begun(self) -> list[tuple[Hashable, Any]]:
        return list(self._running.values())

    def close(self, *, at_once: bool) -> None:
        self._close_pool(at_once=at_once or bool(self._running))


_LOST = (
    "The process that worked on this ended before it was done, perhaps because the system has too "
    "little memory; try again with fewer jobs. A script of your own needs "
    "“if __name__ == '__main__':” before what it starts."
)


def _is_whole(future: Future[Any]) -> bool:
    """Return whether a task was done before its pool broke."""
    if not future.done() or future.cancelled():
        return False
    return not isinstance(future.exception(), (BrokenProcessPool, CancelledError))


def _failed(error: Exception) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_exception(error)
    return future


def _returned(value: Any) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_result(value)
    return future


# ---- elsewhere

MOST_SENT = 1000
"""Tasks that a client has at a time."""


class _Outcome(NamedTuple):
    """What a task has returned or raised elsewhere; another error is one of the way there."""

    value: Any = None
    error: Exception | None = None


class _Elsewhere:
    """Tasks that a client runs; those of Dask are done again if a worker is lost."""

    def __init__(self, work: Work, client: Client, advice: str) -> None:
        if isinstance(client, type) or not callable(getattr(client, "submit", None)):
            raise CrfError(
                f"client={shown(client)} is neither a client of Dask nor an executor; give "
                "one that is connected."
            )
        self._client = client
        self._work = work
        self._dask: DaskClient | None = None
        if hasattr(client, "scheduler"):
            self._dask = DaskClient(client, advice)
        self._sent: Any = None
        self._name = os.urandom(16)
        self._running: dict[Hashable, tuple[Any, Any]] = {}
        self._tries: dict[Hashable, int] = {}
        self._done: SimpleQueue[tuple[Hashable, Any]] = SimpleQueue()
        self.waiting: deque[tuple[Hashable, Any]] = deque()

    @property
    def is_idle(self) -> bool:
        return not (self.waiting or self._running)

    def some_finished(self) -> Iterator[tuple[Hashable, Future[Any]]]:
        while self.waiting and len(self._running) < MOST_SENT:
            self._submit(*self.waiting.popleft())
        try:
            key, future = self._done.get(timeout=SECONDS_BETWEEN_CHECKS)
        except Empty:
            if self._dask is not None:
                self._dask.check_scheduler()
            return
        _, task = self._running.pop(key)
        try:
            outcome = future.result()
        except CancelledError as error:
            # Workers were lost with what all tasks share.
            self._tries[key] = self._tries.get(key, 0) + 1
            if self._dask is None or self._tries[key] >= TRIES:
                yield key, _failed(LostWorkerError(fault_in(error)))
                return
            self._dask.check_scheduler()
            with self._dask.connection():
                self._dask.check_workers()
            self._sent = None
            self._submit(key, task)
        except Exception as error:
            if type(error).__name__ != "KilledWorker":
                raise CrfError(
                    f"A worker cannot do this ({fault_in(error)}); the scheduler and all workers "
                    "need the same versions as are installed here."
                ) from error
            yield key, _failed(LostWorkerError(_LOST_ELSEWHERE))
        else:
            yield key, _failed(outcome.error) if outcome.error else _returned(outcome.value)

    def _submit(self, key: Hashable, task: Any) -> None:
        arguments = (self._name, self._shared(), task, versions())
        if self._dask is None:
            future = self._client.submit(_run_elsewhere, *arguments)
        else:
            with self._dask.connection():
                future = self._dask.client.submit(_run_elsewhere, *arguments, pure=False)
        self._running[key] = future, task
        future.add_done_callback(lambda done: self._done.put((key, done)))

    def _shared(self) -> Any:
        """Return the work as tasks get it: over Dask its future; each worker has a copy."""
        if self._dask is None:
            return self._work
        if self._sent is None:
            self._sent = self._dask.scattered(self._work, everywhere=True)
        return self._sent

    def begun(self) -> list[tuple[Hashable, Any]]:
        return [(key, task) for key, (_, task) in self._running.items()]

    def close(self, *, at_once: bool) -> None:
        for future, _ in self._running.values():
            future.cancel()


_LOST_ELSEWHERE = (
    "Workers ended each time they began this, perhaps because they have too little memory; look at "
    "their messages."
)

_elsewhere = threading.local()


def _run_elsewhere(name: bytes, work: Work, task: Any, wanted: Versions) -> _Outcome:
    """Do a task; the context of the last work is kept in each thread."""
    try:
        check_versions(wanted)
        if getattr(_elsewhere, "name", None) != name:
            _elsewhere.context = work.prepare(*work.shared)
            _elsewhere.name = name
        return _Outcome(work.run(_elsewhere.context, task))
    except Exception as error:  # noqa: BLE001 - raised by `result`
        return _Outcome(error=sendable(error))

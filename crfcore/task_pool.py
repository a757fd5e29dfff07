"""A pool of processes that share what all their tasks need, and end with this one."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Lock
from typing import Any

from crfcore.errors import CrfError


class Pool:
    """Processes that end when the writing end of their pipe is closed, in whatever way.

    What all tasks share goes through a pipe of its own: with the arguments of a new process, it
    would be written before anyone knows whether that process lives, and to one that has ended
    without reading the writing never ends.
    """

    def __init__(self, sent: bytes, jobs: int) -> None:
        context = get_context("spawn")
        reader, self._writer = context.Pipe(duplex=False)
        self._shared, writer = context.Pipe(duplex=False)
        hidden = tuple(name for name in ("yaml",) if sys.modules.get(name, name) is None)
        self._executor = ProcessPoolExecutor(
            jobs,
            mp_context=context,
            initializer=_begin,
            initargs=(reader, hidden, self._shared, context.Lock()),
        )
        self._reader = reader
        self._sender = threading.Thread(
            target=_send_to_each, args=(writer, sent), name="send to processes", daemon=True
        )
        self._sender.start()

    def submit(self, task: Any) -> Future[Any]:
        """Give a task to the pool, which may start a process for it."""
        with _safe_start():
            return self._executor.submit(_run, task)

    def close(self, *, at_once: bool) -> None:
        """End the processes, when their tasks are done or at once."""
        if at_once:
            self._writer.close()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._writer.close()
        self._reader.close()
        # Nobody can read from it any more, which ends the sender.
        self._shared.close()
        self._sender.join()


def _send_to_each(writer: Connection, sent: bytes) -> None:
    """Send the same to each process that reads, until there are no more."""
    with writer, suppress(OSError):
        while True:
            writer.send_bytes(sent)


@contextmanager
def _safe_start() -> Iterator[None]:
    """Let processes started in the block ignore interrupts, and the current folder's modules.

    A process inherits which signals are blocked; here those that arrive meanwhile come afterwards.
    """
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    earlier: set[int | signal.Signals] | None = None
    if hasattr(signal, "pthread_sigmask"):
        from multiprocessing import resource_tracker

        # It would unblock them, if it were started in the block. At a hang-up it has to stay until
        # the parent has cleaned up; only the main thread may set this.
        with suppress(ValueError):
            hang_up = signal.signal(signal.SIGHUP, signal.SIG_IGN)
        resource_tracker.ensure_running()
        with suppress(ValueError, NameError):
            signal.signal(signal.SIGHUP, hang_up)
        earlier = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if earlier is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, earlier)
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before


# ---- inside of another process

_here: dict[str, Any] = {}
"""What `_begin` has prepared in this process: the function, and its context."""


def _begin(reader: Connection, hidden: tuple[str, ...], shared: Connection, is_read: Lock) -> None:
    """Prepare this process for tasks; nothing of numpy or numba is imported before."""
    threading.Thread(target=_end_with, args=(reader,), name="end with parent", daemon=True).start()
    if not hasattr(signal, "pthread_sigmask"):
        # On Windows Ctrl+C reaches every process of the console, and only the parent answers it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in hidden:
        # As in the parent: the compiler must not find a reader of its configuration.
        sys.modules.setdefault(name, None)  # type: ignore[arg-type] # None: no such module
        warnings.filterwarnings("ignore", "A Numba config file is found")
    with is_read:
        sent = shared.recv_bytes()
    shared.close()
    work = pickle.loads(sent)
    _here["run"], _here["context"] = work.run, work.prepare(*work.shared)


def _end_with(reader: Connection) -> None:
    """End this process, without clean-up, when the other end of a pipe is closed."""
    with suppress(EOFError, OSError):
        reader.recv_bytes()
    os._exit(1)


def _run(task: Any) -> Any:
    try:
        return _here["run"](_here["context"], task)
    except Exception as error:
        ready = sendable(error)
        if ready is error:
            raise
        raise ready from None


def sendable(error: Exception) -> Exception:
    """Return an error, or one with its text: one that cannot be read there would end the pool."""
    with suppress(Exception):  # whatever its constructor raises
        if str(pickle.loads(pickle.dumps(error))) == str(error):
            return error
    kind = CrfError if isinstance(error, CrfError) else RuntimeError
    return kind(str(error))

"""One long job, off the window's thread, with progress, an end, and a way to stop it."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from app.services.threads import Limit, start_thread
from app.storage.errors import ProjectFileError
from crfcore.errors import CrfError

EXPECTED = (CrfError, ProjectFileError, OSError)
"""What is the world's fault: it becomes a sentence for the user."""


class CancelledError(Exception):
    """A task was asked to stop, and has stopped."""


class TaskState(QObject):
    """How a job is getting on; its methods may be called on the thread that does it.

    Signals
    -------
    progress : int, int, str
        How much is done, of how much (0: unknown), and at what the job is.
    finished : object
        The result.
    failed : str
        A sentence for the user.
    cancelled : ()
        The job has stopped because it was asked to; nothing half-done is left.
    ended : ()
        After each of the three.
    """

    progress = Signal(int, int, str)
    finished = Signal(object)
    failed = Signal(str)
    cancelled = Signal()
    ended = Signal()
    _continued = Signal(object, object)

    def __init__(self, title: str, parent: QObject | None = None) -> None:
        """Stand for a job called ``title`` that has not begun."""
        super().__init__(parent)
        self.title = title
        self._cancel = threading.Event()
        self._thread: threading.Thread | None = None
        self._begun = self._over = False
        self._continued.connect(lambda then, result: then(result))

    def listen(
        self,
        *,
        progress: Callable[[int, int, str], object] | None = None,
        finished: Callable[[Any], object] | None = None,
        failed: Callable[[str], object] | None = None,
        ended: Callable[[], object] | None = None,
        by: QObject | None = None,
    ) -> None:
        """Call these functions when the signals of their names come, and let go of them at the end.

        With ``by``, whose functions they are: none is called once Qt has deleted that object.

        A task outlives its end, for as long as its parent stands: a function that stayed connected
        would keep in memory what it holds, such as a copy of the project.
        """
        wanted: list[tuple[Any, Any]] = [
            (self.progress, progress),
            (self.finished, finished),
            (self.failed, failed),
            (self.ended, ended),
        ]
        connected = [
            (signal, function if by is None else _while_there(by, function))
            for signal, function in wanted
            if function is not None
        ]
        for signal, function in connected:
            signal.connect(function)

        def release() -> None:
            # Connected last: by now the others have heard all there was.
            connected.append((self.ended, release))
            for signal, function in connected:
                signal.disconnect(function)
            connected.clear()

        self.ended.connect(release)

    def cancel(self) -> None:
        """Ask the job to stop."""
        self._cancel.set()

    @property
    def is_cancelled(self) -> bool:
        """Whether the job has been asked to stop."""
        return self._cancel.is_set()

    @property
    def begun(self) -> bool:
        """Whether the job has been started."""
        return self._begun

    @property
    def over(self) -> bool:
        """Whether the job has ended, in whatever way."""
        return self._over

    def report(self, done: int, total: int = 0, text: str = "") -> None:
        """Say how far the job is; raise `CancelledError` if it is to stop."""
        if self.is_cancelled or not isValid(self):
            raise CancelledError
        self._emit(self.progress, done, total, text)

    def start(
        self, job: Callable[[TaskState], Any], then: Callable[[Any], object] | None = None
    ) -> TaskState:
        """Run the job on a thread of its own.

        With ``then``, which gets its result on the window's thread, that is not the end: `run` is.
        """
        self._begun = True
        self._thread = start_thread(self.title, lambda: self.run(job, then))
        return self

    def start_here(self, begin: Callable[[], object]) -> TaskState:
        """Begin something on this thread that `run` will end."""
        self._begun = True
        begin()
        return self

    def run(
        self, job: Callable[[TaskState], Any], then: Callable[[Any], object] | None = None
    ) -> None:
        """Run the job on this thread, and say how it ended, or go on with ``then``."""
        goes_on = False
        try:
            result = job(self)
        except CancelledError:
            self._end()
            self._emit(self.cancelled)
        except EXPECTED as error:
            self._end()
            self._emit(self.failed, sentence_of(error))
        else:
            goes_on = then is not None
            if goes_on:
                self._emit(self._continued, then, result)
            else:
                self._end()
                self._emit(self.finished, result)
        finally:
            # A bug goes on to the crash handler, and yet nobody waits for ever.
            if not goes_on:
                self._end()
                self._emit(self.ended)

    def wait(self, seconds: float | None = None) -> None:
        """Wait for the end of the job's thread."""
        if self._thread is not None:
            self._thread.join(seconds)

    def wait_within(self, limit: Limit) -> bool:
        """Wait for the end of the job's thread; False if that takes too long."""
        return limit.join(self._thread)

    def _end(self) -> None:
        self._over = True

    def _emit(self, signal: Any, *values: object) -> None:
        # The window that the job was for may have been deleted meanwhile, and this object with it.
        with suppress(RuntimeError):
            signal.emit(*values)


def _while_there(by: QObject, function: Callable[..., object]) -> Callable[..., object]:
    """Return a function that does nothing once Qt has deleted the object that it is of."""

    def call(*args: object) -> object:
        return function(*args) if isValid(by) else None

    return call


def sentence_of(error: Exception) -> str:
    """Return what to tell the user about an expected failure."""
    if isinstance(error, OSError) and error.filename is not None:
        reason, advice = _TOLD.get(error.errno or 0, (error.strerror, ""))
        return f"{Path(error.filename)}: {reason}{advice}."
    return str(error)


_TOLD: dict[int, tuple[str, str]] = {
    errno.ENOSPC: ("the disk is full", "; free some space and try again"),
    errno.EDQUOT: ("your share of the disk is full", "; free some space and try again"),
    errno.ENOENT: ("there is no such file or folder", "; check its name and place"),
    errno.EACCES: ("you may not read or write this", "; choose another place, or ask its owner"),
    errno.EPERM: ("you may not read or write this", "; choose another place, or ask its owner"),
    errno.EROFS: ("this disk can only be read", "; choose another place"),
    errno.EISDIR: ("this is a folder", "; name a file"),
    errno.ENOTDIR: ("there is a file where a folder is expected", "; choose another place"),
    errno.EIO: ("the disk failed to read or write", "; try again, or choose another disk"),
}
"""What the commonest errors of a disk mean, and what to do."""

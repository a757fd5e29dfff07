"""Background tasks with progress and cancellation."""

from __future__ import annotations

import atexit
import errno
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot
from shiboken6 import isValid

from app.services.threads import Limit, start_thread
from app.storage.errors import ProjectFileError
from app.translation import translated_message
from crfcore.errors import CrfError, as_text
from crfcore.messages import as_sentence, message
from crfcore.portable_paths import is_open_elsewhere

EXPECTED = (CrfError, ProjectFileError, OSError)
"""Expected errors, which become a sentence for the user."""


class CancelledError(Exception):
    """A task was cancelled."""


class _WindowThread(QObject):
    """Calls functions on the window's thread, where it is made, until the program ends.

    A task is deleted with its dialog or window, and Qt crashes if another thread is just emitting a
    signal of it then: whether it is still there can only be asked on the thread that deletes it.
    """

    _wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._thread = threading.get_ident()
        self._lock = threading.Lock()
        self._closed = False
        self._wanted.connect(self._call)

    def call(self, function: Callable[[], object]) -> None:
        """Call a function: at once on the window's thread, later from another one."""
        if threading.get_ident() == self._thread:
            function()
            return
        with self._lock:
            if not self._closed:
                self._wanted.emit(function)

    def close(self) -> None:
        """Call nothing more: PySide deletes this at the end, where threads may still be running."""
        with self._lock:
            self._closed = True

    @Slot(object)
    def _call(self, function: Callable[[], object]) -> None:
        function()


_WINDOW_THREAD = _WindowThread()
# Functions registered later are called earlier: PySide has registered its own.
atexit.register(_WINDOW_THREAD.close)


class TaskState(QObject):
    """The state of a task; its methods may be called on the task's thread.

    Its signals are emitted on the window's thread alone, and no more once it has been deleted.

    ``in_dialog``: the dialog that asked for it shows its error, and no one else need do so.

    Signals
    -------
    progress : int, int, str
        The amount done, the total (0: unknown), and the present step.
    finished : object
        The result.
    failed : str
        The error message for the user.
    cancelled : ()
        The task was cancelled; nothing half-done is left.
    ended : ()
        Emitted after each of the three.
    """

    progress = Signal(int, int, str)
    finished = Signal(object)
    failed = Signal(str)
    cancelled = Signal()
    ended = Signal()

    def __init__(
        self, title: str, parent: QObject | None = None, *, in_dialog: bool = False
    ) -> None:
        """Make a task that has not begun."""
        super().__init__(parent)
        self.title = title
        self.in_dialog = in_dialog
        self.out: Path | None = None
        """The file or folder that the person wants written, None for none."""
        self._cancel = threading.Event()
        self._thread: threading.Thread | None = None
        self._begun = self._over = False

    def listen(
        self,
        *,
        progress: Callable[[int, int, str], object] | None = None,
        finished: Callable[[Any], object] | None = None,
        failed: Callable[[str], object] | None = None,
        ended: Callable[[], object] | None = None,
        by: QObject | None = None,
    ) -> None:
        """Connect functions to the signals of their names, and disconnect them at the end.

        None is called after Qt has deleted the object ``by``, if given. A task lives as long as its
        parent: connected functions would keep their data, such as a copy of the project, in memory.
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
            # Connected last, so that the others have been called.
            connected.append((self.ended, release))
            for signal, function in connected:
                signal.disconnect(function)
            connected.clear()

        self.ended.connect(release)

    def cancel(self) -> None:
        """Cancel the task."""
        self._cancel.set()

    @property
    def is_cancelled(self) -> bool:
        """Whether the task was cancelled."""
        return self._cancel.is_set()

    @property
    def begun(self) -> bool:
        """Whether the task was started."""
        return self._begun

    @property
    def over(self) -> bool:
        """Whether the task has ended in any way."""
        return self._over

    def report(self, done: int, total: int = 0, text: str = "") -> None:
        """Report progress; raise `CancelledError` if the task was cancelled."""
        if self.is_cancelled or not isValid(self):
            raise CancelledError
        self.show_progress(done, total, text)

    def show_progress(self, done: int, total: int = 0, text: str = "") -> None:
        """Report progress, also if the task was cancelled."""
        self._emit("progress", done, total, text)

    def start(
        self, job: Callable[[TaskState], Any], then: Callable[[Any], object] | None = None
    ) -> TaskState:
        """Run the job on its own thread.

        ``then`` is called with its result on the window's thread, and the task ends with `run`.
        """
        self._begun = True
        self._thread = start_thread(self.title, lambda: self.run(job, then))
        return self

    def start_here(self, begin: Callable[[], object]) -> TaskState:
        """Call ``begin`` on this thread; the task ends with `run`."""
        self._begun = True
        begin()
        return self

    def run(
        self, job: Callable[[TaskState], Any], then: Callable[[Any], object] | None = None
    ) -> None:
        """Run the job on this thread, and emit how it ended, or continue with ``then``."""
        goes_on = False
        try:
            result = job(self)
        except CancelledError:
            self._end()
            self._emit("cancelled")
        except EXPECTED as error:
            self._end()
            self._emit("failed", sentence_of(error))
        else:
            goes_on = then is not None
            if then is not None:
                _WINDOW_THREAD.call(_while_there(self, partial(then, result)))
            else:
                self._end()
                self._emit("finished", result)
        finally:
            # Also after a bug, which goes to the crash handler.
            if not goes_on:
                self._end()
                self._emit("ended")

    def wait(self, seconds: float | None = None) -> None:
        """Wait for the end of the job's thread."""
        if self._thread is not None:
            self._thread.join(seconds)

    def wait_within(self, limit: Limit) -> bool:
        """Wait for the end of the job's thread; False if that takes too long."""
        return limit.join(self._thread)

    def _end(self) -> None:
        self._over = True

    def _emit(self, name: str, *values: object) -> None:
        def emit() -> None:
            getattr(self, name).emit(*values)

        _WINDOW_THREAD.call(_while_there(self, emit))


def _while_there(by: QObject, function: Callable[..., object]) -> Callable[..., object]:
    """Return a function that does nothing after Qt has deleted ``by``."""

    def call(*args: object) -> object:
        return function(*args) if isValid(by) else None

    return call


def sentence_of(error: Exception) -> str:
    """Return the message for an expected error, in the language of the window."""
    if not isinstance(error, OSError) or error.filename is None:
        return translated_message(error)
    reason = _OPEN if is_open_elsewhere(error) else _MESSAGES.get(error.errno)
    reason = reason or as_sentence(str(error.strerror))
    path = as_text(Path(error.filename))
    return translated_message(message("{path}: {reason}", path=path, reason=reason))


_OPEN = message("Another program has this file open; close it there, and try again.")
_FULL = message("The disk is full; free some space and try again.")
_DENIED = message("You may not read or write this; choose another place, or ask its owner.")

_MESSAGES: dict[int | None, str] = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: message("Your share of the disk is full; free some space and try again."),
    errno.ENOENT: message("There is no such file or folder; check the name and the folder."),
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.EROFS: message("This disk can only be read; choose another place."),
    errno.EISDIR: message("This is a folder; name a file."),
    errno.ENOTDIR: message("There is a file where a folder is expected; choose another place."),
    errno.EIO: message("The disk failed to read or write; try again, or choose another disk."),
}
"""Messages for common errors of a disk."""

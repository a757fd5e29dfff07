"""Backups of the open project, and the check of every row."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.edits import Edit
from app.domain.history import HistoryStep
from app.domain.project_contents import SavedState
from app.jobs.progress import JobCancelledError, report
from app.jobs.projects.backups import make_backup
from app.jobs.projects.check import check_documents, with_backup
from app.jobs.projects.plain_files import write_everything
from app.services.storage_thread import StorageThread
from app.services.task import CancelledError, TaskState
from app.services.threads import give_way, start_thread
from app.session import Session
from app.storage.errors import DamagedError, ProjectFileError
from app.storage.opening import CopyStoppedError, FrozenFile
from app.storage.project_file import ProjectFile
from app.translation import translated_message

EVERY_MILLISECONDS = 30 * 60 * 1000
"""The interval of backups while the project changes."""

APART_SECONDS = 5 * 60.0
"""The least interval between backups before large steps."""

LARGE_SENTENCES = 20
"""A step on more sentences is large."""

_log = logging.getLogger(__name__)

Answer = queue.SimpleQueue[FrozenFile | Exception]


def is_large(edit: Edit) -> bool:
    """Return whether a step changes many sentences, documents, settings or labels."""
    return bool(
        len(edit.tokens) > LARGE_SENTENCES
        or edit.roles is not None
        or edit.documents
        or edit.settings
        or edit.tags
        or any(change.before is not None for change in edit.labels)
    )


class Backups(QObject):
    """Makes backups: every half hour of work, before large steps, and when the project closes.

    The storage thread writes its log into the file and freezes it; a thread of low priority copies
    the file and checks the copy, while steps are saved in the log.

    Signals
    -------
    made : Backup
        A backup was made and checked.
    failed : str
        The error if none could be made; emitted once until one succeeds again.
    damaged : str
        The error if the project itself is damaged.
    """

    made = Signal(object)
    failed = Signal(str)
    damaged = Signal(str)

    def __init__(
        self, session: Session, storage: StorageThread, path: Path, parent: QObject | None = None
    ) -> None:
        """Watch a project; to be made before `StorageThread.attach`.

        So that a backup before a large step is requested before the step is written.
        """
        super().__init__(parent)
        self._session = session
        self._storage = storage
        self._path = path
        self._changed = False
        self._covered = False
        self._newest = -APART_SECONDS
        self._reported = False
        self._closed = threading.Event()
        self._one = threading.Lock()
        self._thread: threading.Thread | None = None
        self._tasks: list[TaskState] = []
        self._timer = QTimer(self, interval=EVERY_MILLISECONDS)
        self._timer.timeout.connect(self.make_if_changed)
        self._timer.start()
        session.recorded.connect(self._step_recorded)

    def make_if_changed(self) -> None:
        """Make a backup if something has changed since the last one."""
        if self._changed:
            self.make()

    def make(self) -> None:
        """Make a backup of the recorded steps, unless one is being made."""
        if self._session.saving.read_only or not self._one.acquire(blocking=False):
            return
        self._changed, self._covered = False, True
        self._newest = time.monotonic()
        answer: Answer = queue.SimpleQueue()
        self._storage.post(lambda file: _freeze(file, answer))
        self._thread = start_thread("backup", lambda: self._work(answer))

    def check(self) -> TaskState:
        """Check a copy, which is kept as a backup; the result are its contents in words."""
        return self._start(self.tr("Checking the project"), _checked)

    def export_everything(self, out: Path) -> TaskState:
        """Write everything as plain files, from a copy that is kept as a backup.

        The result are its contents in words.
        """
        return self._start(
            self.tr("Exporting everything"),
            lambda file, task: write_everything(file, out, _monitor(task)),
        )

    def saved_state(self) -> SavedState:
        """Return the identity of the project, and its newest step. Never on the GUI thread."""
        return self._storage.call(ProjectFile.saved_state)  # type: ignore[no-any-return] # of a job

    def stop(self) -> None:
        """Begin nothing more and cancel tasks, without waiting."""
        self._closed.set()
        self._timer.stop()
        for task in self._tasks:
            task.cancel()

    def finish(self) -> None:
        """After `stop`, make a last backup of changes, and wait for it; on any thread.

        Waiting ends by `StorageThread.limit` if the disk does not answer.
        """
        if all(task.wait_within(self._storage.limit) for task in self._tasks) and self._join():
            self.make_if_changed()
            self._join()

    def wait(self) -> None:
        """After `finish`, wait for all threads, however long the disk takes."""
        for task in self._tasks:
            task.wait()
        if self._thread is not None:
            self._thread.join()

    def close(self) -> None:
        """Stop, and wait for the last backup."""
        self.stop()
        self.finish()

    # ---- inside

    def _step_recorded(self, step: HistoryStep) -> None:
        rested = time.monotonic() - self._newest >= APART_SECONDS
        if not self._covered and rested and is_large(step.edit):
            self.make()
        self._changed, self._covered = True, False

    def _join(self) -> bool:
        return self._storage.limit.join(self._thread)

    def _copying(self, _done: int, _total: int) -> bool:
        self._storage.limit.moved()
        return False

    def _work(self, answer: Answer) -> None:
        give_way()
        try:
            report = self._outcome(answer)
        finally:
            self._one.release()
        # After the release: a listener may request the next one.
        report()

    def _outcome(self, answer: Answer) -> Callable[[], object]:
        """Make a backup; return the function that reports it."""
        try:
            frozen = answer.get()
            if isinstance(frozen, Exception):
                raise frozen
            try:
                backup = make_backup(self._path, frozen, monitor=self._copying)
            finally:
                self._storage.post(_thaw)
        except DamagedError as error:
            reason = str(with_backup(error, self._path))
            _log.info("No backup of %s: %s", self._path, reason)
            return lambda: self.damaged.emit(translated_message(reason))
        except (ProjectFileError, OSError) as error:
            reason = str(error)
            _log.info("No backup of %s: %s", self._path, reason)
            self._changed = True  # there may be room by the time the project closes
            again, self._reported = self._reported, True
            return lambda: None if again else self.failed.emit(translated_message(reason))
        self._reported = False
        return lambda: self.made.emit(backup)

    def _start(self, title: str, read: Callable[[ProjectFile, TaskState], str]) -> TaskState:
        """Start a task with a copy of the project."""
        task = TaskState(title, self)
        self._tasks = [other for other in self._tasks if not other.over] + [task]

        def job(task: TaskState) -> str:
            give_way()
            with self._one:
                return self._read_copy(task, read)

        QTimer.singleShot(0, lambda: None if self._closed.is_set() else task.start(job))
        return task

    def _read_copy(self, task: TaskState, read: Callable[[ProjectFile, TaskState], str]) -> str:
        task.report(0)
        found: list[str] = []

        def look(file: ProjectFile) -> None:
            task.report(0)
            found.append(read(file, task))

        frozen = self._storage.call(lambda file: file.database.freeze())
        try:
            make_backup(self._path, frozen, look, _in_kilobytes(task))
        except (CopyStoppedError, JobCancelledError) as error:
            raise CancelledError from error
        except DamagedError as error:
            self.damaged.emit(str(with_backup(error, self._path)))
            raise CancelledError from error
        finally:
            self._storage.post(_thaw)
        return found[0]


def _monitor(task: TaskState) -> Callable[[int, int], bool]:
    def monitor(done: int, total: int) -> bool:
        task.show_progress(done, total, "")
        return task.is_cancelled

    return monitor


def _checked(file: ProjectFile, task: TaskState) -> str:
    def reached(done: int, total: int) -> None:
        report(_monitor(task), done, total)
        time.sleep(0)  # releases the GIL for the window's thread

    contents = file.check_through(reached).in_words()
    check_documents(file)
    return contents


def _in_kilobytes(task: TaskState) -> Callable[[int, int], bool]:
    """Return a monitor of bytes in kilobytes: progress bars are limited to 32 bits."""
    monitor = _monitor(task)
    return lambda done, total: monitor(done >> 10, total >> 10)


def _freeze(file: ProjectFile, answer: Answer) -> None:
    try:
        answer.put(file.database.freeze())
    except Exception as error:  # noqa: BLE001 - raised again on the thread of the backup
        answer.put(error)


def _thaw(file: ProjectFile) -> None:
    try:
        file.database.thaw()
    except ProjectFileError as error:
        _log.info("%s", error)

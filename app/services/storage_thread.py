"""The thread that owns the project file, and writes steps in order."""

from __future__ import annotations

import logging
import queue
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.domain.history import Action, HistoryStep
from app.services.threads import UI_PRIORITY, Limit, guarded, start_thread
from app.session import Session
from app.storage.errors import DiskFullError, LogUnusableError, OverwrittenError, ProjectFileError
from app.storage.project_file import ProjectFile
from app.translation import translated_message

HISTORY_PAGE = 200
"""Steps read at a time for undo."""

CLOSE_SECONDS = 20.0
"""The longest wait at closing for a disk that does not answer."""

IDLE_SECONDS = 1.0
"""The time without writing before the log is written into the project file."""

RETRY_SECONDS = (5.0, 160.0)
"""How long to wait before a full disk is tried again: at first, and at most."""

_log = logging.getLogger(__name__)

Job = Callable[[ProjectFile], None]


class StorageThread(QObject):
    """Writes each step in order; only this thread uses the file.

    A step that cannot be written is kept with all later ones: `try_again` writes them when the file
    can be written, and `save_copy` to another file; ``kept_elsewhere`` is a copy that has them all,
    or None. A full disk is tried again from time to time. ``limit`` is the time limit of closing,
    extended by each access to the file.

    Signals
    -------
    saved : object
        Every step up to this revision is saved.
    failed : str
        The reason why the last steps could not be written.
    looked : ()
        The answer to `look`: the file exists and is unchanged.
    writable : ()
        The file can be written again, and every step is saved.
    older_steps : object
        The answer to `read_history`: pairs of edit and undone, newest first.
    """

    saved = Signal(object)
    failed = Signal(str)
    looked = Signal()
    writable = Signal()
    older_steps = Signal(object)

    def __init__(self, opener: Callable[[], ProjectFile], parent: QObject | None = None) -> None:
        """Start the thread, which opens the file; see `wait_until_open`."""
        super().__init__(parent)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._opener = opener
        self._opened = threading.Event()
        self._open_error: BaseException | None = None
        self._waiting: deque[HistoryStep] = deque()
        self.kept_elsewhere: Path | None = None
        self._error = ""
        # After how many seconds a full disk is tried again, 0 if it is not full.
        self._retry_after = 0.0
        self._overwritten = False
        self._closing = False
        self.limit = Limit(CLOSE_SECONDS)
        self._thread = start_thread("storage", self._run)

    # ---- on any thread

    def wait_until_open(self) -> None:
        """Wait for the file to be open, or raise the error. Never on the GUI thread."""
        self._opened.wait()
        if self._open_error is not None:
            self._thread.join()
            raise self._open_error

    @property
    def log_is_unusable(self) -> bool:
        """Whether the file could not be opened because its log is missing or damaged."""
        return isinstance(self._open_error, LogUnusableError)

    def post(self, job: Job) -> None:
        """Queue a job, which handles its own errors."""
        self._jobs.put(job)

    def call(self, function: Callable[[ProjectFile], Any]) -> Any:
        """Call a function with the file and return its result. Never on the GUI thread."""
        answer: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()

        def job(file: ProjectFile) -> None:
            try:
                answer.put((function(file), None))
            except Exception as error:  # noqa: BLE001 - handed to the caller, on its own thread
                answer.put((None, error))

        self.post(job)
        result, error = answer.get()
        if error is not None:
            raise error
        return result

    def attach(self, session: Session) -> None:
        """Connect a session: write its steps, and report what is saved."""
        session.recorded.connect(self.write)
        session.history_requested.connect(self.read_history)
        self.saved.connect(session.saving.mark_saved)
        self.failed.connect(session.saving.stop)
        self.writable.connect(session.saving.set_writable)
        self.older_steps.connect(session.extend_history)

    def write(self, step: HistoryStep) -> None:
        """Queue a step to be written."""
        self.post(lambda file: self._write(file, step))

    def read_history(self, before: int) -> None:
        """Request the steps with ids below ``before``."""
        self.post(lambda file: self._read_history(file, before))

    def try_again(self) -> None:
        """Write the steps that failed; `writable` is emitted if that succeeds."""
        self.post(self._try_again)

    def look(self) -> None:
        """Check whether the file was moved or changed; emits `failed` or `looked`."""
        self.post(self._look)

    def save_copy(self, out: Path) -> int:
        """Write another project file with every step; return how many could not be written.

        Never on the GUI thread. Steps that fail because of a bug are left out.
        """
        return int(self.call(lambda file: self._save_copy(file, out)))

    def close(self) -> bool:
        """Write the queued steps, close the file, end the thread.

        False if the disk does not answer, steps could not be saved anywhere, or the file was
        overwritten. If the disk answers later, the thread continues, until `ended`.
        """
        if not self._closing:
            self._closing = True
            self._jobs.put(None)
        self.limit.moved()
        ended = self.limit.join(self._thread)
        lost = self._waiting or self._overwritten
        return ended and (not lost or self.kept_elsewhere is not None)

    def wait(self) -> None:
        """After `close`, wait for the thread, however long the disk takes."""
        self._thread.join()

    @property
    def ended(self) -> bool:
        """Whether the thread has ended, and the file is closed."""
        return not self._thread.is_alive()

    # ---- on the thread

    def _run(self) -> None:
        try:
            file = self._opener()
        except Exception as error:  # noqa: BLE001 - raised again by wait_until_open
            self._open_error = error
            self._opened.set()
            return
        self._opened.set()
        try:
            while (job := self._next_job(file)) is not None:
                # A bug in one job must not prevent the next ones.
                guarded(job, file)
                self.limit.moved()
                del job  # frees a large step
        finally:
            # The disk may have room by now.
            if self._waiting:
                guarded(self._try_again, file)
            try:
                file.close()
            except OverwrittenError as error:
                self._overwritten = True
                _log.error("%s", error)
            except ProjectFileError as error:
                # Errors of a full disk were reported with the steps.
                _log.info("%s", error)

    def _next_job(self, file: ProjectFile) -> Job | None:
        """Return the next job; after a while without any, write the log into the file.

        A copy of the file alone has every step then.
        """
        while self._retry_after:
            try:
                return self._jobs.get(timeout=self._retry_after)
            except queue.Empty:
                self._retry(file)
        if file.database.log_holds_steps:
            try:
                return self._jobs.get(timeout=IDLE_SECONDS)
            except queue.Empty:
                self._checkpoint_log(file)
        return self._jobs.get()

    def _retry(self, file: ProjectFile) -> None:
        """Write what a full disk had no room for, if it has room now."""
        self._retry_after = min(2.0 * self._retry_after, RETRY_SECONDS[1])
        try:
            file.probe()
        except (ProjectFileError, OSError) as error:
            _log.info("Still not saved: %s", error)
        else:
            self._try_again(file)

    def _checkpoint_log(self, file: ProjectFile) -> None:
        """Write the log into the file; only `OverwrittenError` is reported at once."""
        try:
            file.database.checkpoint_log()
        except OverwrittenError as error:
            self._error = translated_message(error)
            self.failed.emit(self._error)
        except ProjectFileError as error:
            _log.info("The log stays beside the project: %s", error)

    def _write(self, file: ProjectFile, step: HistoryStep) -> None:
        self._waiting.append(step)
        self.kept_elsewhere = None
        if not self._error:
            # Making rows of a step holds the GIL, for which a key would wait.
            UI_PRIORITY.give()
            self._write_waiting(file)

    def _write_waiting(self, file: ProjectFile) -> None:
        while self._waiting:
            step = self._waiting[0]
            try:
                _apply(file, step)
            except BaseException as error:
                self._error = translated_message(error) or type(error).__name__
                if isinstance(error, DiskFullError):
                    self._retry_after = self._retry_after or RETRY_SECONDS[0]
                else:
                    self._retry_after = 0.0
                self.failed.emit(self._error)
                if not isinstance(error, (ProjectFileError, OSError)):
                    raise
                return
            self._waiting.popleft()
            self.saved.emit(step.revision)

    def _save_copy(self, file: ProjectFile, out: Path) -> int:
        left_out: list[HistoryStep] = []

        def add(copy: ProjectFile) -> None:
            steps = list(self._waiting)
            for number, step in enumerate(steps):
                try:
                    _apply(copy, step)
                except (ValueError, TypeError, LookupError):
                    # A bug, reported when the step was made; later steps depend on it.
                    left_out.extend(steps[number:])
                    return

        last = max((step.edit.id for step in self._waiting), default=0)
        file.backup_to(out, add, last)
        self.kept_elsewhere = out if self._waiting and not left_out else None
        return len(left_out)

    def _read_history(self, file: ProjectFile, before: int) -> None:
        try:
            self.older_steps.emit(file.history.recent_edits(before, HISTORY_PAGE))
        except ProjectFileError:
            # The file is unreadable; writing the next step will report it.
            self.older_steps.emit([])

    def _look(self, file: ProjectFile) -> None:
        if self._error:
            return
        try:
            file.check_in_place()
        except ProjectFileError as error:
            self._error = translated_message(error)
            self.failed.emit(self._error)
        else:
            self.looked.emit()

    def _try_again(self, file: ProjectFile) -> None:
        try:
            file.probe()
        except (ProjectFileError, OSError) as error:
            self.failed.emit(translated_message(error))
            return
        self._error = ""
        self._write_waiting(file)
        if not self._error:
            self.kept_elsewhere = None
            self._retry_after = 0.0
            self.writable.emit()


def _apply(file: ProjectFile, step: HistoryStep) -> None:
    edit = step.edit
    if step.action is Action.EDIT:
        file.write_edit(edit, step.additions)
    elif step.action is Action.IMPORT:
        document = edit.documents[0].after.id
        file.imports.finish_document(document, edit, step.additions, tokens_name=step.tokens_name)
    else:
        if not step.additions.empty:
            file.add_names(step.additions)
        undone = step.action in (Action.UNDO, Action.BACK)
        file.history.mark_undone([one.id for one in step.steps or (edit,)], undone, step.applied)


def first_history(file: ProjectFile) -> list[Any]:
    """Return the newest steps, at least up to the newest one that is not undone."""
    steps = file.history.recent_edits(None, HISTORY_PAGE)
    page = steps
    while page and all(undone for _, undone in steps):
        page = file.history.recent_edits(steps[-1][0].id, HISTORY_PAGE)
        steps.extend(page)
    return steps


def open_project_file(path: Path, *, without_log: bool = False) -> Callable[[], ProjectFile]:
    """Return a function that opens a project, read-only if it cannot be written."""
    return lambda: ProjectFile.open(path, for_reading=True, without_log=without_log)

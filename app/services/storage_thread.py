"""The thread that owns the project file: steps go to it in order, and it says what is saved."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.domain.history import Action, HistoryStep
from app.services.threads import guarded, start_thread
from app.session import Session
from app.storage.errors import ProjectFileError
from app.storage.project_file import ProjectFile

HISTORY_PAGE = 200
"""So many steps are read at once for undo."""

CLOSE_SECONDS = 60.0
"""So long closing waits for the last steps to be written."""

Job = Callable[[ProjectFile], None]


class StorageThread(QObject):
    """Writes each step in the order in which it was made; nothing else touches the file.

    After a failure everything that is still waiting is dropped, because the session takes it back
    too; `try_again` finds out whether the file can be written now.

    Signals
    -------
    saved : object
        Every step up to this revision is on disk.
    failed : object, str
        The step with this revision, and all later ones, could not be written; and why.
    writable : ()
        The file can be written again.
    older_steps : object
        An answer to `read_history`: pairs of edit and undone, newest first.
    """

    saved = Signal(object)
    failed = Signal(object, str)
    writable = Signal()
    older_steps = Signal(object)

    def __init__(self, opener: Callable[[], ProjectFile], parent: QObject | None = None) -> None:
        """Start the thread, which opens the file itself; `opened` waits for it."""
        super().__init__(parent)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._opener = opener
        self._opened = threading.Event()
        self._open_error: BaseException | None = None
        self._broken = False
        self._closing = False
        self._thread = start_thread("storage", self._run)

    # ---- on any thread

    def wait_until_open(self) -> None:
        """Wait for the file to be open; raise what stood in the way. Never on the GUI thread."""
        self._opened.wait()
        if self._open_error is not None:
            self._thread.join()
            raise self._open_error

    def post(self, job: Job) -> None:
        """Do something with the file behind everything that waits; failures are the job's own."""
        self._jobs.put(job)

    def call(self, function: Callable[[ProjectFile], Any]) -> Any:
        """Do something with the file and wait for what it returns. Never on the GUI thread."""
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
        """Write what a session records, and tell it what is saved."""
        session.recorded.connect(self.write)
        session.history_wanted.connect(self.read_history)
        self.saved.connect(session.mark_saved)
        self.failed.connect(session.take_back)
        self.writable.connect(session.set_writable)
        self.older_steps.connect(session.extend_history)

    def write(self, step: HistoryStep) -> None:
        """Write a step behind the others."""
        self.post(lambda file: self._write(file, step))

    def read_history(self, before: int) -> None:
        """Ask for the steps with ids below ``before``."""
        self.post(lambda file: self._read_history(file, before))

    def try_again(self) -> None:
        """Find out whether the file can be written, and say so by `writable`."""
        self.post(self._try_again)

    def close(self) -> bool:
        """Write what waits, close the file, end the thread; False if that takes too long."""
        if not self._closing:
            self._closing = True
            self._jobs.put(None)
        self._thread.join(CLOSE_SECONDS)
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
            while (job := self._jobs.get()) is not None:
                # A bug in one job must not leave the next ones unwritten.
                guarded(job, file)
                del job  # it may hold a step of very many sentences until there is another one
        finally:
            # What a full disk refuses while closing has been told before, step by step.
            with contextlib.suppress(ProjectFileError):
                file.close()

    def _write(self, file: ProjectFile, step: HistoryStep) -> None:
        if self._broken:
            return
        try:
            _carry_out(file, step)
        except BaseException as error:
            # Also after a bug the window must not show what the file does not hold.
            self._broken = True
            self.failed.emit(step.revision, str(error))
            if not isinstance(error, (ProjectFileError, OSError)):
                raise
        else:
            self.saved.emit(step.revision)

    def _read_history(self, file: ProjectFile, before: int) -> None:
        try:
            self.older_steps.emit(file.recent_edits(before, HISTORY_PAGE))
        except ProjectFileError:
            # The file has just become unreadable; the next step to be written will say so.
            self.older_steps.emit([])

    def _try_again(self, file: ProjectFile) -> None:
        try:
            file.probe()
        except (ProjectFileError, OSError) as error:
            self.failed.emit(2**62, str(error))
        else:
            self._broken = False
            self.writable.emit()


def _carry_out(file: ProjectFile, step: HistoryStep) -> None:
    edit = step.edit
    if step.action is Action.EDIT:
        file.write_edit(edit, step.additions)
    elif step.action is Action.IMPORT:
        document = edit.documents[0].after.id
        file.finish_document(document, edit, step.additions, tokens_name=step.tokens_name)
    else:
        if not step.additions.empty:
            file.add_names(step.additions)
        undone = step.action in (Action.UNDO, Action.BACK)
        file.mark_undone([one.id for one in step.steps or (edit,)], undone, step.applied)


def first_history(file: ProjectFile) -> list[Any]:
    """Return the newest steps, as far back as the newest one that is not undone, and some more."""
    steps = file.recent_edits(None, HISTORY_PAGE)
    page = steps
    while page and all(undone for _, undone in steps):
        page = file.recent_edits(steps[-1][0].id, HISTORY_PAGE)
        steps.extend(page)
    return steps


def open_project_file(path: Path) -> Callable[[], ProjectFile]:
    """Return what opens a project on the storage thread; one that can't be written, to look at."""
    return lambda: ProjectFile.open(path, for_reading=True)

"""Timings of sentences in earlier sessions, read if the order of the queue needs them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.domain.edits import Edit
from app.domain.query_choices import PER_SECOND
from app.domain.timings import Timed
from app.jobs.queue.finished import Finished
from app.jobs.queue.timings import STEPS, earlier_timings
from app.services.storage_thread import HISTORY_PAGE, StorageThread
from app.services.task import TaskState
from app.session import Session


class EarlierTimings(QObject):
    """Reads the history once, when the queue is sorted per second of work.

    Signals
    -------
    found : tuple of Timed
        The annotator's timings of sentences in earlier sessions.
    """

    found = Signal(object)

    def __init__(
        self,
        session: Session,
        storage: StorageThread,
        next_edit: int,
        parent: QObject | None = None,
    ) -> None:
        """Watch a session; the steps of earlier sessions have ids below ``next_edit``."""
        super().__init__(parent)
        self._session = session
        self._storage = storage
        self._next_edit = next_edit
        self._task: TaskState | None = None
        self._closed = False

    def start(self) -> None:
        """Read them as soon as they are needed; called after the window has been painted."""
        self._session.project_changed.connect(self._session_changed)
        self._read_if_needed()

    def stop(self) -> list[TaskState]:
        """Stop; return the tasks to wait for."""
        self._closed = True
        if self._task is None:
            return []
        self._task.cancel()
        return [self._task]

    def close(self) -> None:
        """Stop, and wait for the task."""
        for task in self.stop():
            task.wait()

    def _session_changed(self, changes: Changes) -> None:
        if changes.order:
            self._read_if_needed()

    def _read_if_needed(self) -> None:
        session = self._session
        needed = session.project.settings.query_choice.wrapper == PER_SECOND
        if not needed or self._closed or self._task is not None:
            return
        annotator = session.annotator
        finished = Finished.of(session.project, session.open_tokens)
        self._task = TaskState("earlier timings", self)
        self._task.finished.connect(self._take)
        self._task.start(lambda state: self._read(state, annotator, finished))

    def _take(self, timed: tuple[Timed, ...]) -> None:
        if timed and not self._closed:
            self.found.emit(timed)

    # ---- on the task's thread

    def _read(self, state: TaskState, annotator: str, finished: Finished) -> tuple[Timed, ...]:
        steps: list[Edit] = []
        before = self._next_edit
        while len(steps) < STEPS:
            state.report(len(steps), STEPS)
            # In pages, so that steps to be saved do not wait long.
            page = self._storage.call(lambda file: file.history.recent_edits(before, HISTORY_PAGE))  # noqa: B023
            if not page:
                break
            steps += [edit for edit, undone in page if not undone]
            before = page[-1][0].id
        return earlier_timings(steps[::-1], annotator, finished)

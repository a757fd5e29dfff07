"""The history of a project: pages of entries, and undoing many steps at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.domain.composition import Composition
from app.domain.edits import Edit
from app.domain.gc_pause import gc_paused
from app.domain.history import Author, HistoryFilter
from app.services.storage_thread import HISTORY_PAGE, StorageThread
from app.services.task import TaskState
from app.session import Session
from app.storage.errors import ProjectFileError
from app.storage.project_file import ProjectFile

REPORT_EVERY = 100
"""Steps composed between progress reports."""


_Found = tuple[list[tuple[Edit, bool]], Edit, tuple[Edit, ...]]
"""The steps that were read, the composition of all steps, and all steps."""


@dataclass(frozen=True, slots=True)
class HistoryMove:
    """Several steps that were undone (``back``) or redone at once.

    ``newest`` is the id of the newest done step before, 0 for none.
    """

    n_steps: int
    back: bool
    newest: int


@dataclass(frozen=True, slots=True)
class _Move:
    """A move to a step that is being prepared, and the state of the session when it began."""

    task: TaskState
    number: int
    back: bool
    below: int | None
    revision: int


class History(QObject):
    """Reads pages of the history, and undoes and redoes many steps.

    Signals
    -------
    page_read : int, object
        The answer to `read`: its number, and a list of `HistoryEntry`, newest first; the last page
        is shorter than `page`.
    started : TaskState
        A task, to show its progress.
    history_moved : HistoryMove
        Steps were undone or redone.
    """

    page_read = Signal(int, object)
    started = Signal(object)
    history_moved = Signal(object)
    _authors_read = Signal(object)

    page = HISTORY_PAGE
    """Steps in a page."""

    def __init__(
        self, session: Session, storage: StorageThread, parent: QObject | None = None
    ) -> None:
        """Serve one project; nothing is read before `read`."""
        super().__init__(parent)
        self._session = session
        self._storage = storage
        self._move: _Move | None = None
        self._reads = 0
        self._closed = False
        self._authors_read.connect(self._add_authors)

    def request_authors(self, sentence_index: int) -> None:
        """Read the authors of a sentence's labels that the session does not know."""
        session = self._session
        unknown = session.history.unknown_authors(
            session.corpus.edits[session.corpus.span(sentence_index)]
        )
        if not unknown:
            return

        def job(file: ProjectFile) -> None:
            with suppress(ProjectFileError):  # writing the next step will report it
                self._authors_read.emit(file.history.authors(unknown))

        self._storage.post(job)

    def read(self, before: int | None, wanted: HistoryFilter) -> int:
        """Request the steps with ids below ``before``; return the number of the answer."""
        self._reads += 1
        number = self._reads

        def job(file: ProjectFile) -> None:
            try:
                self.page_read.emit(number, file.history.entries(before, self.page, wanted))
            except ProjectFileError:
                # The file is unreadable; writing the next step will report it.
                self.page_read.emit(number, [])

        self._storage.post(job)
        return number

    def back_to(self, number: int) -> None:
        """Undo every step with an id above ``number``, all at once."""
        self._go(number, back=True)

    def forward_to(self, number: int) -> None:
        """Redo every undone step up to ``number``, all at once."""
        self._go(number, back=False)

    def stop(self) -> list[TaskState]:
        """Stop; return the tasks to wait for."""
        self._closed = True
        if self._move is None:
            return []
        self._move.task.cancel()
        return [self._move.task]

    def close(self) -> None:
        """Stop, and wait for running work."""
        for task in self.stop():
            task.wait()

    # ---- inside

    def _add_authors(self, authors: Mapping[int, Author]) -> None:
        self._session.history.add_authors(authors)

    def _go(self, number: int, *, back: bool) -> None:
        """Compose steps on a thread, to be applied here as one."""
        session = self._session
        if session.saving.read_only:
            session.saving.refuse()
        if session.saving.read_only or self._move is not None or self._closed:
            return
        title = self.tr("Undoing changes")
        task = TaskState(title if back else self.tr("Redoing changes"), self)
        known = session.history.above(number) if back else session.history.again_up_to(number)
        below = session.history.unknown_below(number) if back else None
        self._move = _Move(task, number, back, below, session.revision)
        task.listen(
            finished=lambda found: self._arrived(task, found), ended=lambda: self._ended(task)
        )
        self.started.emit(task)
        task.start(lambda state: self._prepare(state, known, below, number, back=back))

    def _arrived(self, task: TaskState, found: _Found) -> None:
        move, session = self._move, self._session
        if move is None or move.task is not task or self._closed:
            return
        self._move = None
        older, net, steps = found
        if older and session.history.unknown_below(move.number) == move.below:
            session.extend_history(older)
        if session.revision != move.revision:
            # Other edits were made meanwhile: try again.
            self._go(move.number, back=move.back)
            return
        newest = max((step.id for step in session.history.steps()[-1:]), default=0)
        if session.go_through(steps, net, back=move.back):
            self.history_moved.emit(HistoryMove(len(steps), move.back, newest))

    def _ended(self, task: TaskState) -> None:
        if self._move is not None and self._move.task is task:
            self._move = None

    # ---- on the task's thread

    def _prepare(
        self, state: TaskState, known: Sequence[Edit], below: int | None, number: int, *, back: bool
    ) -> _Found:
        """Read missing steps; return them, the composition of all steps, and all steps."""
        older: list[tuple[Edit, bool]] = []
        while below is not None and below > number + 1:
            state.report(len(known) + len(older), 0)
            # In pages, so that steps to be saved do not wait long.
            page = self._storage.call(lambda file: file.history.recent_edits(below, HISTORY_PAGE))  # noqa: B023
            if not page:
                break
            older += page
            below = page[-1][0].id
        read = [edit for edit, undone in older if not undone and edit.id > number]
        steps = (*known, *read)
        composition = Composition()
        with gc_paused():
            for done, step in enumerate(steps):
                if not done % REPORT_EVERY:
                    state.report(done, len(steps))
                composition.add(step.inverse() if back else step)
            net = composition.edit("history")
        return older, net, steps

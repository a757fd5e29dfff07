"""The history of a project: listed page by page, and gone through many steps at a time."""

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
"""So many steps are put together before a task says how far it is."""


_Found = tuple[list[tuple[Edit, bool]], Edit, tuple[Edit, ...]]
"""Steps that were read, what all steps come to, and all steps."""


@dataclass(frozen=True, slots=True)
class HistoryMove:
    """So many steps were taken back, or made again, at once.

    ``newest`` is the id of the newest step that was in force before, 0 for none.
    """

    n_steps: int
    back: bool
    newest: int


@dataclass(frozen=True, slots=True)
class _Move:
    """The way to a step that is under way, and how the session stood when it began."""

    task: TaskState
    number: int
    back: bool
    below: int | None
    revision: int


class History(QObject):
    """Reads pages of the history, and goes back and forward in it.

    Signals
    -------
    page_read : int, object
        An answer to `read`: its number, and a list of `HistoryEntry`, newest first; a list that
        is shorter than a page is the last one.
    started : TaskState
        A task that may take long enough to be shown.
    history_moved : HistoryMove
        Steps were taken back, or made again.
    """

    page_read = Signal(int, object)
    started = Signal(object)
    history_moved = Signal(object)
    _authors_read = Signal(object)

    page = HISTORY_PAGE
    """So many steps are read at once."""

    def __init__(
        self, session: Session, storage: StorageThread, parent: QObject | None = None
    ) -> None:
        """Serve one project; nothing is read before it is asked for."""
        super().__init__(parent)
        self._session = session
        self._storage = storage
        self._move: _Move | None = None
        self._reads = 0
        self._closed = False
        self._authors_read.connect(self._add_authors)

    def request_authors(self, sentence_index: int) -> None:
        """Find out for the session who said something of a sentence, as far as it does not know."""
        session = self._session
        unknown = session.history.unknown_authors(
            session.corpus.edits[session.corpus.span(sentence_index)]
        )
        if not unknown:
            return

        def job(file: ProjectFile) -> None:
            with suppress(ProjectFileError):  # the next step to be written will say what is wrong
                self._authors_read.emit(file.history.authors(unknown))

        self._storage.post(job)

    def read(self, before: int | None, wanted: HistoryFilter) -> int:
        """Ask for the steps with ids below ``before``; return the number of the answer."""
        self._reads += 1
        number = self._reads

        def job(file: ProjectFile) -> None:
            try:
                self.page_read.emit(number, file.history.entries(before, self.page, wanted))
            except ProjectFileError:
                # The file has just become unreadable; the next step to be written will say so.
                self.page_read.emit(number, [])

        self._storage.post(job)
        return number

    def back_to(self, number: int) -> None:
        """Take back, in one go, every step with an id above ``number``."""
        self._go(number, back=True)

    def forward_to(self, number: int) -> None:
        """Make again, in one go, every step up to ``number`` that was taken back."""
        self._go(number, back=False)

    def stop(self) -> list[TaskState]:
        """Stop; return what has to be waited for."""
        self._closed = True
        if self._move is None:
            return []
        self._move.task.cancel()
        return [self._move.task]

    def close(self) -> None:
        """Stop, and wait for what is under way."""
        for task in self.stop():
            task.wait()

    # ---- inside

    def _add_authors(self, authors: Mapping[int, Author]) -> None:
        self._session.history.add_authors(authors)

    def _go(self, number: int, *, back: bool) -> None:
        """Put steps together on a thread; they are carried out here as one."""
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
            # A person went on working meanwhile: once more, with what is newest now.
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
        """Read the steps that are missing, and return them, what all come to, and all steps."""
        older: list[tuple[Edit, bool]] = []
        while below is not None and below > number + 1:
            state.report(len(known) + len(older), 0)
            # Page by page: a step that is to be saved meanwhile waits for one of them at most.
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

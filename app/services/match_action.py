"""Bulk actions on matches, as one edit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.domain.edits import TokenChanges
from app.domain.gc_pause import gc_paused
from app.domain.project import Project
from app.domain.proposals import Proposals
from app.domain.sentence_flags import SentenceFlags
from app.edits.bulk_actions import BulkResult, Report
from app.services.after_paint import release_after_paint
from app.services.task import TaskState
from app.services.threads import UI_PRIORITY
from app.session import Session

MATCHES_BETWEEN_REPORTS = 100

Build = Callable[[Project, Proposals, Report], BulkResult]
"""Makes the edit from copies of a project and its proposals; on a thread."""


@dataclass(frozen=True, slots=True)
class _Basis:
    """The state on which an edit was built."""

    revision: int
    meanings: int


class MatchAction(QObject):
    """Builds an edit of all matches on a thread, and applies it.

    Sentences edited meanwhile are left unchanged.

    Signals
    -------
    started : TaskState
        The task that builds an edit.
    applied : BulkResult, Edit or None
        The result, and the applied edit, None if nothing was changed.
    done : Edit
        The applied edit, if there is one.
    outdated : str
        There is no edit; with a sentence if labels or documents have changed meanwhile, or if
        the edit before is still being built.
    """

    started = Signal(object)
    applied = Signal(object, object)
    done = Signal(object)
    outdated = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        """Act on the project of a session."""
        super().__init__(parent)
        self._session = session
        self._task: TaskState | None = None
        self._meanings = 0
        self._closed = False
        session.project_changed.connect(self._session_changed)

    @property
    def busy(self) -> bool:
        """Whether an edit is being built."""
        return self._task is not None and not self._task.over

    def start(self, title: str, build: Build, *, n_left_out: int = 0) -> None:
        """Build an edit and apply it, unless one is being built: then emit `outdated`.

        ``n_left_out`` sentences are left out already, because they were edited.
        """
        if self._closed or self._session.saving.refuses():
            return
        if self.busy:
            self.outdated.emit(
                self.tr("The change before is still being made. Try again when it is done.")
            )
            return
        # Copies, because edits change these.
        project, proposals = self._session.project.snapshot(), self._session.proposals.snapshot()
        basis = _Basis(self._session.revision, self._meanings)
        task = self._task = TaskState(title, self)
        task.listen(finished=lambda bulk_result: self._apply(bulk_result, basis, n_left_out))
        self.started.emit(task)
        task.start(lambda state: _built(state, build, project, proposals))

    def close(self) -> None:
        """Cancel the task, and wait for its thread."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            self._task.wait()

    def _session_changed(self, changes: Changes) -> None:
        if changes.labels or changes.settings or changes.structure:
            self._meanings += 1

    def _apply(self, bulk_result: BulkResult, basis: _Basis, n_left_out: int) -> None:
        if self._closed:
            return
        session = self._session
        if basis.meanings != self._meanings:
            # Labels have other names now, or sentences other indices.
            self.outdated.emit(
                self.tr("The project changed in the meantime, so nothing was applied. Try again.")
            )
            return
        wanted = TokenChanges.of(bulk_result.edit.tokens)
        sentence_indices = session.corpus.sentence_indices_of(wanted.sentences)
        fresh = ~session.state.touched_since(sentence_indices, basis.revision)
        left = set(wanted.sentences[~fresh].tolist())
        UI_PRIORITY.claim_for_step()
        release_after_paint(self)
        flags = tuple(
            change
            for change in bulk_result.edit.flags
            if change.sentence not in left
            and session.project.flags.get(change.sentence, SentenceFlags.NONE) == change.before
        )
        edit = session.apply(replace(bulk_result.edit, tokens=wanted.where(fresh), flags=flags))
        self.applied.emit(replace(bulk_result, n_changed=len(left) + n_left_out), edit)
        if edit is None:
            self.outdated.emit("")
        else:
            self.done.emit(edit)


def _built(state: TaskState, build: Build, project: Project, proposals: Proposals) -> BulkResult:
    reported = 0

    def report(done: int, total: int) -> None:
        nonlocal reported
        UI_PRIORITY.give()
        if done - reported >= MATCHES_BETWEEN_REPORTS or not done:
            reported = done
            state.report(done, total)

    with gc_paused():
        return build(project, proposals, report)

"""Says of many places what was said of one, a few milliseconds at a time."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from contextlib import nullcontext

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.changes import Changes
from app.domain.collector import collector_paused
from app.domain.edits import ChangeGatherer, Edit, TokenChanges
from app.domain.fixes import Fix, has_labels
from app.edits.occurrences import Elsewhere, Where
from app.services.task import CancelledError, TaskState
from app.session import Session

MANY_SENTENCES = 1_000
"""More of them make so many objects that Python's search for cycles is felt."""

SLICE_SECONDS = 0.006
"""So long the window works on it at a time, between keys and paints."""


class ElsewhereSayer(QObject):
    """Builds one edit for all places, and makes it once it is whole; a key never waits for it.

    Signals
    -------
    started : TaskState
        It has begun; its progress, and a way to stop it.
    said : Edit
        It has been said, in one step.
    outdated : ()
        There was nothing left to say: all that was listed has changed meanwhile.
    """

    started = Signal(object)
    said = Signal(object)
    outdated = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._said: Elsewhere | None = None
        self._task: TaskState | None = None
        self._left: deque[int] = deque()
        self._built = ChangeGatherer()
        self._revision = 0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)
        session.changed.connect(self._session_changed)

    def say(self, fix: Fix, where: Iterable[Where]) -> None:
        """Say what a fix says at these places, too; instead of what is being said."""
        self.stop()
        if not has_labels(self._session.project, fix):
            self.outdated.emit()
            return
        self._said = Elsewhere(self._session.project, fix, where)
        self._left = deque(self._said.places)
        self._built = ChangeGatherer()
        self._revision = self._session.revision
        self._task = TaskState(self.tr("Applying to other occurrences"), self)
        self.started.emit(self._task)
        self._timer.start()

    def stop(self) -> None:
        """Say nothing; of what has been built so far nothing remains."""
        if self._task is not None:
            self._task.cancel()
            self._end()

    # ---- inside

    def _session_changed(self, changes: Changes) -> None:
        if changes.labels or changes.settings or changes.structure:
            self.stop()  # words and labels may mean something else now

    def _go_on(self) -> None:
        if self._said is None or self._task is None:
            return
        many = len(self._said.places) > MANY_SENTENCES
        with collector_paused() if many else nullcontext():
            self._build(self._said)
        try:
            n = len(self._said.places)
            self._task.report(n - len(self._left), n)
        except CancelledError:
            self._end()
            return
        if not self._left:
            self._finish(self._said)

    def _build(self, said: Elsewhere) -> None:
        until = time.perf_counter() + SLICE_SECONDS
        while self._left:
            self._built.add(said.changes_at(self._left.popleft()))
            if time.perf_counter() > until:
                break

    def _finish(self, said: Elsewhere) -> None:
        session, places = self._session, np.array(said.places, np.int64)
        touched = places[session.state.touched_since(places, self._revision)]
        built = self._built.changes()
        fresh = built.where(~np.isin(built.sentences, session.corpus.ids[touched]))
        anew = [change for place in touched.tolist() for change in said.changes_at(place)]
        edit = said.edit(TokenChanges.together([fresh, TokenChanges.in_order(anew)]))
        self._end()
        applied = self._session.apply(edit)
        if applied is not None:
            self.said.emit(applied)
        elif edit.empty:
            self.outdated.emit()

    def _end(self) -> None:
        """Let go of everything, and let whoever shows the task know."""
        self._timer.stop()
        task, self._task, self._said = self._task, None, None
        self._built = ChangeGatherer()
        if task is not None:
            task.run(_confirm)
            task.deleteLater()


def _confirm(task: TaskState) -> Edit | None:
    """End a task as it was: stopped, or done."""
    if task.is_cancelled:
        raise CancelledError
    return None

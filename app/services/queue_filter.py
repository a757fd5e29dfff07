"""Keeps the list of sentences that pass the queue's filter, found on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.changes import Changes
from app.domain.queue_filter import FilteredQueue, QueueFilter, QueueKind
from app.services.learning import Learning
from app.services.threads import LatestWorker, now_and_then
from app.session import Session
from crfcore.errors import CrfError

AGAIN_MILLISECONDS = 250
"""While labels and proposals change the search is made again and again, this far apart."""

SECONDS_BETWEEN_REPORTS = 0.2

REST = 2.0
"""Searching comes with every model: it may take a third of a core while somebody types."""


class QueueFilterer(QObject):
    """Finds what passes the filter, again whenever that may have changed.

    The session lists what was found last until there is something newer.

    Signals
    -------
    chosen : QueueFilter
        Another filter is set.
    progressed : int, int
        How many sentences have been looked at, of how many; 0, 0 at the end.
    """

    chosen = Signal(object)
    progressed = Signal(int, int)
    _found = Signal(int, object)
    _told = Signal(int, int, int)

    def __init__(self, session: Session, learning: Learning, parent: QObject | None = None) -> None:
        """Watch a session; no thread is started before a filter is set."""
        super().__init__(parent)
        self.filter = QueueFilter()
        self._session = session
        self._learning = learning
        self._worker: LatestWorker[Any] = LatestWorker("queue filter", self._work, rest=REST)
        self._round = 0
        self._review = 0
        # The worker's own: which review it was, and what models said that had not seen the labels.
        self._held: tuple[int, Any] | None = None
        self._closed = False
        self._timer = QTimer(self, singleShot=True, interval=AGAIN_MILLISECONDS)
        self._timer.timeout.connect(self._ask)
        self._found.connect(self._take)
        self._told.connect(self._tell)
        session.changed.connect(self._session_changed)

    def set_filter(self, wanted: QueueFilter) -> None:
        """List only what passes a filter."""
        if wanted == self.filter or self._closed:
            return
        if wanted.kind is not self.filter.kind:
            self._review += 1
        self.filter = wanted
        self._round += 1
        self._timer.stop()
        self.progressed.emit(0, 0)
        if wanted.active:
            self._ask()
        else:
            self._session.set_filtered(None)
        self.chosen.emit(wanted)

    def close(self) -> None:
        """Stop, and wait for the thread."""
        self._closed = True
        self._round += 1
        self._review += 1
        self._timer.stop()
        self._worker.close()

    def _session_changed(self, changes: Changes) -> None:
        if not self.filter.active or changes.initiator is self:
            return
        project = self._session.project
        label, document = self.filter.label, self.filter.document
        gone = label is not None and (label not in project.labels or project.labels[label].removed)
        if document is not None and (
            document not in project.documents or project.documents[document].removed
        ):
            gone = True
        if gone:
            self.set_filter(replace(self.filter, label=None, document=None))
            return
        places = len(changes.sentences) or len(changes.proposals) or len(changes.marks)
        others = changes.structure or changes.settings or changes.gazetteers or changes.labels
        if places or others or changes.queue:
            self._again()

    def _again(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _ask(self) -> None:
        if self._closed or not self.filter.active:
            return
        session = self._session
        question = self._learning.queue_question(
            session.project, session.proposals, session.queue, session.visible, self.filter
        )
        self._worker.post((self._round, self._review, question))

    def _take(self, number: int, found: FilteredQueue) -> None:
        if self._closed or number != self._round:
            return
        self.progressed.emit(0, 0)
        self._session.set_filtered(found, initiator=self)

    def _tell(self, number: int, done: int, total: int) -> None:
        if not self._closed and number == self._round:
            self.progressed.emit(done, total)

    # ---- on the worker's thread

    def _work(self, job: tuple[int, int, Any]) -> None:
        number, review, question = job
        told = now_and_then(
            SECONDS_BETWEEN_REPORTS, lambda done, total: self._told.emit(number, done, total)
        )

        def cancelled() -> bool:
            return number != self._round

        try:
            held = self._held_out(review, question, told)
            found = self._learning.filtered_queue(held, question, cancelled, told)
        except CrfError:
            # The suggester meets the same, and says it.
            return
        if found is not None:
            self._found.emit(number, found)

    def _held_out(self, review: int, question: Any, told: Callable[[int, int], None]) -> Any:
        """Return what models say that have not seen what is reviewed, made once for a review.

        Whatever is labelled while it goes on is held against the same answers.
        """
        if question.filter.kind is not QueueKind.CONTRADICTED:
            self._held = None
            return None
        if self._held is None or self._held[0] != review:
            held = self._learning.held_out(question, lambda: review != self._review, told)
            self._held = None if held is None else (review, held)
        return None if self._held is None else self._held[1]

"""Keeps the list of sentences that pass the queue's filter, found on a worker."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.domain.queue_filter import FilteredQueue, QueueFilter, QueueKind
from app.jobs.held_out import HeldOut
from app.jobs.learning import ProjectLearning
from app.jobs.queue_filter import QueueQuestion, queue_question
from app.services.latest_query import LatestQuery, Run
from app.session import Session

AGAIN_MILLISECONDS = 250
"""While labels and proposals change the search is made again and again, this far apart."""

REST = 2.0
"""Searching comes with every model: it may take a third of a core while somebody types."""

_Question = tuple[int, QueueQuestion]
"""The number of a review, and what it takes to filter."""


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

    def __init__(
        self, session: Session, learning: ProjectLearning, parent: QObject | None = None
    ) -> None:
        """Watch a session; nothing is begun before a filter is set."""
        super().__init__(parent)
        self.filter = QueueFilter()
        self._session = session
        self._learning = learning
        self._query = LatestQuery(
            self._question,
            self._find,
            self._take,
            progressed=self.progressed.emit,
            milliseconds=AGAIN_MILLISECONDS,
            rest=REST,
            lengthy=True,
            parent=self,
        )
        self._review = 0
        # The worker's own: which review it was, and what models said that had not seen the labels.
        self._held: tuple[int, HeldOut] | None = None
        self._closed = False
        session.changed.connect(self._session_changed)

    def set_filter(self, wanted: QueueFilter) -> None:
        """List only what passes a filter."""
        if wanted == self.filter or self._closed:
            return
        if wanted.kind is not self.filter.kind:
            self._review += 1
        self.filter = wanted
        self._query.cancel()
        if wanted.active:
            self._query.ask()
        else:
            self._session.set_filtered(None)
        self.chosen.emit(wanted)

    def close(self) -> None:
        """Stop, and wait for what is under way."""
        self._closed = True
        self._review += 1
        self._query.close()

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
        sentences_changed = len(changes.sentences) or len(changes.proposals) or len(changes.flags)
        others = changes.structure or changes.settings or changes.gazetteers or changes.labels
        if sentences_changed or others or changes.queue:
            self._query.ask_again()

    def _question(self) -> _Question:
        session = self._session
        return self._review, queue_question(
            session.project,
            session.proposals,
            session.queue.sentence_indices,
            session.visible,
            self.filter,
        )

    def _take(self, _: object, found: FilteredQueue) -> None:
        self._session.set_filtered(found, initiator=self)

    # ---- on a worker

    def _find(self, numbered: _Question, run: Run) -> FilteredQueue | None:
        # The suggester meets the same errors, and says them.
        held = self._held_out(numbered, run)
        return self._learning.filtered_queue(held, numbered[1], run.cancelled, run.report)

    def _held_out(self, numbered: _Question, run: Run) -> HeldOut | None:
        """Return what models say that have not seen what is reviewed, made once for a review.

        Whatever is labelled while it goes on is held against the same answers.
        """
        review, question = numbered
        if question.filter.kind is not QueueKind.CONTRADICTED:
            self._held = None
            return None
        if self._held is None or self._held[0] != review:
            held = self._learning.held_out(question, lambda: review != self._review, run.report)
            self._held = None if held is None else (review, held)
        return None if self._held is None else self._held[1]

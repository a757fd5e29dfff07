"""Filtering of the queue, on a worker."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.domain.queue_filter import FilteredQueue, QueueFilter, QueueKind
from app.jobs.measuring.held_out import HeldOut
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.queue.filter import QueueQuestion, queue_question
from app.jobs.search.names import TiedTokens
from app.services.latest_query import LatestQuery, Run
from app.session import Session

AGAIN_MILLISECONDS = 250
"""The interval of searches while labels and proposals change."""

REST = 2.0
"""Pause after a search, in multiples of its time: each model triggers one."""

_Question = tuple[int, QueueQuestion]
"""The number of a review, and the data for filtering."""


class QueueFilterer(QObject):
    """Finds the sentences that pass the filter, again after changes.

    Signals
    -------
    chosen : QueueFilter
        Another filter is set.
    progressed : int, int
        The number of sentences checked, and of all; 0, 0 at the end.
    """

    chosen = Signal(object)
    progressed = Signal(int, int)

    def __init__(
        self, session: Session, learning: ProjectLearning, parent: QObject | None = None
    ) -> None:
        """Watch a session; does nothing before a filter is set."""
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
        # Used by the worker only.
        self._tied = TiedTokens()
        # Used by the worker only: the number of a review, and proposals of held-out folds.
        self._held_out_proposals: tuple[int, HeldOut] | None = None
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
        """Stop, and wait for running work."""
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
            self._tied,
        )

    def _take(self, _: object, found: FilteredQueue) -> None:
        self._session.set_filtered(found, initiator=self)

    # ---- on a worker

    def _find(self, numbered: _Question, run: Run) -> FilteredQueue | None:
        # Errors are reported by the suggester.
        held = self._held_out_of(numbered, run)
        return self._learning.filtered_queue(held, numbered[1], run.cancelled, run.report)

    def _held_out_of(self, numbered: _Question, run: Run) -> HeldOut | None:
        """Return proposals of held-out folds, made once for a review.

        Later labels are compared with the same proposals.
        """
        review, question = numbered
        if question.filter.kind is not QueueKind.CONTRADICTED:
            self._held_out_proposals = None
            return None
        if self._held_out_proposals is None or self._held_out_proposals[0] != review:
            held = self._learning.held_out(question, lambda: review != self._review, run.report)
            self._held_out_proposals = None if held is None else (review, held)
        return None if self._held_out_proposals is None else self._held_out_proposals[1]

"""Looks on a thread where else the words stand of which a person has just said something."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.changes import Changes
from app.domain.fixes import Fix, Occurrences, Reach, holds
from app.jobs.copies import Copies
from app.jobs.occurrences import (
    Folds,
    OccurrenceQuestion,
    find_occurrences,
    occurrence_question,
)
from app.services.elsewhere import ElsewhereSayer
from app.services.threads import LatestWorker
from app.session import Session

QUIET_MILLISECONDS = 120
"""The search waits until the key that asked for it has been painted."""

AGAIN_MILLISECONDS = 500
"""While proposals change the search is made again and again, this far apart."""

Job = tuple[int, OccurrenceQuestion]


class OccurrenceFinder(QObject):
    """Keeps what there is to offer after the newest fix; what came late is dropped.

    ``sayer`` says at many places what was offered.

    Signals
    -------
    found : Occurrences or None
        What there is to offer now; None takes it away.
    looked : Occurrences
        What was found, be it nothing, where somebody has asked by `look_with`.
    """

    found = Signal(object)
    looked = Signal(object)
    _done = Signal(int, object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        """Watch a session; no thread is started before the first fix."""
        super().__init__(parent)
        self.offer: Occurrences | None = None
        self.sayer = ElsewhereSayer(session, self)
        self._session = session
        self._fix: Fix | None = None
        self.reach = Reach()
        """How it looks, or has looked last."""
        self._folds = Folds()
        self._copies = Copies()
        self._worker: LatestWorker[Job] = LatestWorker("occurrences", self._work)
        self._round = 0
        self._closed = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._ask)
        self._done.connect(self._take)
        session.changed.connect(self._session_changed)

    def look_for(self, fix: Fix) -> None:
        """Look where else the words of a fix stand, instead of those of the last one."""
        self.dismiss()
        self._fix = fix
        # Capitals are a habit of the text; that one document alone was meant is not.
        self.reach = Reach(any_case=self.reach.any_case)
        self._timer.start(QUIET_MILLISECONDS)

    def look_with(self, fix: Fix, reach: Reach) -> None:
        """Look for the words of a fix elsewhere, or in another way; `looked` tells the answer."""
        self._fix, self.reach = fix, reach
        self._timer.stop()
        self._ask()

    def dismiss(self) -> bool:
        """Offer nothing any more; say whether there was something."""
        offered = self.offer is not None
        self._fix = None
        self._timer.stop()
        self._show(None)
        return offered

    def close(self) -> None:
        """Stop, and wait for the thread."""
        self._closed = True
        self._timer.stop()
        self.sayer.stop()
        self._worker.close()

    def _session_changed(self, changes: Changes) -> None:
        if self._fix is None or self._closed:
            return
        if changes.structure or changes.labels or changes.settings:
            self.dismiss()
        elif (len(changes.sentences) or len(changes.proposals)) and not self._timer.isActive():
            self._timer.start(AGAIN_MILLISECONDS)

    def _ask(self) -> None:
        fix, session = self._fix, self._session
        if fix is None or self._closed:
            return
        if not holds(session.project, fix):
            self.dismiss()
            return
        self._round += 1
        question = occurrence_question(
            session.project,
            session.proposals,
            session.visible,
            fix,
            self.reach,
            self._folds,
            self._copies.of,
        )
        self._worker.post((self._round, question))

    def _take(self, number: int, found: Occurrences) -> None:
        if not self._closed and number == self._round and self._fix is found.fix:
            self._show(found if len(found.places) else None)
            self.looked.emit(found)

    def _show(self, offer: Occurrences | None) -> None:
        if offer is not None or self.offer is not None:
            self.offer = offer
            self.found.emit(offer)

    # ---- on the worker's thread

    def _work(self, job: Job) -> None:
        number, question = job
        if number == self._round:
            self._done.emit(number, find_occurrences(question))

"""Search for other occurrences of a correction's words, on a worker."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.domain.corrections import Correction, Occurrences, Reach, has_labels, still_holds
from app.edits.bulk_actions import BulkResult
from app.edits.occurrences import Where, correct_elsewhere
from app.jobs.copies import Copies
from app.jobs.search.occurrences import (
    Folds,
    OccurrenceQuestion,
    find_occurrences,
    occurrence_question,
)
from app.services.latest_query import LatestQuery, Run
from app.services.match_action import MatchAction
from app.session import Session

QUIET_MILLISECONDS = 120
"""The delay of the search, so that the window is painted first."""

AGAIN_MILLISECONDS = 500
"""The interval of searches while proposals change."""


class OccurrenceFinder(QObject):
    """Finds other occurrences of the newest correction.

    ``action`` applies the correction to them.

    Signals
    -------
    found : Occurrences or None
        Occurrences to be offered; None for none any more.
    looked : Occurrences
        The result of a search, even if it is empty.
    """

    found = Signal(object)
    looked = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        """Watch a session; does nothing before the first correction."""
        super().__init__(parent)
        self.offer: Occurrences | None = None
        self.action = MatchAction(session, self)
        self._session = session
        self._correction: Correction | None = None
        self.reach = Reach()
        """The options of the last search."""
        self._folds = Folds()
        self._copies = Copies()
        self._query = LatestQuery(
            self._question, self._find, self._take, milliseconds=AGAIN_MILLISECONDS, parent=self
        )
        self._closed = False
        session.changed.connect(self._session_changed)

    def search_for(self, correction: Correction) -> None:
        """Search for the words of a new correction."""
        self.dismiss()
        self._correction = correction
        # Ignoring case is kept for the next correction, the restriction to a document is not.
        self.reach = Reach(any_case=self.reach.any_case)
        self._query.ask_when_quiet(QUIET_MILLISECONDS)

    def search_with(self, correction: Correction, reach: Reach) -> None:
        """Search for the words of a correction with these options; `looked` has the result."""
        self._correction, self.reach = correction, reach
        self._query.ask()

    def apply(self, correction: Correction, where: Iterable[Where]) -> None:
        """Apply a correction to occurrences; ``action`` reports the result.

        Occurrences that a person has decided otherwise are left unchanged.
        """
        wanted = list(where)
        if not has_labels(self._session.project, correction):
            self.action.outdated.emit("")
            return
        self.action.start(
            self.tr("Applying to other occurrences"),
            lambda project, _, report: BulkResult(
                correct_elsewhere(project, correction, wanted, report)
            ),
        )

    def dismiss(self) -> bool:
        """Withdraw the offer; return whether there was one."""
        offered = self.offer is not None
        self._correction = None
        self._query.cancel()
        self._show(None)
        return offered

    def close(self) -> None:
        """Stop, and wait for running work."""
        self._closed = True
        self.action.close()
        self._query.close()

    def _session_changed(self, changes: Changes) -> None:
        if self._correction is None or self._closed:
            return
        if changes.structure or changes.labels or changes.settings:
            self.dismiss()
        elif len(changes.sentences) or len(changes.proposals):
            self._query.ask_again()

    def _question(self) -> OccurrenceQuestion | None:
        correction, session = self._correction, self._session
        if correction is None:
            return None
        if not still_holds(session.project, correction):
            self.dismiss()
            return None
        return occurrence_question(
            session.project,
            session.proposals,
            session.visible,
            correction,
            self.reach,
            self._folds,
            self._copies.of,
        )

    def _take(self, _: object, found: Occurrences) -> None:
        # A model that has learned the label suggests it elsewhere: that can be accepted.
        stays = self.offer is not None and self.offer.correction == found.correction
        n = len(found.sentence_indices) - found.n_inside
        n += len(found.alike_sentence_indices) if stays else 0
        self._show(found if n else None)
        self.looked.emit(found)

    def _show(self, offer: Occurrences | None) -> None:
        if offer is not None or self.offer is not None:
            self.offer = offer
            self.found.emit(offer)

    # ---- on a worker

    def _find(self, question: OccurrenceQuestion, run: Run) -> Occurrences | None:
        return None if run.cancelled() else find_occurrences(question)

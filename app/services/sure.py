"""Looks on a worker for proposals sure enough to be accepted all at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.domain.control_sample import is_control
from app.domain.project import Project
from app.domain.sure import SureChoice, SureProposals
from app.domain.tagging import tags_without_label
from app.edits.places import Acted
from app.edits.sure import accept_sure
from app.jobs.sure import SureQuestion, changes_of, sure_proposals, sure_question
from app.services.latest_query import LatestQuery
from app.services.match_action import MatchAction
from app.services.trainer import Trainer

AGAIN_MILLISECONDS = 300
"""While labels and proposals change the search is made again and again, this far apart."""

_Asked = tuple[SureQuestion, SureChoice]


class SureFinder(QObject):
    """Answers a dialog: what would be accepted now, and then accepts exactly what was shown.

    ``action`` does that, and tells of it.

    Signals
    -------
    found : SureProposals
        What would be accepted.
    """

    found = Signal(object)

    def __init__(self, trainer: Trainer, parent: QObject | None = None) -> None:
        """Watch the session of a trainer; nothing is begun before something is asked."""
        super().__init__(parent)
        self._trainer = trainer
        self._session = trainer.session
        self._choice: SureChoice | None = None
        self._question: SureQuestion | None = None
        self._query = LatestQuery(
            self._asked,
            lambda asked, _: sure_proposals(*asked),
            self._take,
            milliseconds=AGAIN_MILLISECONDS,
            parent=self,
        )
        self.action = MatchAction(self._session, self)
        self._session.changed.connect(self._session_changed)

    def look(self, choice: SureChoice) -> None:
        """Look for what is sure, now and whenever something changes."""
        self._choice = choice
        self._query.ask()

    def stop(self) -> None:
        """Look no more: nobody wants to know."""
        self._choice = None
        self._question = None
        self._query.cancel()

    def accept(self, sure: SureProposals) -> None:
        """Accept what was found last; sentences edited since then stay as they are."""
        if self._question is not None and len(sure.places):
            question, gone = self._question, self._changed_since(self._question)
            self.stop()
            self.action.start(
                self.tr("Accepting suggestions"),
                lambda project, *_: _accepted(project, question, sure, gone),
            )

    def close(self) -> None:
        """Stop, and wait for what is under way."""
        self.stop()
        self._query.close()
        self.action.close()

    def _session_changed(self, changes: Changes) -> None:
        if self._choice is None:
            return
        places = len(changes.sentences) or len(changes.proposals)
        others = changes.structure or changes.settings or changes.labels or changes.queue
        if places or others:
            self._query.ask_again()

    def _asked(self) -> _Asked | None:
        choice, session = self._choice, self._session
        if choice is None:
            return None
        model = self._trainer.model
        question = sure_question(
            session.project,
            session.proposals,
            session.queue.asked,
            session.revision,
            calibrated=model is not None and model.model.is_calibrated,
        )
        return question, choice

    def _take(self, asked: _Asked, found: SureProposals) -> None:
        self._question = asked[0]
        self.found.emit(found)

    def _changed_since(self, question: SureQuestion) -> NDArray[np.bool_]:
        """Say which of the sentences are others now than those that were looked at (M,)."""
        session, places = self._session, question.places
        project = session.project
        gone = tags_without_label(project, range(len(project.tags)))
        if gone != question.gone or project.settings.scheme != question.data.scheme:
            # What was found may mean nothing any more.
            return np.ones(len(places), np.bool_)
        changed = session.state.touched_since(places, question.revision)
        changed |= is_control(session.corpus, places)
        changed |= ~np.isin(places, session.visible)
        return changed


def _accepted(
    project: Project, question: SureQuestion, sure: SureProposals, changed: NDArray[np.bool_]
) -> Acted:
    """Return the step that accepts what was found in sentences that are still the same."""
    changes = changes_of(question, sure)
    gone = question.ids[question.places[changed]]
    return Acted(accept_sure(project, changes.where(~np.isin(changes.sentences, gone))))

"""Search for confident proposals on a worker, and accepting them together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.domain.confident_proposals import ConfidenceChoice, ConfidentProposals
from app.domain.control_sample import is_control
from app.domain.project import Project
from app.domain.tagging import tags_without_label
from app.edits.accept_confident import accept_confident
from app.edits.bulk_actions import BulkResult
from app.jobs.suggestions.confident import (
    ConfidenceQuestion,
    changes_of,
    confidence_question,
    confident_proposals,
)
from app.services.latest_query import LatestQuery
from app.services.match_action import MatchAction
from app.services.trainer import Trainer

AGAIN_MILLISECONDS = 300
"""The interval of searches while labels and proposals change."""

_Query = tuple[ConfidenceQuestion, ConfidenceChoice]


class ConfidentFinder(QObject):
    """Finds confident proposals for a dialog, and accepts those that were shown.

    ``action`` accepts them, and reports it.

    Signals
    -------
    found : ConfidentProposals
        What would be accepted.
    """

    found = Signal(object)

    def __init__(self, trainer: Trainer, parent: QObject | None = None) -> None:
        """Watch the session of a trainer; does nothing before `look`."""
        super().__init__(parent)
        self._trainer = trainer
        self._session = trainer.session
        self._choice: ConfidenceChoice | None = None
        self._question: ConfidenceQuestion | None = None
        self._query = LatestQuery(
            self._query_now,
            lambda query, _: confident_proposals(*query),
            self._take,
            milliseconds=AGAIN_MILLISECONDS,
            parent=self,
        )
        self.action = MatchAction(self._session, self)
        self._session.changed.connect(self._session_changed)

    def look(self, choice: ConfidenceChoice) -> None:
        """Search now and after changes."""
        self._choice = choice
        self._query.ask()

    def stop(self) -> None:
        """Stop searching."""
        self._choice = None
        self._question = None
        self._query.cancel()

    def accept(self, confident: ConfidentProposals) -> None:
        """Accept what was found last, except in sentences edited since."""
        if self._question is not None and len(confident.sentence_indices):
            question, gone = self._question, self._changed_since(self._question)
            self.stop()
            self.action.start(
                self.tr("Accepting suggestions"),
                lambda project, *_: _accepted(project, question, confident, gone),
            )

    def close(self) -> None:
        """Stop, and wait for running work."""
        self.stop()
        self._query.close()
        self.action.close()

    def _session_changed(self, changes: Changes) -> None:
        if self._choice is None:
            return
        sentences_changed = len(changes.sentences) or len(changes.proposals)
        others = changes.structure or changes.settings or changes.labels or changes.queue
        if sentences_changed or others:
            self._query.ask_again()

    def _query_now(self) -> _Query | None:
        choice, session = self._choice, self._session
        if choice is None:
            return None
        model = self._trainer.model
        question = confidence_question(
            session.project,
            session.proposals,
            session.queue.queried,
            session.revision,
            calibrated=model is not None and model.model.is_calibrated,
        )
        return question, choice

    def _take(self, query: _Query, found: ConfidentProposals) -> None:
        self._question = query[0]
        self.found.emit(found)

    def _changed_since(self, question: ConfidenceQuestion) -> NDArray[np.bool_]:
        """Return which of the sentences have changed since the search (M,)."""
        session, sentence_indices = self._session, question.sentence_indices
        project = session.project
        gone = tags_without_label(project, range(len(project.tags)))
        if gone != question.gone or project.settings.scheme != question.data.scheme:
            # The tags may mean something else now.
            return np.ones(len(sentence_indices), np.bool_)
        changed = session.state.touched_since(sentence_indices, question.revision)
        changed |= is_control(session.corpus, sentence_indices)
        changed |= ~np.isin(sentence_indices, session.visible)
        return changed


def _accepted(
    project: Project,
    question: ConfidenceQuestion,
    confident: ConfidentProposals,
    changed: NDArray[np.bool_],
) -> BulkResult:
    """Return the edit that accepts what was found in unchanged sentences."""
    changes = changes_of(question, confident)
    gone = question.ids[question.sentence_indices[changed]]
    return BulkResult(accept_confident(project, changes.where(~np.isin(changes.sentences, gone))))

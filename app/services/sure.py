"""Looks on a thread for proposals sure enough to be accepted all at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.changes import Changes
from app.domain.control_sample import is_control
from app.domain.edits import TokenChanges
from app.domain.sure import SureChoice, SureProposals
from app.domain.tagging import tags_without_label
from app.edits.sure import accept_sure
from app.jobs.sure import SureQuestion, changes_of, sure_proposals, sure_question
from app.services.learning import Learning
from app.services.threads import LatestWorker
from app.services.trainer import Trainer

AGAIN_MILLISECONDS = 300
"""While labels and proposals change the search is made again and again, this far apart."""

Job = tuple[int, SureQuestion, SureChoice, SureProposals | None]


class SureFinder(QObject):
    """Answers a dialog: what would be accepted now, and then accepts exactly what was shown.

    Signals
    -------
    found : SureProposals
        What would be accepted.
    accepted : Edit
        It has been accepted, in one step.
    outdated : ()
        Nothing was accepted, for everything that was shown has changed meanwhile.
    """

    found = Signal(object)
    accepted = Signal(object)
    outdated = Signal()
    _looked = Signal(int, object, object)
    _built = Signal(object, object)

    def __init__(self, trainer: Trainer, learning: Learning, parent: QObject | None = None) -> None:
        """Watch the session of a trainer; no thread is started before something is asked."""
        super().__init__(parent)
        self._trainer = trainer
        self._session = trainer.session
        self._learning = learning
        self._choice: SureChoice | None = None
        self._question: SureQuestion | None = None
        self._worker: LatestWorker[Job] = LatestWorker("sure proposals", self._work)
        self._round = 0
        self._closed = False
        self._timer = QTimer(self, singleShot=True, interval=AGAIN_MILLISECONDS)
        self._timer.timeout.connect(self._ask)
        self._looked.connect(self._take)
        self._built.connect(self._accept)
        self._session.changed.connect(self._session_changed)

    def look(self, choice: SureChoice) -> None:
        """Look for what is sure, now and whenever something changes."""
        self._choice = choice
        self._ask()

    def stop(self) -> None:
        """Look no more: nobody wants to know."""
        self._choice = None
        self._question = None
        self._round += 1
        self._timer.stop()

    def accept(self, sure: SureProposals) -> None:
        """Accept what was found last; sentences edited since then stay as they are."""
        if self._question is not None and len(sure.places):
            question = self._question
            self.stop()
            self._worker.post((self._round, question, sure.choice, sure))

    def close(self) -> None:
        """Stop, and wait for the thread."""
        self._closed = True
        self.stop()
        self._worker.close()

    def _session_changed(self, changes: Changes) -> None:
        if self._choice is None:
            return
        places = len(changes.sentences) or len(changes.proposals)
        others = changes.structure or changes.settings or changes.labels or changes.queue
        if (places or others) and not self._timer.isActive():
            self._timer.start()

    def _ask(self) -> None:
        choice, session = self._choice, self._session
        if choice is None or self._closed:
            return
        model = self._trainer.model
        question = sure_question(
            session.project,
            session.proposals,
            session.asked,
            session.revision,
            calibrated=model is not None and self._learning.is_calibrated(model.model),
        )
        self._round += 1
        self._worker.post((self._round, question, choice, None))

    def _take(self, number: int, question: SureQuestion, found: SureProposals) -> None:
        if not self._closed and number == self._round and self._choice is not None:
            self._question = question
            self.found.emit(found)

    def _accept(self, question: SureQuestion, changes: TokenChanges) -> None:
        if self._closed:
            return
        session = self._session
        gone = question.ids[question.places[self._changed_since(question)]]
        kept = changes.where(~np.isin(changes.sentences, gone))
        edit = session.apply(accept_sure(session.project, kept))
        if edit is None:
            self.outdated.emit()
        else:
            self.accepted.emit(edit)

    def _changed_since(self, question: SureQuestion) -> NDArray[np.bool_]:
        """Say which of the sentences are others now than those that were looked at (M,)."""
        session, places = self._session, question.places
        project = session.project
        gone = tags_without_label(project, range(len(project.tags)))
        if gone != question.gone or project.settings.scheme != question.data.scheme:
            # What was found may mean nothing any more.
            return np.ones(len(places), np.bool_)
        changed = session.touched_since(places, question.revision)
        changed |= is_control(session.corpus, places)
        changed |= ~np.isin(places, session.visible)
        return changed

    # ---- on the worker's thread

    def _work(self, job: Job) -> None:
        number, question, choice, sure = job
        if sure is None:
            self._looked.emit(number, question, sure_proposals(question, choice))
        else:
            self._built.emit(question, changes_of(question, sure))

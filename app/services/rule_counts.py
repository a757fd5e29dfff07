"""What each rule meets at present, counted on a thread of its own while the keys are quiet."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.changes import Changes
from app.domain.rule_findings import RuleFinding, RuleStates
from app.services.learning import Learning
from app.services.threads import LatestWorker, now_and_then
from app.services.trainer import NumberedModel
from app.session import Session
from crfcore.errors import CrfError

QUIET_MILLISECONDS = 600
"""Counting begins when nothing has changed for so long."""

SECONDS_BETWEEN_REPORTS = 0.25
"""A count that is over sooner shows no progress at all."""

REST = 1.0
"""The counting thread rests as long as it has worked."""


class RuleCounts(QObject):
    """Counts again after rules, labels or the model have changed.

    Signals
    -------
    counted : dict
        `RuleFinding` by the id of each rule.
    weighed : RuleStates
        What the rules cost.
    progressed : int, int
        So many sentences have been looked at, of how many; both are 0 when nothing is under way.
    """

    counted = Signal(object)
    weighed = Signal(object)
    progressed = Signal(int, int)
    _done = Signal(int, object)
    _weighed = Signal(int, object)
    _told = Signal(int, int, int)
    _over = Signal(int)

    def __init__(self, session: Session, learning: Learning, parent: QObject | None = None) -> None:
        """Watch a session; without rules nothing is done, and no thread is started."""
        super().__init__(parent)
        self.findings: dict[int, RuleFinding] = {}
        self.states = RuleStates()
        self._session = session
        self._learning = learning
        self._model: NumberedModel | None = None
        self._worker: LatestWorker[Any] = LatestWorker("rule counts", self._work, rest=REST)
        self._closed = False
        self._round = 0
        self._counting = False
        self._again = False
        self._timer = QTimer(self, singleShot=True, interval=QUIET_MILLISECONDS)
        self._timer.timeout.connect(self._count)
        self._done.connect(self._take)
        self._weighed.connect(self._take_states)
        self._told.connect(self._tell)
        self._over.connect(self._finish)
        session.changed.connect(self._session_changed)
        if self._has_rules():
            self._timer.start()

    def set_model(self, model: NumberedModel) -> None:
        """Hold the rules against what this model proposes."""
        self._model = model
        if self._has_rules():
            self._count_later()

    def close(self) -> None:
        """Stop, and wait for the thread."""
        self._closed = True
        self._timer.stop()
        self._worker.close()

    def _session_changed(self, changes: Changes) -> None:
        rules = changes.rules or changes.gazetteers
        if rules:
            self._round += 1  # what is under way speaks of other rules
        matters = rules or changes.structure or changes.labels or changes.settings
        if not self._has_rules():
            if rules:
                self._round += 1
                self._take(self._round, {})
        elif matters:
            self._timer.start()
        elif len(changes.sentences):
            self._count_later()

    def _count_later(self) -> None:
        """Count behind what is under way: begun anew, it would never be done in a large project."""
        if self._counting:
            self._again = True
        else:
            self._timer.start()

    def _has_rules(self) -> bool:
        project = self._session.project
        return bool(project.rules or project.listed_rules())

    def _count(self) -> None:
        if self._closed:
            return
        self._round += 1
        self._counting, self._again = True, False
        asked = self._learning.rule_question(self._session.project, self._session.visible)
        self._worker.post((self._round, self._model, asked))

    def _take(self, number: int, findings: dict[int, RuleFinding]) -> None:
        if self._closed or number != self._round:
            return
        self.findings = findings
        self.progressed.emit(0, 0)
        self.counted.emit(findings)

    def _take_states(self, number: int, states: RuleStates) -> None:
        if not self._closed and number == self._round:
            self.states = states
            self.weighed.emit(states)

    def _tell(self, number: int, done: int, total: int) -> None:
        if not self._closed and number == self._round:
            self.progressed.emit(done, total)

    def _finish(self, number: int) -> None:
        if self._closed or number != self._round:
            return
        self._counting = False
        if self._again:
            self._timer.start()

    # ---- on the worker's thread

    def _work(self, job: tuple[int, NumberedModel | None, Any]) -> None:
        number, numbered, asked = job
        model = None if numbered is None else numbered.model
        told = now_and_then(
            SECONDS_BETWEEN_REPORTS, lambda done, total: self._told.emit(number, done, total)
        )

        def cancelled() -> bool:
            return self._closed or number != self._round

        try:
            self._weighed.emit(number, self._learning.rule_states(model, asked))
            found = self._learning.hold_rules(model, asked, cancelled, told)
            if found is not None:
                self._done.emit(number, found)
        except CrfError:
            return  # the suggester meets the same, and says it
        finally:
            self._over.emit(number)

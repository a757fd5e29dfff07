"""Effects of rules, counted on a worker."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.domain.rule_findings import RuleFinding, RuleStates
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.rule_effects.counts import RuleQuestion, rule_question
from app.services.latest_query import LatestQuery, Run
from app.services.trainer import NumberedModel
from app.session import Session

QUIET_MILLISECONDS = 600
"""The time without changes before counting begins."""

REST = 1.0
"""Pause after counting, in multiples of its time."""

_Question = tuple[Any | None, RuleQuestion]
"""A model, and the data for counting."""


class RuleCounts(QObject):
    """Counts again after rules, labels or the model have changed.

    Signals
    -------
    counted : dict
        `RuleFinding` by the id of each rule.
    weighted_counts : RuleStates
        The numbers of states of rules.
    progressed : int, int
        The number of sentences checked, and of all; 0, 0 at the end.
    """

    counted = Signal(object)
    weighted_counts = Signal(object)
    progressed = Signal(int, int)

    def __init__(
        self, session: Session, learning: ProjectLearning, parent: QObject | None = None
    ) -> None:
        """Watch a session; does nothing without rules."""
        super().__init__(parent)
        self.findings: dict[int, RuleFinding] = {}
        self.states = RuleStates()
        self._session = session
        self._learning = learning
        self._model: NumberedModel | None = None
        self._query = LatestQuery(
            self._question,
            self._count,
            self._take,
            progressed=self.progressed.emit,
            milliseconds=QUIET_MILLISECONDS,
            rest=REST,
            lengthy=True,
            parent=self,
        )
        session.changed.connect(self._session_changed)
        if self._has_rules():
            self._query.ask_when_quiet()

    def set_model(self, model: NumberedModel | None) -> None:
        """Count with the proposals of a new model, None for no model any more."""
        self._model = model
        if self._has_rules():
            self._query.ask_when_quiet()

    def close(self) -> None:
        """Stop, and wait for running work."""
        self._query.close()

    def _session_changed(self, changes: Changes) -> None:
        rules = changes.rules or changes.gazetteers
        if rules:
            self._query.cancel()  # the pending answer is for other rules
        matters = rules or changes.structure or changes.labels or changes.settings
        if not self._has_rules():
            if rules:
                self._take(None, {})
        elif matters or len(changes.sentences):
            self._query.ask_when_quiet()

    def _has_rules(self) -> bool:
        project = self._session.project
        return bool(project.rules or project.listed_rules())

    def _question(self) -> _Question:
        model = None if self._model is None else self._model.model
        return model, rule_question(self._session.project, self._session.visible)

    def _take(self, _: object, findings: dict[int, RuleFinding]) -> None:
        self.findings = findings
        self.counted.emit(findings)

    def _take_states(self, states: RuleStates) -> None:
        self.states = states
        self.weighted_counts.emit(states)

    # ---- on a worker

    def _count(self, question: _Question, run: Run) -> dict[int, RuleFinding] | None:
        # Errors are reported by the suggester.
        run.deliver(partial(self._take_states, self._learning.rule_states(*question)))
        return self._learning.evaluate_rules(*question, run.cancelled, run.report)

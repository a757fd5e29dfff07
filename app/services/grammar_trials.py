"""Grammars as they are being written: checked and tried on a worker."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.domain.gazetteers import Listed
from app.domain.tokens import Role
from app.jobs.data.snapshot import ProjectText
from app.jobs.gazetteers.grammars import GrammarTrial, try_grammar
from app.services.latest_query import LatestQuery, Run
from app.session import Session
from crfcore.errors import TrainingCancelled

QUIET_MILLISECONDS = 250
"""The time without changes before a text is checked."""

_Question = tuple[Listed, ProjectText, NDArray[np.int64]]


class GrammarTrials(QObject):
    """Tries grammars on the text of a project.

    Signals
    -------
    tried : Listed, GrammarTrial
        The result for the grammar that was asked for last.
    """

    tried = Signal(object, object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        """Try grammars on a session's project."""
        super().__init__(parent)
        self._session = session
        self._wanted: Listed | None = None
        self._query: LatestQuery[_Question, GrammarTrial] = LatestQuery(
            self._question,
            self._try,
            lambda question, trial: self.tried.emit(question[0], trial),
            milliseconds=QUIET_MILLISECONDS,
            lengthy=True,
            parent=self,
        )

    def try_soon(self, listed: Listed) -> None:
        """Try a grammar after a short time without another call."""
        self._wanted = listed
        self._query.ask_when_quiet()

    def try_again(self) -> None:
        """Try the last grammar again: its kernels can be loaded now."""
        self._query.ask_when_quiet()

    def cancel(self) -> None:
        """Drop the request."""
        self._wanted = None
        self._query.cancel()

    def close(self) -> None:
        """Stop, and wait for running work."""
        self._query.close()

    def _question(self) -> _Question | None:
        if self._wanted is None:
            return None
        corpus, visible = self._session.corpus, self._session.visible
        # Rules that are fitted to test sentences would bias the test.
        seen = visible[corpus.roles[visible] != Role.CONTROL]
        return self._wanted, ProjectText.of(self._session.project), seen

    def _try(self, question: _Question, run: Run) -> GrammarTrial | None:
        try:
            return try_grammar(*question, run.stops)
        except TrainingCancelled:
            return None

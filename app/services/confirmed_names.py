"""The confirmed names behind the suggestions of a sentence, found on a worker."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.domain.consistency import ConfirmedNames
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.suggestions.document_evidence import DocumentQuestion
from app.services.document_evidence import DocumentEvidenceKeeper
from app.services.latest_query import LatestQuery, Run

QUIET_MILLISECONDS = 150
"""The time that a sentence is current, or its document unchanged, before names are looked for.

Tool tips, which show them, wait longer.
"""

NO_SENTENCE = -1

_Question = tuple[int, DocumentQuestion]


class ConfirmedNamesFinder(QObject):
    """Finds which confirmed names speak about the tokens of one sentence.

    Signals
    -------
    found : int, object
        A sentence, and `ConfirmedNames` about it.
    """

    found = Signal(int, object)

    def __init__(
        self,
        evidence: DocumentEvidenceKeeper,
        learning: ProjectLearning,
        parent: QObject | None = None,
    ) -> None:
        """Look in the documents of ``evidence``; does nothing before `show_sentence`."""
        super().__init__(parent)
        self._evidence, self._learning = evidence, learning
        self._sentence_index = NO_SENTENCE
        self._query: LatestQuery[_Question, ConfirmedNames] = LatestQuery(
            self._question,
            self._look,
            lambda question, names: self.found.emit(question[0], names),
            milliseconds=QUIET_MILLISECONDS,
            parent=self,
        )
        evidence.updated.connect(lambda: self._query.ask_when_quiet())

    @property
    def idle(self) -> bool:
        """Whether nothing is being looked for."""
        return self._query.idle

    def show_sentence(self, sentence_index: int) -> None:
        """Look for the names of another sentence, -1 for none."""
        self._sentence_index = sentence_index
        self._query.cancel()
        self._query.ask_when_quiet()

    def close(self) -> None:
        """Stop, and wait for running work."""
        self._query.close()

    def _question(self) -> _Question | None:
        at = self._sentence_index
        question = self._evidence.question_about(at) if at != NO_SENTENCE else None
        if question is None or at not in question.sentences.sentence_indices:
            self.found.emit(at, {})
            return None
        return at, question

    def _look(self, question: _Question, run: Run) -> ConfirmedNames | None:
        """Look on a worker."""
        if run.stops():
            return None
        return self._learning.confirmed_names(question[1], question[0])

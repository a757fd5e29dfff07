"""Search for words like a word, on a worker."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.jobs.learning import ProjectLearning
from app.jobs.similar_words import SimilarWords
from app.jobs.snapshot import TrainingData
from app.services.latest_query import LatestQuery, Run
from app.services.threads import UI_PRIORITY
from app.session import Session


class SimilarWordsSearch(QObject):
    """Finds the words that occur in the same contexts as a word.

    Signals
    -------
    found : SimilarWords
        The answer to the last request.
    progressed : int, int
        Steps done and steps in all, while word vectors are computed; 0, 0 at the end.
    failed : str
        The error message, for a word that the visible text lacks.
    """

    found = Signal(object)
    progressed = Signal(int, int)
    failed = Signal(str)

    def __init__(
        self, session: Session, learning: ProjectLearning, parent: QObject | None = None
    ) -> None:
        """Search in a session; searches nothing before `start`."""
        super().__init__(parent)
        self.ready = False
        """Whether the kernels are compiled."""
        self._session = session
        self._learning = learning
        self._word = ""
        self._query = LatestQuery(
            self._question,
            self._find,
            lambda _question, found: self.found.emit(found),
            failed=self.failed.emit,
            progressed=self.progressed.emit,
            lengthy=True,
            parent=self,
        )

    def start(self) -> None:
        """Search from now on; the kernels are compiled."""
        self.ready = True
        if self._word:
            self._query.ask()

    def search(self, word: str) -> None:
        """Search for words like this one, once the kernels are compiled."""
        self._word = word
        if self.ready:
            self._query.ask()

    def cancel(self) -> None:
        """Drop the request."""
        self._word = ""
        self._query.cancel()

    def close(self) -> None:
        """Stop; waits for nothing."""
        self.ready = False
        self._query.stop()

    def wait(self) -> None:
        """Wait, after `close`, for the worker."""
        self._query.wait()

    def _question(self) -> tuple[TrainingData, str]:
        return self._learning.snapshot(self._session.project), self._word

    def _find(self, question: tuple[TrainingData, str], run: Run) -> SimilarWords | None:
        """Search on a worker, and rest while a key is processed."""

        def cancelled() -> bool:
            UI_PRIORITY.give()
            return run.cancelled()

        return self._learning.similar_words(*question, cancelled, run.report)

"""Search for words like a word, on a worker."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.jobs.data.snapshot import TrainingData
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.search.similar_words import SimilarWords
from app.services.worker_search import WorkerSearch
from app.session import Session


class SimilarWordsSearch(WorkerSearch[tuple[TrainingData, str], SimilarWords]):
    """Finds the words that occur in the same contexts as a word, as `SimilarWords`.

    It fails for a word that the visible text lacks. Progress is that of computing word vectors.
    """

    def __init__(
        self, session: Session, learning: ProjectLearning, parent: QObject | None = None
    ) -> None:
        """Search in a session; searches nothing before `start`."""
        super().__init__(
            lambda: (learning.snapshot(session.project), self._word),
            lambda question, cancelled, report: learning.similar_words(
                *question, cancelled, report
            ),
            parent,
        )
        self._word = ""

    def search(self, word: str) -> None:
        """Search for words like this one, once the kernels are compiled."""
        self._word = word
        self.request()

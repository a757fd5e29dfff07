"""The words that are worth adding to a gazetteer, listed on a worker."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.jobs.gazetteers.uncertain_words import (
    UncertainWord,
    UncertainWordsQuestion,
    uncertain_words,
    uncertain_words_question,
)
from app.services.latest_query import LatestQuery, Run
from app.session import Session


class UncertainWordsSearch(QObject):
    """Lists frequent words whose labels the model is not certain of, when asked to.

    Signals
    -------
    found : list of UncertainWord
        The words as of the last request.
    """

    found = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        """List words of a session's project."""
        super().__init__(parent)
        self._session = session
        self._query: LatestQuery[UncertainWordsQuestion, list[UncertainWord]] = LatestQuery(
            self._question,
            self._list,
            lambda _question, words: self.found.emit(words),
            lengthy=True,
            parent=self,
        )

    def search(self) -> None:
        """List the words as of now."""
        self._query.ask()

    def cancel(self) -> None:
        """Drop the request."""
        self._query.cancel()

    def close(self) -> None:
        """Stop, and wait for running work."""
        self._query.close()

    def _question(self) -> UncertainWordsQuestion:
        return uncertain_words_question(self._session.project, self._session.proposals)

    def _list(self, question: UncertainWordsQuestion, _run: Run) -> list[UncertainWord]:
        return uncertain_words(question)

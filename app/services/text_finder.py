"""Search for sentences that contain a text, on a worker."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.jobs.search.find import sentences_with
from app.services.latest_query import LatestQuery, Run
from app.session import Session

_Question = tuple[list[str], str]
"""The text of every sentence, and the text to find."""


class TextFinder(QObject):
    """Finds sentences for the field above the list; outdated results are dropped.

    Signals
    -------
    found : str, int64 array
        The text, and the indices of the sentences that contain it, rising.
    """

    found = Signal(str, object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        """Search in the sentences of a session; does nothing before `look`."""
        super().__init__(parent)
        self._session = session
        self._text = ""
        self._query = LatestQuery(self._question, self._find, self._answer, parent=self)
        # Used by the worker only: the last texts, text and result.
        self._last: tuple[list[str], str, NDArray[np.int64]] | None = None

    def look(self, text: str) -> None:
        """Search for the sentences that contain a text."""
        self._text = text
        self._query.ask()

    def forget(self) -> None:
        """Drop the pending result."""
        self._query.cancel()

    def close(self) -> None:
        """Stop, and wait for running work."""
        self._query.close()

    def _question(self) -> _Question:
        return self._session.corpus.texts, self._text

    def _answer(self, question: _Question, sentence_indices: NDArray[np.int64]) -> None:
        self.found.emit(question[1], sentence_indices)

    # ---- on a worker

    def _find(self, question: _Question, run: Run) -> NDArray[np.int64] | None:
        texts, text = question
        among = None
        if self._last is not None and self._last[0] is texts and self._last[1] in text:
            # A longer text is only in sentences with the shorter one.
            among = self._last[2]
        sentence_indices = sentences_with(texts, text, among, run.cancelled)
        if sentence_indices is not None:
            self._last = (texts, text, sentence_indices)
        return sentence_indices

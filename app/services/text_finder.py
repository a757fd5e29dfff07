"""Looks on a thread for the sentences that contain a text, while it is being typed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.jobs.find import sentences_with
from app.services.threads import LatestWorker
from app.session import Session


class TextFinder(QObject):
    """Answers the field above the list of sentences; an answer that comes late is dropped.

    Signals
    -------
    found : str, int64 array
        The text, and the places of the sentences that contain it, rising.
    """

    found = Signal(str, object)
    _answered = Signal(int, str, object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        """Look in the sentences of a session; no thread is started before something is asked."""
        super().__init__(parent)
        self._session = session
        self._worker: LatestWorker[tuple[int, list[str], str]] = LatestWorker(
            "sentence texts", self._work
        )
        self._round = 0
        # The worker's own: where it looked last, for what, and what it found.
        self._last: tuple[list[str], str, NDArray[np.int64]] | None = None
        self._answered.connect(self._take)

    def look(self, text: str) -> None:
        """Look for the sentences that contain a text."""
        self._round += 1
        self._worker.post((self._round, self._session.corpus.texts, text))

    def forget(self) -> None:
        """Nobody wants the last answer any more."""
        self._round += 1

    def close(self) -> None:
        """Stop, and wait for the thread."""
        self._round += 1
        self._worker.close()

    def _take(self, number: int, text: str, places: NDArray[np.int64]) -> None:
        if number == self._round:
            self.found.emit(text, places)

    # ---- on the worker's thread

    def _work(self, job: tuple[int, list[str], str]) -> None:
        number, texts, text = job
        among = None
        if self._last is not None and self._last[0] is texts and self._last[1] in text:
            # Somebody types on: what contains more is among what contained less.
            among = self._last[2]
        places = sentences_with(texts, text, among, lambda: number != self._round)
        if places is not None:
            self._last = (texts, text, places)
            self._answered.emit(number, text, places)

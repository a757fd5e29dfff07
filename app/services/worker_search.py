"""A search on a worker that a person asks for, once the kernels are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from app.services.latest_query import LatestQuery, Run

Q = TypeVar("Q")
A = TypeVar("A")


class WorkerSearch(QObject, Generic[Q, A]):
    """Searches nothing before `start`; a newer request replaces an older one.

    Signals
    -------
    found : object
        The answer to the last request.
    progressed : int, int
        Steps done and steps in all; 0, 0 at the end.
    failed : str
        The error message.
    """

    found = Signal(object)
    progressed = Signal(int, int)
    failed = Signal(str)

    def __init__(
        self,
        question: Callable[[], Q],
        search: Callable[[Q, Callable[[], bool], Callable[[int, int], None]], A | None],
        parent: QObject | None = None,
    ) -> None:
        """Search with a function of a question, whether it is cancelled, and a progress report.

        ``question`` is called on the window's thread, ``search`` on a worker.
        """
        super().__init__(parent)
        self.ready = False
        """Whether the kernels are compiled."""
        self._search = search
        self._requested = False
        self._query = LatestQuery(
            question,
            self._answer,
            lambda _question, found: self.found.emit(found),
            failed=self.failed.emit,
            progressed=self.progressed.emit,
            lengthy=True,
            parent=self,
        )

    def start(self) -> None:
        """Search from now on; the kernels are compiled."""
        self.ready = True
        if self._requested:
            self._query.ask()

    def request(self) -> None:
        """Search, once the kernels are compiled."""
        self._requested = True
        if self.ready:
            self._query.ask()

    def cancel(self) -> None:
        """Drop the request."""
        self._requested = False
        self._query.cancel()

    def close(self) -> None:
        """Stop; waits for nothing."""
        self.ready = False
        self._query.stop()

    def wait(self) -> None:
        """Wait, after `close`, for the worker."""
        self._query.wait()

    def _answer(self, question: Q, run: Run) -> A | None:
        """Search on a worker, and rest while a key is processed."""
        return self._search(question, run.stops, run.report)

"""Search for lines that would help the template, on a worker."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.jobs.learning import ProjectLearning
from app.jobs.snapshot import TrainingData
from app.jobs.suggested_lines import SuggestedLines
from app.services.latest_query import LatestQuery, Run
from app.services.threads import UI_PRIORITY
from app.session import Session


class SuggestedLinesSearch(QObject):
    """Finds lines that would help the project's template, when asked to.

    Signals
    -------
    found : SuggestedLines
        The lines.
    failed : str
        The error message.
    """

    found = Signal(object)
    failed = Signal(str)

    def __init__(
        self, session: Session, learning: ProjectLearning, parent: QObject | None = None
    ) -> None:
        """Search for a session; searches nothing before `start`."""
        super().__init__(parent)
        self.ready = False
        """Whether the kernels are compiled."""
        self._learning = learning
        self._wanted = False
        self._query = LatestQuery(
            lambda: learning.snapshot(session.project),
            self._search,
            lambda _data, found: self.found.emit(found),
            failed=self.failed.emit,
            lengthy=True,
            parent=self,
        )

    def start(self) -> None:
        """Search from now on; the kernels are compiled."""
        self.ready = True
        if self._wanted:
            self._query.ask()

    def search(self) -> None:
        """Search, once the kernels are compiled."""
        self._wanted = True
        if self.ready:
            self._query.ask()

    def cancel(self) -> None:
        """Drop the request."""
        self._wanted = False
        self._query.cancel()

    def close(self) -> None:
        """Stop; waits for nothing."""
        self.ready = False
        self._query.stop()

    def wait(self) -> None:
        """Wait, after `close`, for the worker."""
        self._query.wait()

    def _search(self, data: TrainingData, run: Run) -> SuggestedLines | None:
        """Train on a worker, and rest while a key is processed."""

        def cancelled() -> bool:
            UI_PRIORITY.give()
            return run.cancelled()

        return self._learning.suggest_lines(data, cancelled)

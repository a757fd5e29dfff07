"""Computation of learning curves by label, on a worker."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.domain.label_curves import LabelCurves
from app.jobs.learning import ProjectLearning
from app.jobs.snapshot import TrainingData
from app.services.latest_query import LatestQuery, Run
from app.services.threads import UI_PRIORITY
from app.session import Session


class LabelCurvesSearch(QObject):
    """Trains models on parts of the labelled sentences, when asked to.

    Signals
    -------
    found : LabelCurves
        The curves.
    progressed : int, int
        Models trained and models in all; 0, 0 at the end.
    failed : str
        The error message.
    """

    found = Signal(object)
    progressed = Signal(int, int)
    failed = Signal(str)

    def __init__(
        self, session: Session, learning: ProjectLearning, parent: QObject | None = None
    ) -> None:
        """Compute for a session; computes nothing before `start`."""
        super().__init__(parent)
        self.ready = False
        """Whether the kernels are compiled."""
        self._session = session
        self._learning = learning
        self._wanted = False
        self._query = LatestQuery(
            lambda: learning.snapshot(session.project),
            self._compute,
            lambda _data, found: self.found.emit(found),
            failed=self.failed.emit,
            progressed=self.progressed.emit,
            lengthy=True,
            parent=self,
        )

    def start(self) -> None:
        """Compute from now on; the kernels are compiled."""
        self.ready = True
        if self._wanted:
            self._query.ask()

    def compute(self) -> None:
        """Compute the curves, once the kernels are compiled."""
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

    def _compute(self, data: TrainingData, run: Run) -> LabelCurves | None:
        """Train on a worker, and rest while a key is processed."""

        def cancelled() -> bool:
            UI_PRIORITY.give()
            return run.cancelled()

        return self._learning.label_curves(data, cancelled, run.report)

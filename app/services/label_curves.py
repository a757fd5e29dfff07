"""Computation of learning curves by label, on a worker."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.domain.label_curves import LabelCurves
from app.jobs.data.snapshot import TrainingData
from app.jobs.project_models.project_learning import ProjectLearning
from app.services.worker_search import WorkerSearch
from app.session import Session


class LabelCurvesSearch(WorkerSearch[TrainingData, LabelCurves]):
    """Trains models on parts of the labelled sentences, when asked to; finds `LabelCurves`.

    Signals
    -------
    text_changed : bool
        Documents or unlabelled texts were added or removed; whether they are others now than at
        the last request.
    """

    text_changed = Signal(bool)

    def __init__(
        self, session: Session, learning: ProjectLearning, parent: QObject | None = None
    ) -> None:
        """Compute for a session; computes nothing before `start`."""
        super().__init__(lambda: learning.snapshot(session.project), learning.label_curves, parent)
        self._session = session
        self._requested_of = self._documents()
        session.changed.connect(self._follow)

    def request(self) -> None:
        """Compute, once the kernels are compiled, the curves of the documents as they are now."""
        self._requested_of = self._documents()
        super().request()

    def _documents(self) -> frozenset[int]:
        documents = self._session.project.documents.values()
        return frozenset(one.id for one in documents if not one.removed)

    def _follow(self, changes: Changes) -> None:
        if changes.structure or changes.documents:
            self.text_changed.emit(self._documents() != self._requested_of)

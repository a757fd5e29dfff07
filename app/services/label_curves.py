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
    text_changed : ()
        Documents or unlabelled texts were added or removed.
    """

    text_changed = Signal()

    def __init__(
        self, session: Session, learning: ProjectLearning, parent: QObject | None = None
    ) -> None:
        """Compute for a session; computes nothing before `start`."""
        super().__init__(lambda: learning.snapshot(session.project), learning.label_curves, parent)
        session.changed.connect(self._follow)

    def _follow(self, changes: Changes) -> None:
        if changes.structure or changes.documents:
            self.text_changed.emit()

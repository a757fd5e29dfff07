"""Search for lines that would help the template, on a worker."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.jobs.data.snapshot import TrainingData
from app.jobs.measuring.suggested_lines import SuggestedLines
from app.jobs.project_models.project_learning import ProjectLearning
from app.services.worker_search import WorkerSearch
from app.session import Session


class SuggestedLinesSearch(WorkerSearch[TrainingData, SuggestedLines]):
    """Finds `SuggestedLines` that would help the project's template, when asked to."""

    def __init__(
        self, session: Session, learning: ProjectLearning, parent: QObject | None = None
    ) -> None:
        """Search for a session; searches nothing before `start`."""
        super().__init__(
            lambda: learning.snapshot(session.project),
            lambda data, cancelled, _report: learning.suggest_lines(data, cancelled),
            parent,
        )

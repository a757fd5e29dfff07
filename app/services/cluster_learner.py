"""Learning of word clusters from all text of a project, in the background."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject

from app.domain.changes import Changes
from app.jobs.data.snapshot import TrainingData
from app.jobs.project_models.project_learning import ProjectLearning
from app.services.latest_query import LatestQuery, Run
from app.services.trainer import Trainer

GATHER_MILLISECONDS = 200
"""Changes that are closer together than this are examined together."""

SHOWN_AFTER = 1.0
"""Seconds; faster computations show no progress."""


class ClusterLearner(QObject):
    """Learns word clusters after an import, and trains again once they are there.

    No training waits for them: until then models have none, or those of less text.
    """

    def __init__(
        self, trainer: Trainer, learning: ProjectLearning, parent: QObject | None = None
    ) -> None:
        """Use the trainer's session; does nothing before `start`."""
        super().__init__(parent)
        self._trainer = trainer
        self._learning = learning
        self._ready = False
        self._begun_at = 0.0
        self._query = LatestQuery(
            self._data,
            self._learn,
            lambda _data, _tokens: trainer.train_now(),
            progressed=self._show_progress,
            milliseconds=GATHER_MILLISECONDS,
            lengthy=True,
            parent=self,
        )
        trainer.session.project_changed.connect(self._session_changed)

    def start(self) -> None:
        """Begin to learn; the kernels are compiled."""
        if not self._ready:
            self._ready = True
            self._query.ask_next()

    def close(self) -> None:
        """Begin nothing more, and cancel what is running."""
        self._ready = False
        self._query.stop()

    def wait(self) -> None:
        """Wait, after `close`, for the worker."""
        self._query.wait()

    def _session_changed(self, changes: Changes) -> None:
        if not self._ready or not (changes.structure or changes.documents or changes.settings):
            return
        if self._wanted():
            self._query.ask_again()
        else:
            self._query.cancel()

    def _wanted(self) -> bool:
        settings = self._trainer.session.project.settings
        return settings.learn_from_text and not settings.learning_paused

    def _data(self) -> TrainingData | None:
        self._begun_at = time.monotonic()
        if not self._wanted():
            return None
        return self._learning.snapshot(self._trainer.session.project)

    def _show_progress(self, done: int, total: int) -> None:
        if not total:
            self._trainer.show_cluster_progress(0.0)
        elif time.monotonic() - self._begun_at >= SHOWN_AFTER:
            self._trainer.show_cluster_progress(done / total)

    def _learn(self, data: TrainingData, run: Run) -> int | None:
        """Learn on a worker, and rest while a key is processed."""
        return self._learning.learn_clusters(data, run.stops, run.report)

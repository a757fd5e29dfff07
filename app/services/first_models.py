"""The first models on a computer, used while the kernels are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.jobs.data.snapshot import TrainingData
from app.jobs.project_models.project_learning import ProjectLearning
from app.services.latest_query import LatestQuery
from app.services.threads import start_thread
from app.services.trainer import NumberedModel, Trainer
from app.services.training_job import lacks_of

GATHER_MILLISECONDS = 40
"""Edits within this time are learnt together."""

REST = 1.0
"""Pause in multiples of the time of a training, to leave a core to the compiler."""


class FirstModels(QObject):
    """Makes quick models after every edit, until the trainer has a model.

    The trainer numbers them; they are used for proposals only.
    """

    _started = Signal()

    def __init__(
        self,
        trainer: Trainer,
        learning: ProjectLearning,
        propose: Callable[[NumberedModel], object],
        parent: QObject | None = None,
    ) -> None:
        """Begin to learn from the trainer's project; ``propose`` is called with each model."""
        super().__init__(parent)
        self._propose = propose
        self._trainer = trainer
        self._learning = learning
        # Errors in the labels are reported by the full training.
        self._query = LatestQuery(
            self._data,
            lambda data, _: self._made(data),
            lambda _, made: self._take(*made),
            milliseconds=GATHER_MILLISECONDS,
            rest=REST,
            lengthy=True,
            parent=self,
        )
        self._closed = False
        self._started.connect(self._query.ask)
        trainer.model_ready.connect(lambda _: self.close())
        trainer.session.changed.connect(self._session_changed)
        self._starting = start_thread("starting the first model", self._start)

    def close(self) -> None:
        """Stop learning, and end the child process."""
        if self._closed:
            return
        self._closed = True
        self._query.stop()
        self._learning.close_first()

    def wait(self) -> None:
        """After `close`, wait for running work."""
        self._starting.join()
        self._query.wait()

    def _start(self) -> None:
        self._learning.begin_first()
        self._started.emit()

    def _session_changed(self, changes: Changes) -> None:
        matters = changes.labels or changes.settings or changes.structure or changes.gazetteers
        if len(changes.sentences) or matters:
            self._query.ask_again()

    def _data(self) -> TrainingData | None:
        project = self._trainer.session.project
        return None if project.settings.learning_paused else self._learning.snapshot(project)

    def _made(self, data: TrainingData) -> tuple[str, bool, Any]:
        """Return what labels lack, whether an earlier model goes, and a model of the labels."""
        lacks, drops = lacks_of(data)
        return lacks, drops, None if lacks and not drops else self._learning.first(data)

    def _take(self, lacks: str, drops: bool, model: Any) -> None:  # noqa: FBT001
        self._trainer.show_lacks(lacks, drops=drops)
        if model is None:
            return
        first = self._trainer.show_first(model, model.trained_on)
        if first is not None:
            self._propose(first)

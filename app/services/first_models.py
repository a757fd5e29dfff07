"""The first models on a computer: made and used without the compiler, while it works."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.changes import Changes
from app.services.learning import Learning
from app.services.threads import LatestWorker, start_thread
from app.services.trainer import NumberedModel, Trainer
from crfcore.errors import CrfError

GATHER_MILLISECONDS = 40
"""Edits that come closer together than this are learnt from together."""

REST = 1.0
"""The compiler is to have a core for itself half of the time."""


class FirstModels(QObject):
    """Learns by counting, anew after every edit, until the trainer has a model of its own.

    The trainer numbers what it makes; nothing but proposals is asked of such a model.
    """

    _started = Signal()
    _learnt = Signal(object)

    def __init__(
        self,
        trainer: Trainer,
        learning: Learning,
        propose: Callable[[NumberedModel], object],
        parent: QObject | None = None,
    ) -> None:
        """Begin to learn from the trainer's project; ``propose`` gets each model."""
        super().__init__(parent)
        self._propose = propose
        self._trainer = trainer
        self._learning = learning
        self._worker: LatestWorker[Any] = LatestWorker("first model", self._learn, rest=REST)
        self._closed = False
        self._timer = QTimer(self, singleShot=True, interval=GATHER_MILLISECONDS)
        self._timer.timeout.connect(self._begin)
        self._started.connect(self._begin)
        self._learnt.connect(self._take)
        trainer.model_ready.connect(lambda _: self.close())
        trainer.session.changed.connect(self._session_changed)
        self._starting = start_thread("starting the first model", self._start)

    def close(self) -> None:
        """Learn no more, and end what is under way."""
        if self._closed:
            return
        self._closed = True
        self._timer.stop()
        self._worker.stop()
        self._learning.close_first()

    def wait(self) -> None:
        """After `close`, wait for the end of the thread."""
        self._starting.join()
        self._worker.join()

    def _start(self) -> None:
        self._learning.begin_first()
        self._started.emit()

    def _session_changed(self, changes: Changes) -> None:
        matters = changes.labels or changes.settings or changes.structure or changes.gazetteers
        if (len(changes.sentences) or matters) and not self._closed and not self._timer.isActive():
            self._timer.start()

    def _begin(self) -> None:
        project = self._trainer.session.project
        if not self._closed and not project.settings.learning_paused:
            self._worker.post(self._learning.snapshot(project))

    def _learn(self, data: Any) -> None:
        try:
            model = self._learning.first(data)
        except CrfError:
            return  # the full training says what is wrong
        if model is not None:
            self._learnt.emit(model)

    def _take(self, model: Any) -> None:
        first = None if self._closed else self._trainer.show_first(model, model.trained_on)
        if first is not None:
            self._propose(first)

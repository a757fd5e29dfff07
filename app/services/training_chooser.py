"""The choice of training settings by cross-validation, in the background."""

from __future__ import annotations

import logging
from typing import Any

from PySide6.QtCore import QObject

from app.domain.changes import Changes
from app.domain.training_choice import BOTH, TrainingChoice
from app.jobs.data.snapshot import TrainingData
from app.jobs.kernels import missing_parts
from app.jobs.measuring.training_choice import ENOUGH_SENTENCES
from app.jobs.project_models.project_learning import ProjectLearning
from app.services.latest_query import LatestQuery, Run
from app.services.trainer import Trainer
from app.services.workers import PATIENT_WORKERS

_log = logging.getLogger(__name__)


class TrainingChooser(QObject):
    """Chooses anew when much more is labelled, for other settings, or once segments are possible.

    It trains again if the choice is another, and forgets one whose labels are gone, for example
    with an import that is undone.

    No training waits for it.
    """

    def __init__(
        self, trainer: Trainer, learning: ProjectLearning, parent: QObject | None = None
    ) -> None:
        """Use the trainer's session; does nothing before `start`."""
        super().__init__(parent)
        self._trainer = trainer
        self._learning = learning
        self._ready = False
        self._before: TrainingChoice | None = None
        self._asked = self._settings
        self._had_text = False
        self._query = LatestQuery(
            self._data,
            self._choose,
            lambda _data, choice: self._receive(choice),
            failed=self._note_failed,
            unanswered=lambda _: self._show(),
            workers=PATIENT_WORKERS,
            parent=self,
        )
        trainer.model_ready.connect(lambda _: self._ask_if_due())
        trainer.model_dropped.connect(self._forget)
        trainer.session.project_changed.connect(self._session_changed)

    def start(self) -> None:
        """Begin to choose; the kernels are compiled."""
        self._ready = True
        self._show()
        self._ask_if_due()

    @property
    def running(self) -> bool:
        """Whether settings are being compared."""
        return self._query.running

    def close(self) -> None:
        """Begin nothing more, and cancel what is running."""
        self._ready = False
        self._query.stop()

    def wait(self) -> None:
        """Wait, after `close`, for the worker."""
        self._query.wait()

    @property
    def _wanted(self) -> bool:
        settings = self._trainer.session.project.settings
        return settings.choose_training and not settings.learning_paused

    @property
    def _settings(self) -> dict[str, Any]:
        """The settings that a choice is made for."""
        settings = self._trainer.session.project.settings
        names = ("template", "c2", "more_suggestions")
        return {name: getattr(settings, name) for name in names}

    def _session_changed(self, changes: Changes) -> None:
        if changes.settings and self._ready:
            if not self._wanted or self._asked != self._settings:
                self._query.cancel()
            self._show()
            self._ask_if_due()

    def _ask_if_due(self) -> None:
        model, choice = self._trainer.full_model, self._learning.training_choice
        if not self._ready or not self._wanted or self._query.running or model is None:
            return
        if model.sentences < ENOUGH_SENTENCES:
            if choice is not None and not choice.is_of(model.sentences):
                self._forget()
            return
        suits = choice is not None and choice.suits(
            model.sentences, **self._settings, has_text=self._has_text()
        )
        if choice is None or not suits or (choice.segments_waited and self._can_have_segments()):
            self._query.ask()
            self._show()

    def _forget(self) -> None:
        """Return to the settings: the sentences of the choice are no longer labelled."""
        before = self._applied()
        self._query.cancel()
        self._learning.training_choice = None
        self._show()
        has_model = self._trainer.full_model is not None
        if has_model and before is not None and before.way != self._way_of_settings():
            self._trainer.train_now()

    def _has_text(self) -> bool:
        """Return whether the newest full model has learned from unlabelled text."""
        model = self._trainer.full_model
        return model is not None and bool(model.model.cluster_tokens)

    def _can_have_segments(self) -> bool:
        """Return whether nothing keeps models of segments from being compared any more."""
        rules = self._trainer.session.project.rules_in_force()
        return not rules and not missing_parts(("segments",))

    def _data(self) -> TrainingData:
        self._before, self._asked = self._applied(), self._settings
        self._had_text = self._has_text()
        return self._learning.snapshot(self._trainer.session.project)

    def _choose(self, data: TrainingData, run: Run) -> TrainingChoice | None:
        """Train on a worker, and rest while a key is processed."""
        return self._learning.choose_training(data, run.stops, run.report)

    def _receive(self, choice: TrainingChoice) -> None:
        self._show()
        before = self._before
        # The exponent needs no training: the next quick model has it.
        if choice.way != (self._way_of_settings() if before is None else before.way):
            self._trainer.train_now()
        elif self._has_text() and not self._had_text:
            self._ask_if_due()  # the text was learned from meanwhile

    def _note_failed(self, reason: str) -> None:
        """Keep the settings; the next model is another chance."""
        _log.warning("Settings could not be compared: %s", reason)
        self._show()

    def _way_of_settings(self) -> tuple[float, str, float, float, str]:
        """Return the `TrainingChoice.way` of the project's settings."""
        return self._settings["c2"], BOTH, 0.0, 0.0, ""

    def _applied(self) -> TrainingChoice | None:
        """Return the choice by which models of these settings are trained, None for none."""
        choice = self._learning.training_choice
        applies = choice is not None and choice.applies(**self._settings)
        return choice if self._wanted and applies else None

    def _show(self) -> None:
        self._trainer.show_choice(self._applied(), choosing=self.running)

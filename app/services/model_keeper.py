"""Saving of the newest model to the project file."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from app.services.measurements import Measurements
from app.services.storage_thread import StorageThread
from app.services.trainer import NumberedModel, Trainer
from app.storage.errors import ProjectFileError
from app.storage.project_file import ProjectFile

IDLE_MILLISECONDS = 5_000


class ModelKeeper(QObject):
    """Writes the newest full model to the project when the annotator pauses."""

    def __init__(
        self,
        trainer: Trainer,
        storage: StorageThread,
        measurements: Measurements,
        parent: QObject | None = None,
    ) -> None:
        """Watch a trainer; the learning curve is saved with the model."""
        super().__init__(parent)
        self._trainer = trainer
        self._storage = storage
        self._measurements = measurements
        self._kept = trainer.full_model.number if trainer.full_model is not None else 0
        self._timer = QTimer(self, singleShot=True, interval=IDLE_MILLISECONDS)
        self._timer.timeout.connect(self._keep_if_idle)
        trainer.session.changed.connect(self._wait)
        trainer.model_ready.connect(self._wait)

    def close(self) -> None:
        """Write the model now, if it is not in the file."""
        self._timer.stop()
        self._keep()

    def _wait(self, _: object) -> None:
        self._timer.start()

    def _keep_if_idle(self) -> None:
        if self._trainer.status.state == "training":
            self._timer.start()
        else:
            self._keep()

    def _keep(self) -> None:
        model = self._trainer.full_model
        if model is None or model.number <= self._kept or self._trainer.session.saving.read_only:
            return
        self._kept = model.number
        curve = self._measurements.kept_points()
        self._storage.post(lambda file: _write(file, model, curve))


def _write(
    file: ProjectFile,
    model: NumberedModel,
    curve: list[dict[str, float]],
) -> None:
    report = {
        "sentences": model.sentences,
        "tokens": model.tokens,
        "made_at": model.made_at,
        "curve": curve,
    }
    try:
        file.write_model(model.number, model.model.to_bytes(), report)
    except ProjectFileError:
        # The model can be trained again; errors are reported with the next step.
        return

"""The fields for when the model is trained."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QWidget

from app.domain.settings import MAX_TRAIN_AFTER, MAX_TRAIN_EVERY
from app.views.theme import GRID
from app.views.widgets.base_dialog import quiet, with_margin
from app.views.widgets.font_sizes import keep_width


class TrainingPaceBox(QWidget):
    """Number of new labels before a training, and minimum seconds between two."""

    def __init__(self, after: int, every: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.after = self._field(
            self.tr("New labels before the next training"),
            1,
            MAX_TRAIN_AFTER,
            (self.tr("after "), self.tr(" new labels")),
            self.tr("after every change"),
        )
        self.after.setValue(after)
        self.every = self._field(
            self.tr("Seconds between two trainings"),
            0,
            MAX_TRAIN_EVERY,
            (self.tr("with a pause of "), self.tr(" s")),
            self.tr("at once"),
        )
        self.every.setValue(every)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self.after)
        row.addWidget(self.every)
        row.addStretch()
        self.setFocusProxy(self.after)
        self.explanation = quiet(
            self.tr(
                "Training less often keeps suggestions stable and saves battery power. "
                "“Train now” always trains immediately."
            ),
            parent,
        )

    def _field(
        self, name: str, least: int, most: int, around: tuple[str, str], special: str
    ) -> QSpinBox:
        field = QSpinBox(self)
        field.setAccessibleName(name)
        field.setRange(least, most)
        field.setPrefix(around[0])
        field.setSuffix(around[1])
        field.setSpecialValueText(special)
        keep_width(field, 22 * GRID)
        with_margin(field)
        return field

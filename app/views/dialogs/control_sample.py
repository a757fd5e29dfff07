"""The fields for the size of the test sample, and how often its sentences are queried."""

from __future__ import annotations

from PySide6.QtWidgets import QSpinBox, QWidget

from app.domain.control_sample import BEGINS_AFTER, MIN_PROJECT
from app.domain.precision import ACCURACY, SPANS, planned_precision
from app.domain.tagging import TOKENS
from app.views.dialogs.sheet import quiet, with_margin
from app.views.theme import GRID

MAX_SENTENCES = 10_000
STEP = 25
DEFAULT_SIZE = 100
"""Size in a new project: precise enough to see a model improve."""


class ControlSampleBox(QSpinBox):
    """The number of test sentences; the explanation says how precise the score will be."""

    def __init__(self, size: int, scheme: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scheme = scheme
        self.setAccessibleName(self.tr("Test sample"))
        self.setRange(0, MAX_SENTENCES)
        self.setSingleStep(STEP)
        self.setSpecialValueText(self.tr("None"))
        self.setSuffix(self.tr(" sentences"))
        self.setFixedWidth(22 * GRID)
        with_margin(self)
        self.explanation = quiet("", parent)
        self.valueChanged.connect(self._explain)
        self.setValue(size)
        self._explain()

    def set_scheme(self, scheme: str) -> None:
        """Explain the precision for the score of a scheme: accuracy or F1."""
        self._scheme = scheme
        self._explain()

    def _explain(self) -> None:
        self.explanation.setText(self._without() if not self.value() else self._with())

    def _without(self) -> str:
        return self.tr(
            "Without a test sample, model quality can't be measured: no learning curve and no "
            "calibrated confidence."
        )

    def _with(self) -> str:
        by_token = self._scheme == TOKENS
        plan = ACCURACY if by_token else SPANS
        points = 100.0 * planned_precision(self.value(), plan)
        exactness = f"{points:.0f}" if points >= 10.0 else f"{points:.1f}"
        return self.tr(
            "Random sentences, labelled without suggestions and never used for training. This many "
            "estimate {what} of about {score}% to within ±{exactness} points; four times as many "
            "halve the error. The first comes after {n} labelled sentences. At most a fifth of the "
            "sentences is drawn, and none from fewer than {least}."
        ).format(
            n=BEGINS_AFTER,
            least=MIN_PROJECT,
            what=self.tr("an accuracy") if by_token else self.tr("an F1"),
            score=round(100 * plan.score),
            exactness=exactness,
        )


class ControlPaceBox(QSpinBox):
    """The interval between test sentences in the queue."""

    def __init__(self, every: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Test sentences in the queue"))
        self.setRange(2, 50)
        self.setPrefix(self.tr("1 in "))
        self.setValue(every)
        self.setFixedWidth(22 * GRID)
        with_margin(self)
        self.explanation = quiet(self.tr("How often a test sentence appears in the queue."), parent)

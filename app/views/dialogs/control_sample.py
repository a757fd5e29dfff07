"""The fields for the size of the test sample, and how often its sentences are queried."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QSpinBox, QWidget

from app.domain.control_sample import (
    BEGINS_AFTER,
    MAX_SHARE,
    MIN_PROJECT,
    largest_sample,
    smallest_project,
)
from app.domain.precision import ACCURACY, SPANS, Plan, planned_precision
from app.domain.tagging import TOKENS
from app.views.plain_text import set_tip
from app.views.theme import GRID
from app.views.widgets.base_dialog import quiet, with_margin
from app.views.widgets.font_sizes import keep_width

MAX_SENTENCES = 10_000
STEP = 25
DEFAULT_SIZE = 100
"""Size in a new project: precise enough to see a model improve."""


class ControlSampleBox(QSpinBox):
    """The number of test sentences; the explanation says how precise the score will be."""

    def __init__(
        self,
        size: int,
        scheme: str = "",
        parent: QWidget | None = None,
        *,
        n_sentences: int | None = None,
    ) -> None:
        """``n_sentences`` is the number of sentences of the project, None before there are any."""
        super().__init__(parent)
        self._scheme = scheme
        self._n_sentences = n_sentences
        self.setAccessibleName(self.tr("Test sample"))
        self.setRange(0, MAX_SENTENCES)
        self.setSingleStep(STEP)
        self.setSpecialValueText(self.tr("None"))
        self.setSuffix(self.tr(" sentences"))
        keep_width(self, 22 * GRID)
        with_margin(self)
        self.explanation = quiet("", parent)
        self.valueChanged.connect(self._explain)
        self.setValue(size)
        self._explain()

    def propose_size(self) -> None:
        """Propose the usual size, or the largest of a small project, where there is no sample."""
        if not self.value():
            self.setValue(min(DEFAULT_SIZE, self._largest()))

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102 (Qt's own)
        super().focusInEvent(event)
        # Behind the word "None" nothing can be typed; a click puts the cursor there after this.
        QTimer.singleShot(0, self, self.selectAll)

    def set_scheme(self, scheme: str) -> None:
        """Explain the precision for the score of a scheme: accuracy or F1."""
        self._scheme = scheme
        self._explain()

    def _explain(self) -> None:
        self.explanation.setText(self._without() if not self.value() else self._with())

    def _without(self) -> str:
        text = self.tr(
            "Without a test sample, model quality can't be measured: no learning curve and no "
            "calibrated confidence."
        )
        if self._n_sentences is None or not self._largest():
            return text
        room = self.tr("This project has room for {most} test sentences.")
        return f"{text} {room.format(most=f'{self._largest():,}')}"

    def _with(self) -> str:
        meaning = self.tr(
            "Random sentences that you label without suggestions; the model never learns from "
            "them. The first appears after {n} labelled sentences."
        ).format(n=BEGINS_AFTER)
        return " ".join(filter(None, (meaning, self._exactness(), self._cap())))

    def _largest(self) -> int:
        """Return the largest sample of the project."""
        return MAX_SENTENCES if self._n_sentences is None else largest_sample(self._n_sentences)

    def _exactness(self) -> str:
        """Return how exact a score will be, "" without any test sentence."""
        n_drawn = min(self.value(), self._largest())
        if not n_drawn:
            return ""
        by_token = self._scheme == TOKENS
        plan = ACCURACY if by_token else SPANS
        return self.tr(
            "With {n} of them, {what} of about {score}% is known to ±{points} points; with {more}, "
            "to ±{half} points."
        ).format(
            n=f"{n_drawn:,}",
            what=self.tr("an accuracy") if by_token else self.tr("an F1"),
            score=round(100 * plan.score),
            points=_points(n_drawn, plan),
            more=f"{4 * n_drawn:,}",
            half=_points(4 * n_drawn, plan),
        )

    def _cap(self) -> str:
        """Return the limit of the sample, "" if it is not reached."""
        if self._n_sentences is None:
            text = self.tr(
                "At most {share}% of a project’s sentences are test sentences: {wanted} need a "
                "project of {needed} sentences. With fewer than {least} there is no test sample."
            )
        elif not self._largest():
            text = self.tr("But none is drawn before this project has {least} sentences ({n} now).")
        elif self.value() > self._largest():
            text = self.tr(
                "At most {share}% of a project’s sentences are test sentences: {most} of {n} in "
                "this project."
            )
        else:
            return ""
        return text.format(
            share=round(100 * MAX_SHARE),
            least=MIN_PROJECT,
            most=f"{self._largest():,}",
            n=f"{self._n_sentences or 0:,}",
            wanted=f"{self.value():,}",
            needed=f"{smallest_project(self.value()):,}",
        )


def _points(n_drawn: int, plan: Plan) -> str:
    """Return half the width of the interval of a score in words."""
    points = 100.0 * planned_precision(n_drawn, plan)
    return f"{points:.0f}" if points >= 10.0 else f"{points:.1f}"


class ControlPaceBox(QSpinBox):
    """The interval between test sentences in the queue."""

    def __init__(self, every: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Test sentences in the queue"))
        self.setRange(2, 50)
        self.setPrefix(self.tr("1 in "))
        self.setSuffix(self.tr(" sentences"))
        self.setValue(every)
        keep_width(self, 22 * GRID)
        with_margin(self)
        self.explanation = quiet(self.tr("How often a test sentence appears in the queue."), parent)

    def follow_size(self, size: int) -> None:
        """Allow a choice only with a test sample of some size."""
        self.setEnabled(bool(size))
        set_tip(self, "" if size else self.tr("There is no test sample: give it a size above"))

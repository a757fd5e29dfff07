"""The fields for the size of the test sample, and how often its sentences are queried."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QSpinBox, QWidget

from app.domain.control_sample import (
    BEGINS_AFTER,
    MAX_SHARE,
    MIN_PROJECT,
    SampleRoom,
    smallest_project,
)
from app.domain.numbers import decimal, grouped
from app.domain.precision import ACCURACY, SPANS, planned_precision
from app.domain.tagging import TOKENS
from app.views.plain_text import set_tip
from app.views.theme import GRID
from app.views.widgets.base_dialog import quiet, with_margin
from app.views.widgets.font_sizes import keep_width

MAX_SENTENCES = 10_000
STEP = 25
LEAST_PACE = 2
"""More test sentences than every other one leave none to learn from."""
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
        room: SampleRoom | None = None,
    ) -> None:
        """``room`` is that of the project, None before there are any sentences."""
        super().__init__(parent)
        self._scheme = scheme
        self._room = room
        self.draws = False  # whether the number was set here, so that it is to be drawn
        self.setAccessibleName(self.tr("Test sample"))
        self.setRange(0, MAX_SENTENCES)
        self.setSingleStep(STEP)
        self.setSpecialValueText(self.tr("None"))
        self.setSuffix(self.tr(" sentences"))
        keep_width(self, 22 * GRID)
        with_margin(self)
        self.explanation = quiet("", parent)
        self.setValue(size)
        self.valueChanged.connect(self._draw)
        self._explain()

    def propose_size(self) -> None:
        """Propose the usual size, or the largest of a small project, where there is no sample."""
        if not self.value():
            self.setValue(min(DEFAULT_SIZE, self._largest()))
        self._draw()

    def _draw(self) -> None:
        self.draws = True
        self._explain()

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
            "Without a test sample, model quality cannot be measured: no learning curve and no "
            "calibrated confidence."
        )
        if self._room is None or not self._largest():
            return text
        room = self.tr("This project has room for {most} test sentences.")
        return f"{text} {room.format(most=grouped(self._largest()))}"

    def _with(self) -> str:
        meaning = self.tr(
            "Random sentences that you label without suggestions; the model never learns from "
            "them. The first appears after {n} labelled sentences."
        ).format(n=BEGINS_AFTER)
        return " ".join(filter(None, (meaning, self._exactness(), self._cap(), self._now())))

    def _largest(self) -> int:
        """Return the largest sample of the project."""
        return MAX_SENTENCES if self._room is None else self._room.largest

    def _n_drawn(self) -> int:
        """Return how many test sentences there will be after the choice."""
        if self._room is not None and not self.draws:
            return self._room.n_drawn
        return min(self.value(), self._largest())

    def _now(self) -> str:
        """Return how many test sentences there are, "" where the other texts say it."""
        if self._room is None or not self._largest():
            return ""
        n, wanted = self._room.n_drawn, min(self.value(), self._largest())
        if n == self._n_drawn() == wanted or (not n and self.draws):
            return ""
        if not n:
            return self.tr(
                "This project has no test sentences now: change the number to draw some."
            )
        text = self.tr("This project has {n} test sentences now.", None, n)
        if n == 1:
            text = self.tr("This project has 1 test sentence now.")
        if n < wanted and not self.draws:
            more = self.tr("Change the number to draw more.")
            text = f"{text} {more}"
        return text.format(n=grouped(n))

    def _exactness(self) -> str:
        """Return how exact a score will be, "" without any test sentence."""
        n_drawn = self._n_drawn()
        if not n_drawn:
            return ""
        by_token = self._scheme == TOKENS
        plan = ACCURACY if by_token else SPANS
        now = self.tr(
            "With {n} of them, {what} of about {score}% is known to within ±{points} points"
        )
        more = self.tr("with {more}, to within ±{half} points")
        n_more = min(4 * n_drawn, self._largest())
        parts = (now, more) if n_more > n_drawn else (now,)
        points, half = (100.0 * planned_precision(n, plan) for n in (n_drawn, n_more))
        digits = 0 if round(points, 1) >= 10.0 else 1
        return f"{'; '.join(parts)}.".format(
            n=grouped(n_drawn),
            what=self.tr("an accuracy") if by_token else self.tr("an F1"),
            score=round(100 * plan.score),
            points=decimal(points, digits),
            more=grouped(n_more),
            half=decimal(half, digits),
        )

    def _cap(self) -> str:
        """Return the limit of the sample, "" if it is not reached."""
        if self._room is None:
            text = self.tr(
                "At most {share}% of the open sentences are drawn: {wanted} need {needed} open "
                "sentences. With fewer than {least} open sentences there is no test sample."
            )
        elif not self._largest():
            text = self.tr(
                "But none is drawn before this project has {least} open sentences ({n} now)."
            )
        elif self.value() > self._largest():
            return self._most()
        else:
            return ""
        return text.format(
            share=round(100 * MAX_SHARE),
            least=MIN_PROJECT,
            most=grouped(self._largest()),
            n=grouped(0 if self._room is None else self._room.n_open),
            wanted=grouped(self.value()),
            needed=grouped(smallest_project(self.value())),
        )

    def _most(self) -> str:
        """Return how many are drawn of a wanted number that the project has no room for.

        The open sentences get fewer while they are labelled, and those drawn stay: their share
        then says nothing.
        """
        drawn, most = 0 if self._room is None else self._room.n_drawn, self._largest()
        if drawn < most:
            text = self.tr(
                "At most {share}% of the open sentences can be drawn: {most} in this project. "
                "Import more texts for a larger sample."
            )
        elif drawn == 1:
            text = self.tr(
                "This project has 1 test sentence. At most {share}% of the open sentences can be "
                "drawn; import more texts for a larger sample."
            )
        else:
            text = self.tr(
                "This project has {most} test sentences. At most {share}% of the open sentences "
                "can be drawn; import more texts for a larger sample.",
                None,
                most,
            )
        return text.format(share=round(100 * MAX_SHARE), most=grouped(most))


class ControlPaceBox(QSpinBox):
    """The interval between test sentences in the queue."""

    def __init__(self, every: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Test sentences in the queue"))
        self.setRange(LEAST_PACE, 50)
        # "1" is typed on the way to 12; alone it would be shown, and the value before be kept.
        self.setCorrectionMode(QSpinBox.CorrectionMode.CorrectToNearestValue)
        self.setPrefix(self.tr("1 in "))
        self.setSuffix(self.tr(" sentences"))
        self.setValue(every)
        keep_width(self, 22 * GRID)
        with_margin(self)
        text = self.tr("How often the queue shows a test sentence: at most 1 in {least} sentences.")
        self.explanation = quiet(text.format(least=LEAST_PACE), parent)

    def follow_size(self, size: int) -> None:
        """Allow a choice only with a test sample of some size."""
        self.setEnabled(bool(size))
        set_tip(self, "" if size else self.tr("There is no test sample: give it a size above"))

"""The two plots of the progress panel; importing this module loads pyqtgraph, which is slow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QPen, QShowEvent
from PySide6.QtWidgets import QWidget

from app.domain.measurement import Calibration, CurvePoint, ReliabilityBins
from app.domain.numbers import general
from app.views.colours import mix
from app.views.theme import GRID, Theme, theme_of
from app.views.widgets.drawing import FocusOverlay
from crfcore.messages import capitalised

MIN_SPAN = 20.0
"""Minimum range of the vertical axis, in percentage points."""

MIN_MARGIN = 5.0
"""Minimum margin of the horizontal axis on either side, in sentences."""

MAX_BARS = 12
"""With more points, only the band shows the intervals, no bars."""
MARGIN = 0.08
"""Margin for markers and numbers at the ends, as a share of the axis."""


class Plot(pyqtgraph.PlotWidget):  # type: ignore[misc]  # no type information
    """A plot in the window's colours, without zooming or dragging."""

    drawn = False
    """Whether the plot has been drawn: Qt sends palette changes before."""

    stale = False
    """Whether the plot has changed while it was hidden."""

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.overlay = FocusOverlay(self)
        self.describe(title)
        self.setMouseEnabled(x=False, y=False)
        self.setMenuEnabled(False)
        self.hideButtons()
        # Margins for numbers and points that extend beyond the axes.
        self.getPlotItem().layout.setContentsMargins(GRID, GRID, 2 * GRID, GRID)
        self.setFrameShape(self.Shape.NoFrame)

    def describe(self, title: str = "", description: str = "") -> None:
        """Set the texts for screen readers."""
        for widget in (self, self.overlay):
            if title:
                widget.setAccessibleName(title)
            if description:
                widget.setAccessibleDescription(description)

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.drawn:
            self.redraw()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102 (Qt's own)
        super().showEvent(event)
        if self.stale:
            self.redraw()

    def redraw(self) -> None:
        """Draw everything in the current colours, once the plot is visible."""
        self.drawn = True
        self.stale = not self.isVisible()
        if self.stale:
            return
        theme = theme_of(self.palette())
        self.clear()
        self.setBackground(theme.base)
        for side in ("left", "bottom"):
            axis = self.getAxis(side)
            axis.setPen(QPen(theme.line, 1))
            axis.setTextPen(theme.muted)
            axis.setStyle(tickFont=self.font())
        self.draw(theme)

    def draw(self, theme: Theme) -> None:
        """Draw the content."""

    def name_axes(self, bottom: str, left: str, theme: Theme) -> None:
        """Set the titles of the axes."""
        style = {"color": theme.muted.name(), "font-size": f"{self.font().pointSizeF():g}pt"}
        self.setLabel("bottom", bottom, **style)
        self.setLabel("left", left, **style)

    def add_line(self, x: Any, y: Any, pen: QPen, **more: Any) -> Any:
        """Draw a line through points, and return it."""
        pen.setCosmetic(True)
        line = pyqtgraph.PlotDataItem(x, y, pen=pen, **more)
        self.addItem(line)
        return line


class LearningCurvePlot(Plot):
    """The score on the test sample by number of training sentences, with its interval."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("learning_curve", "", parent)
        self._points: tuple[CurvePoint, ...] = ()
        self._target = 0.0
        self.describe(self.tr("Learning curve"), self._spoken())
        self._score = ""
        self._edges: list[Any] = []

    def show_points(self, points: Sequence[CurvePoint], target: float, score: str) -> None:
        """Show a curve and, dashed, the goal."""
        before = self._points, self._target, self._score
        after = tuple(points), target, score
        if self.drawn and after == before:
            return
        self._points, self._target, self._score = after
        self.describe(description=self._spoken())
        lines = bool(self._edges) and bool(self._points)
        if lines and score == before[2] and not self.stale and self.isVisible():
            self._move()
        else:
            self.redraw()

    def draw(self, theme: Theme) -> None:  # noqa: D102 (described by the base)
        score = f"{capitalised(self._score)}, %"
        self.name_axes(self.tr("Training sentences"), score, theme)
        self._edges = []
        if not self._points:
            return
        clear = QPen(Qt.PenStyle.NoPen)
        self._edges = [pyqtgraph.PlotCurveItem([0, 1], [0, 0], pen=clear) for _ in range(2)]
        band = pyqtgraph.FillBetweenItem(*self._edges, brush=mix(theme.base, theme.accent, 0.16))
        self.bars = pyqtgraph.ErrorBarItem(pen=_thin(mix(theme.base, theme.accent, 0.5)), beam=0)
        for item in (*self._edges, band, self.bars):
            self.addItem(item)
        self.line = self.add_line(
            [0],
            [0],
            QPen(theme.accent, 2),
            symbol="o",
            symbolSize=7,
            symbolBrush=theme.accent,
            symbolPen=None,
        )
        wanted = _thin(theme.muted)
        wanted.setStyle(Qt.PenStyle.DashLine)
        # Its name is below it at the left, where the curve is low.
        named = {"position": 0.01, "anchors": [(0, 0), (0, 0)], "color": theme.text}
        self._goal = pyqtgraph.InfiniteLine(0.0, angle=0, pen=wanted, label="", labelOpts=named)
        self._goal.label.setFont(self.font())
        self.addItem(self._goal)
        self._move()

    def _move(self) -> None:
        """Move the items to new points: faster than drawing them again."""
        x = np.array([point.sentences for point in self._points], np.float64)
        score, low, high = (
            np.array([100.0 * getattr(point, name) for point in self._points])
            for name in ("score", "low", "high")
        )
        for edge, y in zip(self._edges, (low, high), strict=True):
            edge.setData(x, y)
        self.bars.setData(x=x, y=score, top=high - score, bottom=score - low)
        self.bars.setVisible(len(x) <= MAX_BARS)
        self.line.setData(x, score)
        goal = 100.0 * self._target
        self._goal.setValue(goal)
        self._goal.label.setFormat(self.tr("Goal {goal}").format(goal=general(goal)))
        self._set_range(x, min(low.min(), goal), max(high.max(), goal))

    def _set_range(self, x: Any, low: float, high: float) -> None:
        middle = (low + high) / 2.0
        reach = max(high - low, MIN_SPAN) / 2.0 + 2.0
        low, high = max(0.0, middle - reach), min(100.0, middle + reach)
        # Points at 100% are circles: without room, half of them would be cut off.
        self.setYRange(low, high + MARGIN * (high - low), padding=0.0)
        margin = max(MIN_MARGIN, 0.06 * (x[-1] - x[0]))
        self.setXRange(max(0.0, x[0] - margin), x[-1] + margin, padding=0.0)

    def _spoken(self) -> str:
        if not self._points:
            return str(self.tr("No data yet"))
        first, last = self._points[0], self._points[-1]
        text = str(self.tr("From {a}% on {m} sentences to {b}% on {n} sentences, goal {goal}%"))
        return text.format(
            a=round(100 * first.score),
            m=first.sentences,
            b=round(100 * last.score),
            n=last.sentences,
            goal=general(100 * self._target),
        )


class ReliabilityPlot(Plot):
    """The accuracy of suggestions by confidence; calibrated ones are on the diagonal."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("reliability", "", parent)
        self._calibration: Calibration | None = None
        self.describe(self.tr("Calibration"), self._spoken())

    def show_calibration(self, calibration: Calibration | None) -> None:
        """Show the calibration before and after temperature scaling."""
        if not self.drawn or calibration is not self._calibration:
            self._calibration = calibration
            self.describe(description=self._spoken())
            self.redraw()

    def draw(self, theme: Theme) -> None:  # noqa: D102 (described by the base)
        self.name_axes(self.tr("Confidence, %"), self.tr("Correct, %"), theme)
        self.setXRange(0.0, 100.0, padding=MARGIN)
        self.setYRange(0.0, 100.0, padding=MARGIN)
        self.add_line([0, 100], [0, 100], QPen(theme.faint, 1, Qt.PenStyle.DashLine))
        if self._calibration is None:
            return
        self._bins(self._calibration.before, QPen(theme.muted, 1), symbol="o", brush=theme.base)
        self._bins(self._calibration.after, QPen(theme.accent, 2), symbol="s", brush=theme.accent)

    def _spoken(self) -> str:
        if self._calibration is None:
            return str(self.tr("No measurement yet"))
        bins = self._calibration.after
        template = str(self.tr("of {shown}% shown, {right}% right"))
        return "; ".join(
            template.format(shown=round(100 * shown), right=round(100 * right))
            for shown, right in zip(bins.confidence, bins.accuracy, strict=True)
        )

    def _bins(self, bins: ReliabilityBins, pen: QPen, *, symbol: str, brush: Any) -> None:
        outline = _thin(pen.color())
        self.add_line(
            100.0 * bins.confidence,
            100.0 * bins.accuracy,
            pen,
            symbol=symbol,
            symbolSize=7,
            symbolBrush=brush,
            symbolPen=outline,
        )


def _thin(colour: QColor) -> QPen:
    pen = QPen(colour, 1)
    pen.setCosmetic(True)
    return pen

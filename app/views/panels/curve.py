"""A small curve of the training loss, painted with QPainter.

pyqtgraph draws the other plots; its import takes 0.29 s on the window's thread, too much for
one line of 64 pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.domain.numbers import decimal, grouped
from app.views.colours import mix
from app.views.theme import GRID, theme_of
from app.views.widgets.drawing import Drawing

POINTS = 240
"""Maximum number of points: more cannot be told apart at the panel's width."""


class ObjectiveCurve(Drawing):
    """The training loss over the evaluations of one training."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("objective_curve")
        self.setAccessibleName(self.tr("Training loss"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._points: list[tuple[float, float]] = []
        self.show_points([])

    def sizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return QSize(20 * GRID, 6 * GRID)

    @property
    def has_points(self) -> bool:
        """Whether there are enough points for a curve."""
        return len(self._points) > 1

    def show_points(self, points: Sequence[tuple[float, float]]) -> None:
        """Show pairs of evaluation and objective."""
        step = max(1, math.ceil(len(points) / POINTS))
        thinned = list(points[::step])
        if points and thinned[-1] != points[-1]:
            thinned.append(points[-1])
        if thinned == self._points and self.accessibleDescription():
            return
        self._points = thinned
        self.setAccessibleDescription(self._spoken())
        self.update()

    def line(self, box: QRectF) -> list[QPointF]:
        """Return the curve within a box, lowest objective at the bottom."""
        values = [value for _, value in self._points]
        lowest = min(values)
        fall = (max(values) - lowest) or 1.0
        first, last = self._points[0][0], self._points[-1][0]
        width = (last - first) or 1
        return [
            QPointF(
                box.left() + box.width() * (at - first) / width,
                box.bottom() - box.height() * (value - lowest) / fall,
            )
            for at, value in self._points
        ]

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        theme = theme_of(self.palette())
        box = QRectF(self.rect()).adjusted(1, 4, -4, -4)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.line, 1))
            painter.drawLine(box.bottomLeft(), box.bottomRight())
            if len(self._points) > 1:
                line = self.line(box)
                area = QPolygonF([*line, box.bottomRight(), box.bottomLeft()])
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(mix(theme.window, theme.accent, 0.14))
                painter.drawPolygon(area)
                painter.setPen(QPen(theme.accent, 1.75))
                painter.drawPolyline(QPolygonF(line))
                painter.setBrush(theme.accent)
                painter.drawEllipse(line[-1], 2.5, 2.5)

    def _spoken(self) -> str:
        if not self._points:
            return self.tr("No training yet")
        return self.tr("From {first} to {last}, evaluations: {n}").format(
            first=decimal(self._points[0][1], 0),
            last=decimal(self._points[-1][1], 0),
            n=grouped(self._points[-1][0]),
        )

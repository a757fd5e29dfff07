"""A picture of the learning curves of a simulation, drawn without a window."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QImageWriter,
    QPainter,
    QPen,
    QPolygonF,
)

from app.formats.output import write_bytes
from app.views.theme import OKABE_ITO
from crfcore.active_learning.learning_curve import LearningCurve, mean_curve
from crfcore.active_learning.simulated_curves import Seeds, curve_of

if TYPE_CHECKING:
    from crfcore.active_learning.simulation import Simulation

PANEL_WIDTH, PANEL_HEIGHT = 460.0, 360.0
LEFT, RIGHT, TOP, BOTTOM = 66.0, 18.0, 16.0, 58.0
"""Margins of a plot in its panel, for scales and names of axes."""

MARGIN = 18.0
SCALE = 2.0
"""Pixels per point, for print and high-resolution screens."""

PAPER, INK, FAINT, GRID = QColor("#ffffff"), QColor("#202428"), QColor("#5a6068"), QColor("#e6e8eb")

AXES = (
    ("sentences", "sentences labelled", 1.0),
    ("tokens", "tokens labelled", 1.0),
    ("actions", "key presses and mouse gestures", 1.0),
    ("seconds", "simulated hours (a)", 3600.0),
)
COLOURS = tuple(colour for colour in OKABE_ITO if colour != "#f0e442")
"""Without yellow, which is hard to see on white."""

SCORES = {"f1": "F1", "token_accuracy": "accuracy"}

DASHES = (
    Qt.PenStyle.SolidLine,
    Qt.PenStyle.DashLine,
    Qt.PenStyle.DotLine,
    Qt.PenStyle.DashDotLine,
)
"""Line styles, so that lines differ not only in colour."""

SHAPES = 4
"""Number of line styles and of markers."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A strategy in a panel: its mean curve, and the range over its seeds."""

    mean: LearningCurve
    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Plot:
    """The area of a panel's plot, and the values at its edges."""

    area: QRectF
    right: float
    low: float
    high: float

    def at(self, amount: float, score: float) -> QPointF:
        x = self.area.left() + self.area.width() * amount / self.right
        share = (score - self.low) / (self.high - self.low)
        return QPointF(x, self.area.bottom() - self.area.height() * share)


def write_png(path: Path, found: Simulation) -> None:
    """Draw scores against sentences, tokens, actions and simulated time; may raise DataError."""
    image = draw(found)
    packed = QBuffer()
    packed.open(QBuffer.OpenModeFlag.WriteOnly)
    QImageWriter(packed, QByteArray(b"png")).write(image)
    write_bytes(path, bytes(packed.data().data()))


def draw(found: Simulation) -> QImage:
    """Return the picture: a row for each score, a column for each axis, the legend above."""
    # Without an application there are no fonts; it lives as long as this name.
    application = QGuiApplication.instance() or QGuiApplication(
        ["tagwright", "-platform", "offscreen"]
    )
    scores = [found.score] if found.score == "token_accuracy" else ["f1", "token_accuracy"]
    names = list(found.ways)
    font = QFont(QGuiApplication.font())
    font.setPixelSize(14)
    width = 2 * MARGIN + PANEL_WIDTH * len(AXES)
    legend = _legend_lines(names, QFontMetricsF(font), width - 2 * MARGIN)
    head = MARGIN + 26.0 * len(legend) + 10.0
    height = head + PANEL_HEIGHT * len(scores) + MARGIN
    image = QImage(round(width * SCALE), round(height * SCALE), QImage.Format.Format_RGB32)
    image.fill(PAPER)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(SCALE, SCALE)
        painter.setFont(font)
        _draw_legend(painter, legend, names)
        for row, score in enumerate(scores):
            for column, axis in enumerate(AXES):
                corner = QPointF(MARGIN + PANEL_WIDTH * column, head + PANEL_HEIGHT * row)
                _draw_panel(painter, corner, found, score, axis)
    del application
    return image


# ---- legend


def _legend_lines(names: Sequence[str], metrics: QFontMetricsF, room: float) -> list[list[str]]:
    lines: list[list[str]] = [[]]
    left = room
    for name in [*names, ""]:
        needed = _legend_width(name, metrics)
        if needed > left and lines[-1]:
            lines.append([])
            left = room
        lines[-1].append(name)
        left -= needed
    return lines


ALL_LABELLED = "all sentences labelled; band: the seeds"


def _legend_width(name: str, metrics: QFontMetricsF) -> float:
    return 44.0 + metrics.horizontalAdvance(name or ALL_LABELLED) + 30.0


def _draw_legend(painter: QPainter, lines: Sequence[Sequence[str]], names: Sequence[str]) -> None:
    metrics = QFontMetricsF(painter.font())
    for number, line in enumerate(lines):
        x, y = MARGIN + LEFT, MARGIN + 26.0 * number + 12.0
        for name in line:
            painter.setPen(_pen(names.index(name)) if name else _full_pen())
            painter.drawLine(QPointF(x, y), QPointF(x + 36.0, y))
            if name:
                _draw_marker(painter, QPointF(x + 18.0, y), names.index(name))
            painter.setPen(INK)
            painter.drawText(QPointF(x + 44.0, y + 5.0), name or ALL_LABELLED)
            x += _legend_width(name, metrics)


def _colour(number: int) -> QColor:
    return QColor(COLOURS[number % len(COLOURS)])


def _shape(number: int) -> int:
    """Return the index of a strategy's line style and marker, shifted after each round."""
    return (number + number // SHAPES) % SHAPES


def _pen(number: int) -> QPen:
    pen = QPen(_colour(number), 2.2)
    pen.setStyle(DASHES[_shape(number)])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def _full_pen() -> QPen:
    return QPen(FAINT, 1.2, Qt.PenStyle.DashLine)


def _draw_marker(painter: QPainter, at: QPointF, number: int) -> None:
    """Draw a disc, square, triangle or diamond in the colour of a strategy."""
    painter.save()
    painter.setPen(QPen(PAPER, 1.0))
    painter.setBrush(_colour(number))
    x, y, r = at.x(), at.y(), 4.6
    corners = (
        [],
        [(-r, -r), (r, -r), (r, r), (-r, r)],
        [(0.0, -1.3 * r), (1.2 * r, r), (-1.2 * r, r)],
        [(0.0, -1.4 * r), (1.4 * r, 0.0), (0.0, 1.4 * r), (-1.4 * r, 0.0)],
    )[_shape(number)]
    if corners:
        painter.drawPolygon(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in corners]))
    else:
        painter.drawEllipse(at, r, r)
    painter.restore()


# ---- panels


def _draw_panel(
    painter: QPainter,
    corner: QPointF,
    found: Simulation,
    score: str,
    axis: tuple[str, str, float],
) -> None:
    amount, what, unit = axis
    drawn = {name: _drawn(seeds, amount, score, unit) for name, seeds in found.ways.items()}
    curves = [one for one in drawn.values() if one is not None]
    full = float(getattr(found.full, score))
    area = QRectF(
        corner.x() + LEFT,
        corner.y() + TOP,
        PANEL_WIDTH - LEFT - RIGHT,
        PANEL_HEIGHT - TOP - BOTTOM,
    )
    right = max([one.mean.stop for one in curves], default=1.0) * 1.02
    least = min([min(one.low) for one in curves], default=0.0)
    most = max([full, *(max(one.high) for one in curves)])
    room = max(most - least, 0.01) * 0.04
    plot = _Plot(area, right, max(least - room, 0.0), min(most + room, 1.0 + room))
    _draw_scales(painter, plot, what, SCORES[score])
    painter.setPen(_full_pen())
    painter.drawLine(plot.at(0.0, full), plot.at(right, full))
    for number, one in enumerate(drawn.values()):
        if one is not None:
            _draw_band(painter, plot, one, number)
    for number, one in enumerate(drawn.values()):
        if one is not None:
            _draw_curve(painter, plot, one, number)


def _drawn(seeds: Seeds, amount: str, score: str, unit: float) -> _Drawn | None:
    """Return a strategy's curves; None if its seeds have no amount in common."""
    curves = [curve_of(points, amount, score) for points in seeds.values()]
    if max(curve.start for curve in curves) > min(curve.stop for curve in curves):
        return None
    mean = mean_curve(curves)
    heights = np.array([curve.at(mean.amounts) for curve in curves])
    return _Drawn(
        LearningCurve(mean.amounts / unit, mean.scores),
        tuple(heights.min(axis=0).tolist()),
        tuple(heights.max(axis=0).tolist()),
    )


def _draw_band(painter: QPainter, plot: _Plot, one: _Drawn, number: int) -> None:
    amounts = one.mean.amounts.tolist()
    there = [plot.at(a, s) for a, s in zip(amounts, one.high, strict=True)]
    back = [plot.at(a, s) for a, s in zip(amounts, one.low, strict=True)]
    colour = _colour(number)
    colour.setAlphaF(0.16)
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([*there, *reversed(back)]))
    painter.restore()


def _draw_curve(painter: QPainter, plot: _Plot, one: _Drawn, number: int) -> None:
    painter.setPen(_pen(number))
    points = [
        plot.at(a, s)
        for a, s in zip(one.mean.amounts.tolist(), one.mean.scores.tolist(), strict=True)
    ]
    painter.drawPolyline(QPolygonF(points))
    # Evenly along the axis, at different positions for each strategy.
    for step in range(4):
        amount = plot.right * (0.12 + 0.22 * step + 0.05 * _shape(number))
        if one.mean.start <= amount <= one.mean.stop:
            _draw_marker(painter, plot.at(amount, float(one.mean.at(amount))), number)


def _draw_scales(painter: QPainter, plot: _Plot, across: str, up: str) -> None:
    area = plot.area
    centre = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
    for tick in ticks(0.0, plot.right, 5):
        x = plot.at(tick, plot.low).x()
        painter.setPen(GRID)
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        painter.setPen(FAINT)
        box = QRectF(x - 50.0, area.bottom() + 6.0, 100.0, 20.0)
        painter.drawText(box, centre, f"{tick:,.10g}")
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    for tick in ticks(plot.low, plot.high, 6):
        y = plot.at(0.0, tick).y()
        painter.setPen(GRID)
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        painter.setPen(FAINT)
        painter.drawText(QRectF(area.left() - 60.0, y - 10.0, 54.0, 20.0), right, f"{tick:.10g}")
    painter.setPen(QPen(FAINT, 1.0))
    painter.drawLine(area.bottomLeft(), area.bottomRight())
    painter.drawLine(area.bottomLeft(), area.topLeft())
    painter.setPen(INK)
    painter.drawText(QRectF(area.left(), area.bottom() + 28.0, area.width(), 22.0), centre, across)
    painter.save()
    painter.translate(area.left() - 58.0, area.center().y())
    painter.rotate(-90.0)
    painter.drawText(QRectF(-100.0, -4.0, 200.0, 20.0), centre, up)
    painter.restore()


def ticks(low: float, high: float, most: int) -> list[float]:
    """Return round numbers from low to high, at most ``most`` + 1."""
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1.0, 2.0, 5.0, 10.0) if power * factor >= rough)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]

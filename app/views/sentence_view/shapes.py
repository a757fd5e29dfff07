"""The shapes of chips and glyphs."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen

from app.views.sentence_view.captions import QUERIED_SIZE
from app.views.sentence_view.geometry import Run
from app.views.theme import Theme


def snapped(band: QRectF) -> QRectF:
    """Return a rectangle on whole pixels, for crisp lines."""
    left, top = round(band.left()), round(band.top())
    return QRectF(left, top, round(band.right()) - left, round(band.bottom()) - top)


def closed_path(band: QRectF, radius: float, run: Run) -> QPainterPath:
    """Return a rectangle with round corners at its closed sides."""
    path = QPainterPath()
    path.addRoundedRect(band, radius, radius)
    half = band.width() / 2
    if not run.left_closed:
        path.addRect(QRectF(band.left(), band.top(), half, band.height()))
    if not run.right_closed:
        path.addRect(QRectF(band.left() + half, band.top(), half, band.height()))
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def open_path(band: QRectF, radius: float, run: Run) -> QPainterPath:
    """Return an outline without a line where the span continues."""
    path = QPainterPath()
    if run.left_closed and run.right_closed:
        path.addRoundedRect(band, radius, radius)
        return path
    left, top, right, bottom = band.left(), band.top(), band.right(), band.bottom()
    if run.left_closed:
        path.moveTo(right, top)
        path.lineTo(left + radius, top)
        path.quadTo(left, top, left, top + radius)
        path.lineTo(left, bottom - radius)
        path.quadTo(left, bottom, left + radius, bottom)
        path.lineTo(right, bottom)
        return path
    path.moveTo(left, top)
    if run.right_closed:
        path.lineTo(right - radius, top)
        path.quadTo(right, top, right, top + radius)
        path.lineTo(right, bottom - radius)
        path.quadTo(right, bottom, right - radius, bottom)
    else:
        path.lineTo(right, top)
        path.moveTo(right, bottom)
    path.lineTo(left, bottom)
    return path


def bracket(band: QRectF, arm: float, radius: float, *, left: bool) -> QPainterPath:
    """Return the left or right bracket of a chip."""
    side = band.left() if left else band.right()
    reach = arm if left else -arm
    bend = radius if left else -radius
    path = QPainterPath(QPointF(side + reach, band.top()))
    path.lineTo(side + bend, band.top())
    path.quadTo(side, band.top(), side, band.top() + radius)
    path.lineTo(side, band.bottom() - radius)
    path.quadTo(side, band.bottom(), side + bend, band.bottom())
    path.lineTo(side + reach, band.bottom())
    return path


def draw_tick(painter: QPainter, x: float, baseline: float, size: float, colour: QColor) -> None:
    """Draw a tick."""
    pen = QPen(colour, max(1.5, size / 6))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPolyline(
        [
            QPointF(x + 0.08 * size, baseline - 0.46 * size),
            QPointF(x + 0.38 * size, baseline - 0.12 * size),
            QPointF(x + 0.95 * size, baseline - 0.92 * size),
        ]
    )


def draw_list(painter: QPainter, x: float, baseline: float, size: float, colour: QColor) -> None:
    """Draw the icon of a list."""
    pen = QPen(colour, max(1.4, size / 7))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    for height in (0.08, 0.46, 0.84):
        y = baseline - height * size
        painter.drawPoint(QPointF(x + 0.08 * size, y))
        painter.drawLine(QPointF(x + 0.4 * size, y), QPointF(x + 0.92 * size, y))


def draw_question_mark(
    painter: QPainter, x: float, baseline: float, size: float, theme: Theme
) -> None:
    """Draw a filled circle with a question mark in it."""
    side = QUERIED_SIZE * size
    # Vertically centred on the text beside it.
    circle = QRectF(x, baseline - 0.5 * (size + side), side, side)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.accent)
    painter.drawEllipse(circle)
    font = QFont(painter.font())
    painter.save()
    font.setBold(True)
    font.setPixelSize(max(6, round(1.15 * size)))
    painter.setFont(font)
    painter.setPen(theme.base)
    painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, "?")
    painter.restore()


def draw_arrow(painter: QPainter, x: float, baseline: float, size: float, colour: QColor) -> None:
    """Draw an arrow down to a line."""
    pen = QPen(colour, max(1.4, size / 7))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    middle, tip = x + size / 2, baseline - 0.32 * size
    painter.drawLine(QPointF(middle, baseline - 1.05 * size), QPointF(middle, tip))
    painter.drawPolyline(
        [
            QPointF(middle - 0.3 * size, tip - 0.3 * size),
            QPointF(middle, tip),
            QPointF(middle + 0.3 * size, tip - 0.3 * size),
        ]
    )
    painter.drawLine(QPointF(x + 0.08 * size, baseline), QPointF(x + 0.92 * size, baseline))

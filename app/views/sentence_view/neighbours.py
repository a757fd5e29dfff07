"""The sentences before and behind the current one, as context: read only and dimmed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QTextLayout, QTextOption

from app.views.sentence_view.metrics import Metrics
from app.views.sentence_view.offsets import begins_right_to_left, shown_text
from app.views.theme import Theme

MOST = 4
"""So many sentences are laid out on each side."""
LONGEST = 600
"""A neighbour is context: of a very long one the beginning, or the end, is enough."""
_FADING, _MOST_FADED = 0.04, 0.12
"""What a neighbour loses of its colour with each step, and at most: it can still be read."""
_LEADING = 1.45


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A sentence near the current one, and its place in the corpus."""

    place: int
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class LaidOut:
    """A neighbour with its lines, from ``top`` to ``bottom`` of the column of text."""

    neighbour: Neighbour
    layout: QTextLayout
    top: float
    bottom: float
    distance: int


def lay_out_neighbours(
    before: Sequence[Neighbour],
    behind: Sequence[Neighbour],
    metrics: Metrics,
    width: float,
    height: float,
) -> list[LaidOut]:
    """Lay out the sentences above (nearest first) and below a sentence of a certain height."""
    gap = 2 * metrics.row_gap
    found: list[LaidOut] = []
    edge = -gap
    for distance, neighbour in enumerate(before[:MOST]):
        layout, tall = _laid_out(neighbour.text[-LONGEST:], metrics, width)
        found.append(LaidOut(neighbour, layout, edge - tall, edge, distance))
        edge -= tall + metrics.row_gap
    edge = height + gap
    for distance, neighbour in enumerate(behind[:MOST]):
        layout, tall = _laid_out(neighbour.text[:LONGEST], metrics, width)
        found.append(LaidOut(neighbour, layout, edge, edge + tall, distance))
        edge += tall + metrics.row_gap
    return found


def paint_neighbours(
    painter: QPainter, neighbours: Sequence[LaidOut], theme: Theme, visible: QRectF
) -> None:
    """Draw the neighbours that can be seen, fainter the further away they are."""
    for one in neighbours:
        if one.top <= visible.bottom() and one.bottom >= visible.top():
            painter.setPen(_dimmed(theme, one.distance))
            one.layout.draw(painter, QPointF(0.0, one.top), [], visible)


def _dimmed(theme: Theme, distance: int) -> QColor:
    return theme.toned(theme.faint, 1.0 - min(_MOST_FADED, _FADING * distance))


def _laid_out(text: str, metrics: Metrics, width: float) -> tuple[QTextLayout, float]:
    layout = QTextLayout(shown_text(text), metrics.neighbour_font)
    layout.setCacheEnabled(True)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    if begins_right_to_left(text):
        option.setTextDirection(Qt.LayoutDirection.RightToLeft)
        option.setAlignment(Qt.AlignmentFlag.AlignRight)
    layout.setTextOption(option)
    layout.beginLayout()
    y = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0.0, y))
        y += line.height() * _LEADING
    layout.endLayout()
    return layout, y

"""The sentences before and behind the current one, as context: read only and dimmed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QTextLayout, QTextOption

from app.views.sentence_view.metrics import NEIGHBOUR_SHARE, Metrics
from app.views.sentence_view.offsets import OffsetMap, begins_right_to_left, shown_text
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
    """A neighbour with its lines, from ``top`` to ``bottom`` of the column of text.

    Of a long one only a part is laid out: with ``at_end`` the end of it.
    """

    neighbour: Neighbour
    layout: QTextLayout
    top: float
    bottom: float
    distance: int
    at_end: bool = False

    def character_at(self, x: float, y: float) -> int:
        """Return which character of the sentence, in code points, is nearest to a point."""
        lines = [self.layout.lineAt(number) for number in range(self.layout.lineCount())]
        below = [line for line in lines if line.y() <= y - self.top]
        if not below:
            return 0
        text = self.layout.text()
        units = range(below[-1].textStart(), below[-1].textStart() + below[-1].textLength())
        unit = min(units, key=lambda unit: self._away_from(unit, x), default=0)
        left_out = len(self.neighbour.text) - len(text) if self.at_end else 0
        return left_out + OffsetMap(text).code_point(unit)

    def _away_from(self, unit: int, x: float) -> float:
        """Return how far from ``x`` a letter is drawn; where text runs both ways Qt errs here."""
        drawn = [run.boundingRect() for run in self.layout.glyphRuns(unit, 1)]
        inked = [rect for rect in drawn if not rect.isEmpty()]
        return min((max(rect.left() - x, x - rect.right(), 0.0) for rect in inked), default=inf)


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
        found.append(LaidOut(neighbour, layout, edge - tall, edge, distance, at_end=True))
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


def _smaller(metrics: Metrics) -> QFont:
    font = QFont(metrics.font)
    font.setPointSizeF(font.pointSizeF() * NEIGHBOUR_SHARE)
    return font


def _laid_out(text: str, metrics: Metrics, width: float) -> tuple[QTextLayout, float]:
    layout = QTextLayout(shown_text(text), _smaller(metrics))
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

"""The rows of matches: the words found, with their context and their label."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle

from app.domain.invisible import listed_text
from app.domain.numbers import grouped
from app.item_models.matches import MatchRole
from app.item_models.rows import Index
from app.item_models.sentences import SentenceState
from app.views.panels.sentences import paint_state
from app.views.sentence_view.offsets import begins_right_to_left
from app.views.theme import GRID, HALF_GRID, Theme
from app.views.widgets.listing import (
    RowDelegate,
    bold,
    paint_elided,
    without_beginning,
    without_end,
)

LONGEST_LABEL = 16 * GRID
"""Maximum width in pixels of the label at the end of a row."""


class FindDelegate(RowDelegate):
    """Paints a match: state and number of its sentence, its context, and its label."""

    def paint_row(  # noqa: D102 (described by the base)
        self, painter: QPainter, rect: QRect, index: Index, theme: Theme
    ) -> None:
        mark = QRectF(rect.left(), rect.center().y() - 5.5, 12, 12)
        paint_state(painter, mark, SentenceState(index.data(MatchRole.STATE)), theme)
        number = grouped(index.data(MatchRole.NUMBER))
        width = painter.fontMetrics().horizontalAdvance("0" * max(5, len(number))) + 2
        at = rect.adjusted(12 + GRID, 0, 0, 0)
        painter.setPen(theme.faint)
        paint_elided(painter, QRect(at.left(), at.top(), width, at.height()), number, right=True)
        at.setLeft(at.left() + width + GRID)
        excerpt = index.data(MatchRole.EXCERPT)
        if excerpt[1]:
            # Also without a label, so that matches are aligned.
            room = min(LONGEST_LABEL, at.width() // 4)
            painter.setPen(theme.muted)
            label = QRect(at.right() - room, at.top(), room, at.height())
            now = cut_name(index.data(MatchRole.NOW), room, painter.fontMetrics())
            paint_elided(painter, label, now, right=True)
            at.setRight(at.right() - room - GRID)
        paint_in_context(painter, at, excerpt, theme)


def cut_name(now: str, room: int, metrics: QFontMetrics) -> str:
    """Return a label with its percentage, and its name cut if both do not fit into ``room``."""
    name, space, chance = now.rpartition(" ")
    if not chance.endswith("%") or metrics.horizontalAdvance(now) <= room:
        return now
    left = room - metrics.horizontalAdvance(space + chance)
    return metrics.elidedText(name, Qt.TextElideMode.ElideRight, left) + space + chance


def paint_in_context(
    painter: QPainter, rect: QRect, excerpt: tuple[str, str, str], theme: Theme
) -> None:
    """Paint a match aligned with those of other rows, between the texts before and after it.

    A right-to-left text is mirrored. An excerpt with an empty match is a whole sentence.
    """
    before, middle, behind = (listed_text(text) for text in excerpt)
    font = painter.font()
    if not middle:
        painter.setPen(theme.text)
        paint_elided(painter, rect, behind)
        return
    mirrored = begins_right_to_left("".join(excerpt))
    painter.setFont(bold(font))
    metrics = painter.fontMetrics()
    # Some spare width: measured and painted widths differ by fractions of a pixel.
    advance = metrics.horizontalAdvance(middle)
    width = min(advance + HALF_GRID, rect.width() // 2)
    room = rect.width() * 2 // 5
    ahead = QRect(rect.left(), rect.top(), room - HALF_GRID, rect.height())
    match = QRect(rect.left() + room, rect.top(), width, rect.height())
    left = match.left() + min(advance, width)
    rest = QRect(left, rect.top(), rect.right() + 1 - left, rect.height())
    direction = Qt.LayoutDirection.RightToLeft if mirrored else Qt.LayoutDirection.LeftToRight
    ahead, match, rest = (QStyle.visualRect(direction, rect, one) for one in (ahead, match, rest))
    painter.setPen(theme.text)
    paint_elided(painter, match, middle, right=mirrored)
    painter.setFont(font)
    painter.setPen(theme.muted)
    metrics = painter.fontMetrics()
    shown = without_beginning(before, metrics, ahead.width())
    side = Qt.AlignmentFlag.AlignLeft if mirrored else Qt.AlignmentFlag.AlignRight
    painter.setLayoutDirection(direction)
    absolute = Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(ahead, side | absolute, shown)
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    paint_elided(painter, rest, without_end(behind, metrics, rest.width()), right=mirrored)

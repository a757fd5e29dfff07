"""The delegate of the queue: two lines of text, uncertain words, and the reason for its rank."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QPainter,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from app.domain.invisible import listed_text
from app.domain.sentence_flags import SentenceFlags
from app.item_models.queue import Chip, HighlightedWord, QueueModel, QueueRole, RowUncertainty
from app.item_models.rows import Index
from app.views.sentence_view.offsets import OffsetMap, begins_right_to_left, shown_text
from app.views.theme import GRID, HALF_GRID, RADIUS, Theme
from app.views.widgets.listing import DOTS, RowDelegate, paint_elided, paint_line

LINES = 2
"""Lines of a sentence that are shown."""

CHIP_SIZE = 0.9
"""Font size of a chip, relative to other text."""

WIDEST = 12 * GRID
"""Maximum width of a label's name in pixels where not all labels fit into the row."""

NARROWEST = 5 * GRID
"""Minimum width in pixels for showing a label."""

BESIDE_NAME = GRID + HALF_GRID + 1
"""What a chip takes beside the name: its borders, and the space to the next one."""


class QueueDelegate(RowDelegate):
    """Paints a sentence with its uncertain words marked, and below it labels, reason, number."""

    lines = LINES + 1

    def __init__(self, model: QueueModel) -> None:
        super().__init__()
        self._model = model

    def paint_row(  # noqa: D102 (described by the base)
        self, painter: QPainter, rect: QRect, index: Index, theme: Theme
    ) -> None:
        uncertainty: RowUncertainty = index.data(QueueRole.UNCERTAINTY)
        inner = rect.adjusted(0, HALF_GRID + 1, 0, -HALF_GRID)
        line = painter.fontMetrics().height()
        paint_text(painter, inner, uncertainty, theme)
        # Below two lines even if there is only one: all rows are alike.
        below = QRect(inner.left(), inner.top() + LINES * line + 3, inner.width(), line)
        painter.setPen(QPen(theme.line, 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setPen(theme.text)
        below = self._after_number(painter, below, uncertainty)
        notes = self._notes(uncertainty)
        if notes:
            painter.setPen(theme.accent)
            below.adjust(paint_elided(painter, below, f"{notes} · "), 0, 0, 0)
        if uncertainty.disagreement is None and uncertainty.name is None:
            below.adjust(paint_chips(painter, below, uncertainty.chips, theme), 0, 0, 0)
        painter.setPen(theme.faint)
        reason = longest_that_fits(
            self._model.summaries(uncertainty), painter.fontMetrics(), below.width()
        )
        whole = painter.fontMetrics().horizontalAdvance(reason) <= below.width()
        if whole or below.width() >= NARROWEST + WIDEST:
            paint_line(painter, below, reason)

    def _after_number(self, painter: QPainter, below: QRect, uncertainty: RowUncertainty) -> QRect:
        """Paint the number at the right, and return the room that is left.

        Names and disagreements are listed for their reason: the number must not cut it.
        """
        if not uncertainty.number:
            return below
        metrics = painter.fontMetrics()
        taken = metrics.horizontalAdvance(uncertainty.number) + GRID
        if uncertainty.disagreement is not None or uncertainty.name is not None:
            reasons = self._model.summaries(uncertainty)
            notes = self._notes(uncertainty)
            room = below.width() - metrics.horizontalAdvance(f"{notes} · " if notes else "")
            if metrics.horizontalAdvance(reasons[0]) > room - taken:
                return below
        paint_elided(painter, below, uncertainty.number, right=True)
        return below.adjusted(0, 0, -taken, 0)

    def _notes(self, uncertainty: RowUncertainty) -> str:
        """Return the names of the sentence's flags."""
        if not uncertainty.flags:  # as in most of the rows
            return ""
        names = {
            SentenceFlags.FLAGGED: self.tr("flagged"),
            SentenceFlags.LATER: self.tr("postponed"),
            SentenceFlags.SKIPPED: self.tr("skipped"),
            SentenceFlags.ANSWERED: self.tr("partly answered"),
        }
        return ", ".join(name for flag, name in names.items() if uncertainty.flags & flag)


def paint_text(painter: QPainter, rect: QRect, uncertainty: RowUncertainty, theme: Theme) -> int:
    """Paint the text in at most two lines, uncertain words marked; return its height."""
    layout = QTextLayout(_listed(uncertainty.text), painter.font())
    mirrored = begins_right_to_left(uncertainty.text)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    if mirrored:
        option.setTextDirection(Qt.LayoutDirection.RightToLeft)
    layout.setTextOption(option)
    layout.setFormats([_format(uncertainty.text, one, theme) for one in uncertainty.highlighted])
    painter.setPen(theme.text)
    metrics = painter.fontMetrics()
    dots = metrics.horizontalAdvance(DOTS)
    top, height = float(rect.top()), 0.0
    layout.beginLayout()
    for at in range(LINES):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(rect.width())
        ends = line.textStart() + line.textLength() >= len16(layout.text())
        if at == LINES - 1 and not ends:
            line.setLineWidth(rect.width() - dots)
        shift = dots if mirrored and at == LINES - 1 and not ends else 0
        line.draw(painter, QPointF(rect.left() + shift, top + height))
        if at == LINES - 1 and not ends:
            seen = line.naturalTextRect()
            x = seen.left() + shift - dots if mirrored else seen.right()
            painter.drawText(QPointF(rect.left() + x, top + height + line.ascent()), DOTS)
        height += metrics.height()
        if ends:
            break
    layout.endLayout()
    return round(height)


def longest_that_fits(texts: Sequence[str], metrics: QFontMetrics, room: int) -> str:
    """Return the first of some texts, the longest first, that fits; the last if none does."""
    fitting = (text for text in texts if metrics.horizontalAdvance(text) <= room)
    return next(fitting, texts[-1])


def paint_chips(painter: QPainter, rect: QRect, chips: Sequence[Chip], theme: Theme) -> int:
    """Paint suggested labels, those that fit; return their width with spacing."""
    metrics = QFontMetrics(_small(painter.font()))
    names = [metrics.horizontalAdvance(chip.name) + 1 for chip in chips]
    taken = 0
    for chip, room in zip(chips, rooms_for(names, rect.width()), strict=False):
        taken += paint_chip(painter, rect.adjusted(taken, 0, 0, 0), chip, theme, room)
    return taken


def rooms_for(names: Sequence[int], room: int) -> list[int]:
    """Return the widths in which names of labels are painted, one for each chip that fits.

    Where not all fit, long names are cut, but only the first to less than `WIDEST`: its beginning
    says little.
    """
    if sum(names) + BESIDE_NAME * len(names) <= room:
        return list(names)
    found: list[int] = []
    for width in (min(name, WIDEST) for name in names):
        if BESIDE_NAME + width > room:
            break
        found.append(width)
        room -= BESIDE_NAME + width
    if found:
        found[0] = min(names[0], found[0] + room)
    elif room >= NARROWEST:
        found.append(room - BESIDE_NAME)
    return found


def paint_chip(painter: QPainter, rect: QRect, chip: Chip, theme: Theme, room: int) -> int:
    """Paint a suggested label as a chip, its name in ``room``; return its width with spacing."""
    usual = painter.font()
    small = _small(usual)
    metrics = QFontMetrics(small)
    name = metrics.elidedText(chip.name, Qt.TextElideMode.ElideRight, room)
    width = metrics.horizontalAdvance(name) + GRID
    colours = theme.neutral() if chip.colour is None else theme.label(chip.colour)
    box = QRectF(rect.left() + 0.5, rect.top() + 0.5, width, rect.height())
    painter.setPen(QPen(colours.line, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, RADIUS, RADIUS)
    painter.setPen(colours.ink)
    painter.setFont(small)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)
    painter.setFont(usual)
    return round(width) + HALF_GRID + 1


def _small(usual: QFont) -> QFont:
    """Return the font of a chip."""
    small = QFont(usual)
    small.setPointSizeF(CHIP_SIZE * usual.pointSizeF())
    return small


def _listed(text: str) -> str:
    return listed_text(shown_text(text))


def _format(text: str, one: HighlightedWord, theme: Theme) -> QTextLayout.FormatRange:
    """Return the format of an uncertain word: bold, underlined in the label's colour."""
    colours = theme.neutral() if one.chip.colour is None else theme.label(one.chip.colour)
    found = QTextLayout.FormatRange()
    found.start = len16(_listed(text[: one.start]))
    found.length = len16(_listed(text[: one.end])) - found.start
    letters = QTextCharFormat()
    letters.setFontWeight(QFont.Weight.DemiBold)
    letters.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    letters.setUnderlineColor(colours.line)
    found.format = letters
    return found


def len16(text: str) -> int:
    """Return the length of a text in UTF-16 units, in which Qt counts."""
    return OffsetMap(text).n_units

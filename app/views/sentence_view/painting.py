"""Painting of a sentence: chips, words, captions and marks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPainterPath,
    QPen,
    QRegion,
)

from app.views.sentence_view.arrangement import Arrangement
from app.views.sentence_view.captions import Caption, PlacedChip, part_width
from app.views.sentence_view.chips import Chip, ChipKind, Glyph, Part
from app.views.sentence_view.edges import Edge
from app.views.sentence_view.geometry import Piece, Run, SentenceGeometry
from app.views.sentence_view.metrics import Metrics
from app.views.sentence_view.shapes import (
    bracket,
    closed_path,
    draw_arrow,
    draw_list,
    draw_question_mark,
    draw_tick,
    open_path,
    snapped,
)
from app.views.theme import QUIET_CHIPS, LabelColours, Pattern, Theme

NO_LABEL_STRENGTH = 0.7
"""Strength of the line under "no label"."""
_DASHES = (3.2, 2.4)
_RIGHTWARDS = "\u200e\u202a\u2066"
_LEFTWARDS = "\u061c\u200f\u202b\u2067"
"""Characters that set the direction of the text after them."""
PULSE_REACH = 10
"""Maximum distance of a pulse from its token in pixels."""

QUIET_CAPTIONS = 0.9
"""Strength of the colours of captions in a neighbouring sentence."""
REACH = 5.0
"""Maximum distance in pixels that anything is drawn outside of its line."""
OVERHANG = 2.0
"""Maximum distance in pixels that a chip or a caption is drawn beside its run or width."""
BAR = 3.0
"""Width of the bar beside the current sentence of a document in pixels."""
RING_REACH = 2.2
"""Distance in pixels between a chip and the ring around it."""
RING_CLEAR = 1.0
"""Minimum distance in pixels between the ring and the letters beside it, if there is space."""

SELECTION_INSET = 1.0
"""Inset in pixels of the outline of a span under a selection."""

_GLYPHS: Mapping[Glyph | None, Callable[[QPainter, float, float, float, QColor], None]] = {
    Glyph.TICK: draw_tick,
    Glyph.ARROW: draw_arrow,
    Glyph.LIST: draw_list,
}

SPANS = frozenset(
    {
        ChipKind.PERSON,
        ChipKind.PROPOSAL,
        ChipKind.UNCERTAIN,
        ChipKind.IMPORTED,
        ChipKind.LISTED,
    }
)
"""Chips of spans."""

_BRACKET = 0.42
"""Length of the arms of a bracket, in heights of a chip."""


@dataclass(frozen=True, slots=True)
class Focus:
    """The current token, which has the ring, and the selection."""

    token: int
    first: int
    last: int
    active: bool


def paint_sentence(
    painter: QPainter,
    arrangement: Arrangement,
    theme: Theme,
    focus: Focus | None,
    visible: QRectF,
    *,
    quiet: bool = False,
) -> None:
    """Draw the part of a sentence in a rectangle; both are relative to the column of text.

    The ring of ``focus`` is drawn by `paint_ring`. A ``quiet`` sentence, a neighbour, is paler.
    """
    brush = _Brush(painter, arrangement.geometry, theme, visible, quiet=quiet)
    if not brush.is_visible:
        return
    seen = [one for one in arrangement.chips if brush.sees(one.runs)]
    brush.set_strength(QUIET_CHIPS)
    for one in seen:
        brush.chip(one)
    brush.set_strength(1.0)
    brush.selection(focus)
    brush.covered(seen, focus)
    brush.words(focus)
    brush.set_strength(QUIET_CAPTIONS)
    for caption in arrangement.captions:
        brush.caption(caption)
    brush.set_strength(1.0)
    brush.pins()
    for token in arrangement.marked:
        brush.mark(token)


def selected_region(geometry: SentenceGeometry, focus: Focus | None) -> QRegion:
    """Return the region that a selection of several tokens fills, on whole pixels."""
    region = QRegion()
    if focus is not None and focus.first != focus.last:
        for run in geometry.runs(focus.first, focus.last):
            band = snapped(geometry.band(run.line, run.left, run.right))
            region += band.toAlignedRect()
    return region


def paint_ring(painter: QPainter, geometry: SentenceGeometry, theme: Theme, focus: Focus) -> None:
    """Draw the ring around the current token; thinner without the focus."""
    if focus.token >= geometry.n_tokens:
        return
    colour = theme.accent if focus.active else theme.faint
    pen = theme.ring if focus.active else 1.2
    painter.setPen(QPen(colour, pen))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for piece in geometry.pieces(focus.token):
        rect = ring_of(geometry, piece, pen)
        radius = min(geometry.metrics.radius + RING_REACH, rect.width() / 3)
        painter.drawRoundedRect(rect, radius, radius)


def paint_bar(painter: QPainter, geometry: SentenceGeometry, theme: Theme, margin: float) -> None:
    """Draw the bar of the current sentence, in the margin where its lines start."""
    x = -0.5 * margin if geometry.rightwards else geometry.width + 0.5 * margin
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.accent)
    bar = QRectF(x - BAR / 2, 0.0, BAR, max(geometry.height, geometry.metrics.line_height / 2))
    painter.drawRoundedRect(bar, BAR / 2, BAR / 2)


def paint_pulse(
    painter: QPainter, geometry: SentenceGeometry, theme: Theme, tokens: Sequence[int], age: float
) -> None:
    """Draw the halo around tokens that changed automatically; ``age`` runs from 0 to 1."""
    colour = QColor(theme.accent)
    colour.setAlphaF(0.55 * (1.0 - age))
    painter.setPen(QPen(colour, 2.0 + 2.0 * (1.0 - age)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    reach = 2.0 + 5.0 * age
    for token in tokens:
        rect = geometry.rect(token).adjusted(-reach, -reach, reach, reach)
        radius = geometry.metrics.radius + reach
        painter.drawRoundedRect(rect, radius, radius)


def paint_grip(painter: QPainter, geometry: SentenceGeometry, theme: Theme, edge: Edge) -> None:
    """Draw the edge of a span under the mouse as a thick line."""
    line = geometry.lines[edge.line]
    pen = QPen(theme.accent, 3.0)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    inset = geometry.metrics.radius
    painter.drawLine(QPointF(edge.x, line.top + inset), QPointF(edge.x, line.chip_bottom - inset))


def paint_dragged(
    painter: QPainter, geometry: SentenceGeometry, theme: Theme, span: tuple[int, int]
) -> None:
    """Draw a frame around the span that would result from dragging."""
    ground = QColor(theme.accent)
    ground.setAlphaF(0.14)
    reach = 2.0
    for run in geometry.runs(*span):
        band = snapped(geometry.band(run.line, run.left, run.right))
        band = band.adjusted(-reach, -reach, reach, reach)
        painter.fillPath(closed_path(band, geometry.metrics.radius + reach, run), ground)
        painter.setPen(QPen(theme.accent, 2.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(open_path(band, geometry.metrics.radius + reach, run))


def ring_of(geometry: SentenceGeometry, piece: Piece, pen: float) -> QRectF:
    """Return the rectangle of a ring: outside of the chip, and off the words beside it."""
    room_left, room_right = geometry.room_beside(piece)
    left, right = (
        min(own + RING_REACH, max(room - pen / 2 - RING_CLEAR, room / 2))
        for own, room in (
            (piece.left - piece.outer_left, room_left),
            (piece.outer_right - piece.right, room_right),
        )
    )
    band = geometry.band(piece.line, piece.left - left, piece.right + right)
    return band.adjusted(0.0, -RING_REACH, 0.0, RING_REACH)


class _Brush:
    """A painter with the sentence, the theme, and the visible lines."""

    def __init__(
        self,
        painter: QPainter,
        geometry: SentenceGeometry,
        theme: Theme,
        visible: QRectF,
        *,
        quiet: bool = False,
    ) -> None:
        self._quiet = quiet
        self._strength = 1.0
        self._painter = painter
        self._geometry = geometry
        self._metrics: Metrics = geometry.metrics
        self._theme = theme
        self._visible = visible
        self._lines = {
            number
            for number, line in enumerate(geometry.lines)
            if line.top - REACH <= visible.bottom() and line.bottom + REACH >= visible.top()
        }
        self._draw = {
            ChipKind.PERSON: self._filled,
            ChipKind.PROPOSAL: self._outlined,
            ChipKind.UNCERTAIN: self._outlined,
            ChipKind.IMPORTED: self._bracketed,
            ChipKind.LISTED: self._outlined,
            ChipKind.NO_LABEL: self._underlined,
            ChipKind.MISS: self._dotted,
        }

    def set_strength(self, strength: float) -> None:
        """Set the strength of colours, if the sentence is quiet."""
        if self._quiet:
            self._strength = strength

    def _tone(self, colour: QColor) -> QColor:
        """Return a colour in the strength that is set.

        Mixed with the background: Qt strokes paths that are partly transparent several times as
        slowly.
        """
        return colour if self._strength == 1.0 else self._theme.toned(colour, self._strength)

    @property
    def is_visible(self) -> bool:
        """Whether any line is visible."""
        return bool(self._lines)

    def sees(self, runs: Sequence[Run]) -> bool:
        """Return whether any of these runs is visible."""
        return any(self._sees(run.line, run.left, run.right) for run in runs)

    def _sees(self, line: int, left: float, right: float) -> bool:
        """Return whether something is visible of what is drawn in a line from left to right."""
        return (
            line in self._lines
            and left - OVERHANG <= self._visible.right()
            and right + OVERHANG >= self._visible.left()
        )

    def chip(self, one: PlacedChip) -> None:
        """Draw a chip behind its words."""
        chip = one.chip
        colours = self._colours(chip)
        draw = self._draw.get(chip.kind)
        if draw is None:
            return
        for run in one.runs:
            if self._sees(run.line, run.left, run.right):
                draw(run, chip, colours)

    def selection(self, focus: Focus | None) -> None:
        """Fill the selected tokens with the theme's colour of selections."""
        if focus is None or focus.first == focus.last:
            return
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(self._theme.selection)
        radius = self._metrics.radius
        for run in self._geometry.runs(focus.first, focus.last):
            if run.line in self._lines:
                self._painter.drawRoundedRect(self._band(run), radius, radius)

    def covered(self, seen: Sequence[PlacedChip], focus: Focus | None) -> None:
        """Draw the outlines of spans under a selection, in the colour of selected text."""
        if focus is None or focus.first == focus.last:
            return
        selected = QPainterPath()
        for run in self._geometry.runs(focus.first, focus.last):
            selected.addRect(self._band(run))
        self._painter.save()
        self._painter.setClipPath(selected, Qt.ClipOperation.IntersectClip)
        colour = self._theme.on_selection
        for one in seen:
            for run in one.runs:
                if run.line not in self._lines:
                    continue
                if one.chip.kind is ChipKind.MISS:
                    self._dots(run, colour)
                elif one.chip.kind in SPANS:
                    self._outline(run, one.chip, colour, SELECTION_INSET)
        self._painter.restore()

    def words(self, focus: Focus | None) -> None:
        """Draw the text, the selected part in the colour of selected text.

        Not with Qt's formats for parts of a layout, which cut stacked combining marks.
        """
        chosen = selected_region(self._geometry, focus)
        if chosen.isEmpty():
            self._text(self._theme.muted if self._quiet else self._theme.text)
            return
        around = QRegion(self._visible.toAlignedRect()) - chosen
        for region, ink in ((around, self._theme.text), (chosen, self._theme.on_selection)):
            self._painter.save()
            self._painter.setClipRegion(region, Qt.ClipOperation.IntersectClip)
            self._text(ink)
            self._painter.restore()

    def _text(self, ink: QColor) -> None:
        self._painter.setPen(ink)
        self._geometry.layout.draw(self._painter, QPointF(0.0, 0.0), [], self._visible)

    def caption(self, caption: Caption) -> None:
        """Draw name, tick or percentage under a chip."""
        if not self._sees(caption.line, caption.left, caption.left + caption.width):
            return
        metrics, colours = self._metrics, self._colours(caption.placed.chip)
        line = self._geometry.lines[caption.line]
        baseline = line.chip_bottom + metrics.caption_gap + metrics.caption_ascent
        baseline += caption.row * metrics.caption_row
        self._painter.setFont(metrics.caption_font)
        x = caption.left
        for part in caption.parts:
            self._part(part, x, baseline, colours)
            x += part_width(part, metrics) + metrics.part_space

    def pins(self) -> None:
        """Draw a thin pin at each invisible character; its flag shows the direction."""
        for pin in self._geometry.pins:
            if pin.line not in self._lines:
                continue
            line, size = self._geometry.lines[pin.line], self._metrics.radius
            top = QPointF(pin.x, line.top + 1.0)
            self._painter.setPen(QPen(self._theme.muted, 1.0))
            self._painter.drawLine(top, QPointF(pin.x, line.chip_bottom - 1.0))
            way = -1 if pin.character in _LEFTWARDS else int(pin.character in _RIGHTWARDS)
            self._painter.setPen(Qt.PenStyle.NoPen)
            self._painter.setBrush(self._theme.muted)
            tip = QPointF(way * size, size / 2) if way else QPointF(size / 2, 0)
            under = QPointF(0, size) if way else QPointF(0, size / 2)
            left = top - (QPointF(0, 0) if way else QPointF(size / 2, 0))
            self._painter.drawPolygon([left, top + tip, top + under])

    def mark(self, token: int) -> None:
        """Draw the mark of an automatic change at the upper corner of a token."""
        geometry = self._geometry
        if token >= geometry.n_tokens or geometry.line_of(token) not in self._lines:
            return
        rect = geometry.rect(token)
        size = 3.2 * self._metrics.radius / 5.0
        centre = QPointF(rect.right() if geometry.rightwards else rect.left(), rect.top())
        corners = [
            centre + QPointF(0, -size),
            centre + QPointF(size, 0),
            centre + QPointF(0, size),
            centre + QPointF(-size, 0),
        ]
        self._painter.setPen(QPen(self._theme.base, 3.0))
        self._painter.setBrush(self._theme.base)
        self._painter.drawPolygon(corners)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(self._theme.accent)
        self._painter.drawPolygon(corners)

    # ---- shapes

    def _filled(self, run: Run, chip: Chip, colours: LabelColours) -> None:
        path = closed_path(self._band(run), self._metrics.radius, run)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.fillPath(path, self._tone(colours.fill))
        if colours.pattern is not Pattern.SOLID:
            hatch = colours.fill_brush()
            hatch.setColor(self._tone(colours.hatch))
            self._painter.fillPath(path, hatch)
        if self._theme.high or self._theme.dark:  # a tint alone does not stand out
            self._outlined(run, chip, colours)

    def _outlined(self, run: Run, chip: Chip, colours: LabelColours) -> None:
        self._outline(run, chip, self._tone(colours.outline(chip.strength)))

    def _outline(self, run: Run, chip: Chip, colour: QColor, inside: float = 0.0) -> None:
        pen = QPen(colour, self._metrics.stroke)
        if chip.kind is ChipKind.UNCERTAIN:
            pen.setDashPattern(_DASHES)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        self._painter.setPen(pen)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        inset = self._metrics.stroke / 2 + inside
        band = self._band(run).adjusted(
            inset if run.left_closed else 0.0, inset, -inset if run.right_closed else 0.0, -inset
        )
        self._painter.drawPath(open_path(band, self._metrics.radius, run))

    def _bracketed(self, run: Run, _chip: Chip, colours: LabelColours) -> None:
        self._painter.setPen(QPen(self._tone(colours.line), self._metrics.stroke))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        inset = self._metrics.stroke / 2
        band = self._band(run).adjusted(inset, inset, -inset, -inset)
        arm = min(band.height() * _BRACKET, band.width() * 0.4)
        radius = min(self._metrics.radius, arm)
        if run.left_closed:
            self._painter.drawPath(bracket(band, arm, radius, left=True))
        if run.right_closed:
            self._painter.drawPath(bracket(band, arm, radius, left=False))

    def _underlined(self, run: Run, _chip: Chip, _colours: LabelColours) -> None:
        """Draw the line of a confirmed "no label"."""
        colour = self._theme.toned(self._theme.muted, NO_LABEL_STRENGTH)
        self._painter.setPen(QPen(self._tone(colour), 1.2))
        y = self._geometry.lines[run.line].chip_bottom - 0.5
        inset = self._metrics.pad_x
        self._painter.drawLine(QPointF(run.left + inset, y), QPointF(run.right - inset, y))

    def _dotted(self, run: Run, _chip: Chip, _colours: LabelColours) -> None:
        self._dots(run, self._tone(self._theme.warning))

    def _dots(self, run: Run, colour: QColor) -> None:
        pen = QPen(colour, 2.0)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setDashPattern((0.01, 2.0))
        self._painter.setPen(pen)
        y = self._geometry.lines[run.line].chip_bottom - 0.5
        inset = self._metrics.pad_x
        self._painter.drawLine(QPointF(run.left + inset, y), QPointF(run.right - inset, y))

    # ---- captions

    def _part(self, part: Part, x: float, baseline: float, colours: LabelColours) -> None:
        draw = _GLYPHS.get(part.glyph)
        if draw is not None:
            draw(self._painter, x, baseline, self._metrics.glyph, self._tone(colours.ink))
            return
        if part.glyph is Glyph.QUERIED:
            draw_question_mark(self._painter, x, baseline, self._metrics.glyph, self._theme)
            return
        self._painter.setPen(self._tone(colours.ink if part.name else self._theme.muted))
        self._painter.drawText(QPointF(x, baseline), part.text)
        if part.crossed:
            y = round(baseline - self._metrics.caption_ascent * 0.3) + 0.5
            self._painter.setPen(QPen(self._tone(self._theme.text), 1.4))
            width = part_width(part, self._metrics)
            self._painter.drawLine(QPointF(x, y), QPointF(x + width, y))

    def _band(self, run: Run) -> QRectF:
        return snapped(self._geometry.band(run.line, run.left, run.right))

    def _colours(self, chip: Chip) -> LabelColours:
        return self._theme.neutral() if chip.colour is None else self._theme.label(chip.colour)

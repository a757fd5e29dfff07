"""The positions of a sentence's tokens, from one `QTextLayout`, for any script.

All coordinates are relative to the top left corner of the column of text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Any, NamedTuple
from unicodedata import bidirectional, combining

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QTextCharFormat, QTextLayout, QTextLine, QTextOption

from app.domain.invisible import INVISIBLE
from app.views.sentence_view.metrics import Metrics
from app.views.sentence_view.offsets import (
    Graphemes,
    OffsetMap,
    begins_right_to_left,
    runs_both_ways,
    shown_text,
)

_MIN_WIDTH = 4.0
"""Minimum width of a token, so that a lone combining mark can be clicked."""
_MAX_GAP = 1.0
"""Distance between parts of a token from which on they are separate pieces."""
_MIN_PADDING = 1.8
"""Minimum padding of a chip between two adjacent tokens, so that its line is off the letters."""
_CURSIVE = "AL"


class _Extent(NamedTuple):
    left: float
    right: float
    token: int
    rightwards: bool


class Piece(NamedTuple):
    """The part of a token in one line.

    ``left`` and ``right`` bound its letters, ``outer_left`` and ``outer_right`` its chip, whose
    padding depends on the neighbours.
    """

    token: int
    line: int
    left: float
    right: float
    rightwards: bool
    outer_left: float
    outer_right: float


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its top, baseline, bottom of chips, bottom, and pieces from left to right."""

    top: float
    baseline: float
    chip_bottom: float
    bottom: float
    pieces: tuple[Piece, ...]

    def tokens(self) -> list[int]:
        """Return the tokens from left to right; one of several pieces is at its first."""
        return list(dict.fromkeys(piece.token for piece in self.pieces))


@dataclass(frozen=True, slots=True)
class Run:
    """Adjacent tokens of a span in one line.

    ``left_closed`` and ``right_closed``: whether the span starts or ends at that side, or continues
    in another line or run. ``starts_left``: whether the run is read from the left.
    """

    line: int
    left: float
    right: float
    left_closed: bool
    right_closed: bool
    starts_left: bool = True


class Pin(NamedTuple):
    """The position of an invisible character, such as a directional mark."""

    character: str
    line: int
    x: float


class SentenceGeometry:
    """The layout of one sentence in a column of a given width."""

    def __init__(
        self,
        text: str,
        tokens: Sequence[tuple[int, int]],
        metrics: Metrics,
        width: float,
    ) -> None:
        self.metrics = metrics
        self.width = width
        self._text = shown_text(text)
        self._map = OffsetMap(text)
        self._spans = [(self._map.unit(start), self._map.unit(end)) for start, end in tokens]
        self._both_ways = runs_both_ways(self._text)
        self._spacing: dict[int, float] = {}
        self.layout = self._laid_out(tokens)
        self.rightwards = self.layout.textOption().textDirection() != (
            Qt.LayoutDirection.RightToLeft
        )
        self._pieces: list[list[Piece]] = [[] for _ in self._spans]
        self.lines = self._lines()
        self._tops = [line.top for line in self.lines]
        self.pins: tuple[Pin, ...] = tuple(self._pinned())

    @property
    def n_tokens(self) -> int:
        """Number of tokens."""
        return len(self._spans)

    @property
    def height(self) -> float:
        """Height of all lines, without the gap under the last row of captions."""
        return self.lines[-1].bottom - self.metrics.row_gap if self.lines else 0.0

    def units(self, first: int, last: int) -> tuple[int, int]:
        """Return start and length of some tokens in UTF-16 units."""
        start, end = self._spans[first][0], self._spans[last][1]
        return start, end - start

    def pieces(self, token: int) -> list[Piece]:
        """Return the pieces of a token: several if it is split by a line break or by direction."""
        return self._pieces[token]

    def room_beside(self, piece: Piece) -> tuple[float, float]:
        """Return the distances from a piece's letters to those left and right of it."""
        pieces = self.lines[piece.line].pieces
        at = pieces.index(piece)
        left = piece.left - pieces[at - 1].right if at else inf
        right = pieces[at + 1].left - piece.right if at + 1 < len(pieces) else inf
        return max(0.0, left), max(0.0, right)

    def line_of(self, token: int) -> int:
        """Return the line in which a token starts."""
        return self._pieces[token][0].line

    def band(self, line: int, left: float, right: float) -> QRectF:
        """Return the rectangle of a chip between two positions of a line."""
        return QRectF(
            left,
            self.lines[line].top,
            right - left,
            self.lines[line].chip_bottom - self.lines[line].top,
        )

    def rect(self, token: int) -> QRectF:
        """Return the rectangle of a chip behind a token's first piece."""
        piece = self._pieces[token][0]
        return self.band(piece.line, piece.outer_left, piece.outer_right)

    def token_at(self, x: float, y: float, *, nearest: bool = False) -> int:
        """Return the token at a point, -1 for none; with ``nearest`` there is always one."""
        if not self.lines or not self._spans:
            return -1
        number = min(max(bisect_right(self._tops, y) - 1, 0), len(self.lines) - 1)
        line = self.lines[number]
        if not line.pieces:
            return self._near_empty_line(number) if nearest else -1
        piece = min(line.pieces, key=lambda p: max(p.left - x, x - p.right, 0.0))
        distance = max(piece.left - x, x - piece.right, 0.0)
        slack = self.metrics.pad_x + self.metrics.air
        inside = line.top <= y < line.bottom and distance <= slack
        return piece.token if inside or nearest else -1

    def beside(self, token: int, step: int) -> int:
        """Return the token right (``step`` 1) or left (-1) of one, round the ends of lines."""
        number = self.line_of(token)
        order = self.lines[number].tokens()
        position = order.index(token) + step
        if 0 <= position < len(order):
            return order[position]
        forwards = 1 if (step > 0) == self.rightwards else -1
        number += forwards
        while 0 <= number < len(self.lines) and not self._begin_in(number):
            number += forwards
        if not 0 <= number < len(self.lines):
            return token
        return self._begin_in(number)[0 if step > 0 else -1]

    def above_or_below(self, token: int, step: int, x: float | None = None) -> int:
        """Return the token nearest to ``x`` in the next line down (``step`` 1) or up (-1)."""
        number = self.line_of(token) + step
        if not 0 <= number < len(self.lines):
            return token
        if x is None:
            x = self.rect(token).center().x()
        line = self.lines[number]
        return self.token_at(x, (line.top + line.chip_bottom) / 2, nearest=True)

    def edge_of_line(self, token: int, *, end: bool) -> int:
        """Return the first or the last token of a token's line."""
        return self.lines[self.line_of(token)].tokens()[-1 if end == self.rightwards else 0]

    def runs(self, first: int, last: int) -> list[Run]:
        """Return the runs of a span from ``first`` to ``last``: one or more in each line."""
        numbers = sorted({p.line for token in (first, last) for p in self._pieces[token]})
        found: list[Run] = []
        for number in range(numbers[0], numbers[-1] + 1):
            found.extend(self._runs_in(number, first, last))
        return found

    def _begin_in(self, line: int) -> list[int]:
        """Return the tokens that start in a line, from left to right."""
        return [token for token in self.lines[line].tokens() if self.line_of(token) == line]

    def _runs_in(self, number: int, first: int, last: int) -> Iterator[Run]:
        together: list[Piece] = []
        for piece in self.lines[number].pieces:
            if first <= piece.token <= last:
                together.append(piece)
            elif together:
                yield self._run(together, first, last)
                together = []
        if together:
            yield self._run(together, first, last)

    def _run(self, pieces: Sequence[Piece], first: int, last: int) -> Run:
        left, right = pieces[0], pieces[-1]
        starts_left = left.token < right.token or (left.token == right.token and self.rightwards)
        start, end = (left, right) if starts_left else (right, left)
        # A token that is split by a line break starts in one line and ends in another.
        starts = start.token == first and start.line == self._pieces[first][0].line
        ends = end.token == last and end.line == self._pieces[last][-1].line
        return Run(
            line=left.line,
            left=left.outer_left,
            right=right.outer_right,
            left_closed=starts if starts_left else ends,
            right_closed=ends if starts_left else starts,
            starts_left=starts_left,
        )

    def _pinned(self) -> Iterator[Pin]:
        if self._text.isascii():
            return
        for position, character in enumerate(self._text):
            if character in INVISIBLE:
                unit = self._map.unit(position)
                row = self.layout.lineForTextPosition(unit)
                if row.isValid():
                    yield Pin(character, row.lineNumber(), _x(row, unit))

    def _near_empty_line(self, number: int) -> int:
        distances = (
            (abs(pieces[0].line - number), token) for token, pieces in enumerate(self._pieces)
        )
        return min(distances)[1]

    def _laid_out(self, tokens: Sequence[tuple[int, int]]) -> QTextLayout:
        layout = QTextLayout(self._text, self.metrics.font)
        layout.setCacheEnabled(True)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        if begins_right_to_left(self._text):
            option.setTextDirection(Qt.LayoutDirection.RightToLeft)
            option.setAlignment(Qt.AlignmentFlag.AlignRight)
        else:
            option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        layout.setTextOption(option)
        layout.setFormats(self._formats(tokens))
        return layout

    def _formats(self, tokens: Sequence[tuple[int, int]]) -> list[QTextLayout.FormatRange]:
        graphemes = Graphemes(self._text)
        spaced: dict[int, int] = {}
        for (_, end), (following, _) in pairwise(tokens):
            if following == end and not self._inseparable(end):
                # Qt puts a letter's spacing at its right side, whatever its direction.
                leftwards = self._leftwards(end - 1)
                position = end if leftwards else end - 1
                start, stop = self._map.unit(position), self._map.unit(position + 1)
                if graphemes.begins(self._map.unit(end)):
                    start, stop = graphemes.around(start)
                self._spacing[start if leftwards else stop - 1] = self.metrics.touching_air
                spaced[start] = stop - start
        if not spaced:
            return []
        apart = QTextCharFormat()
        apart.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
        apart.setFontLetterSpacing(self.metrics.touching_air)
        ranges = []
        for start, length in sorted(spaced.items()):
            entry = QTextLayout.FormatRange()
            entry.start, entry.length, entry.format = start, length, apart
            ranges.append(entry)
        return ranges

    def _leftwards(self, position: int) -> bool:
        if not self._both_ways:
            return False
        kind = bidirectional(self._text[position])
        while kind not in {"L", "R", "AL", "EN", "AN"} and position > 0:
            position -= 1
            kind = bidirectional(self._text[position])
        return kind in {"R", "AL"}

    def _inseparable(self, position: int) -> bool:
        before, behind = self._text[position - 1], self._text[position]
        joined = bidirectional(before) == _CURSIVE == bidirectional(behind)
        return joined or combining(behind) != 0 or behind in "\u200d\ufe0f"

    def _lines(self) -> list[Line]:
        rows: list[QTextLine] = []
        self.layout.beginLayout()
        while (row := self.layout.createLine()).isValid():
            row.setLineWidth(self.width)
            rows.append(row)
        self.layout.endLayout()
        lines: list[Line] = []
        first, top = 0, 0.0
        for row in rows:
            first, pieces = self._pieces_of(row, len(lines), first)
            for piece in pieces:
                self._pieces[piece.token].append(piece)
            lines.append(self._placed(row, top, pieces))
            top = lines[-1].bottom
        return lines

    def _placed(self, row: QTextLine, top: float, pieces: list[Piece]) -> Line:
        sizes = self.metrics
        ascent, descent = max(sizes.ascent, row.ascent()), max(sizes.descent, row.descent())
        baseline = top + sizes.pad_y + ascent
        row.setPosition(QPointF(0.0, baseline - row.ascent()))
        chip_bottom = baseline + descent + sizes.pad_y
        bottom = chip_bottom + sizes.caption_gap + sizes.caption_height + sizes.row_gap
        return Line(top, baseline, chip_bottom, bottom, tuple(pieces))

    def _pieces_of(self, row: QTextLine, number: int, first: int) -> tuple[int, list[Piece]]:
        begin, end = row.textStart(), row.textStart() + row.textLength()
        extents: list[_Extent] = []
        token = first
        while token < self.n_tokens and self._spans[token][0] < end:
            start, stop = self._spans[token]
            extents += self._extents(row, token, max(start, begin), min(stop, end))
            if stop > end:
                break
            token += 1
        extents.sort()
        return token, self._padded(extents, number)

    def _extents(self, row: QTextLine, token: int, start: int, stop: int) -> list[_Extent]:
        if self._both_ways:
            found = self._extents_of_glyphs(row, token, start, stop)
        else:
            right = _x(row, stop) - self._spacing.get(stop - 1, 0.0)
            found = [_Extent(_x(row, start), right, token, rightwards=True)]
        return [_widened(extent) for extent in found]

    def _extents_of_glyphs(
        self, row: QTextLine, token: int, start: int, stop: int
    ) -> list[_Extent]:
        """Return extents by glyphs: several if other tokens are in between.

        In bidirectional text a position between two characters can be two on the screen, and
        ``cursorToX`` returns that of the surrounding text.
        """
        runs = row.glyphRuns(start, stop - start)
        if not runs:
            left, right = sorted((_x(row, start), _x(row, stop)))
            return [_Extent(left, right, token, rightwards=True)]
        rightwards = not runs[0].isRightToLeft()
        trimmed = self._spacing.get(stop - 1 if rightwards else start, 0.0)
        bounds = sorted((rect.left(), rect.right()) for rect in (r.boundingRect() for r in runs))
        found: list[_Extent] = []
        for left, right in bounds:
            if found and left - found[-1].right < _MAX_GAP:
                found[-1] = found[-1]._replace(right=max(right, found[-1].right))
            else:
                found.append(_Extent(left, right, token, rightwards))
        found[-1] = found[-1]._replace(right=found[-1].right - trimmed)
        return found

    def _padded(self, extents: Sequence[_Extent], number: int) -> list[Piece]:
        pad = self.metrics.pad_x
        reach = [pad]
        for before, behind in pairwise(extents):
            half = max(0.0, (behind.left - before.right) / 2)
            reach.append(min(pad, max(half - 0.75, min(2 * half, _MIN_PADDING))))
        reach.append(pad)
        return [
            Piece(token, number, left, right, rightwards, left - reach[i], right + reach[i + 1])
            for i, (left, right, token, rightwards) in enumerate(extents)
        ]


def _widened(extent: _Extent) -> _Extent:
    missing = _MIN_WIDTH - (extent.right - extent.left)
    if missing <= 0:
        return extent
    return extent._replace(left=extent.left - missing / 2, right=extent.right + missing / 2)


def _x(row: QTextLine, unit: int) -> float:
    # A pair: the position, and the cursor, which Qt may have moved to the next grapheme.
    found: Any = row.cursorToX(unit)
    return float(found[0])

"""The placement of captions, in two rows under each line of text.

A caption starts under its chip and may be wider than it. If it overlaps the one before it, it goes
to the other row; at the end of a line it starts a little earlier. If that is not enough, captions
are cut: first crossed-out names, then letters of the name, then the percentage or the tick, which
the chip's shape also shows. At least one letter is left, and no word moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from app.views.sentence_view.chips import Chip, Glyph, Part
from app.views.sentence_view.geometry import Run, SentenceGeometry
from app.views.sentence_view.metrics import Metrics

ROWS = 2
"""Rows of captions under a line."""
QUERIED_SIZE = 1.5
"""Diameter of the circle around a question mark, in widths of other glyphs."""
_MIN_LETTERS = 3
"""Minimum letters of a cut name while other parts can be left out."""
_SLACK = 0.5


@dataclass(frozen=True, slots=True)
class PlacedChip:
    """A chip and the runs that it covers."""

    chip: Chip
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Caption:
    """A placed caption: its chip, line, row, left end, and the parts that fit."""

    placed: PlacedChip
    line: int
    row: int
    left: float
    width: float
    parts: tuple[Part, ...]


def part_width(part: Part, metrics: Metrics) -> float:
    """Return the width of a part of a caption."""
    if part.glyph is not None:
        return metrics.glyph * (QUERIED_SIZE if part.glyph is Glyph.QUERIED else 1.0)
    return metrics.caption_width(part.text)


def caption_width(parts: Sequence[Part], metrics: Metrics) -> float:
    """Return the width of a caption with the spaces between its parts."""
    widths = sum(part_width(part, metrics) for part in parts)
    return widths + metrics.part_space * max(0, len(parts) - 1)


def place_captions(
    placed: Sequence[PlacedChip], geometry: SentenceGeometry, known: Sequence[Caption] = ()
) -> list[Caption]:
    """Return captions that do not overlap; ``known`` ones that are the same are used again."""
    by_line: dict[int, list[PlacedChip]] = {}
    for one in placed:
        if one.chip.parts and one.runs:
            by_line.setdefault(one.runs[0].line, []).append(one)
    known_by_line: dict[int, list[Caption]] = {}
    for caption in known:
        known_by_line.setdefault(caption.line, []).append(caption)
    found = []
    for line, members in by_line.items():
        earlier = {id(caption.placed): caption for caption in known_by_line.get(line, ())}
        if earlier.keys() == {id(one) for one in members}:
            found += known_by_line[line]
            continue
        for caption in _place_line(line, members, geometry):
            before = earlier.get(id(caption.placed))
            found.append(before if before == caption else caption)
    return found


def caption_area(caption: Caption, geometry: SentenceGeometry) -> QRectF:
    """Return the rectangle of a caption, with both rows."""
    line, metrics = geometry.lines[caption.line], geometry.metrics
    height = metrics.caption_gap + ROWS * metrics.caption_row
    return QRectF(caption.left, line.chip_bottom, caption.width, height)


def _home(one: PlacedChip, geometry: SentenceGeometry) -> Run:
    """Return the run under which a chip's caption is placed: the first in reading order."""
    line = one.runs[0].line
    runs = [run for run in one.runs if run.line == line]
    return runs[0] if geometry.rightwards else runs[-1]


def _place_line(
    line: int, members: Sequence[PlacedChip], geometry: SentenceGeometry
) -> list[Caption]:
    """Place the captions of one line; distances are from the side where reading starts."""
    metrics, width = geometry.metrics, geometry.width
    begins = []
    for one in members:
        run = _home(one, geometry)
        begins.append((run.left if geometry.rightwards else width - run.right, one))
    begins.sort(key=lambda pair: pair[0])
    edge = width + metrics.overhang
    taken = [-metrics.overhang] * ROWS
    captions = []
    for at, (begin, one) in enumerate(begins):
        free = (row for row in range(ROWS) if taken[row] <= begin + _SLACK)
        row = next(free, taken.index(min(taken)))
        start = max(begin, taken[row])
        # The next caption takes the other row; the one after it needs this row.
        behind = begins[at + ROWS][0] if at + ROWS < len(begins) else None
        limit = edge if behind is None else behind - metrics.caption_space
        parts = one.chip.parts
        if behind is None:
            start = max(taken[row], min(start, _moved_back(begin, parts, edge, metrics)))
        parts = fitted(parts, limit - start + _SLACK, metrics)
        own = caption_width(parts, metrics)
        left = start if geometry.rightwards else width - start - own
        captions.append(Caption(one, line, row, left, own, parts))
        taken[row] = start + own + metrics.caption_space
    return captions


def _moved_back(begin: float, parts: Sequence[Part], edge: float, metrics: Metrics) -> float:
    """Return where a caption starts that is too long for the end of its line.

    It stays in the column and near its chip: a long name is cut instead.
    """
    own = caption_width([_shortened(part, metrics) for part in parts], metrics)
    return max(0.0, begin - metrics.widest_name / 2, edge - own)


def fitted(parts: Sequence[Part], room: float, metrics: Metrics) -> tuple[Part, ...]:
    """Return the parts of a caption that fit into a width: at least a letter or a glyph."""
    kept = tuple(_shortened(part, metrics) for part in parts)
    if caption_width(kept, metrics) <= room:
        return kept
    kept = tuple(parts)
    while len(kept) > 1 and _is_spare(kept[-1]) and caption_width(kept, metrics) > room:
        kept = kept[:-1]
    name = next((at for at, part in enumerate(kept) if part.name or part.crossed), None)
    if name is None:
        return kept[:1]
    if (cut := _with_cut_name(kept, name, room, metrics)) is not None:
        return cut
    telling = tuple(part for part in kept if _is_telling(part))
    glyphs = caption_width(telling, metrics) + metrics.part_space
    first = metrics.caption_width(kept[name].text[:1])
    if not telling or room - glyphs < first:
        return (_letters(kept[name], room, metrics),)
    return (*telling, _letters(kept[name], room - glyphs, metrics))


def _is_spare(part: Part) -> bool:
    return part.crossed or part.text.startswith("+")


def _is_telling(part: Part) -> bool:
    """Return whether a part shows what no chip's shape does."""
    return part.glyph is not None and part.glyph is not Glyph.TICK


def _with_cut_name(
    parts: tuple[Part, ...], at: int, room: float, metrics: Metrics
) -> tuple[Part, ...] | None:
    """Return the parts with the name cut to fit; None if too few letters are left."""
    name = parts[at]
    left = room - (caption_width(parts, metrics) - part_width(name, metrics))
    short = _elided(name.text, left, metrics, Qt.TextElideMode.ElideRight)
    if len(short.rstrip("…")) < min(_MIN_LETTERS, len(name.text)):
        return None
    return (*parts[:at], replace(name, text=short), *parts[at + 1 :])


def _letters(name: Part, room: float, metrics: Metrics) -> Part:
    """Return the first letters of a name that fit, at least one."""
    n = len(name.text)
    while n > 1 and metrics.caption_width(name.text[:n]) > room:
        n -= 1
    return replace(name, text=name.text[:n])


def _shortened(part: Part, metrics: Metrics) -> Part:
    """Return the part with a very long name cut."""
    if not (part.name or part.crossed) or part_width(part, metrics) <= metrics.widest_name:
        return part
    short = _elided(part.text, metrics.widest_name, metrics, Qt.TextElideMode.ElideMiddle)
    return replace(part, text=short)


def _elided(text: str, room: float, metrics: Metrics, mode: Qt.TextElideMode) -> str:
    return QFontMetricsF(metrics.caption_font).elidedText(text, mode, max(0.0, room))

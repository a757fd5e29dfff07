"""What is drawn under the words: one chip for each label, its caption, and where they go.

A caption begins under its chip and may be wider than it. Where the next caption is in the way, the
tokens are asked to stand further apart; where that does not help, a name is cut with an ellipsis.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

from app.domain.display import DisplayKind, TokenDisplay
from app.item_models.tokens import TokensModel, percent
from app.views.sentence_view.geometry import Run, SentenceGeometry
from app.views.sentence_view.metrics import Metrics

MOST_CROSSED = 2
"""So many crossed-out names are shown; the rest is a number."""
ASKED_SIZE = 1.5
"""Diameter of the circle around a question mark, in widths of other glyphs."""
_ROUNDS = 8
_LONG = 400
"""In so long a sentence a name is rather cut than the text laid out again and again."""


class ChipKind(Enum):
    """The shape of a chip; no two of these look alike without colour."""

    PERSON = "filled, with a tick"
    PROPOSAL = "outlined, with a percentage"
    UNCERTAIN = "dashed outline, with a percentage"
    IMPORTED = "brackets, with an arrow"
    LISTED = "outlined, with the lines of a list"
    RULED_OUT = "no outline, crossed-out names"
    NO_LABEL = "a line under the words, with a tick"
    MISS = "a dotted line under the words"


class Glyph(Enum):
    """A small drawing in a caption."""

    TICK = "tick"
    ARROW = "arrow"
    LIST = "list"
    ASKED = "a question mark in a circle"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a caption: a word or a glyph, and how it is drawn."""

    text: str
    name: bool = False
    crossed: bool = False
    glyph: Glyph | None = None


@dataclass(frozen=True, slots=True)
class Chip:
    """One label over its tokens; ``colour`` is None where no label of the project stands for it.

    ``strength`` is the probability that the line of a proposal is drawn for. ``joins_before`` and
    ``joins_behind`` say that the span goes on with a chip of another kind.
    """

    kind: ChipKind
    first: int
    last: int
    colour: int | None
    strength: float
    parts: tuple[Part, ...]
    joins_before: bool
    joins_behind: bool


@dataclass(frozen=True, slots=True)
class Caption:
    """The caption of a chip, placed: left end, baseline, and the parts that fit."""

    chip: int
    line: int
    left: float
    width: float
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class PlacedChip:
    """A chip and what it covers in each line."""

    chip: Chip
    runs: tuple[Run, ...]


def chips_of(model: TokensModel) -> list[Chip]:
    """Return the chips of the sentence that a model lists, in the order of their tokens."""
    records = model.records
    kinds = [_kind(model, record) for record in records]
    groups = groupby(range(len(records)), key=lambda i: _group(records, kinds, i))
    chips = []
    for _, members in groups:
        tokens = list(members)
        kind = kinds[tokens[0]]
        if kind is not None:
            chips.append(_chip(model, kind, tokens[0], tokens[-1]))
    return chips


def _kind(model: TokensModel, record: TokenDisplay) -> ChipKind | None:
    if model.is_miss(record):
        return ChipKind.MISS
    if record.kind is DisplayKind.PERSON:
        return ChipKind.PERSON if record.span >= 0 else ChipKind.NO_LABEL
    if record.span >= 0:
        if record.kind is DisplayKind.IMPORTED:
            return ChipKind.IMPORTED
        if record.kind is DisplayKind.LISTED:
            return ChipKind.LISTED
        return ChipKind.UNCERTAIN if record.uncertain else ChipKind.PROPOSAL
    if record.forbidden:
        return ChipKind.RULED_OUT
    return None


def _group(
    records: Sequence[TokenDisplay], kinds: Sequence[ChipKind | None], index: int
) -> tuple[object, ...]:
    """Return what tokens must share to stand under one chip."""
    record, kind = records[index], kinds[index]
    if kind is ChipKind.NO_LABEL:
        return (kind,)
    if record.span < 0 or kind is None:
        return (kind, index)
    # One proposal is one chip: its weakest token decides how it is drawn.
    proposed = kind in {ChipKind.PROPOSAL, ChipKind.UNCERTAIN}
    return (record.span, ChipKind.PROPOSAL if proposed else kind)


def _chip(model: TokensModel, kind: ChipKind, first: int, last: int) -> Chip:
    members = model.records[first : last + 1]
    record = members[0]
    sure = min((m.probability for m in members if m.probability is not None), default=1.0)
    if kind is ChipKind.PROPOSAL and any(member.uncertain for member in members):
        kind = ChipKind.UNCERTAIN
    beyond = model.records[last + 1] if last + 1 < len(model.records) else None
    in_span = record.span >= 0
    return Chip(
        kind=kind,
        first=first,
        last=last,
        colour=model.colour_of(record),
        strength=sure,
        parts=_parts(model, kind, members, sure),
        joins_before=in_span and record.span < first,
        joins_behind=in_span and beyond is not None and beyond.span == record.span,
    )


def _parts(
    model: TokensModel, kind: ChipKind, members: Sequence[TokenDisplay], sure: float
) -> tuple[Part, ...]:
    parts: list[Part] = []
    name = model.name_of(members[0])
    if kind is ChipKind.PERSON:
        parts = [Part(name, name=True), Part("", glyph=Glyph.TICK)]
    elif kind in {ChipKind.PROPOSAL, ChipKind.UNCERTAIN}:
        parts = [Part(name, name=True)]
        if any(member.probability is not None for member in members):
            parts.append(Part(f"{percent(sure)}\u202f%"))
    elif kind is ChipKind.IMPORTED:
        parts = [Part(name, name=True), Part("", glyph=Glyph.ARROW)]
    elif kind is ChipKind.LISTED:
        parts = [Part(name, name=True), Part("", glyph=Glyph.LIST)]
    asked = [Part("", glyph=Glyph.ASKED)] if any(member.asked for member in members) else []
    return (*asked, *parts, *_crossed(model, members))


def _crossed(model: TokensModel, members: Sequence[TokenDisplay]) -> list[Part]:
    names: dict[str, None] = {}
    for member in members:
        names.update(dict.fromkeys(model.forbidden_names(member)))
    shown = [Part(name, crossed=True) for name in list(names)[:MOST_CROSSED]]
    if len(names) > MOST_CROSSED:
        shown.append(Part(f"+{len(names) - MOST_CROSSED}"))
    return shown


def place_chips(chips: Sequence[Chip], geometry: SentenceGeometry) -> list[PlacedChip]:
    """Return the chips with the runs that they cover."""
    return [_placed(chip, geometry) for chip in chips]


def _placed(chip: Chip, geometry: SentenceGeometry) -> PlacedChip:
    runs = geometry.runs(chip.first, chip.last)
    if chip.joins_before or chip.joins_behind:
        runs = [_joined(run, chip, geometry) for run in runs]
    return PlacedChip(chip, tuple(runs))


def _joined(run: Run, chip: Chip, geometry: SentenceGeometry) -> Run:
    """Reach over to the chip of another kind in which the span goes on."""
    for joins, own, other in (
        (chip.joins_before, chip.first, chip.first - 1),
        (chip.joins_behind, chip.last, chip.last + 1),
    ):
        if not joins or geometry.line_of(other) != run.line:
            continue
        mine, its = geometry.pieces(own)[0], geometry.pieces(other)[0]
        if mine.line != run.line:
            continue
        if its.left >= mine.right:
            run = replace(run, right=(mine.right + its.left) / 2, right_closed=False)
        else:
            run = replace(run, left=(its.right + mine.left) / 2, left_closed=False)
    return run


def part_width(part: Part, metrics: Metrics) -> float:
    """Return the width of a piece of caption."""
    if part.glyph is not None:
        return metrics.glyph * (ASKED_SIZE if part.glyph is Glyph.ASKED else 1.0)
    return metrics.caption_width(part.text)


def caption_width(parts: Sequence[Part], metrics: Metrics) -> float:
    """Return the width of a caption with the spaces between its parts."""
    widths = sum(part_width(part, metrics) for part in parts)
    return widths + metrics.part_space * max(0, len(parts) - 1)


def place_captions(
    placed: Sequence[PlacedChip], geometry: SentenceGeometry
) -> tuple[list[Caption], dict[int, float]]:
    """Return the captions where they fit, and how much further apart tokens would have to stand.

    The demands are by token: the last one of the chip whose caption lacks room.
    """
    captions: list[Caption] = []
    demands: dict[int, float] = {}
    by_line: dict[int, list[int]] = {}
    for number, one in enumerate(placed):
        if one.chip.parts and one.runs:
            by_line.setdefault(_home(one, geometry).line, []).append(number)
    for members in by_line.values():
        found, wanted = _place_line(members, placed, geometry)
        captions.extend(found)
        demands.update(wanted)
    return captions, demands


def _home(one: PlacedChip, geometry: SentenceGeometry) -> Run:
    """Return the run under which a chip's caption stands: the first as one reads."""
    line = one.runs[0].line
    runs = [run for run in one.runs if run.line == line]
    return runs[0] if geometry.rightwards else runs[-1]


def _place_line(
    members: Sequence[int], placed: Sequence[PlacedChip], geometry: SentenceGeometry
) -> tuple[list[Caption], dict[int, float]]:
    """Place the captions of one line; everything is measured from the side where one starts."""
    metrics = geometry.metrics
    right_to_left = not geometry.rightwards
    homes = {number: _home(placed[number], geometry) for number in members}

    def start_of(number: int) -> float:
        run = homes[number]
        return geometry.width - run.right if right_to_left else run.left

    order = sorted(members, key=start_of)
    captions: list[Caption] = []
    demands: dict[int, float] = {}
    edge = geometry.width + metrics.overhang
    beyond = 2.0 * metrics.pad_x + 1.0
    taken = -metrics.overhang
    for place, number in enumerate(order):
        chip, start = placed[number].chip, max(taken, start_of(number))
        is_last = place + 1 == len(order)
        limit = edge if is_last else start_of(order[place + 1]) - metrics.caption_space
        parts = tuple(_shortened(part, metrics) for part in chip.parts)
        width = caption_width(parts, metrics)
        if start + width > limit + 0.5:
            run = homes[number]
            if not is_last:
                demands[chip.last] = start + width - limit
            elif chip.first and geometry.line_of(chip.first - 1) == run.line:
                # Behind so much room the chip no longer fits into the line: the next one takes it.
                demands[chip.first - 1] = geometry.width - start - (run.right - run.left) + beyond
            start = max(taken, min(start, limit - width))
            parts = _cut(chip.parts, limit - start, metrics)
            width = caption_width(parts, metrics)
        left = geometry.width - start - width if right_to_left else start
        captions.append(Caption(number, homes[number].line, left, width, parts))
        taken = start + width + metrics.caption_space
    return captions, demands


def _shortened(part: Part, metrics: Metrics) -> Part:
    """Return the part with a very long name cut: the text must not be torn apart for it."""
    if not (part.name or part.crossed) or part_width(part, metrics) <= metrics.widest_name:
        return part
    fonts = QFontMetricsF(metrics.caption_font)
    mode = Qt.TextElideMode.ElideMiddle
    return replace(part, text=fonts.elidedText(part.text, mode, metrics.widest_name))


def _cut(parts: Sequence[Part], room: float, metrics: Metrics) -> tuple[Part, ...]:
    """Return the parts that fit: crossed-out names go first, then the name is cut."""
    kept = list(parts)
    while len(kept) > 1 and kept[-1].glyph is None and caption_width(kept, metrics) > room:
        if not (kept[-1].crossed or kept[-1].text.startswith("+")):
            break
        kept.pop()
    if caption_width(kept, metrics) <= room or not kept or kept[0].glyph is not None:
        return tuple(kept)
    rest = caption_width(kept, metrics) - part_width(kept[0], metrics)
    fonts = QFontMetricsF(metrics.caption_font)
    short = fonts.elidedText(kept[0].text, Qt.TextElideMode.ElideRight, max(0.0, room - rest))
    return (replace(kept[0], text=short), *kept[1:])


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """All that a paint needs of one sentence: its geometry, its chips and their captions."""

    geometry: SentenceGeometry
    chips: tuple[PlacedChip, ...]
    captions: tuple[Caption, ...]
    extra: Mapping[int, float]


def arrange(
    model: TokensModel, metrics: Metrics, width: float, previous: Arrangement | None = None
) -> Arrangement:
    """Lay out a sentence with its chips.

    With a ``previous`` arrangement of the same sentence, font and width the text keeps its place,
    unless a caption needs more room; room once given is kept, so that nothing jumps back.
    """
    chips = chips_of(model)
    extra = dict(previous.extra) if previous is not None else {}
    geometry = (
        previous.geometry if previous is not None else _geometry(model, metrics, width, extra)
    )
    placed = place_chips(chips, geometry)
    captions, demands = place_captions(placed, geometry)
    for _ in range(_rounds(model, previous)):
        if not demands:
            break
        for token, wanted in demands.items():
            extra[token] = extra.get(token, 0.0) + wanted
        geometry = _geometry(model, metrics, width, extra)
        placed = place_chips(chips, geometry)
        captions, demands = place_captions(placed, geometry)
    return Arrangement(geometry, tuple(placed), tuple(captions), extra)


def _rounds(model: TokensModel, previous: Arrangement | None) -> int:
    if len(model.records) <= _LONG:
        return _ROUNDS
    return 1 if previous is None else 0


def _geometry(
    model: TokensModel, metrics: Metrics, width: float, extra: Mapping[int, float]
) -> SentenceGeometry:
    tokens = [(record.start, record.end) for record in model.records]
    return SentenceGeometry(model.text, tokens, metrics, width, extra)

"""The layout of one sentence: words, chips and captions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TypeVar

from PySide6.QtCore import QRectF

from app.item_models.displayed_sentence import ShownSentence
from app.views.sentence_view.captions import Caption, PlacedChip, caption_area, place_captions
from app.views.sentence_view.chips import Chip, chips_of
from app.views.sentence_view.geometry import Run, SentenceGeometry
from app.views.sentence_view.metrics import Metrics

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """The layout of a sentence; labels never move its words."""

    sentence: ShownSentence
    geometry: SentenceGeometry
    chips: tuple[PlacedChip, ...]
    captions: tuple[Caption, ...]

    def changed_since(self, previous: Arrangement) -> list[QRectF]:
        """Return the areas that look different from a previous layout of the same sentence.

        At most one in each line.
        """
        geometry = self.geometry
        n_before, n_tokens = len(previous.sentence.records), len(self.sentence.records)
        if previous.geometry is not geometry or n_before != n_tokens:
            return [QRectF(0.0, 0.0, geometry.width, geometry.height)]
        areas: dict[int, QRectF] = {}
        for one in _unlike(previous.chips, self.chips):
            for run in one.runs:
                band = geometry.band(run.line, run.left, run.right)
                areas[run.line] = band | areas.get(run.line, band)
        for caption in _unlike(previous.captions, self.captions):
            area = caption_area(caption, geometry)
            areas[caption.line] = area | areas.get(caption.line, area)
        for token in {*previous.marked} ^ {*self.marked}:
            line, rect = geometry.line_of(token), geometry.rect(token)
            areas[line] = rect | areas.get(line, rect)
        return list(areas.values())

    @property
    def marked(self) -> list[int]:
        """The tokens marked as changed automatically, of a span the last one."""
        records = self.sentence.records
        if not any(record.propagated for record in records):
            return []
        return [
            token
            for token, (record, behind) in enumerate(zip_longest(records, records[1:]))
            if record.propagated
            and not (behind and behind.propagated and behind.span == record.span >= 0)
        ]


def arrange(
    sentence: ShownSentence, metrics: Metrics, width: float, previous: Arrangement | None = None
) -> Arrangement:
    """Lay out a sentence with its chips.

    The geometry of a ``previous`` one of the same sentence, font and width is used again, and its
    chips and captions where they are the same.
    """
    if previous is None:
        tokens = [(record.start, record.end) for record in sentence.records]
        geometry = SentenceGeometry(sentence.text, tokens, metrics, width)
        placed = tuple(_placed(chip, geometry) for chip in chips_of(sentence))
        return Arrangement(sentence, geometry, placed, tuple(place_captions(placed, geometry)))
    geometry = previous.geometry
    known = {id(one.chip): one for one in previous.chips}
    chips = chips_of(sentence, previous.sentence, [one.chip for one in previous.chips])
    placed = tuple(known.get(id(chip)) or _placed(chip, geometry) for chip in chips)
    captions = place_captions(placed, geometry, previous.captions)
    return Arrangement(sentence, geometry, placed, tuple(captions))


def _placed(chip: Chip, geometry: SentenceGeometry) -> PlacedChip:
    runs = geometry.runs(chip.first, chip.last)
    if chip.joins_before or chip.joins_behind:
        runs = [_joined(run, chip, geometry) for run in runs]
    return PlacedChip(chip, tuple(runs))


def _unlike(before: Sequence[T], now: Sequence[T]) -> list[T]:
    """Return the objects that are in only one of two sequences."""
    common = {id(one) for one in before} & {id(one) for one in now}
    return [one for one in (*before, *now) if id(one) not in common]


def _joined(run: Run, chip: Chip, geometry: SentenceGeometry) -> Run:
    """Extend a run to the adjacent chip of another kind in the same span."""
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

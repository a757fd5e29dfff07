"""The layout of one sentence: words, chips and captions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from app.item_models.shown import ShownSentence
from app.views.sentence_view.captions import Caption, PlacedChip, place_captions
from app.views.sentence_view.chips import Chip, chips_of
from app.views.sentence_view.geometry import Run, SentenceGeometry
from app.views.sentence_view.metrics import Metrics


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """The layout of a sentence; labels never move its words."""

    sentence: ShownSentence
    geometry: SentenceGeometry
    chips: tuple[PlacedChip, ...]
    captions: tuple[Caption, ...]

    @property
    def marked(self) -> list[int]:
        """The tokens marked as changed automatically, of a span the last one."""
        records = self.sentence.records
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

    The geometry of a ``previous`` one of the same sentence, font and width is used again.
    """
    if previous is not None:
        geometry = previous.geometry
    else:
        tokens = [(record.start, record.end) for record in sentence.records]
        geometry = SentenceGeometry(sentence.text, tokens, metrics, width)
    placed = place_chips(chips_of(sentence), geometry)
    return Arrangement(sentence, geometry, tuple(placed), tuple(place_captions(placed, geometry)))


def place_chips(chips: Sequence[Chip], geometry: SentenceGeometry) -> list[PlacedChip]:
    """Return chips with the runs that they cover."""
    return [_placed(chip, geometry) for chip in chips]


def _placed(chip: Chip, geometry: SentenceGeometry) -> PlacedChip:
    runs = geometry.runs(chip.first, chip.last)
    if chip.joins_before or chip.joins_behind:
        runs = [_joined(run, chip, geometry) for run in runs]
    return PlacedChip(chip, tuple(runs))


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

"""The chips around words, one for each label, and the parts of their captions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from app.domain.display import DisplayKind, TokenDisplay
from app.domain.numbers import percentage
from app.item_models.displayed_sentence import ShownSentence
from app.item_models.token_tips import percent

MAX_CROSSED = 2
"""Number of crossed-out names shown; the rest is counted."""


class ChipKind(Enum):
    """The shape of a chip; shapes differ also without colour."""

    PERSON = "filled, with a tick"
    PROPOSAL = "outlined, with a percentage"
    UNCERTAIN = "dashed outline, with a percentage"
    IMPORTED = "brackets, with an arrow"
    LISTED = "outlined, with a list icon"
    REJECTED = "no outline, crossed-out names"
    NO_LABEL = "a line under the words, with a tick"
    MISS = "a dotted line under the words"


class Glyph(Enum):
    """A small drawing in a caption."""

    TICK = "tick"
    ARROW = "arrow"
    LIST = "list"
    QUERIED = "a question mark in a circle"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a caption: a text or a glyph, and how it is drawn."""

    text: str
    name: bool = False
    crossed: bool = False
    glyph: Glyph | None = None


@dataclass(frozen=True, slots=True)
class Chip:
    """One label over its tokens; ``colour`` is None if it is no label of the project.

    ``strength`` is the probability shown by the line of a suggestion. ``joins_before`` and
    ``joins_behind``: whether the span continues with a chip of another kind.
    """

    kind: ChipKind
    first: int
    last: int
    colour: int | None
    strength: float
    parts: tuple[Part, ...]
    joins_before: bool
    joins_behind: bool


def chips_of(
    sentence: ShownSentence, previous: ShownSentence | None = None, known: Sequence[Chip] = ()
) -> list[Chip]:
    """Return the chips of the sentence, in the order of their tokens.

    Of the ``known`` chips of a ``previous`` snapshot, those that are the same are returned as
    the same objects.
    """
    records = sentence.records
    same = previous is not None and sentence.has_labels_of(previous)
    earlier = previous.records if previous is not None and same else []
    by_first = {chip.first: chip for chip in known if same}
    kinds = [_kind(sentence, record) for record in records]
    groups = groupby(range(len(records)), key=lambda i: _group(records, kinds, i))
    chips = []
    for _, members in groups:
        tokens = list(members)
        kind, first, last = kinds[tokens[0]], tokens[0], tokens[-1]
        if kind is None:
            continue
        before = by_first.get(first)
        # The token after it decides whether its span goes on.
        if (
            before is not None
            and before.last == last
            and records[first : last + 2] == earlier[first : last + 2]
        ):
            chips.append(before)
            continue
        chip = _chip(sentence, kind, first, last)
        chips.append(before if before is not None and before == chip else chip)
    return chips


def _kind(sentence: ShownSentence, record: TokenDisplay) -> ChipKind | None:
    if sentence.is_miss(record):
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
        return ChipKind.REJECTED
    return None


def _group(
    records: Sequence[TokenDisplay], kinds: Sequence[ChipKind | None], index: int
) -> tuple[object, ...]:
    """Return a key that is equal for the tokens of one chip."""
    record, kind = records[index], kinds[index]
    if kind is ChipKind.NO_LABEL:
        return (kind,)
    if record.span < 0 or kind is None:
        return (kind, index)
    # One suggestion is one chip: its least confident token decides its shape.
    proposed = kind in {ChipKind.PROPOSAL, ChipKind.UNCERTAIN}
    return (record.span, ChipKind.PROPOSAL if proposed else kind)


def _chip(sentence: ShownSentence, kind: ChipKind, first: int, last: int) -> Chip:
    members = sentence.records[first : last + 1]
    record = members[0]
    confidence = min((m.probability for m in members if m.probability is not None), default=1.0)
    if kind is ChipKind.PROPOSAL and any(member.uncertain for member in members):
        kind = ChipKind.UNCERTAIN
    beyond = sentence.records[last + 1] if last + 1 < len(sentence.records) else None
    in_span = record.span >= 0
    return Chip(
        kind=kind,
        first=first,
        last=last,
        colour=sentence.colour_of(record),
        strength=confidence,
        parts=_parts(sentence, kind, members, confidence),
        joins_before=in_span and record.span < first,
        joins_behind=in_span and beyond is not None and beyond.span == record.span,
    )


def _parts(
    sentence: ShownSentence, kind: ChipKind, members: Sequence[TokenDisplay], confidence: float
) -> tuple[Part, ...]:
    parts: list[Part] = []
    name = sentence.name_of(members[0])
    if kind is ChipKind.PERSON:
        parts = [Part(name, name=True), Part("", glyph=Glyph.TICK)]
    elif kind in {ChipKind.PROPOSAL, ChipKind.UNCERTAIN}:
        parts = [Part(name, name=True)]
        if any(member.probability is not None for member in members):
            parts.append(Part(percentage(percent(confidence))))
    elif kind is ChipKind.IMPORTED:
        parts = [Part(name, name=True), Part("", glyph=Glyph.ARROW)]
    elif kind is ChipKind.LISTED:
        parts = [Part(name, name=True), Part("", glyph=Glyph.LIST)]
        if any(member.probability is not None for member in members):
            parts.append(Part(percentage(percent(confidence))))
    queried = [Part("", glyph=Glyph.QUERIED)] if any(member.queried for member in members) else []
    return (*queried, *parts, *_crossed(sentence, members))


def _crossed(sentence: ShownSentence, members: Sequence[TokenDisplay]) -> list[Part]:
    names: dict[str, None] = {}
    for member in members:
        names.update(dict.fromkeys(sentence.forbidden_names(member)))
    shown = [Part(name, crossed=True) for name in list(names)[:MAX_CROSSED]]
    if len(names) > MAX_CROSSED:
        shown.append(Part(f"+{len(names) - MAX_CROSSED}"))
    return shown

"""The uncertain tokens of a sentence, in pieces that a person checks one by one."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import groupby

import numpy as np

from app.domain.display import DisplayKind, TokenDisplay

Piece = tuple[int, int]
"""First and last token of a piece, which is selected as a whole and labelled by one key."""

MAY_BE_WRONG_BELOW = float(np.float32(0.92))
"""Proposals below this are to be checked, even above the project's threshold.

In Dutch news, with 20 to 250 labelled sentences, corrections take fewer keys than with 0.85 or
0.95. Probabilities are kept in single precision.
"""


LONGEST_RUN = 4
"""More uncertain neighbours than these are no name: each is a piece of its own."""


LONGEST_NAME = 5
"""The longest piece joined of uncertain pieces that meet in a name."""


def uncertain_pieces(records: Sequence[TokenDisplay]) -> list[Piece]:
    """Return the pieces of a sentence that are to be checked; see `pieces_with`.

    A span and a word without a label that touch, both with capitals, are one piece: probably a name
    whose end the model has missed.
    """
    pieces = pieces_with(records, {record.index for record in records if may_be_wrong(record)})
    joined: list[Piece] = []
    for first, last in pieces:
        if joined and _touch_in_name(records, joined[-1][1], first):
            begin = joined[-1][0]
            if last - begin < LONGEST_NAME:
                joined[-1] = (begin, last)
                continue
        joined.append((first, last))
    return joined


def first_piece(records: Sequence[TokenDisplay], pieces: Sequence[Piece]) -> Piece | None:
    """Return the piece to be checked first, with the words that the queue underlines.

    These are tokens under the project's threshold or, without any, the least confident token. It is
    a piece of its own if none of ``pieces`` has it.
    """
    uncertain = {record.index for record in records if is_uncertain(record)}
    if not uncertain and (least := least_confident(records)) is not None:
        uncertain = {least}
    underlined = (p for p in pieces if uncertain.intersection(range(p[0], p[1] + 1)))
    alone = next(((token, token) for token in sorted(uncertain)), None)
    return next(underlined, alone)


def least_confident(records: Sequence[TokenDisplay]) -> int | None:
    """Return the least confident token, None without probabilities."""
    chances = {
        record.index: record.probability for record in records if record.probability is not None
    }
    return min(chances, key=chances.__getitem__, default=None)


def _touch_in_name(records: Sequence[TokenDisplay], last: int, first: int) -> bool:
    """Return whether two pieces, one of which is no span, touch at words with capitals."""
    touching = records[last], records[first]
    spans = [record.span >= 0 for record in touching]
    capitals = all(record.word[:1].isupper() for record in touching)
    return first == last + 1 and capitals and not all(spans)


def pieces_with(records: Sequence[TokenDisplay], tokens: Container[int]) -> list[Piece]:
    """Return the pieces of a sentence that contain some tokens; one key labels a piece.

    A piece is a span that is shown, or neighbouring tokens outside of spans. Punctuation and
    symbols separate these: a list of names is no name.
    """
    pieces: dict[Piece, None] = {}

    def key(record: TokenDisplay) -> tuple[int, bool, bool]:
        chosen = record.index in tokens
        return record.span, chosen, chosen and _is_punctuation(record)

    for (span, chosen, mark), members in groupby(records, key=key):
        own = [record.index for record in members]
        if not chosen:
            continue
        if span >= 0:
            pieces[_whole_span(records, span)] = None
        elif mark or len(own) > LONGEST_RUN:
            pieces.update(((token, token), None) for token in own)
        else:
            pieces[own[0], own[-1]] = None
    return list(pieces)


def is_uncertain(record: TokenDisplay) -> bool:
    """Return whether a proposal is under the project's threshold."""
    return record.uncertain and record.kind is not DisplayKind.PERSON


def may_be_wrong(record: TokenDisplay) -> bool:
    """Return whether a proposal is likely enough to be wrong."""
    if is_uncertain(record):
        return True
    is_low = record.probability is not None and record.probability < MAY_BE_WRONG_BELOW
    return is_low and not (record.span < 0 and _is_punctuation(record))


def _is_punctuation(record: TokenDisplay) -> bool:
    """Return whether a token has neither letter nor digit."""
    return not any(character.isalnum() for character in record.word)


def _whole_span(records: Sequence[TokenDisplay], span: int) -> Piece:
    last = span
    while last + 1 < len(records) and records[last + 1].span == span:
        last += 1
    return span, last

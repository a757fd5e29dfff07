"""What of a sentence is doubtful, in the pieces in which a person looks at it and labels it."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import groupby

import numpy as np

from app.domain.display import DisplayKind, TokenDisplay

Piece = tuple[int, int]
"""First and last token of what is selected together, to be looked at and labelled by one key."""

SECOND_LOOK = float(np.float32(0.9))
"""Proposals under this are worth a look, also those above the project's threshold.

In Dutch news, from 20 to 250 labelled sentences, so many places of a sentence are gone to as there
are single tokens under the usual threshold of 0.6, and corrections take the fewest keys: with 0.8
and with 0.95 they take more. Probabilities are kept in single precision."""


def doubtful_pieces(records: Sequence[TokenDisplay]) -> list[Piece]:
    """Return what is worth a look in a sentence, from left to right.

    One key labels a piece: a span that is shown and has a doubtful token, or doubtful neighbours
    that are shown in none.
    """
    return pieces_with(records, {record.index for record in records if is_worth_a_look(record)})


def pieces_with(records: Sequence[TokenDisplay], tokens: Container[int]) -> list[Piece]:
    """Return the spans that some tokens stand in, and runs of those that stand in none."""
    pieces: dict[Piece, None] = {}
    for (_, chosen), members in groupby(
        records, key=lambda record: (record.span, record.index in tokens)
    ):
        own = list(members)
        if chosen:
            pieces[_whole_span(records, (own[0].index, own[-1].index))] = None
    return list(pieces)


def is_uncertain(record: TokenDisplay) -> bool:
    """Say whether something is proposed here that lies under the project's threshold."""
    return record.uncertain and record.kind is not DisplayKind.PERSON


def is_worth_a_look(record: TokenDisplay) -> bool:
    """Say whether something is proposed here that may well be wrong."""
    return is_uncertain(record) or (
        record.probability is not None and record.probability < SECOND_LOOK
    )


def _whole_span(records: Sequence[TokenDisplay], piece: Piece) -> Piece:
    """Take in the other tokens of a span."""
    first, last = piece
    span = records[first].span
    if span < 0:
        return piece
    while last + 1 < len(records) and records[last + 1].span == span:
        last += 1
    return span, last

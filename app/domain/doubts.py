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


LONGEST_RUN = 4
"""More doubtful neighbours than these are no name: each is looked at by itself."""


def doubtful_pieces(records: Sequence[TokenDisplay]) -> list[Piece]:
    """Return what is worth a look in a sentence, from left to right; see `pieces_with`."""
    return pieces_with(records, {record.index for record in records if is_worth_a_look(record)})


def pieces_with(records: Sequence[TokenDisplay], tokens: Container[int]) -> list[Piece]:
    """Return the pieces of a sentence in which some tokens stand; one key labels a piece.

    It is a span that is shown, or some neighbours that are shown in none. Punctuation and symbols
    part these: a list of names is no name.
    """
    pieces: dict[Piece, None] = {}
    for (span, chosen, mark), members in groupby(
        records, key=lambda record: (record.span, record.index in tokens, _is_mark(record))
    ):
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
    """Say whether something is proposed here that lies under the project's threshold."""
    return record.uncertain and record.kind is not DisplayKind.PERSON


def is_worth_a_look(record: TokenDisplay) -> bool:
    """Say whether something is proposed here that may well be wrong."""
    if is_uncertain(record):
        return True
    unsure = record.probability is not None and record.probability < SECOND_LOOK
    return unsure and not (record.span < 0 and _is_mark(record))


def _is_mark(record: TokenDisplay) -> bool:
    """Say whether a token has neither letter nor digit."""
    return not any(character.isalnum() for character in record.word)


def _whole_span(records: Sequence[TokenDisplay], span: int) -> Piece:
    last = span
    while last + 1 < len(records) and records[last + 1].span == span:
        last += 1
    return span, last

"""Asking for the doubtful tokens of a sentence alone: which they are, and what an answer says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.display import DisplayKind, TokenDisplay
from app.domain.project import Project
from app.domain.proposals import NO_TAG, Proposals
from app.domain.tokens import Role
from app.domain.uncertain_pieces import Piece, pieces_with


@dataclass(frozen=True, slots=True)
class Answer:
    """What it says to confirm what is asked of a sentence.

    The tokens ``queried`` are confirmed as they are shown, ``accepted`` are others that are sure
    enough. ``n_open`` tokens stay open.
    """

    queried: tuple[int, ...]
    accepted: tuple[int, ...]
    n_open: int


def queries_tokens(project: Project, proposals: Proposals, sentence_index: int) -> bool:
    """Say whether of a sentence only doubtful tokens are asked for.

    That takes a model that has proposed something. The test sample is asked for whole.
    """
    if (
        not project.settings.asking.tokens_alone
        or project.corpus.roles[sentence_index] == Role.CONTROL
    ):
        return False
    tags = proposals.tags[project.corpus.span(sentence_index)]
    return bool(proposals.models[sentence_index] >= 0 and (tags != NO_TAG).any())


def queried_pieces(records: Sequence[TokenDisplay]) -> list[Piece]:
    """Return what a person is led to in a sentence, from left to right.

    One key labels a piece: a span that is shown and has a token that is asked about, or neighbours
    asked about that are shown in none; see `pieces_with`.
    """
    return pieces_with(records, {record.index for record in records if record.queried})


def answer_of(records: Sequence[TokenDisplay], accept_from: float) -> Answer:
    """Return what Enter says where doubtful tokens alone are asked for.

    Of a span, too, doubtful tokens alone are confirmed: if what is sure were learnt from inside
    spans and not outside of them, models would see too many spans. Of what is not asked, spans are
    accepted whose every token is at least as probable as ``accept_from``, and tokens outside of
    spans; none with 0.
    """
    opened = [record for record in records if record.kind is not DisplayKind.PERSON]
    rest = [record for record in opened if not record.queried]
    accepted = tuple(_confident(rest, accept_from)) if accept_from else ()
    queried = tuple(record.index for record in opened if record.queried)
    return Answer(queried, accepted, len(rest) - len(accepted))


def _confident(rest: Sequence[TokenDisplay], accept_from: float) -> Iterator[int]:
    # Probabilities are kept in single precision, and shown as 99 % then, too.
    least = float(np.float32(accept_from))

    def is_confident(record: TokenDisplay) -> bool:
        return record.probability is not None and record.probability >= least

    spans_with_uncertain = {record.span for record in rest if not is_confident(record)}
    for record in rest:
        if is_confident(record) and (record.span < 0 or record.span not in spans_with_uncertain):
            yield record.index

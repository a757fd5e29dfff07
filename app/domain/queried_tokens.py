"""Selection of the uncertain tokens of a sentence, which alone are queried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.display import DisplayKind, TokenDisplay
from app.domain.project import Project
from app.domain.proposals import NO_TAG, Proposals
from app.domain.tokens import Role
from app.domain.uncertain_pieces import Piece, first_piece, pieces_with, uncertain_pieces


@dataclass(frozen=True, slots=True)
class Answer:
    """The tokens confirmed by an answer.

    The ``queried`` tokens are confirmed as they are shown, and so are the ``accepted`` ones, which
    are confident enough. ``n_open`` tokens stay open.
    """

    queried: tuple[int, ...]
    accepted: tuple[int, ...]
    n_open: int


def queries_tokens(project: Project, proposals: Proposals, sentence_index: int) -> bool:
    """Return whether only the uncertain tokens of a sentence are queried.

    That takes proposals of a model. Test sentences are queried as a whole.
    """
    if (
        not project.settings.query_choice.tokens_alone
        or project.corpus.roles[sentence_index] == Role.CONTROL
    ):
        return False
    tags = proposals.tags[project.corpus.span(sentence_index)]
    return bool(proposals.models[sentence_index] >= 0 and (tags != NO_TAG).any())


def queried_pieces(records: Sequence[TokenDisplay]) -> list[Piece]:
    """Return the pieces of a sentence with queried tokens; see `pieces_with`."""
    return pieces_with(records, {record.index for record in records if record.queried})


def answer_of(records: Sequence[TokenDisplay], accept_from: float) -> Answer:
    """Return what Enter confirms where only uncertain tokens are queried.

    In a span, too, only uncertain tokens are confirmed: confident tokens learnt from inside spans
    but not outside would bias models towards spans. Of the rest, spans with all tokens at least as
    probable as ``accept_from`` are accepted, and tokens outside of spans; none with 0.
    """
    opened = [record for record in records if record.kind is not DisplayKind.PERSON]
    rest = [record for record in opened if not record.queried]
    accepted = tuple(_confident(rest, accept_from)) if accept_from else ()
    queried = tuple(record.index for record in opened if record.queried)
    return Answer(queried, accepted, len(rest) - len(accepted))


def _confident(rest: Sequence[TokenDisplay], accept_from: float) -> Iterator[int]:
    # Probabilities are kept in single precision.
    least = float(np.float32(accept_from))

    def is_confident(record: TokenDisplay) -> bool:
        return record.probability is not None and record.probability >= least

    spans_with_uncertain = {record.span for record in rest if not is_confident(record)}
    for record in rest:
        if is_confident(record) and (record.span < 0 or record.span not in spans_with_uncertain):
            yield record.index


def first_to_check(records: Sequence[TokenDisplay], *, asks: bool) -> Piece | None:
    """Return the piece of a sentence that is selected first, None without one.

    ``asks``: only uncertain tokens of the sentence are queried.
    """
    if asks:
        return next(iter(queried_pieces(records)), None)
    return first_piece(records, uncertain_pieces(records))

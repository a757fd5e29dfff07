"""Where the model is in doubt: tokens that are uncertain, and those that alone are asked for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal

from app.domain.asked import Answer, Piece, answer_of, asked_pieces
from app.domain.display import DisplayKind, TokenDisplay
from app.domain.proposals import NO_TAG
from app.domain.tokens import TokenState
from app.views.workspace.caret import NOWHERE, Caret

LOOKED_THROUGH = 50
"""So many sentences are looked at one by one for a token that is shown as uncertain."""

SECOND_LOOK = 0.9
"""Of a sentence without a token under the project's threshold, tokens under this are looked at.

In Dutch news, after 60 labelled sentences, 72 % of the wrong proposals lay under the usual
threshold of 0.6, and 95 % under this."""


class Doubts(Caret):
    """Takes the caret to what the model is not sure of, and to what it asks a person.

    Signals
    -------
    message : str, str
        A sentence for the line at the bottom, and its kind: "info", "warning" or "error".
    """

    message = Signal(str, str)

    def next_uncertain(self) -> None:
        """Go to the next token that the model is not sure of, in this sentence or a later one."""
        self._to_uncertain(1)

    def previous_uncertain(self) -> None:
        """Go to the previous token that the model is not sure of."""
        self._to_uncertain(-1)

    def go_to_doubt(self, place: int, token: int) -> None:
        """Go to a sentence of the queue: to one token, or to what is asked of it first."""
        self.go_to(place, token)
        self._to_first_asked()

    # ---- doubtful tokens alone

    @property
    def asks_tokens(self) -> bool:
        """Whether of the current sentence only doubtful tokens are asked for."""
        return self.place != NOWHERE and self.session.asks_tokens(self.place)

    def answer(self) -> Answer:
        """Return what Enter confirms of a sentence of which doubtful tokens alone are asked for."""
        return answer_of(self.tokens(), self.session.project.settings.asking.accept_from)

    def _to_first_asked(self) -> None:
        if self.asks_tokens:
            self._to_piece(next(iter(asked_pieces(self.tokens())), None))

    def _to_piece(self, piece: Piece | None) -> None:
        if piece is not None:
            self.select(*piece)

    def _next_piece(self, *, still: bool = False) -> Piece | None:
        """Return what is to be answered next: behind the selection, then ahead of it.

        What has been looked at is not; with ``still`` what is selected comes before all else.
        """
        records = self.tokens()
        waiting = [
            piece
            for piece in asked_pieces(records)
            if not all(
                self.session.was_looked_at(self.place, record)
                for record in records[piece[0] : piece[1] + 1]
                if record.asked
            )
        ]
        here = [piece for piece in waiting if piece[0] <= self.last and piece[1] >= self.first]
        behind = [piece for piece in waiting if piece[0] > self.last]
        ordered = [*here, *behind] if still else behind
        return next(iter((*ordered, *waiting)), None)

    def _asked_at(self, token: int) -> Piece | None:
        """Return the piece in which a token is asked, None where it is not."""
        pieces = asked_pieces(self.tokens())
        return next((one for one in pieces if one[0] <= token <= one[1]), None)

    def _to_asked(self, step: int) -> bool:
        """Go to the next piece that is asked of this sentence; False if there is none.

        What was selected until now has been looked at, and may stand as it is shown.
        """
        records = self.tokens()
        seen = [record for record in records[self.first : self.last + 1] if record.asked]
        self.session.look_at(self.place, seen)
        pieces = asked_pieces(records)
        if step > 0:
            piece = next((one for one in pieces if one[0] > self.last), None)
        else:
            piece = next((one for one in reversed(pieces) if one[1] < self.first), None)
        self._to_piece(piece)
        return piece is not None

    # ---- uncertain tokens

    def _first_uncertain(self, place: int) -> int:
        filtered = self.session.filtered
        token = None if filtered is None else filtered.token_in(place)
        if token is not None:
            return token
        return next(iter(_worth_a_look(self.session.token_display(place))), 0)

    def _to_uncertain(self, step: int) -> None:
        if self.place == NOWHERE:
            return
        if self._to_asked(step) if self.asks_tokens else self._to_uncertain_here(step):
            return
        place = self._uncertain_sentence(step)
        if place is None:
            self.message.emit(self.tr("No further token is uncertain."), "info")
            return
        found = [r.index for r in self.session.token_display(place) if _is_uncertain(r)]
        self.go_to(place, found[0 if step > 0 else -1])
        if self.asks_tokens:
            self._to_piece(self._asked_at(self.token))

    def _to_uncertain_here(self, step: int) -> bool:
        found = _worth_a_look(self.tokens())
        ahead = [token for token in found[::step] if (token - self.token) * step > 0]
        if ahead:
            self.select(ahead[0], ahead[0])
        return bool(ahead)

    def _uncertain_sentence(self, step: int) -> int | None:
        session = self.session
        visible = session.visible
        limit = session.project.settings.uncertain_below
        candidates = visible[session.proposals.lowest[visible] < limit]
        if step > 0:
            candidates = candidates[candidates > self.place]
        else:
            candidates = candidates[candidates < self.place][::-1]
        # Of most, something unsure is shown; where a suggestion stands in its place, nothing is.
        for place in candidates[:LOOKED_THROUGH].tolist():
            if self._shows_uncertain(place):
                return int(place)
        rest = self._with_doubts_shown(candidates[LOOKED_THROUGH:])
        return next((place for place in rest.tolist() if self._shows_uncertain(place)), None)

    def _shows_uncertain(self, place: int) -> bool:
        return any(map(_is_uncertain, self.session.token_display(place)))

    def _with_doubts_shown(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Leave out sentences in which suggestions hide whatever the model is not sure of."""
        session, corpus = self.session, self.session.corpus
        at = session.flat_tokens(places)
        tags, states = session.proposals.tags[at], corpus.states[at]
        chances = session.proposals.probabilities[at]
        one = [members[0] if len(members) == 1 else NO_TAG for members in session.project.tag_sets]
        said = np.array(one, np.int64)[corpus.tag_sets[at]]
        doubtful = (tags != NO_TAG) & (chances < session.project.settings.uncertain_below)
        doubtful &= (states != TokenState.SUGGESTED) | (said == tags)
        owners = np.repeat(np.arange(len(places)), corpus.lengths(places))
        shown = np.zeros(len(places), np.bool_)
        shown[owners[doubtful & (states != TokenState.CONFIRMED)]] = True
        return np.asarray(places[shown])


def _worth_a_look(records: Sequence[TokenDisplay]) -> list[int]:
    """Return the tokens of which the model is not sure; without one, the less sure ones."""
    found = [record.index for record in records if _is_uncertain(record)]
    return found or [
        record.index
        for record in records
        if record.probability is not None and record.probability < SECOND_LOOK
    ]


def _is_uncertain(record: TokenDisplay) -> bool:
    return record.uncertain and record.kind is not DisplayKind.PERSON

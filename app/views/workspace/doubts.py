"""Where the model is in doubt: tokens that are uncertain, and those that alone are asked for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal

from app.domain.asked import Answer, answer_of, asked_pieces
from app.domain.doubts import Piece, doubtful_pieces, is_uncertain
from app.domain.proposals import NO_TAG
from app.domain.tokens import TokenState
from app.views.workspace.caret import NOWHERE, Caret

LOOKED_THROUGH = 50
"""So many sentences are looked at one by one for a token that is shown as uncertain."""


class Doubts(Caret):
    """Takes the caret to what the model is not sure of, and to what it asks a person.

    Signals
    -------
    message : str, str
        A sentence for the line at the bottom, and its kind: "info", "warning" or "error".
    """

    message = Signal(str, str)

    def next_uncertain(self) -> None:
        """Go to what the model is not sure of next, in this sentence or a later one."""
        self._to_uncertain(1)

    def previous_uncertain(self) -> None:
        """Go to what the model is not sure of before this."""
        self._to_uncertain(-1)

    def go_to_doubt(self, place: int, token: int | None = None) -> None:
        """Go to a sentence of the queue: to what is doubtful at a token, or else first.

        What is doubtful is selected whole: the span that is shown there, or doubtful neighbours.
        Where doubtful tokens alone are asked for, what is asked first is gone to.
        """
        pieces = self._pieces(place)
        if token is not None and not self.session.asks_tokens(place):
            here = (piece for piece in pieces if piece[0] <= token <= piece[1])
            self.go_to(place, *next(here, (token, token)))
        else:
            self.go_to(place, *next(iter(pieces), (token or 0, token or 0)))

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
        return self._to_doubt_here(step)

    # ---- uncertain tokens

    def _pieces(self, place: int) -> list[Piece]:
        """Return what a person is led to in a sentence, from left to right."""
        records = self.session.token_display(place)
        asks = self.session.asks_tokens(place)
        return asked_pieces(records) if asks else doubtful_pieces(records)

    def _to_doubt_here(self, step: int) -> bool:
        """Go to the next piece of this sentence that is asked or doubtful; False without one.

        Where the caret stands within a piece, that is the next one: it is selected whole.
        """
        pieces = self._pieces(self.place)
        if step > 0:
            piece = next((one for one in pieces if one[1] > self.last), None)
        else:
            piece = next((one for one in reversed(pieces) if one[0] < self.first), None)
        self._to_piece(piece)
        return piece is not None

    def _to_uncertain(self, step: int) -> None:
        if self.place == NOWHERE:
            return
        if self._to_asked(step) if self.asks_tokens else self._to_doubt_here(step):
            return
        if step > 0 and self._holds_back():
            return
        place = self._uncertain_sentence(step)
        if place is None:
            self.message.emit(self.tr("No more uncertain tokens."), "info")
        else:
            self.go_to(place, *self._pieces(place)[0 if step > 0 else -1])

    def _holds_back(self) -> bool:
        """Say whether the sentence is to be settled before another one is gone to."""
        return False

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
        return any(map(is_uncertain, self.session.token_display(place)))

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

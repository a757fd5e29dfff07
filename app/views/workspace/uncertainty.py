"""The way through the tokens that the model is not sure of."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.domain.doubts import is_uncertain, least_sure
from app.domain.proposals import NO_TAG
from app.domain.tokens import TokenState
from app.views.workspace.caret import NOWHERE, Caret
from app.views.workspace.labeller import Labeller
from app.views.workspace.pieces import Pieces
from app.views.workspace.tell import Tell

LOOKED_THROUGH = 50
"""So many sentences are looked at one by one for a token that is shown as uncertain."""


class Uncertainty(QObject):
    """Takes the caret to the uncertain tokens of this sentence and of others.

    Signals
    -------
    unmarked_selected : TokenDisplay
        Tokens were selected that are not marked as uncertain; this is the least confident of them.
    """

    unmarked_selected = Signal(object)

    def __init__(
        self,
        caret: Caret,
        pieces: Pieces,
        labeller: Labeller,
        tell: Tell,
        parent: QObject | None = None,
    ) -> None:
        """Follow a caret, and stay in a sentence that the labeller holds back."""
        super().__init__(parent)
        self._caret = caret
        self._session = caret.session
        self._pieces = pieces
        self._labeller = labeller
        self._tell = tell

    def next_uncertain(self) -> None:
        """Go to what the model is not sure of next, in this sentence or a later one."""
        self._to_uncertain(1)

    def previous_uncertain(self) -> None:
        """Go to what the model is not sure of before this."""
        self._to_uncertain(-1)

    def go_to_uncertain(self, place: int, token: int | None = None) -> None:
        """Go to a sentence of the queue: to what is doubtful at a token, or what comes first.

        What is doubtful is selected whole: the span that is shown there, or doubtful neighbours.
        Where doubtful tokens alone are asked for, what is asked first is gone to.
        """
        if token is not None and not self._session.asks_tokens(place):
            pieces = self._pieces.of_sentence(place)
            here = (piece for piece in pieces if piece[0] <= token <= piece[1])
            self._caret.go_to(place, *next(here, (token, token)))
        else:
            self._pieces.go_to_first(place)

    # ---- inside

    def _to_uncertain(self, step: int) -> None:
        if self._caret.place == NOWHERE:
            return
        if self._pieces.select_next(step):
            self._note_unmarked()
            return
        if step > 0 and self._labeller.holds_back():
            return
        place = self._uncertain_sentence(step)
        if place is None:
            self._tell(self.tr("No more uncertain tokens."), "info")
        elif step > 0:
            self._pieces.go_to_first(place)
        else:
            self._caret.go_to(place, *self._pieces.of_sentence(place)[-1])
            self._note_unmarked()

    def _note_unmarked(self) -> None:
        """Let it be said why the tokens just selected are worth a look, if nothing marks them."""
        records = self._caret.tokens()[self._caret.first : self._caret.last + 1]
        least = least_sure(records)
        if least is not None and not any(map(is_uncertain, records)):
            self.unmarked_selected.emit(records[least - self._caret.first])

    def _uncertain_sentence(self, step: int) -> int | None:
        session = self._session
        visible = session.visible
        limit = session.project.settings.uncertain_below
        candidates = visible[session.proposals.lowest[visible] < limit]
        if step > 0:
            candidates = candidates[candidates > self._caret.place]
        else:
            candidates = candidates[candidates < self._caret.place][::-1]
        # Of most, something unsure is shown; where a suggestion stands in its place, nothing is.
        for place in candidates[:LOOKED_THROUGH].tolist():
            if self._shows_uncertain(place):
                return int(place)
        rest = self._with_uncertain_shown(candidates[LOOKED_THROUGH:])
        return next((place for place in rest.tolist() if self._shows_uncertain(place)), None)

    def _shows_uncertain(self, place: int) -> bool:
        return any(map(is_uncertain, self._session.token_display(place)))

    def _with_uncertain_shown(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Leave out sentences in which suggestions hide whatever the model is not sure of."""
        session, corpus = self._session, self._session.corpus
        at = session.state.flat_tokens(places)
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

"""Commands that go from one uncertain token to the next."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.domain.proposals import NO_TAG
from app.domain.tokens import TokenState
from app.domain.uncertain_pieces import is_uncertain, least_confident
from app.views.workspace.caret import NOWHERE, Caret
from app.views.workspace.labeller import Labeller
from app.views.workspace.pieces import Pieces
from app.views.workspace.show_message import ShowMessage

LOOKED_THROUGH = 4096
"""Number of sentences that are searched at once."""
MAX_CHECKED = 50
"""Number of sentences checked one by one before the rest is filtered with arrays."""


class Uncertainty(QObject):
    """Moves the caret to the uncertain tokens of this sentence and of others.

    Signals
    -------
    unmarked_selected : TokenDisplay
        The selected tokens are not marked as uncertain; this is the least confident of them.
    """

    unmarked_selected = Signal(object)

    def __init__(
        self,
        caret: Caret,
        pieces: Pieces,
        labeller: Labeller,
        show_message: ShowMessage,
        parent: QObject | None = None,
    ) -> None:
        """Follow a caret, and stay in a sentence that the labeller holds back."""
        super().__init__(parent)
        self._caret = caret
        self._session = caret.session
        self._pieces = pieces
        self._labeller = labeller
        self._show_message = show_message

    def next_uncertain(self) -> None:
        """Go to the next uncertain tokens, in this sentence or a later one."""
        self._to_uncertain(1)

    def previous_uncertain(self) -> None:
        """Go to the previous uncertain tokens, in this sentence or an earlier one."""
        self._to_uncertain(-1)

    def go_to_uncertain(self, sentence_index: int, token: int | None = None) -> None:
        """Go to a sentence, and select the uncertain piece at a token, or the first piece.

        Where only uncertain tokens are queried, it is always the first piece.
        """
        if token is not None and not self._session.queries_tokens(sentence_index):
            pieces = self._pieces.of_sentence(sentence_index)
            here = (piece for piece in pieces if piece[0] <= token <= piece[1])
            self._caret.go_to(sentence_index, *next(here, (token, token)))
        else:
            self._pieces.go_to_first(sentence_index)

    def likely_next(self) -> int:
        """Return the sentence to which `next_uncertain` probably goes next, NOWHERE without one."""
        session = self._session
        lowest, limit = session.proposals.lowest, session.project.settings.uncertain_below
        at = int(np.searchsorted(session.visible, self._caret.sentence_index, side="right"))
        for start in range(at, len(session.visible), LOOKED_THROUGH):
            some = session.visible[start : start + LOOKED_THROUGH]
            found = np.flatnonzero(lowest[some] < limit)
            if len(found):
                return int(some[found[0]])
        return NOWHERE

    # ---- inside

    def _to_uncertain(self, step: int) -> None:
        if self._caret.sentence_index == NOWHERE:
            return
        if self._pieces.select_next(step):
            self._note_unmarked()
            return
        if step > 0 and self._labeller.holds_back():
            return
        sentence_index = self._uncertain_sentence(step)
        if sentence_index is None:
            after = self.tr("No more uncertain tokens from here to the end.")
            before = self.tr("No more uncertain tokens from here to the beginning.")
            self._show_message(after if step > 0 else before, "info")
        elif step > 0:
            self._pieces.go_to_first(sentence_index)
        else:
            self._caret.go_to(sentence_index, *self._pieces.of_sentence(sentence_index)[-1])
            self._note_unmarked()

    def _note_unmarked(self) -> None:
        """Emit ``unmarked_selected`` if nothing marks the selected tokens as uncertain."""
        records = self._caret.tokens()[self._caret.first : self._caret.last + 1]
        least = least_confident(records)
        if least is not None and not any(map(is_uncertain, records)):
            self.unmarked_selected.emit(records[least - self._caret.first])

    def _uncertain_sentence(self, step: int) -> int | None:
        session = self._session
        visible = session.visible
        limit = session.project.settings.uncertain_below
        candidates = visible[session.proposals.lowest[visible] < limit]
        if step > 0:
            candidates = candidates[candidates > self._caret.sentence_index]
        else:
            candidates = candidates[candidates < self._caret.sentence_index][::-1]
        # Most show an uncertain token; where another suggestion hides it, none is shown.
        for sentence_index in candidates[:MAX_CHECKED].tolist():
            if self._shows_uncertain(sentence_index):
                return int(sentence_index)
        rest = self._with_uncertain_shown(candidates[MAX_CHECKED:])
        return next(
            (
                sentence_index
                for sentence_index in rest.tolist()
                if self._shows_uncertain(sentence_index)
            ),
            None,
        )

    def _shows_uncertain(self, sentence_index: int) -> bool:
        return any(map(is_uncertain, self._session.token_display(sentence_index)))

    def _with_uncertain_shown(self, sentence_indices: NDArray[np.int64]) -> NDArray[np.int64]:
        """Leave out sentences in which other suggestions hide the uncertain ones."""
        session, corpus = self._session, self._session.corpus
        at = session.state.flat_tokens(sentence_indices)
        tags, states = session.proposals.tags[at], corpus.states[at]
        probabilities = session.proposals.probabilities[at]
        one = [members[0] if len(members) == 1 else NO_TAG for members in session.project.tag_sets]
        single_tag = np.array(one, np.int64)[corpus.tag_sets[at]]
        uncertain = (tags != NO_TAG) & (probabilities < session.project.settings.uncertain_below)
        uncertain &= (states != TokenState.SUGGESTED) | (single_tag == tags)
        owners = np.repeat(np.arange(len(sentence_indices)), corpus.lengths(sentence_indices))
        shown = np.zeros(len(sentence_indices), np.bool_)
        shown[owners[uncertain & (states != TokenState.CONFIRMED)]] = True
        return np.asarray(sentence_indices[shown])

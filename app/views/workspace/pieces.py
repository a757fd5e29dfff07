"""The queried or uncertain pieces of a sentence."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.domain.queried_tokens import Answer, answer_of, first_to_check, queried_pieces
from app.domain.uncertain_pieces import Piece, uncertain_pieces
from app.views.workspace.caret import NOWHERE, Caret


class Pieces(QObject):
    """Finds and selects the queried or uncertain pieces of the current sentence.

    Where the project queries only uncertain tokens, these with their spans are the pieces.
    """

    def __init__(self, caret: Caret, parent: QObject | None = None) -> None:
        """Follow a caret."""
        super().__init__(parent)
        self._caret = caret
        self._session = caret.session

    @property
    def queries_tokens(self) -> bool:
        """Whether only uncertain tokens of the current sentence are queried."""
        return self._caret.sentence_index != NOWHERE and self._session.queries_tokens(
            self._caret.sentence_index
        )

    def answer(self) -> Answer:
        """Return what Enter confirms in a sentence with queried tokens."""
        return answer_of(
            self._caret.tokens(), self._session.project.settings.query_choice.accept_from
        )

    def of_sentence(self, sentence_index: int) -> list[Piece]:
        """Return the pieces of a sentence, from left to right."""
        records = self._session.token_display(sentence_index)
        asks = self._session.queries_tokens(sentence_index)
        return queried_pieces(records) if asks else uncertain_pieces(records)

    def go_to_first(self, sentence_index: int) -> None:
        """Go to the first piece of a sentence; see `first_to_check`."""
        self._caret.go_to(sentence_index, *self._first(sentence_index))

    def preselect_first(self) -> None:
        """Select the first piece of a sentence that the program made current."""
        if self._caret.is_placed and self._caret.sentence_index != NOWHERE:
            self._caret.preselect(*self._first(self._caret.sentence_index))

    def queried_at(self, token: int) -> Piece | None:
        """Return the queried piece with a token, None without one."""
        pieces = queried_pieces(self._caret.tokens())
        return next((one for one in pieces if one[0] <= token <= one[1]), None)

    def next_queried(self, *, still: bool = False) -> Piece | None:
        """Return the next queried piece: after the selection, then before it.

        Pieces that have been looked at are left out; with ``still``, the selection comes first.
        """
        records = self._caret.tokens()
        waiting = [
            piece
            for piece in queried_pieces(records)
            if not all(
                self._session.looked_at.has(self._caret.sentence_index, record)
                for record in records[piece[0] : piece[1] + 1]
                if record.queried
            )
        ]
        first, last = self._caret.first, self._caret.last
        here = [piece for piece in waiting if piece[0] <= last and piece[1] >= first]
        behind = [piece for piece in waiting if piece[0] > last]
        ordered = [*here, *behind] if still else behind
        return next(iter((*ordered, *waiting)), None)

    def select_first_queried(self) -> None:
        """Select the first queried piece of this sentence, if there is one."""
        if self.queries_tokens:
            self.select(next(iter(queried_pieces(self._caret.tokens())), None))

    def select(self, piece: Piece | None) -> None:
        """Select a piece, if there is one."""
        if piece is not None:
            self._caret.select(*piece)

    def select_next(self, step: int) -> bool:
        """Select the next piece right (``step`` 1) or left (-1) of the selection; False if none.

        A piece that is selected in part is the next one. Queried tokens that were selected until
        now count as looked at.
        """
        if self.queries_tokens:
            self._note_looked_at()
        pieces = self.of_sentence(self._caret.sentence_index)
        if step > 0:
            piece = next((one for one in pieces if one[1] > self._caret.last), None)
        else:
            piece = next((one for one in reversed(pieces) if one[0] < self._caret.first), None)
        self.select(piece)
        return piece is not None

    def _first(self, sentence_index: int) -> Piece:
        """Return the first piece of a sentence, its first token if there is none."""
        asks = self._session.queries_tokens(sentence_index)
        return first_to_check(self._session.token_display(sentence_index), asks=asks) or (0, 0)

    def _note_looked_at(self) -> None:
        records = self._caret.tokens()
        chosen = records[self._caret.first : self._caret.last + 1]
        self._session.looked_at.note(
            self._caret.sentence_index, [one for one in chosen if one.queried]
        )

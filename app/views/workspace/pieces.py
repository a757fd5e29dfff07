"""The pieces of a sentence that a person is led to: asked for, or uncertain."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.domain.queried_tokens import Answer, answer_of, queried_pieces
from app.domain.uncertain_pieces import Piece, first_piece, uncertain_pieces
from app.views.workspace.caret import NOWHERE, Caret


class Pieces(QObject):
    """Finds and selects the pieces that are asked for, or uncertain, in the current sentence.

    Where the project asks for uncertain tokens alone, these with their spans are the pieces.
    """

    def __init__(self, caret: Caret, parent: QObject | None = None) -> None:
        """Follow a caret."""
        super().__init__(parent)
        self._caret = caret
        self._session = caret.session

    @property
    def queries_tokens(self) -> bool:
        """Whether of the current sentence only doubtful tokens are asked for."""
        return self._caret.sentence_index != NOWHERE and self._session.queries_tokens(
            self._caret.sentence_index
        )

    def answer(self) -> Answer:
        """Return what Enter confirms of a sentence of which doubtful tokens alone are asked for."""
        return answer_of(self._caret.tokens(), self._session.project.settings.asking.accept_from)

    def of_sentence(self, sentence_index: int) -> list[Piece]:
        """Return what a person is led to in a sentence, from left to right."""
        records = self._session.token_display(sentence_index)
        asks = self._session.queries_tokens(sentence_index)
        return queried_pieces(records) if asks else uncertain_pieces(records)

    def go_to_first(self, sentence_index: int) -> None:
        """Go to a sentence, to the piece that comes first in it; see `first_piece`."""
        self._caret.go_to(sentence_index, *self._first(sentence_index))

    def preselect_first(self) -> None:
        """Select the piece that comes first in a sentence to which the program itself has gone."""
        if self._caret.is_placed and self._caret.sentence_index != NOWHERE:
            self._caret.preselect(*self._first(self._caret.sentence_index))

    def queried_at(self, token: int) -> Piece | None:
        """Return the piece in which a token is asked, None where it is not."""
        pieces = queried_pieces(self._caret.tokens())
        return next((one for one in pieces if one[0] <= token <= one[1]), None)

    def next_queried(self, *, still: bool = False) -> Piece | None:
        """Return what is to be answered next: behind the selection, then ahead of it.

        What has been looked at is not; with ``still`` what is selected comes before all else.
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
        """Select what is asked first, if this sentence asks for tokens."""
        if self.queries_tokens:
            self.select(next(iter(queried_pieces(self._caret.tokens())), None))

    def select(self, piece: Piece | None) -> None:
        """Select a piece, if there is one."""
        if piece is not None:
            self._caret.select(*piece)

    def select_next(self, step: int) -> bool:
        """Go to the next piece of this sentence that is asked or doubtful; False without one.

        That is the next to the right of the selection, or to the left of it. Where the caret stands
        within a piece, that is the next one: it is selected whole. Where tokens are asked, what was
        selected until now has been looked at, and may stay as shown.
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
        """Return the piece that comes first in a sentence, its first token if there is none."""
        pieces = self.of_sentence(sentence_index)
        if self._session.queries_tokens(sentence_index):
            piece = next(iter(pieces), None)
        else:
            piece = first_piece(self._session.token_display(sentence_index), pieces)
        return piece or (0, 0)

    def _note_looked_at(self) -> None:
        records = self._caret.tokens()
        chosen = records[self._caret.first : self._caret.last + 1]
        self._session.looked_at.note(
            self._caret.sentence_index, [one for one in chosen if one.queried]
        )

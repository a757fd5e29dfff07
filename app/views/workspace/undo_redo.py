"""Undo and redo of the labeller's steps, and of what the model changed by itself."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.domain.edits import Edit
from app.views.workspace.caret import NOWHERE, Caret
from app.views.workspace.pieces import Pieces
from app.views.workspace.sight import Sight


class UndoRedo(QObject):
    """Undoes and redoes steps, and takes the caret to where they were made."""

    def __init__(
        self, caret: Caret, pieces: Pieces, sight: Sight, parent: QObject | None = None
    ) -> None:
        """Act on the session of a caret."""
        super().__init__(parent)
        self._caret = caret
        self._session = caret.session
        self._pieces = pieces
        self._sight = sight

    def undo(self) -> None:
        """Take back the newest step, and show where."""
        with self._sight.own_step():
            undone = self._session.undo()
        self._show_step(undone)

    def redo(self) -> None:
        """Make the step again that was taken back last, and show where."""
        with self._sight.own_step():
            redone = self._session.redo()
        self._show_step(redone)

    def take_back_propagation(self) -> bool:
        """Show again what was proposed before the last correction; False if it changed nothing."""
        with self._sight.own_step():
            return self._caret.place != NOWHERE and self._session.take_back_propagation(
                self._caret.place
            )

    # ---- inside

    def _show_step(self, edit: Edit | None) -> None:
        # A label merged or deleted changes hundreds of sentences: none of them is where.
        if edit is None or len(edit.tokens) > 1:
            return
        sentences = {c.sentence for c in edit.tokens} | {c.sentence for c in edit.marks}
        if len(sentences) != 1:
            return
        place = self._session.corpus.place_of(sentences.pop())
        token = int(edit.tokens[0].tokens[0]) if edit.tokens else 0
        if place != self._caret.place and place in self._session.visible:
            self._caret.go_to(place, token)
        if place == self._caret.place and self._pieces.asks_tokens:
            self._pieces.select(self._pieces.asked_at(token))

"""Undo and redo of the labeller's steps, and of what the model changed by itself."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject

from app.domain.edits import Edit
from app.domain.tokens import TokenState
from app.views.workspace.caret import NOWHERE, Caret
from app.views.workspace.pieces import Pieces
from app.views.workspace.sight import Sight

RESIZE = "resize"
SELECTED = frozenset({"label", "no_label", "clear", "forbid", "split", "join", RESIZE})
"""Kinds of steps of which all tokens are selected when they are taken back or made again."""


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
        self._show_step(undone, back=True)

    def redo(self) -> None:
        """Make the step again that was taken back last, and show where."""
        with self._sight.own_step():
            redone = self._session.redo()
        self._show_step(redone, back=False)

    def take_back_propagation(self) -> bool:
        """Show again what was proposed before the last correction; False if it changed nothing."""
        with self._sight.own_step():
            return self._caret.sentence_index != NOWHERE and self._session.take_back_propagation(
                self._caret.sentence_index
            )

    # ---- inside

    def _show_step(self, edit: Edit | None, *, back: bool) -> None:
        """Select what a step has changed, or what was there before it if it was taken ``back``."""
        # A label merged or deleted changes hundreds of sentences: none of them is where.
        if edit is None or len(edit.tokens) > 1:
            return
        sentences = {c.sentence for c in edit.tokens} | {c.sentence for c in edit.flags}
        if len(sentences) != 1:
            return
        sentence_index = self._session.corpus.sentence_index_of(sentences.pop())
        first, last = _selection(edit, back=back) if edit.tokens else (0, 0)
        if sentence_index == self._caret.sentence_index:
            if edit.tokens:
                self._caret.select(first, last)
        elif sentence_index in self._session.visible:
            self._caret.go_to(sentence_index, first, last)
        if sentence_index == self._caret.sentence_index and self._pieces.queries_tokens:
            self._pieces.select(self._pieces.queried_at(first))


def _selection(edit: Edit, *, back: bool) -> tuple[int, int]:
    """Return first and last of the tokens that a step of one sentence is about.

    Of one that accepts many tokens it is the first.
    """
    change = edit.tokens[0]
    states = np.stack([change.before.states, change.after.states])
    # A neighbour may only have been kept out of the span, or be free of that again.
    own = (states == TokenState.CONFIRMED).any(axis=0)
    if edit.kind == RESIZE:
        own &= states[0 if back else 1] == TokenState.CONFIRMED
    tokens = change.tokens[own] if own.any() else change.tokens
    first = int(tokens.min())
    return first, int(tokens.max()) if edit.kind in SELECTED else first

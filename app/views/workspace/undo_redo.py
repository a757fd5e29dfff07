"""Undo and redo of changes, and of what the model changed after a correction."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.domain.edits import Edit, TokenChanges
from app.domain.history import Action, HistoryStep
from app.domain.tokens import TokenState
from app.services.after_paint import release_after_paint
from app.services.threads import LONGEST_STEP, UI_PRIORITY
from app.views.workspace.caret import NOWHERE, Caret
from app.views.workspace.pieces import Pieces
from app.views.workspace.seen_labels import SeenLabels

RESIZE = "resize"
SELECTED = frozenset({"label", "no_label", "clear", "forbid", "split", "join", RESIZE})
"""Kinds of changes of which all tokens are selected after undo or redo."""


MAX_SELECTIONS = 1000
"""Number of steps whose selection is known."""


class UndoRedo(QObject):
    """Undoes and redoes changes, and moves the caret to where they were made.

    Signals
    -------
    went_unseen(object, bool)
        An `Edit` was undone (True) or redone (False), and the current sentence is as it was, or
        documents have gone.
    """

    went_unseen = Signal(object, bool)

    def __init__(
        self, caret: Caret, pieces: Pieces, seen_labels: SeenLabels, parent: QObject | None = None
    ) -> None:
        """Undo changes in the session of a caret."""
        super().__init__(parent)
        self._caret = caret
        self._session = caret.session
        self._pieces = pieces
        self._seen_labels = seen_labels
        # By the id of a step: the sentence and the selection in which it was made.
        self._made_at: dict[int, tuple[int, int, int]] = {}
        caret.session.recorded.connect(self._note_selection)

    def undo(self) -> None:
        """Undo the newest change, and show where."""
        self._pause_workers()
        before = self._caret.sentence_id
        with self._seen_labels.own_step():
            undone = self._session.undo()
        self._show_step(undone, before, back=True)

    def redo(self) -> None:
        """Redo the change undone last, and show where."""
        self._pause_workers()
        before = self._caret.sentence_id
        with self._seen_labels.own_step():
            redone = self._session.redo()
        self._show_step(redone, before, back=False)

    def take_back_propagation(self) -> bool:
        """Restore the suggestions from before the last correction; False if none had changed."""
        with self._seen_labels.own_step():
            return self._caret.sentence_index != NOWHERE and self._session.take_back_propagation(
                self._caret.sentence_index
            )

    # ---- inside

    def _pause_workers(self) -> None:
        """Let a step of many sentences be shown first, also if it changes nothing in sight."""
        UI_PRIORITY.extend(LONGEST_STEP)
        release_after_paint(self)

    def _note_selection(self, step: HistoryStep) -> None:
        if step.action is not Action.EDIT:
            return
        caret = self._caret
        if caret.sentence_id is not None:
            self._made_at[step.edit.id] = caret.sentence_id, caret.first, caret.last
        if len(self._made_at) > MAX_SELECTIONS:
            del self._made_at[next(iter(self._made_at))]

    def _show_step(self, edit: Edit | None, before: int | None, *, back: bool) -> None:
        """Show where a change was undone (``back``) or redone, or report it if that is not seen.

        ``before`` is the id of the sentence that was current before.
        """
        if edit is None:
            return
        self._go_there(edit, back=back)
        removed = ((change.before if back else change.after).removed for change in edit.documents)
        same = self._caret.sentence_id == before
        if any(removed) or (same and not _is_about(edit, before)):
            self.went_unseen.emit(edit, back)

    def _go_there(self, edit: Edit, *, back: bool) -> None:
        """Select the tokens of a change, or those from before it if it was undone (``back``).

        Nothing moves if it is of several sentences.
        """
        # A label merged or deleted changes hundreds of sentences: there is no one place.
        if len(edit.tokens) > 1:
            return
        sentences = {c.sentence for c in edit.tokens} | {c.sentence for c in edit.flags}
        if len(sentences) != 1:
            return
        sentence = sentences.pop()
        sentence_index = self._session.corpus.sentence_index_of(sentence)
        first, last = _selection(edit, back=back) if edit.tokens else (0, 0)
        made_in, *made_at = self._made_at.get(edit.id, (None, first, last))
        returns = back and edit.kind not in SELECTED and made_in == sentence
        if returns:
            first, last = made_at
        if sentence_index == self._caret.sentence_index:
            if edit.tokens or returns:
                self._caret.select(first, last)
        elif sentence_index in self._session.visible:
            self._caret.go_to(sentence_index, first, last)
        if sentence_index == self._caret.sentence_index and self._pieces.queries_tokens:
            self._pieces.select(self._pieces.queried_at(first))


def _is_about(edit: Edit, sentence: int | None) -> bool:
    """Return whether a change, possibly of very many sentences, is about one of this id."""
    in_tokens = (TokenChanges.in_order(edit.tokens).sentences == sentence).any()
    return bool(in_tokens) or any(change.sentence == sentence for change in edit.flags)


def _selection(edit: Edit, *, back: bool) -> tuple[int, int]:
    """Return first and last of the tokens that a change of one sentence is about.

    Where many tokens were accepted, it is the first alone.
    """
    change = edit.tokens[0]
    states = np.stack([change.before.states, change.after.states])
    # A neighbour may only have been excluded from the span, or no longer be.
    own = (states == TokenState.CONFIRMED).any(axis=0)
    if edit.kind == RESIZE:
        own &= states[0 if back else 1] == TokenState.CONFIRMED
    tokens = change.tokens[own] if own.any() else change.tokens
    first = int(tokens.min())
    return first, int(tokens.max()) if edit.kind in SELECTED else first

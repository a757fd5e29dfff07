"""What the commands of labelling do, put together, and what follows when the project changes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.domain.edits import Edit
from app.session import Session
from app.views.workspace.caret import NOWHERE
from app.views.workspace.settling import Settling


class Workspace(Settling):
    """The current sentence, the tokens selected in it, and one method for each command.

    Each of the classes that it is made of stands upon the one before: `Caret`, `Doubts`,
    `Sight`, `Labelling`, `SpanShaping`, `Settling`.

    Signals
    -------
    propagated : int, object
        Place, and tokens (list of int) that the model changed by itself after a correction; an
        empty list takes the marks away.
    """

    propagated = Signal(int, object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        """Stand on the first sentence that waits, or on the first of all."""
        super().__init__(session, parent)
        self._tokens_alone = session.project.settings.asking.tokens_alone
        session.changed.connect(self._session_changed)
        session.propagated.connect(self.propagated)
        session.refused.connect(self._refused)
        self._keep_a_place()

    def undo(self) -> None:
        """Take back the newest step, and show where."""
        with self._own_step():
            undone = self.session.undo()
        self._show_step(undone)

    def redo(self) -> None:
        """Make the step again that was taken back last, and show where."""
        with self._own_step():
            redone = self.session.redo()
        self._show_step(redone)

    def take_back_propagation(self) -> bool:
        """Show again what was proposed before the last correction; False if it changed nothing."""
        with self._own_step():
            return self.place != NOWHERE and self.session.take_back_propagation(self.place)

    # ---- inside

    def _show_step(self, edit: Edit | None) -> None:
        # A label merged or deleted changes hundreds of sentences: none of them is where.
        if edit is None or len(edit.tokens) > 1:
            return
        sentences = {c.sentence for c in edit.tokens} | {c.sentence for c in edit.marks}
        if len(sentences) != 1:
            return
        place = self.session.corpus.place_of(sentences.pop())
        token = int(edit.tokens[0].tokens[0]) if edit.tokens else 0
        if place != self.place and place in self.session.visible:
            self.go_to(place, token)
        if place == self.place and self.asks_tokens:
            self._to_piece(self._asked_at(token))

    def _session_changed(self, changes: Changes) -> None:
        if changes.structure:
            self._keep_a_place()
        self._keep_to_queue(changes)
        if changes.labels:
            self._again = None  # its label may be gone
        tokens_alone = self.session.project.settings.asking.tokens_alone
        if tokens_alone != self._tokens_alone:
            self._tokens_alone = tokens_alone
            self._to_first_asked()

    def _refused(self, reason: str) -> None:
        self.message.emit(reason, "error")

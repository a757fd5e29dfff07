"""What was done in many places at once is said until it is taken back, with a button for that."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.domain.changes import Changes
from app.domain.edits import Edit
from app.session import Session
from app.views.panels.messages import Messages


class ToldSteps(QObject):
    """Says which steps were made, and no longer so once they are not in force.

    Its button takes back that step and no other.
    """

    def __init__(
        self,
        session: Session,
        messages: Messages,
        parent: QObject,
        undo: Callable[[], object] | None = None,
    ) -> None:
        """Tell of steps of a session; ``undo`` takes the newest one back, if not the session."""
        super().__init__(parent)
        self._session = session
        self._messages = messages
        self._undo = session.undo if undo is None else undo
        self._told: list[tuple[Edit, str]] = []
        session.changed.connect(self._withdraw)

    def tell(self, edit: Edit, text: str) -> None:
        """Say what a step that has just been made has done."""
        self._messages.show_message(
            text, "done", self.tr("Undo"), lambda: self._take_back(edit, text)
        )
        self._told.append((edit, text))

    def _withdraw(self, changes: Changes) -> None:
        """Tell no longer what has been taken back."""
        if not changes.history or not self._told:
            return
        gone = [pair for pair in self._told if not self._session.is_in_force(pair[0])]
        self._told = [pair for pair in self._told if pair not in gone]
        for _, text in gone:
            self._messages.withdraw(text)

    def _take_back(self, edit: Edit, text: str) -> None:
        """Undo a step, unless something was done since."""
        newest = self._session.steps()[-1:]
        if newest and newest[0].id == edit.id:
            self._undo()
            return
        self._told = [pair for pair in self._told if pair != (edit, text)]
        other = self.tr("Other steps were made since then: undo them first.")
        self._messages.show_message(other, "info")

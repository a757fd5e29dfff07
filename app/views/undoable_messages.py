"""Messages about changes, with a button to undo, withdrawn when the button can no longer act."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject

from app.domain.changes import Changes
from app.domain.composition import Composition
from app.domain.edits import Edit, Origin
from app.domain.numbers import grouped
from app.session import Session
from app.views.panels.messages import Messages


class UndoableMessages(QObject):
    """Shows messages about changes, and withdraws them when the changes are undone.

    The button undoes that change and no other: after a later change its message is withdrawn.
    """

    def __init__(
        self,
        session: Session,
        messages: Messages,
        parent: QObject,
        undo: Callable[[], object] | None = None,
    ) -> None:
        """``undo`` undoes the newest change, by default that of the session."""
        super().__init__(parent)
        self._session = session
        self._messages = messages
        self._undo = session.undo if undo is None else undo
        self._shown: list[tuple[tuple[Edit, ...], str]] = []
        # The changes whose messages have a button.
        self._undoable: list[tuple[Edit, str]] = []
        # The first sentence confirmed as empty, the number of them, and the message.
        self._first_empty: Edit | None = None
        self._n_empty = 0
        self._empty_text = ""
        session.changed.connect(self._withdraw)

    def show(self, edit: Edit, text: str) -> None:
        """Show a message about the newest change."""
        self._messages.show_message(text, "done", self.tr("Undo"), lambda: self._undo_step(edit))
        self._undoable.append((edit, text))

    def withdraw_with(self, edits: Iterable[Edit], text: str) -> None:
        """Withdraw a message, which is shown already, once one of these changes is undone."""
        self._shown.append((tuple(edits), text))

    def show_confirmed_empty(self, edit: Edit) -> None:
        """Show, once per session, that a sentence was confirmed as having no labels.

        New users press Enter to go on, and do not know that it confirms. Further such sentences
        are counted in the same message, until a change of another kind.
        """
        if self._empty_text:
            return
        self._first_empty, self._n_empty = edit, 1
        self._empty_text = self._empty_message(1)
        self._messages.show_message(self._empty_text, "done", self.tr("Undo"), self._undo_empty)

    def _empty_message(self, n: int) -> str:
        """Return the message about ``n`` sentences confirmed as empty."""
        late = self._session.suggestions.newest_model > 0
        if late and n == 1:
            return self.tr(
                "Sentence confirmed as having no labels: nothing was labelled in it, and its "
                "suggestions are still being computed. The search “from:nothing” lists such "
                "sentences."
            )
        if n == 1:
            return self.tr(
                "Sentence confirmed as having no labels: nothing was labelled in it, and no model "
                "has suggested anything yet. The search “from:nothing” lists such sentences."
            )
        many = self.tr(
            "{n} sentences confirmed as having no labels: nothing was labelled in them, and no "
            "model has suggested anything yet. The search “from:nothing” lists such sentences.",
            None,
            n,
        )
        if late:
            many = self.tr(
                "{n} sentences confirmed as having no labels: nothing was labelled in them, and "
                "their suggestions are still being computed. The search “from:nothing” lists such "
                "sentences.",
                None,
                n,
            )
        return many.format(n=grouped(n))

    def _empty_steps(self) -> tuple[Edit, ...]:
        """Return the changes counted in the message, newest first; none after another change."""
        first = self._first_empty
        steps = () if first is None else self._session.history.above(first.id - 1)
        whole = bool(steps) and first is not None and steps[-1].id == first.id
        return steps if whole and all(s.origin is Origin.NOTHING for s in steps) else ()

    def _update_empty(self) -> None:
        """Update the count in the message, or withdraw it."""
        if self._first_empty is None:
            return
        n, before = len(self._empty_steps()), self._empty_text
        if not n:
            self._first_empty = None
            self._messages.withdraw(before)
        elif n != self._n_empty:
            self._n_empty, self._empty_text = n, self._empty_message(n)
            self._messages.reword(before, self._empty_text)

    def _undo_empty(self) -> None:
        """Undo all changes counted in the message."""
        steps = self._empty_steps()
        if len(steps) == 1:
            self._undo()
        elif steps:
            net = Composition()
            for step in steps:
                net.add(step.inverse())
            self._session.go_through(steps, net.edit("history"), back=True)

    def _withdraw(self, changes: Changes) -> None:
        """Withdraw messages about undone changes."""
        if not changes.history:
            return
        self._update_empty()
        in_force = self._session.history.is_in_force
        gone = [pair for pair in self._shown if not all(in_force(step) for step in pair[0])]
        self._shown = [pair for pair in self._shown if pair not in gone]
        outdated = [pair for pair in self._undoable if not self._is_newest(pair[0])]
        self._undoable = [pair for pair in self._undoable if pair not in outdated]
        for _, text in (*gone, *outdated):
            self._messages.withdraw(text)

    def _is_newest(self, edit: Edit) -> bool:
        newest = self._session.history.newest()
        return newest is not None and newest.id == edit.id

    def _undo_step(self, edit: Edit) -> None:
        """Undo a change, unless it is not the newest."""
        if self._is_newest(edit):
            self._undo()

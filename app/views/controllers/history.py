"""Commands of the history: going back and forward, with reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from app.domain.changes import Changes
from app.domain.edits import Edit
from app.domain.numbers import grouped
from app.item_models.step_names import step_name
from app.views.panels.messages import Messages
from app.views.workspace import NOWHERE, Workspace

if TYPE_CHECKING:
    from app.services.history import HistoryMove
    from app.services.projects import OpenProject


AUTHORS_DELAY = 300
"""Time on a sentence after which the authors of its labels are read."""


class HistoryController(QObject):
    """Carries out the commands of the history.

    It also requests the authors of the current sentence's labels, for the tips of its tokens.
    """

    def __init__(
        self,
        project: OpenProject,
        workspace: Workspace,
        messages: Messages,
        window: QWidget,
        show: Callable[[], object],
    ) -> None:
        """Act on a project; ``show`` shows the panel of its history."""
        super().__init__(window)
        self._history = project.history
        self._workspace = workspace
        self._messages = messages
        self._authors_delay = QTimer(self, singleShot=True, interval=AUTHORS_DELAY)
        self._authors_delay.timeout.connect(self._request_authors)
        workspace.caret.current_changed.connect(lambda: self._authors_delay.start())
        self._authors_delay.start()
        self._show = show
        self._history.started.connect(messages.follow)
        self._history.history_moved.connect(self.report_move)
        self._message: tuple[str, int] | None = None
        workspace.session.changed.connect(self._withdraw)
        workspace.undo_redo.went_unseen.connect(self._report_unseen)

    def show_history(self) -> None:
        """Show and focus the history panel."""
        self._show()

    def _request_authors(self) -> None:
        if self._workspace.caret.sentence_index != NOWHERE:
            self._history.request_authors(self._workspace.caret.sentence_index)

    def report_move(self, history_move: HistoryMove) -> None:
        """Report how many changes were undone or redone, with a button to reverse that."""
        n = history_move.n_steps
        if history_move.back:
            one, many = self.tr("1 change undone."), self.tr("{n} changes undone.", None, n)
        else:
            one, many = self.tr("1 change redone."), self.tr("{n} changes redone.", None, n)
        text = (one if n == 1 else many).format(n=grouped(n))
        if history_move.back:
            label, move = self.tr("Redo"), self._history.forward_to
        else:
            label, move = self.tr("Undo"), self._history.back_to
        self._messages.show_message(text, "done", label, lambda: move(history_move.newest))
        self._message = text, self._workspace.session.revision

    def _report_unseen(self, edit: Edit, back: bool) -> None:  # noqa: FBT001 (a signal's)
        """Report a change of something else than the sentence, with a button to reverse that."""
        changes = self._workspace.undo_redo
        text = self.tr("Undone: {change}.") if back else self.tr("Redone: {change}.")
        text = text.format(change=step_name(edit))
        label, act = (self.tr("Redo"), changes.redo) if back else (self.tr("Undo"), changes.undo)
        self._messages.show_message(text, "done", label, act)
        self._message = text, self._workspace.session.revision

    def _withdraw(self, changes: Changes) -> None:
        """Withdraw the report after another change, which its button would reverse, too."""
        if self._message is not None and changes.history:
            text, revision = self._message
            if self._workspace.session.revision != revision:
                self._message = None
                self._messages.withdraw(text)

"""What the history panel asks for: going back and forward, and saying what was done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from app.domain.changes import Changes
from app.views.panels.messages import Messages
from app.views.workspace import NOWHERE, Workspace

if TYPE_CHECKING:
    from app.services.history import HistoryMove
    from app.services.projects import OpenProject


STAY_MILLISECONDS = 300
"""So long a sentence is looked at, and it is asked who said what in it."""


class HistoryController(QObject):
    """Carries out the commands of the history.

    Of a sentence that is stayed at it has read who said what, for the tips of its words.
    """

    def __init__(
        self,
        project: OpenProject,
        workspace: Workspace,
        messages: Messages,
        window: QWidget,
        toggle: Callable[[], object],
    ) -> None:
        """Serve a project; ``toggle`` shows the panel of its history, or puts it away."""
        super().__init__(window)
        self._history = project.history
        self._workspace = workspace
        self._messages = messages
        self._stay = QTimer(self, singleShot=True, interval=STAY_MILLISECONDS)
        self._stay.timeout.connect(self._request_authors)
        workspace.caret.current_changed.connect(lambda: self._stay.start())
        self._stay.start()
        self._toggle = toggle
        self._history.started.connect(messages.follow)
        self._history.history_moved.connect(self.report_move)
        self._message: tuple[str, int] | None = None
        workspace.session.changed.connect(self._withdraw)

    def show_history(self) -> None:
        """Show the steps of the project, or put the panel away again."""
        self._toggle()

    def _request_authors(self) -> None:
        if self._workspace.caret.sentence_index != NOWHERE:
            self._history.request_authors(self._workspace.caret.sentence_index)

    def report_move(self, history_move: HistoryMove) -> None:
        """Say how many steps were taken back or made again, and offer the way back."""
        n = f"{history_move.n_steps:,}"
        if history_move.back:
            one, many = self.tr("1 change undone."), self.tr("{n} changes undone.")
        else:
            one, many = self.tr("1 change redone."), self.tr("{n} changes redone.")
        text = (one if history_move.n_steps == 1 else many).format(n=n)
        if history_move.back:
            label, move = self.tr("Redo"), self._history.forward_to
        else:
            label, move = self.tr("Undo"), self._history.back_to
        self._messages.show_message(text, "done", label, lambda: move(history_move.newest))
        self._message = text, self._workspace.session.revision

    def _withdraw(self, changes: Changes) -> None:
        """Offer the way back no longer once another step was made: it would take that, too."""
        if self._message is not None and changes.history:
            text, revision = self._message
            if self._workspace.session.revision != revision:
                self._message = None
                self._messages.withdraw(text)

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
    from app.services.history import Journey
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
        self._stay.timeout.connect(self._ask_sayers)
        workspace.caret.current_changed.connect(lambda: self._stay.start())
        self._stay.start()
        self._toggle = toggle
        self._history.started.connect(messages.follow)
        self._history.travelled.connect(self.tell)
        self._told: tuple[str, int] | None = None
        workspace.session.changed.connect(self._withdraw)

    def show_history(self) -> None:
        """Show the steps of the project, or put the panel away again."""
        self._toggle()

    def _ask_sayers(self) -> None:
        if self._workspace.caret.place != NOWHERE:
            self._history.ask_sayers(self._workspace.caret.place)

    def tell(self, journey: Journey) -> None:
        """Say how many steps were taken back or made again, and offer the way back."""
        n = f"{journey.n_steps:,}"
        if journey.back:
            one, many = self.tr("1 change undone."), self.tr("{n} changes undone.")
        else:
            one, many = self.tr("1 change redone."), self.tr("{n} changes redone.")
        text = (one if journey.n_steps == 1 else many).format(n=n)
        if journey.back:
            label, move = self.tr("Redo"), self._history.forward_to
        else:
            label, move = self.tr("Undo"), self._history.back_to
        self._messages.show_message(text, "done", label, lambda: move(journey.newest))
        self._told = text, self._workspace.session.revision

    def _withdraw(self, changes: Changes) -> None:
        """Offer the way back no longer once another step was made: it would take that, too."""
        if self._told is not None and changes.history:
            text, revision = self._told
            if self._workspace.session.revision != revision:
                self._told = None
                self._messages.withdraw(text)

"""What the history panel asks for: going back and forward, and saying what was done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.views.panels.messages import Messages

if TYPE_CHECKING:
    from app.services.history import Journey
    from app.services.projects import OpenProject


class HistoryDesk(QObject):
    """Carries out the commands of the history; ``toggle`` shows its panel, or puts it away."""

    def __init__(self, project: OpenProject, messages: Messages, window: QWidget) -> None:
        super().__init__(window)
        self._history = project.history
        self._messages = messages
        self.toggle: Callable[[], object] = lambda: None
        self._history.started.connect(messages.follow)
        self._history.travelled.connect(self.tell)

    def show_history(self) -> None:
        """Show the steps of the project, or put the panel away again."""
        self.toggle()

    def tell(self, journey: Journey) -> None:
        """Say how many steps were taken back or made again, and offer the way back."""
        n = f"{journey.n_steps:,}"
        if journey.back:
            one, many = self.tr("1 step was taken back."), self.tr("{n} steps were taken back.")
        else:
            one, many = self.tr("1 step was made again."), self.tr("{n} steps were made again.")
        text = (one if journey.n_steps == 1 else many).format(n=n)
        if journey.back:
            label, move = self.tr("Make them again"), self._history.forward_to
        else:
            label, move = self.tr("Take them back"), self._history.back_to
        self._messages.show_message(text, "done", label, lambda: move(journey.newest))

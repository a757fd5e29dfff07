"""A question that pressing the same key again answers with yes."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject

from app.views.workspace.caret import Caret
from app.views.workspace.show_message import ShowMessage

READ_SECONDS = 0.3
"""Nobody reads a question in less time: a key pressed sooner is not an answer."""


class Question(QObject):
    """Asks, once in a sentence, before a key does what may not be meant.

    A key pressed before the question can have been read asks again, so that holding a key, or
    pressing it several times in a row, does not answer it.
    """

    def __init__(
        self,
        caret: Caret,
        show_message: ShowMessage,
        clock: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        """Show questions with ``show_message``; ``clock`` returns seconds."""
        super().__init__(parent)
        self._show_message = show_message
        self._clock = clock
        self._asked = ""
        self._asked_at = 0.0
        caret.current_changed.connect(self.forget)

    def asks(self, text: str) -> bool:
        """Ask instead of acting; False if this was asked before, and has been read."""
        now = self._clock()
        answered = text == self._asked and now - self._asked_at >= READ_SECONDS
        self._asked, self._asked_at = text, now
        if not answered:
            self._show_message(text, "info")
        return not answered

    def forget(self) -> None:
        """Ask again: another sentence is current, or this one was labelled."""
        self._asked = ""

"""A question that the next press of the same key answers with yes."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject

from app.views.workspace.caret import Caret
from app.views.workspace.show_message import ShowMessage

READ_SECONDS = 0.3
"""Nobody reads a question in less time: a key pressed sooner was pressed for something else."""


class Question(QObject):
    """Asks, once in a sentence, before a key does what may not be meant.

    A key that comes before the question can have been read asks again, so that a key that is held,
    or pressed several times in a row, does not answer it.
    """

    def __init__(
        self,
        caret: Caret,
        show_message: ShowMessage,
        clock: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        """Have asked nothing yet; ``clock`` returns seconds."""
        super().__init__(parent)
        self._show_message = show_message
        self._clock = clock
        self._asked = ""
        self._asked_at = 0.0
        caret.current_changed.connect(self.forget)

    def asks(self, text: str) -> bool:
        """Ask this in place of what the key does; False if it was asked, and has been read."""
        now = self._clock()
        answered = text == self._asked and now - self._asked_at >= READ_SECONDS
        self._asked, self._asked_at = text, now
        if not answered:
            self._show_message(text, "info")
        return not answered

    def forget(self) -> None:
        """Ask anew: this is another sentence, or something has been said of it."""
        self._asked = ""

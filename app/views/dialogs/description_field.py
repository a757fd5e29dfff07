"""A field for some lines of text that says when somebody has finished writing in it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent, QHideEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.views.theme import GRID

LINES = 4


class DescriptionField(QPlainTextEdit):
    """Takes a description; Tab leaves it.

    Signals
    -------
    edited(str)
        The text is another now, and the field was left.
    """

    edited = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ""
        # What the field makes of it, which has no separators of its own of lines, for example.
        self._written = ""
        self.setTabChangesFocus(True)
        self.setFixedHeight(LINES * self.fontMetrics().lineSpacing() + 2 * GRID)

    def show_text(self, text: str) -> None:
        """Show a text; what somebody is writing stays if it is what was shown before."""
        if text != self._shown or not self.hasFocus():
            self._shown = text
            self.setPlainText(text)
            self._written = self.toPlainText().strip()

    def settle(self) -> None:
        """Tell what was written, if it is not what was shown."""
        text = self.toPlainText().strip()
        if text != self._written:
            self._shown = self._written = text
            self.edited.emit(text)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102 (Qt's own)
        super().focusOutEvent(event)
        self.settle()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: D102 (Qt's own)
        super().hideEvent(event)
        self.settle()

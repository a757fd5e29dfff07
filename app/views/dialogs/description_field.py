"""A text field of several lines that emits its text when editing is finished."""

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
        The text has changed, and the field was left or hidden.
    """

    edited = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ""
        # The text as the widget returns it, which replaces Unicode line separators, for example.
        self._written = ""
        self.setTabChangesFocus(True)
        self.setFixedHeight(LINES * self.fontMetrics().lineSpacing() + 2 * GRID)

    def show_text(self, text: str) -> None:
        """Show a text, unless it is unchanged while the person is editing."""
        if text != self._shown or not self.hasFocus():
            self._shown = text
            self.setPlainText(text)
            self._written = self.toPlainText().strip()

    def emit_if_edited(self) -> None:
        """Emit the text if it has changed."""
        text = self.toPlainText().strip()
        if text != self._written:
            self._shown = self._written = text
            self.edited.emit(text)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102 (Qt's own)
        super().focusOutEvent(event)
        self.emit_if_edited()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: D102 (Qt's own)
        super().hideEvent(event)
        self.emit_if_edited()

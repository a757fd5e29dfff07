"""A title and what it means, above the sentence."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from app.views.plain_text import PlainLabel
from app.views.theme import GRID
from app.views.widgets.listing import bold
from app.views.widgets.turning import TurningRow


class NoticeLine(TurningRow):
    """A bold title and a text in a faint colour, one below the other where the window is narrow.

    A text that is too long even so is wrapped, and makes the window no wider.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__((2 * GRID, GRID, 2 * GRID, GRID), 2 * GRID, 0, parent)
        self.setAutoFillBackground(True)
        self.title = _WrappedLabel("", self)
        self.title.setFont(bold(self.title.font()))
        self.detail = _WrappedLabel("", self)
        self.detail.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self.add(self.title)
        self.add(self.detail, 1)

    def show_texts(self, title: str, detail: str) -> None:
        """Show a title, and what it means."""
        self.title.setText(title)
        self.detail.setText(detail)
        self.turn()


class _WrappedLabel(PlainLabel):
    """A label that is as wide as its text in one line where it may, and wrapped elsewhere."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(text, parent)
        self.setWordWrap(True)

    def sizeHint(self) -> QSize:
        # One pixel more than the text: with a broken width, the last word would be wrapped.
        width = self.fontMetrics().horizontalAdvance(self.text()) + 1
        return QSize(width, self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.fontMetrics().height())

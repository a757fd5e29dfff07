"""A title and what it means, above the sentence."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.views.theme import GRID
from app.views.widgets.elided import ElidedLabel
from app.views.widgets.listing import bold
from app.views.widgets.turning import TurningRow


class NoticeLine(TurningRow):
    """A bold title and a text in a faint colour, one below the other where the window is narrow.

    A text that is too long even so is cut, and makes the window no wider.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__((2 * GRID, GRID, 2 * GRID, GRID), 2 * GRID, 0, parent)
        self.setAutoFillBackground(True)
        self.title = ElidedLabel("", self)
        self.title.setFont(bold(self.title.font()))
        self.detail = ElidedLabel("", self)
        self.detail.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self.add(self.title)
        self.add(self.detail, 1)

    def show_texts(self, title: str, detail: str) -> None:
        """Show a title, and what it means."""
        self.title.setText(title)
        self.detail.setText(detail)
        self.turn()

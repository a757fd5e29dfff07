"""A list that is only there while it has rows."""

from __future__ import annotations

from PySide6.QtWidgets import QListWidget, QWidget


class FilledList(QListWidget):
    """A list below an explanation; an empty one leaves its space, and does not take the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        self.hide()

    def show_if_filled(self) -> None:
        """Show and focus the list if it has rows now, hide it if it has none."""
        comes = bool(self.count()) and self.isHidden()
        self.setVisible(bool(self.count()))
        if comes:
            self.setFocus()

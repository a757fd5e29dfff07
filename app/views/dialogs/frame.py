"""A dialog that opens the manual at its own page."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.views.dialogs.manual import open_manual, page_for
from app.views.dialogs.sheet import HelpKey, Sheet


class Frame(Sheet):
    """A sheet in which the help key opens the manual beside it."""

    def __init__(
        self, name: str, title: str, description: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(name, title, description, parent)
        HelpKey(self, self.show_help)

    def show_help(self) -> None:
        """Open the manual at the page that speaks of this dialog, beside it."""
        parent = self.parentWidget()
        beside = None if parent is None else parent.window()
        # A window beside a modal dialog would take no keys either.
        open_manual(page_for(self), self if self.isModal() else beside)

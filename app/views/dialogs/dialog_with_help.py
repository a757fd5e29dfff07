"""The base class of dialogs with a help key."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.views.dialogs.manual import open_manual, page_for, section_for
from app.views.widgets.base_dialog import BaseDialog, HelpKey


class DialogWithHelp(BaseDialog):
    """A sheet whose help key opens the manual at the dialog's page."""

    def __init__(
        self, name: str, title: str, description: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(name, title, description, parent)
        HelpKey(self, self.show_help)

    def show_help(self) -> None:
        """Open the manual at the page or the section about this dialog."""
        parent = self.parentWidget()
        beside = None if parent is None else parent.window()
        # Beside a modal dialog the manual must be its child to get keys.
        open_manual(page_for(self), self if self.isModal() else beside, section_for(self))

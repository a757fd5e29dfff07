"""The command that lists lines that would help the template."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.services.projects import OpenProject
from app.views.widgets.base_dialog import open_one


class SuggestedLinesController(QObject):
    """Shows which lines would help the template."""

    def __init__(self, project: OpenProject, window: QWidget) -> None:
        """Open the dialog over ``window``."""
        super().__init__(window)
        self._session = project.session
        self._search = project.suggested_lines
        self._window = window

    def show_suggested_lines(self) -> None:
        """Search for lines, and list them."""
        from app.views.dialogs.suggested_lines import SuggestedLinesDialog

        shown = open_one(SuggestedLinesDialog, self._window)
        if isinstance(shown, SuggestedLinesDialog):
            shown.begin()
            return
        SuggestedLinesDialog(self._session, self._search, self._window).bring_forward()

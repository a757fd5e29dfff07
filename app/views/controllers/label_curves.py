"""The command that shows learning curves by label."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.services.label_curves import LabelCurvesSearch
from app.views.widgets.base_dialog import open_one


class LabelCurvesController(QObject):
    """Shows where more labels would help."""

    def __init__(self, search: LabelCurvesSearch, window: QWidget) -> None:
        """Open the dialog over ``window``."""
        super().__init__(window)
        self._search = search
        self._window = window

    def show_label_curves(self) -> None:
        """Compute and show learning curves by label."""
        from app.views.dialogs.label_curves import LabelCurvesDialog

        shown = open_one(LabelCurvesDialog, self._window)
        if isinstance(shown, LabelCurvesDialog):
            shown.begin()
            return
        LabelCurvesDialog(self._search, self._window).bring_forward()

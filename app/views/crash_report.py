"""The dialog about an unexpected error."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.views.dialogs.log import LogDialog


class CrashReport(QObject):
    """Shows one unexpected error at a time.

    Further errors are in the log; and if showing the dialog fails, another would fail, too.
    """

    def __init__(
        self,
        read_log: Callable[[], str],
        parent_of: Callable[[], QWidget | None],
        parent: QObject,
    ) -> None:
        """``parent_of`` returns the parent of the dialog."""
        super().__init__(parent)
        self._read_log = read_log
        self._parent_of = parent_of
        self.dialog: LogDialog | None = None
        self._is_shown = False

    def show_error(self, error: str) -> None:
        """Show an error with the log, unless another is shown."""
        if self._is_shown:
            return
        self._is_shown = True
        self.dialog = LogDialog(self._read_log(), error, self._parent_of())
        self.dialog.finished.connect(self._note_closed)
        self.dialog.destroyed.connect(self._note_closed)
        self.dialog.show()

    def _note_closed(self) -> None:
        self._is_shown = False

"""What keeps a project safe: its check, its backups, and what is said of where it lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.views.panels.messages import Messages

if TYPE_CHECKING:
    from app.services.projects import OpenProject


class SafetyDesk(QObject):
    """Carries out the commands of safety for one open project.

    Signals
    -------
    restore_wanted : Path, Path, Path
        Bring back, of this project, this backup, as this file.
    """

    restore_wanted = Signal(object, object, object)

    def __init__(self, project: OpenProject, messages: Messages, window: QWidget) -> None:
        super().__init__(window)
        self._project = project
        self._messages = messages
        self._window = window
        project.backups.failed.connect(self._tell_failed)
        project.backups.damaged.connect(self._tell_damaged)

    # ---- commands

    def check_project(self) -> None:
        """Read every row of the project, beside the work, and say what was found."""
        task = self._project.backups.check()
        self._messages.follow(task)
        task.finished.connect(self._tell_sound)

    def restore_backup(self) -> None:
        """List the backups of the project, to go back to one of them."""
        self._restore(in_place=False)

    # ---- inside

    def _restore(self, *, in_place: bool) -> None:
        from app.views.dialogs.restore import RestoreDialog

        for old in self._window.findChildren(RestoreDialog):
            old.close()
        dialog = RestoreDialog(
            self._project.path,
            self._window,
            in_place=in_place,
            last_edit=self._project.backups.last_edit,
        )
        dialog.restore_wanted.connect(self.restore_wanted)
        dialog.show()

    def _tell_sound(self, holdings: str) -> None:
        text = self.tr("The project is sound: {what}. A backup of it was made.")
        self._messages.show_message(text.format(what=holdings), "done")

    def _tell_failed(self, reason: str) -> None:
        text = self.tr("No backup could be made. {reason}.").format(reason=reason.rstrip("."))
        self._messages.show_message(text, "error")

    def _tell_damaged(self, reason: str) -> None:
        self._messages.show_message(
            reason,
            "error",
            self.tr("Restore a backup…"),
            lambda: self._restore(in_place=True),
        )

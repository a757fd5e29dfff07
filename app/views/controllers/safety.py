"""Commands of safety: check, backups, saving, location of the project."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.translation import translated_message
from app.views.file_names import name_to_save, prepare_file_dialog
from app.views.location_warning import location_in_words
from app.views.panels.messages import Messages
from crfcore.errors import as_text

if TYPE_CHECKING:
    from app.jobs.projects.locations import Location
    from app.services.projects import OpenProject


class SafetyController(QObject):
    """Carries out the commands of safety for one open project.

    Signals
    -------
    restore_requested : Path, Path, Path
        Restore, of this project, this backup, to this file.
        open_requested : Path
        Open this project in place of the current one.
    """

    restore_requested = Signal(object, object, object)
    open_requested = Signal(object)

    def __init__(self, project: OpenProject, messages: Messages, window: QWidget) -> None:
        super().__init__(window)
        self._project = project
        self._messages = messages
        self._window = window
        project.backups.failed.connect(self._report_failed)
        project.backups.damaged.connect(self._report_damaged)
        project.storage.looked.connect(self._report_all_saved)
        project.storage.writable.connect(self._report_writable)

    # ---- commands

    def check_project(self) -> None:
        """Check the project file in the background, and report the result."""
        task = self._project.backups.check()
        self._messages.follow(task)
        task.finished.connect(self._report_sound)

    def report_saved(self) -> None:
        """Report whether all changes are saved."""
        session, storage = self._project.session, self._project.storage
        if session.saving.state == "failed":
            text = self.tr("The last changes are not saved: {why}").format(
                why=session.saving.why_read_only
            )
            self._messages.show_message(text, "error", self.tr("Try again"), storage.try_again)
        elif session.saving.state == "saving":
            text = self.tr("Saving… The status bar shows when it is done.")
            self._messages.show_message(text, "info")
        else:
            # The file may have been removed since the last change; then the session reports it.
            storage.look()

    def _report_all_saved(self) -> None:
        if self._project.session.saving.state == "saved":
            text = self.tr("All changes are saved. Tagwright saves each one immediately.")
            self._messages.show_message(text, "done")

    def _report_writable(self) -> None:
        self._messages.withdraw_offers(self._project.storage.try_again)
        text = self.tr("All changes are saved again, and you can go on.")
        self._messages.show_message(text, "done")

    def restore_backup(self) -> None:
        """Open the list of backups."""
        self._restore(in_place=False)

    def export_everything(self) -> None:
        """Ask for a folder, and export everything into it as plain files."""
        prepare_file_dialog()
        name, _ = QFileDialog.getSaveFileName(
            self._window,
            self.tr("Export everything: choose a new folder"),
            str(self._project.path.with_name(f"{self._project.path.stem}-{self.tr('files')}")),
            self.tr("Folders (*)"),
        )
        if name:
            out = Path(name)
            task = self._project.backups.export_everything(out)
            self._messages.follow(task)
            text = self.tr("Exported everything to {path} ({what}).")

            def report(contents: str) -> None:
                what = translated_message(contents)
                self._messages.show_message(text.format(path=as_text(out), what=what), "done")

            task.finished.connect(report)

    def report_location(self, location: Location) -> None:
        """Warn about a location, with a button to copy the project elsewhere."""
        self._messages.show_message(
            location_in_words(location),
            "warning",
            self.tr("Save a copy elsewhere…"),
            self.copy_elsewhere,
        )

    def copy_elsewhere(self) -> None:
        """Ask for a file, save a copy there, and open it."""
        path = name_to_save(
            self.tr("Copy the project elsewhere"),
            Path.home() / self._project.path.name,
            self.tr("Projects (*{suffix})").format(suffix=self._project.path.suffix),
            self._window,
        )
        if path is not None:
            self._project.exchange.save_copy(path).finished.connect(self.open_requested)

    # ---- inside

    def _restore(self, *, in_place: bool) -> None:
        from app.views.dialogs.restore import list_backups

        saved_state = self._project.backups.saved_state
        list_backups(
            self._project.path,
            self._window,
            self.restore_requested.emit,
            in_place=in_place,
            saved_state=saved_state,
        )

    def _report_sound(self, contents_text: str) -> None:
        text = self.tr("No problems found: {what}. A backup was made.")
        self._messages.show_message(text.format(what=translated_message(contents_text)), "done")

    def _report_failed(self, reason: str) -> None:
        text = self.tr("No backup could be made. {reason}.").format(reason=reason.rstrip("."))
        self._messages.show_message(text, "error")

    def _report_damaged(self, reason: str) -> None:
        self._messages.show_message(
            reason,
            "error",
            self.tr("Restore a backup…"),
            lambda: self._restore(in_place=True),
        )

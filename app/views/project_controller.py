"""What the commands of project, labels, model and help do: open dialogs, hand on what was chosen.

A dialog is imported when it is first wanted: the window is on the screen sooner without them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from app.views.dialogs.new_project import SUFFIX, NewProjectDialog
from app.views.dialogs.sheet import open_one
from app.views.file_names import FileNames, documents_folder
from app.views.panels.messages import Messages

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.services.projects import OpenProject
    from app.views.dialogs.label_editor import LabelEditor


class ProjectController(QObject):
    """Carries out the commands about one open project as a whole.

    Signals
    -------
    open_requested : Path
        Open this project instead.
    new_requested : NewProject
        Make this project and open it instead.
    close_requested : ()
        Go back to the welcome page.
    quit_requested : ()
        End the program.
    annotator_named : str
        The annotator's name was typed.
    sentence_requested : int, int
        Go to the sentence at this place, and to this token in it.
    """

    open_requested = Signal(object)
    new_requested = Signal(object)
    close_requested = Signal()
    quit_requested = Signal()
    annotator_named = Signal(str)
    sentence_requested = Signal(int, int)

    def __init__(
        self,
        project: OpenProject,
        messages: Messages,
        files: FileNames,
        read_log: Callable[[], str],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._project = project
        self._messages = messages
        self._files = files
        self._read_log = read_log
        self._window = window

    def greet(self) -> None:
        """Say what a person has to know of the project that was just opened."""
        if self._project.backup_made is not None:
            self._messages.show_message(
                self.tr(
                    "The project was upgraded to this version's format. The original was "
                    "kept as {path}"
                ).format(path=self._project.backup_made),
                "done",
            )
        if self._project.log_set_aside is not None:
            self._messages.show_message(
                self.tr(
                    "A log of another project was beside this one, which had been closed properly. "
                    "The log is kept as {path}."
                ).format(path=self._project.log_set_aside),
                "warning",
            )
        if self._project.session.saving.read_only:
            self._messages.show_message(
                self.tr(
                    "This project is read-only because its file or folder cannot be "
                    "written. Save a copy elsewhere to continue labelling."
                ),
                "error",
                self.tr("Save a copy…"),
                self.save_copy,
            )

    # ---- projects

    def new_project(self) -> None:
        """Ask what the new project needs."""
        if open_one(NewProjectDialog, self._window) is not None:
            return
        dialog = NewProjectDialog(self._files.folder, self._window)
        dialog.wanted.connect(self.new_requested)
        dialog.show()

    def open_project(self) -> None:
        """Ask which project to open."""
        path = self._files.to_open(self.tr("Open project"), self._project_files())
        if path is not None:
            self.open_requested.emit(path)

    def save_copy(self) -> None:
        """Ask where the copy goes, and write it."""
        folder = None if self._project.session.saving.read_only else self._files.folder
        self.save_copy_then(lambda: None, lambda: None, folder)

    def save_copy_then(
        self,
        then: Callable[[], object],
        or_else: Callable[[], object],
        folder: Path | None = None,
    ) -> None:
        """Do the same, and call ``then`` when the copy is written, ``or_else`` if it is not.

        Without a folder the user's documents are suggested: where the project cannot be written,
        its own folder is the last place for a copy.
        """
        folder = documents_folder() if folder is None else folder
        proposed = folder / f"{self._project.path.stem} {self.tr('copy')}{SUFFIX}"
        path = self._files.to_save(self.tr("Save a copy"), proposed, self._project_files())
        if path is not None:
            task = self._project.exchange.save_copy(path)
            self._messages.report_when_done(
                task, lambda _: self.tr("Copy saved: {path}").format(path=path)
            )
            task.listen(finished=lambda _: then(), failed=lambda _: or_else())
        else:
            or_else()

    def close_project(self) -> None:
        """Go back to the welcome page."""
        self.close_requested.emit()

    def quit(self) -> None:
        """End the program."""
        self.quit_requested.emit()

    # ---- labels, sentences, settings

    def edit_labels(self) -> LabelEditor:
        """Open the label editor."""
        return self._editor()

    def edit_label(self, label: int) -> None:
        """Open the label editor at one label."""
        self._editor().choose(label)

    def new_label(self) -> None:
        """Open the label editor at a new label."""
        self._editor().begin_new()

    def list_sentences(self, title: str, sentence_indices: NDArray[np.int64]) -> None:
        """List some sentences; a click on one goes there."""
        from app.views.dialogs.sentence_list import SentenceListDialog

        for old in self._window.findChildren(SentenceListDialog):
            old.close()
        dialog = SentenceListDialog(self._project.session, title, sentence_indices, self._window)
        dialog.sentence_requested.connect(
            lambda sentence_index: self.sentence_requested.emit(sentence_index, 0)
        )
        dialog.bring_forward()

    def project_settings(self) -> None:
        """Open the project's settings."""
        from app.views.dialogs.project_settings import ProjectSettingsDialog

        if open_one(ProjectSettingsDialog, self._window) is None:
            ProjectSettingsDialog(self._project.session, self._window).show()

    # ---- model

    def train_now(self) -> None:
        """Learn from what is labelled now."""
        if self._project.session.project.settings.learning_paused:
            self._messages.show_message(
                self.tr("Learning is paused."),
                "info",
                self.tr("Resume learning"),
                self._project.trainer.resume,
            )
            return
        self._project.trainer.train_now()

    def cancel_training(self) -> None:
        """Stop the training that is running."""
        self._project.trainer.cancel()

    def pause_learning(self, paused: bool) -> None:  # noqa: FBT001 (Qt's slot)
        """Keep the present model, or learn again."""
        if paused:
            self._project.trainer.pause()
        else:
            self._project.trainer.resume()

    # ---- help

    def show_manual(self) -> None:
        """Open the manual at the page about the panel in use."""
        from app.views.dialogs.manual import open_manual, page_for

        open_manual(page_for(QApplication.focusWidget()), self._window)

    def set_annotator(self) -> None:
        """Ask for the annotator's name."""
        from app.views.dialogs.annotator import AnnotatorDialog

        if open_one(AnnotatorDialog, self._window) is not None:
            return
        dialog = AnnotatorDialog(self._project.session.annotator, self._window)
        dialog.named.connect(self.annotator_named)
        dialog.show()

    def show_log(self) -> None:
        """Show what the program has noted."""
        from app.views.dialogs.log import LogDialog

        there = open_one(LogDialog, self._window)
        if there is not None:
            there.show_log(self._read_log())
        else:
            LogDialog(self._read_log(), parent=self._window).show()

    def about(self) -> None:
        """Show version and licence."""
        from app.views.dialogs.about import AboutDialog

        if open_one(AboutDialog, self._window) is None:
            AboutDialog(self._window).show()

    # ---- inside

    def _editor(self) -> LabelEditor:
        from app.views.dialogs.label_editor import LabelEditor

        there = open_one(LabelEditor, self._window)
        editor = there or LabelEditor(self._project.session, self._window)
        editor.bring_forward()
        return editor

    def _project_files(self) -> str:
        return self.tr("Projects (*{suffix})").format(suffix=SUFFIX)

"""Commands of the menus project, labels, model and help.

Dialogs are imported on first use, so that the window opens sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from app.domain.changes import Changes
from app.edits.settings import change_settings
from app.services.task import TaskState
from app.views.actions import KeyOf, default_key
from app.views.dialogs.new_project import SUFFIX, NewProjectDialog
from app.views.file_names import FileNames, documents_folder
from app.views.panels import model_words
from app.views.panels.messages import Messages
from app.views.widgets.base_dialog import open_one
from crfcore.errors import as_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.services.projects import OpenProject
    from app.views.dialogs.label_editor import LabelEditor

FIRST_TOKENS: Mapping[int, int] = {}
"""Of a list of sentences, each of which opens at its first token."""


class ProjectController(QObject):
    """Carries out the commands about one open project as a whole.

    Signals
    -------
    open_requested : Path
        Open this project in place of the current one.
        new_requested : NewProject
        Create this project, and open it in place of the current one.
    close_requested : ()
        Go back to the welcome page.
    quit_requested : ()
        End the program.
    annotator_named : str
        The annotator's name was typed.
    sentence_requested : int, int
        Go to the sentence of this index, and to this token in it.
    sample_saved : ()
        The size of the test sample was saved: what follows is labelling.
    """

    open_requested = Signal(object)
    new_requested = Signal(object)
    close_requested = Signal()
    quit_requested = Signal()
    annotator_named = Signal(str)
    sentence_requested = Signal(int, int)
    sample_saved = Signal()

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
        self._key_of: KeyOf = default_key
        # The message about cross-validation, and whether it says that it is on.
        self._told_choice = ("", False)
        project.session.changed.connect(self._withdraw_choice)

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Show the current shortcuts in messages."""
        self._key_of = key_of

    def greet(self) -> None:
        """Show messages about the project that was just opened."""
        if self._project.backup_made is not None:
            self._messages.show_message(
                self.tr(
                    "The project was upgraded to this version's format. The original was "
                    "kept as {path}."
                ).format(path=as_text(self._project.backup_made)),
                "done",
            )
        self._report_log()
        if self._project.session.saving.read_only:
            self._messages.show_message(
                self.tr(
                    "This project is read-only because its file or folder cannot be "
                    "written, or the disk is full. Save a copy elsewhere to continue labelling."
                ),
                "error",
                self.tr("Save a copy…"),
                self.save_copy,
            )

    def _report_log(self) -> None:
        """Show that a log beside the project was set aside."""
        log = self._project.log_set_aside
        if log is None:
            return
        if log.is_behind:
            text = self.tr(
                "The log of this project was damaged, but the project has all its changes. The "
                "damaged log is kept as {path}."
            )
        elif log.is_damaged:
            text = self.tr(
                "The log of this project was damaged, so the last changes may be missing. The "
                "damaged log is kept as {path}."
            )
        else:
            text = self.tr(
                "The log beside this project was not used, because it belongs to another project "
                "or another state of this one. It is kept as {path}."
            )
        # A warning disappears with the current sentence.
        kind = "error" if log.is_damaged and not log.is_behind else "warning"
        self._messages.show_message(text.format(path=as_text(log.path)), kind)

    # ---- projects

    def new_project(self) -> None:
        """Open the dialog of a new project."""
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
        """Ask for a file, and save a copy."""
        folder = None if self._project.session.saving.read_only else self._files.folder
        self.save_copy_then(lambda: None, lambda: None, folder)

    def save_copy_then(
        self,
        then: Callable[[], object],
        or_else: Callable[[], object],
        folder: Path | None = None,
    ) -> None:
        """Save a copy, and call ``then`` when it is written, ``or_else`` if it is not.

        Without a folder the user's documents folder is proposed: the project's own may not be
        writable.
        """
        folder = documents_folder() if folder is None else folder
        proposed = folder / f"{self._project.path.stem} {self.tr('copy')}{SUFFIX}"
        path = self._files.to_save(self.tr("Save a copy"), proposed, self._project_files())
        if path is not None:
            task = self._project.exchange.save_copy(path)
            self._messages.report_when_done(
                task, lambda _: self.tr("Copy saved: {path}.").format(path=as_text(path))
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

    def list_sentences(
        self,
        title: str,
        sentence_indices: NDArray[np.int64],
        tokens: Mapping[int, int] = FIRST_TOKENS,
    ) -> None:
        """Open a list of sentences; each opens at its token in ``tokens``, or the first."""
        from app.views.dialogs.sentence_list import SentenceListDialog

        for old in self._window.findChildren(SentenceListDialog):
            old.close()
        dialog = SentenceListDialog(self._project.session, title, sentence_indices, self._window)
        dialog.sentence_requested.connect(
            lambda index: self.sentence_requested.emit(index, tokens.get(index, 0))
        )
        dialog.bring_forward()

    def project_settings(self) -> None:
        """Open the project settings."""
        from app.views.dialogs.project_settings import ProjectSettingsDialog

        if open_one(ProjectSettingsDialog, self._window) is None:
            ProjectSettingsDialog(self._project.session, self._window).show()

    def test_sample_settings(self) -> None:
        """Open the project settings at the test sample."""
        from app.views.dialogs.project_settings import ProjectSettingsDialog

        self.project_settings()
        for dialog in self._window.findChildren(ProjectSettingsDialog):
            dialog.show_test_sample()
            dialog.accepted.connect(self.sample_saved)

    # ---- model

    def train_now(self) -> None:
        """Train the model now."""
        if self._project.session.project.settings.learning_paused:
            self._messages.show_message(
                self.tr("Learning is paused."),
                "info",
                self.tr("Resume learning"),
                self._project.trainer.resume,
            )
            return
        trainer = self._project.trainer
        if trainer.status.lacks:
            text = model_words.wanted_label(trainer.status, trainer.session, self._key_of)
            self._messages.show_message(text, "info")
        trainer.train_now()

    def cancel_training(self) -> None:
        """Stop the current training."""
        self._project.trainer.cancel()

    def pause_learning(self, paused: bool) -> None:  # noqa: FBT001 (Qt's slot)
        """Pause or resume learning."""
        if paused:
            self._project.trainer.pause()
        else:
            self._project.trainer.resume()

    def choose_training(self, chosen: bool) -> None:  # noqa: FBT001 (Qt's slot)
        """Train as cross-validation chooses, or by the settings."""
        project = self._project.session.project
        settings = replace(project.settings, choose_training=chosen)
        self._project.session.apply(change_settings(project, settings))
        on = self.tr(
            "Cross-validation is on: with 30 labelled sentences or more, it chooses how models are "
            "trained."
        )
        off = self.tr("Cross-validation is off: models are trained with the project settings.")
        self._told_choice = (on if chosen else off, chosen)
        self._messages.show_message(self._told_choice[0], "done")

    def _withdraw_choice(self, changes: Changes) -> None:
        """Withdraw the message about cross-validation once it says otherwise than the setting."""
        text, chosen = self._told_choice
        if changes.settings and self._project.session.project.settings.choose_training != chosen:
            self._messages.withdraw(text)

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
        """Show the log."""
        from app.views.dialogs.log import LogDialog

        opened = open_one(LogDialog, self._window)
        if opened is not None:
            opened.show_log(self._read_log())
        else:
            LogDialog(self._read_log(), parent=self._window).show()

    def save_report(self) -> None:
        """Show a report about the program, to be saved."""
        from app.services.problem_report import start_report
        from app.views.dialogs.problem_report import ProblemReportDialog

        if open_one(ProblemReportDialog, self._window) is not None:
            return
        project = self._project
        task = TaskState("report", self, in_dialog=True)
        dialog = ProblemReportDialog(task, self._window)
        dialog.save_requested.connect(lambda text: self._save_report(text, dialog))
        dialog.show()
        start_report(task, project.session, project.path, project.trainer.status)

    def about(self) -> None:
        """Show version and licence."""
        from app.views.dialogs.about import AboutDialog

        if open_one(AboutDialog, self._window) is None:
            AboutDialog(self._window).show()

    # ---- inside

    def _save_report(self, text: str, over: QWidget) -> None:
        from app.services.problem_report import NAME, start_saving

        title, files = self.tr("Save a report"), self.tr("Texts (*.txt)")
        path = self._files.to_save(title, documents_folder() / NAME, files, over)
        if path is None:
            return
        task = TaskState(title, self)
        self._messages.follow(task)
        self._messages.report_when_done(
            task, lambda saved: self.tr("Report saved: {path}.").format(path=as_text(saved))
        )
        task.listen(finished=lambda _: over.close(), by=over)
        start_saving(task, text, path)

    def _editor(self) -> LabelEditor:
        from app.views.dialogs.label_editor import LabelEditor

        opened = open_one(LabelEditor, self._window)
        editor = opened or LabelEditor(self._project.session, self._window)
        editor.bring_forward()
        return editor

    def _project_files(self) -> str:
        return self.tr("Projects (*{suffix})").format(suffix=SUFFIX)

"""The dialog that creates a project: file, labels, scheme, template, test sample."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton, QWidget

from app.domain.labels import LABEL_KEYS, NAMED_TWICE, Label, note_on_case
from app.domain.project import Project
from app.domain.settings import ProjectSettings
from app.edits.label_rows import LabelNameError, check_name, names_listed
from app.jobs.projects.locations import location_of
from app.translation import translated_message
from app.views.dialogs.choices import SchemeBox, TemplateBox
from app.views.dialogs.control_sample import DEFAULT_SIZE, ControlSampleBox
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.file_names import prepare_file_dialog
from app.views.layouts import in_row
from app.views.location_warning import location_in_words
from app.views.plain_text import PlainLabel
from app.views.theme import GRID
from app.views.widgets.base_dialog import colour_error, quiet
from crfcore.errors import as_text

SUFFIX = ".tagwright"


@dataclass(frozen=True, slots=True)
class NewProject:
    """File, settings and labels of a project to create."""

    path: Path
    settings: ProjectSettings
    labels: tuple[Label, ...]


class NewProjectDialog(DialogWithHelp):
    """Asks for what a new project needs; texts are imported afterwards.

    Signals
    -------
    wanted(object)
        Create this `NewProject` and open it.
    """

    wanted = Signal(object)

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(
            "new_project",
            self.tr("New project"),
            self.tr("Location and labels of the project"),
            parent,
        )
        self._folder = folder
        self.add_lead(
            self.tr(
                "A project is one file with your texts, labels and settings. Everything here can "
                "be changed later."
            )
        )
        self.path = QLineEdit(str(self._free_path()), self)
        self.path.setAccessibleName(self.tr("File"))
        self.choose = QPushButton(self.tr("Ch&oose…"), self)
        self.choose.setAutoDefault(False)
        self.choose.clicked.connect(self._choose_path)
        self.labels = QLineEdit(self)
        self.labels.setPlaceholderText("PERSON, PLACE, DATE")
        self.labels.setAccessibleName(self.tr("Labels"))
        self.location = quiet("", self)
        self.problem = quiet("", self)
        self.scheme = SchemeBox("iob2", self)
        self.template = TemplateBox("basic", self)
        self.control = ControlSampleBox(DEFAULT_SIZE, self.scheme.currentData(), self)
        file = in_row((self.path, 1), self.choose, spacing=GRID)
        form = self.add_form()
        title = PlainLabel(self.tr("&File"), self)
        title.setBuddy(self.path)
        form.addRow(title, file)
        form.addRow("", self.location)
        names = self.tr(
            "Short names, separated by commas or spaces. Leave empty to take the labels "
            "from your files."
        )
        self.add_field(form, self.tr("&Labels"), self.labels, quiet(names, self))
        self.add_field(form, self.tr("&Scheme"), self.scheme, self.scheme.explanation)
        self.add_field(form, self.tr("Feature te&mplate"), self.template, self.template.explanation)
        self.add_field(form, self.tr("Test sampl&e"), self.control, self.control.explanation)
        self.column.addWidget(self.problem)
        self.column.addStretch()
        self.add_buttons(self.tr("&Create project"))
        self._show_status("")
        self._form = form
        self.path.textChanged.connect(self._report_location)
        self.labels.textChanged.connect(
            lambda text: self._show_status(translated_message(note_on_case(names_listed(text))))
        )
        self.scheme.currentIndexChanged.connect(
            lambda: self.control.set_scheme(self.scheme.currentData())
        )
        self._report_location()
        self.keep_width(72 * GRID)
        self.labels.setFocus()

    def accept(self) -> None:  # noqa: D102 (Qt's own)
        try:
            project = self.project()
        except (LabelNameError, FileExistsError, NotADirectoryError, PermissionError) as error:
            self._show_status(translated_message(error))
            return
        super().accept()
        self.wanted.emit(project)

    def project(self) -> NewProject:
        """Return the project in the fields; errors have a message for the user."""
        path = Path(self.path.text().strip()).expanduser()
        if path.suffix != SUFFIX:
            path = path.with_name(path.name + SUFFIX)
        if os.path.lexists(path):
            raise FileExistsError(
                self.tr("{path} already exists. Choose another name, or open it.").format(
                    path=as_text(path)
                )
            )
        if not os.path.isdir(path.parent):  # noqa: PTH112 (False for a name that is too long)
            raise NotADirectoryError(
                self.tr("The folder {folder} does not exist.").format(folder=as_text(path.parent))
            )
        # As fast as the look before; where it is wrong, creating the file fails with its own words.
        if not os.access(path.parent, os.W_OK | os.X_OK):
            raise PermissionError(
                self.tr("You may not write into the folder {folder}. Choose another one.").format(
                    folder=as_text(path.parent)
                )
            )
        settings = ProjectSettings(
            scheme=self.scheme.currentData(),
            template=self.template.template(),
            control_size=self.control.value(),
        )
        return NewProject(path, settings, _labels(self.labels.text(), settings))

    def _free_path(self) -> Path:
        stem = self.tr("project")
        path, number = self._folder / f"{stem}{SUFFIX}", 1
        while os.path.lexists(path):
            number += 1
            path = self._folder / f"{stem} {number}{SUFFIX}"
        return path

    def _choose_path(self) -> None:
        prepare_file_dialog()
        name, _ = QFileDialog.getSaveFileName(
            self,
            self.tr("New project"),
            self.path.text(),
            self.tr("Projects (*{suffix})").format(suffix=SUFFIX),
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if name:
            self.path.setText(name)

    def _report_location(self) -> None:
        """Warn of the risks of the folder, such as a network drive."""
        location = location_of(Path(self.path.text().strip()).expanduser())
        self.location.setText("" if location is None else location_in_words(location))
        self._form.setRowVisible(self.location, location is not None)

    def _show_status(self, text: str) -> None:
        colour_error(self.problem)
        self.problem.setText(text)
        self.problem.setVisible(bool(text))


def _labels(names: str, settings: ProjectSettings) -> tuple[Label, ...]:
    """Return labels for a list of names; LabelNameError for an invalid one."""
    project = Project(settings=settings)
    for label_index, name in enumerate(names_listed(names)):
        if any(label.name == name for label in project.labels.values()):
            raise LabelNameError(NAMED_TWICE.format(name=name))
        check_name(project, name)
        key = LABEL_KEYS[label_index] if label_index < len(LABEL_KEYS) else ""
        project.labels[label_index + 1] = Label(
            label_index + 1, name, label_index, key, label_index
        )
    return tuple(project.labels.values())

"""The dialog that shows a report about a problem before it is saved or copied."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QPlainTextEdit, QWidget
from shiboken6 import isValid

from app.services.task import TaskState
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.theme import GRID
from app.views.widgets.font_sizes import fixed_font


class ProblemReportDialog(DialogWithHelp):
    """Shows the whole report, from which a person can delete lines.

    Signals
    -------
    save_requested : str
        Save this text.
    """

    save_requested = Signal(str)

    def __init__(self, report: TaskState, parent: QWidget | None = None) -> None:
        """Show the result of a task."""
        super().__init__(
            "problem_report",
            self.tr("Save a report"),
            self.tr("Report about the program, for the developers"),
            parent,
        )
        self.add_lead(
            self.tr(
                "The report describes the program and this computer. It contains no text, label, "
                "file name or path of your projects, and nothing is sent. Read it, delete what you "
                "do not want to share, then save or copy it."
            )
        )
        self.text = QPlainTextEdit(self)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(fixed_font(self))
        self.text.setAccessibleName(self.tr("Report"))
        self.text.setAccessibleDescription(self.tr("What will be saved; lines can be deleted"))
        self.text.setTabChangesFocus(True)
        self.text.setReadOnly(True)
        self.text.setPlaceholderText(self.tr("Collecting…"))
        self.column.addWidget(self.text, 1)
        buttons = self.add_buttons(enter_closes=False)
        self.save = buttons.addButton(self.tr("&Save…"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy = buttons.addButton(self.tr("&Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        for button in (self.save, self.copy):
            button.setAutoDefault(False)
            button.setEnabled(False)
        self.save.clicked.connect(lambda: self.save_requested.emit(self.text.toPlainText()))
        self.copy.clicked.connect(self._copy)
        self.text.textChanged.connect(self._note_change)
        self.set_usual_size(92 * GRID, 72 * GRID)
        report.listen(finished=self.show_report, failed=self.text.setPlaceholderText, by=self)

    def show_report(self, text: str) -> None:
        """Show the report, which can be changed from now on."""
        self.text.setPlainText(text)
        self.text.setReadOnly(False)

    def _note_change(self) -> None:
        if not isValid(self.save):
            return  # the dialog is being deleted, and its text with it
        there = not self.text.document().isEmpty()
        self.save.setEnabled(there)
        self.copy.setEnabled(there)
        self.copy.setText(self.tr("&Copy"))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.copy.setText(self.tr("Copied"))

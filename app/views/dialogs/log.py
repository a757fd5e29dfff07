"""The dialog that shows the log or an unexpected error."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QPlainTextEdit, QWidget

from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.plain_text import PlainLabel
from app.views.theme import GRID
from app.views.widgets.font_sizes import fixed_font
from app.views.widgets.listing import bold


class LogDialog(DialogWithHelp):
    """Shows the log of the program, which can be copied."""

    def __init__(self, log: str, error: str = "", parent: QWidget | None = None) -> None:
        title = self.tr("Something unexpected happened") if error else self.tr("Log")
        super().__init__("log", title, self.tr("Program log"), parent)
        if error:
            self.column.addWidget(self._named(error))
            self.add_lead(
                self.tr(
                    "Your work is saved and you can continue. If this happens again, send a "
                    "report to the developers (Help → Save a report…). The log below may contain "
                    "file names and words of your text."
                )
            )
        else:
            self.add_lead(
                self.tr(
                    "The log may contain file names and words of your text. Help → Save a report… "
                    "makes a report without them."
                )
            )
        self.log = QPlainTextEdit(self)
        self.log.setReadOnly(True)
        self.log.setPlaceholderText(self.tr("The log is empty."))
        self.log.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.log.setFont(fixed_font(self))
        self.log.setAccessibleName(self.tr("Log"))
        self.log.setAccessibleDescription(self.tr("Newest entries at the end"))
        self.log.setTabChangesFocus(True)
        self.column.addWidget(self.log, 1)
        self.copy = self.add_buttons().addButton(
            self.tr("Copy"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.copy.clicked.connect(self._copy)
        self.show_log(log)
        self.set_usual_size(90 * GRID, 60 * GRID)

    def show_log(self, log: str) -> None:
        """Show the log, scrolled to its end."""
        self.log.setPlainText(log)
        self.log.moveCursor(QTextCursor.MoveOperation.End)

    def _named(self, error: str) -> QLabel:
        label = PlainLabel(error, self)
        label.setWordWrap(True)
        label.setFont(bold(label.font()))
        return label

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.log.toPlainText())
        self.copy.setText(self.tr("Copied"))

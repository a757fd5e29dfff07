"""The dialog that shows the log or an unexpected error."""

from __future__ import annotations

from PySide6.QtGui import QAction, QGuiApplication, QTextCursor
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
        window = None if parent is None else parent.window()
        self._report = None if window is None else window.findChild(QAction, "save_report")
        if error:
            self.column.addWidget(self._named(error))
        self.add_lead(self._advice(failed=bool(error)))
        self.log = QPlainTextEdit(self)
        self.log.setReadOnly(True)
        self.log.setPlaceholderText(self.tr("The log is empty."))
        self.log.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.log.setFont(fixed_font(self))
        self.log.setAccessibleName(self.tr("Log"))
        self.log.setAccessibleDescription(self.tr("Newest entries at the end"))
        self.log.setTabChangesFocus(True)
        self.column.addWidget(self.log, 1)
        buttons = self.add_buttons()
        if self._report is not None:
            report = buttons.addButton(
                self.tr("&Save a report…"), QDialogButtonBox.ButtonRole.ActionRole
            )
            report.clicked.connect(self._report.trigger)
        self.copy = buttons.addButton(self.tr("&Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.clicked.connect(self._copy)
        self.show_log(log)
        self.set_usual_size(90 * GRID, 60 * GRID)

    def show_log(self, log: str) -> None:
        """Show the log, scrolled to its end."""
        self.log.setPlainText(log)
        self.log.moveCursor(QTextCursor.MoveOperation.End)

    def _advice(self, *, failed: bool) -> str:
        """Return what to do: there is a report where a project is open."""
        texts = [self.tr("Your work is saved and you can continue.")] if failed else []
        if failed and self._report is None:
            texts.append(
                self.tr("If this happens again, copy the log and send it to the developers.")
            )
        elif failed:
            texts.append(
                self.tr("If this happens again, save a report and send it to the developers.")
            )
        texts.append(self.tr("The log may contain file names and words of your text."))
        if self._report is not None:
            texts.append(self.tr("A report leaves them out."))
        return " ".join(texts)

    def _named(self, error: str) -> QLabel:
        label = PlainLabel(error, self)
        label.setWordWrap(True)
        label.setFont(bold(label.font()))
        return label

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.log.toPlainText())
        self.copy.setText(self.tr("Copied"))

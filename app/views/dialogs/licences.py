"""The dialog with the licences of everything that comes with the program."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QListWidget, QPlainTextEdit, QWidget

from app.jobs.licences import Licence, read_licences
from app.services.task import TaskState
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.layouts import in_row
from app.views.plain_text import PlainTips
from app.views.theme import GRID
from app.views.widgets.font_sizes import fixed_font, scaled


class LicencesDialog(DialogWithHelp):
    """The list of parts at the left, the licence of the current one at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Read the page of licences in the background."""
        super().__init__(
            "licences",
            self.tr("Licences"),
            self.tr("Licences of Tagwright and of everything that comes with it"),
            parent,
        )
        self.parts = QListWidget(self)
        self.parts.setItemDelegate(PlainTips(self.parts))
        self.parts.setAccessibleName(self.tr("Parts"))
        self.parts.setAccessibleDescription(self.tr("The program and what comes with it"))
        self.parts.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.parts.setFixedWidth(scaled(self, 28 * GRID))
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setFont(fixed_font(self))
        self.text.setAccessibleName(self.tr("Licence"))
        self.text.setAccessibleDescription(self.tr("The licence of the part in the list"))
        self.text.setTabChangesFocus(True)
        self.text.setPlaceholderText(self.tr("Reading…"))
        self.column.addLayout(in_row(self.parts, (self.text, 1), spacing=2 * GRID), 1)
        self.add_buttons(enter_closes=False)
        self._licences: Sequence[Licence] = ()
        self.parts.currentRowChanged.connect(self._chosen)
        self.set_usual_size(116 * GRID, 76 * GRID)
        task = TaskState("licences", self, in_dialog=True)
        task.listen(finished=self.show_licences, failed=self.text.setPlaceholderText, by=self)
        task.start(lambda _: read_licences())

    def show_licences(self, licences: Sequence[Licence]) -> None:
        """Show the parts and the first of their licences, or that there is no page of them."""
        self._licences = licences
        self.parts.addItems([licence.title for licence in licences])
        self.parts.setVisible(bool(licences))
        self.parts.setCurrentRow(0)
        if not licences:
            self.text.setPlainText(
                self.tr(
                    "A built program shows all licences here. In this installation each Python "
                    "package has its own, in a folder whose name ends in “.dist-info”.\n\n"
                    "In a checkout, this command makes the page:\n\n"
                    "python packaging/notices.py --out build/NOTICES.html"
                )
            )

    @Slot(int)
    def _chosen(self, row: int) -> None:
        if 0 <= row < len(self._licences):
            self.text.setPlainText(self._licences[row].text)
            self.text.moveCursor(QTextCursor.MoveOperation.Start)

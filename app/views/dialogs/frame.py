"""What all dialogs share: margins, names, buttons, and going away when they are closed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from app.views.panels.listing import name_widget
from app.views.theme import GRID, HALF_GRID

HELP_KEY = "F1"
"""In a dialog there are no commands whose keys a person could have changed."""


class Frame(QDialog):
    """A dialog with its content in one column on the grid; it is shown, never executed."""

    def __init__(
        self, name: str, title: str, description: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        name_widget(self, name, title, description)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        help_ = QAction(self)
        help_.setShortcut(QKeySequence(HELP_KEY))
        help_.triggered.connect(self.show_help)
        self.addAction(help_)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID)
        self.column.setSpacing(2 * GRID)

    def show_help(self) -> None:
        """Open the manual at the page that speaks of this dialog, beside it."""
        from app.views.dialogs.manual import open_manual, page_for

        parent = self.parentWidget()
        open_manual(page_for(self), None if parent is None else parent.window())

    def add_lead(self, text: str) -> QLabel:
        """Add a sentence of explanation."""
        lead = quiet(text, self)
        self.column.addWidget(lead)
        return lead

    def add_form(self) -> QFormLayout:
        """Add a form: labels at the left, fields at the right."""
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GRID)
        form.setVerticalSpacing(2 * GRID)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        self.column.addLayout(form)
        return form

    def add_field(
        self, form: QFormLayout, title: str, field: QWidget, explanation: QLabel | None = None
    ) -> None:
        """Add a field to a form, with its explanation close below it."""
        label = QLabel(title, self)
        label.setBuddy(field)
        if explanation is None:
            form.addRow(label, field)
            return
        pair = QVBoxLayout()
        pair.setSpacing(HALF_GRID)
        pair.addWidget(field)
        pair.addWidget(explanation)
        form.addRow(label, pair)

    def fit(self, width: int) -> None:
        """Take a width, and the height that all texts need when they are broken to it."""
        self.setFixedWidth(width)
        self.setMinimumHeight(self.column.totalHeightForWidth(width))

    def add_buttons(self, accept: str = "") -> QDialogButtonBox:
        """Add the row of buttons: a verb and Cancel, or Close alone."""
        box = QDialogButtonBox(self)
        if accept:
            box.addButton(accept, QDialogButtonBox.ButtonRole.AcceptRole).setDefault(True)
            box.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        else:
            box.addButton(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        self.column.addWidget(box)
        return box


def name_by_both(widget: QWidget, title: str) -> None:
    """Name a field that has no label of its own, by its description as well.

    On Linux a reader is given what is chosen in a box of choices in place of the box's name.
    """
    widget.setAccessibleName(title)
    widget.setAccessibleDescription(title)


def with_margin(field: QAbstractSpinBox) -> None:
    """Let the number in a field begin where text in other fields does.

    A style sheet that moves the arrows of a spin box makes Qt forget the box's own padding.
    """
    field.lineEdit().setTextMargins(GRID - 2, 0, 0, 0)


def quiet(text: str, parent: QWidget | None = None) -> QLabel:
    """Return a label with an explanation: wrapped, in the colour of things beside the point."""
    label = QLabel(text, parent)
    label.setWordWrap(True)
    label.setForegroundRole(label.palette().ColorRole.PlaceholderText)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label

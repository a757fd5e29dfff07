"""Margins, names, buttons and room on the screen, which all dialogs have, the manual too."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPalette, QScreen
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from app.views.panels.buttons import press_focused
from app.views.panels.listing import name_widget
from app.views.plain_text import PlainLabel
from app.views.theme import GRID, HALF_GRID, theme_of

SIZED = Qt.WidgetAttribute.WA_Resized
TITLE_BAR = 5 * GRID
"""What a window needs of a screen's height beside its content."""
LARGEST = 16_777_215
"""Qt's greatest size: no limit."""

HELP_COMMAND = "show_manual"
HELP_KEY = "F1"
"""Opens the manual where no window behind says which key does."""

_Dialog = TypeVar("_Dialog", bound="Sheet")


class HelpKey(QObject):
    """Gives a dialog the key that help has in the window behind, now and when that changes."""

    def __init__(self, dialog: QDialog, show_help: Callable[[], object]) -> None:
        """Have ``show_help`` called when the key is pressed in a dialog."""
        super().__init__(dialog)
        self._action = QAction(dialog)
        self._action.triggered.connect(lambda: show_help())
        dialog.addAction(self._action)
        self._command: QAction | None = None
        behind = dialog.parentWidget()
        while behind is not None and isinstance(behind.window(), Sheet):
            behind = behind.window().parentWidget()
        if behind is not None:
            self._command = behind.window().findChild(QAction, HELP_COMMAND)
        if self._command is not None:
            self._command.changed.connect(self._take_keys)
        self._take_keys()

    @Slot()
    def _take_keys(self) -> None:
        # A command that has lost all its keys is found in a menu; a dialog has none.
        keys = [] if self._command is None else self._command.shortcuts()
        self._action.setShortcuts(keys or [QKeySequence(HELP_KEY)])


class Sheet(QDialog):
    """A dialog with its content in one column on the grid; it is shown, never executed."""

    def __init__(
        self, name: str, title: str, description: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        name_widget(self, name, title, description)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._scrolled: QScrollArea | None = None
        self._buttons: QDialogButtonBox | None = None
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID)
        self.column.setSpacing(2 * GRID)

    def bring_forward(self) -> None:
        """Show it before all other windows, and let it have the keys, also where it is open."""
        self.show()
        self.raise_()
        self.activateWindow()

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
        label = PlainLabel(title, self)
        label.setBuddy(field)
        if explanation is None:
            form.addRow(label, field)
            return
        pair = QVBoxLayout()
        pair.setSpacing(HALF_GRID)
        pair.addWidget(field)
        pair.addWidget(explanation)
        form.addRow(label, pair)

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
        self._buttons = box
        return box

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        if not press_focused(event, self):
            super().keyPressEvent(event)

    # ---- room for everything

    def setVisible(self, visible: bool) -> None:  # noqa: D102, FBT001 (Qt's own)
        comes = visible and not self.isVisible()
        goes = not visible and self.isActiveWindow()
        if comes:
            self.find_room()
        super().setVisible(visible)
        if comes:
            # Not every system gives the keys to a window that comes: they would act behind it.
            self.activateWindow()
        elif goes and (parent := self.parentWidget()) is not None:
            parent.window().activateWindow()  # nor back to the one behind

    def hold_keys(self) -> None:
        """Let no key act in the windows behind until this is answered."""
        self.setWindowModality(Qt.WindowModality.WindowModal)

    def event(self, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self.find_room()
        return done

    def find_room(self) -> None:
        """Become as high as all texts need, or let everything scroll on a screen without room.

        A layout knows how high broken text is, but not a window, which would let it overlap.
        """
        if self._scrolled is not None:
            return
        room = room_on(self.screen())
        size = self.size() if self.testAttribute(SIZED) else self.sizeHint()
        size = size.expandedTo(self.minimumSize()).boundedTo(self.maximumSize())
        least = self.column.totalMinimumSize().width()
        width = min(max(size.width(), least), room.width())
        height = self._least_height(width)
        if least > room.width() or height > room.height():
            bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent) + HALF_GRID
            wanted = QSize(max(size.width(), least + bar), max(size.height(), height))
            self._scroll(wanted.boundedTo(room))
            return
        if self.minimumWidth() > width:
            self.setMinimumWidth(0)
        self.setMinimumHeight(height)
        self.resize(width, min(max(size.height(), height), room.height()))

    def _least_height(self, width: int) -> int:
        """Return the height below which the column squeezes its rows over one another."""
        column = self.column
        if not column.hasHeightForWidth():
            return column.totalMinimumSize().height()
        height = column.totalMinimumHeightForWidth(width)
        margins = column.contentsMargins()
        width -= margins.left() + margins.right()
        # Where any row has broken text, Qt gives each such row its usual height, not its least.
        for row_index in range(column.count()):
            row = column.itemAt(row_index)
            if row is not None and row.hasHeightForWidth():
                height += max(0, row.heightForWidth(width) - row.minimumHeightForWidth(width))
        return height

    def _scroll(self, size: QSize) -> None:
        """Put everything but the buttons into a page that scrolls."""
        focused = self.focusWidget()
        self.setMinimumSize(0, 0)
        self.setMaximumSize(LARGEST, LARGEST)
        last = self.column.itemAt(self.column.count() - 1)
        page = QWidget(self)
        buttons = self._buttons if last is not None and last.widget() is self._buttons else None
        if buttons is not None:
            self.column.removeWidget(buttons)
        page.setLayout(self.column)
        area = self._scrolled = QScrollArea(self)
        name_widget(area, "page", self.accessibleName(), self.accessibleDescription())
        area.setWidgetResizable(True)
        area.setWidget(page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(area, 1)
        if buttons is not None:
            below = QHBoxLayout()
            below.setContentsMargins(3 * GRID, GRID, 3 * GRID, 2 * GRID)
            below.addWidget(buttons)
            outer.addLayout(below)
        self.resize(size)
        if focused is not None:
            focused.setFocus()


def open_one(
    kind: type[_Dialog], window: QWidget | None, wanted: Callable[[_Dialog], bool] = lambda _: True
) -> _Dialog | None:
    """Bring the dialog of a kind forward that is open over a window; None if there is none.

    A dialog that was closed is a child of the window until the event loop deletes it.
    """
    for one in () if window is None else window.findChildren(kind):
        if one.isVisible() and wanted(one):
            one.bring_forward()
            return one
    return None


def room_on(screen: QScreen) -> QSize:
    """Return how large the content of a window may be to be seen whole."""
    return screen.availableGeometry().size() - QSize(0, TITLE_BAR)


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
    label = PlainLabel(text, parent)
    label.setWordWrap(True)
    label.setForegroundRole(label.palette().ColorRole.PlaceholderText)
    return label


def colour_trouble(label: QLabel, *, bad: bool = True) -> None:
    """Give an explanation the colour of what is wrong, or its own again."""
    palette = QPalette()
    if bad:
        palette.setColor(palette.ColorRole.PlaceholderText, theme_of(label.palette()).bad)
    label.setPalette(palette)

"""The base class of all dialogs: margins, names, buttons, size on the screen."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QFont, QKeyEvent, QKeySequence, QPalette, QScreen
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QStyle,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from app.views.layouts import NO_MARGINS, in_column, in_row
from app.views.plain_text import PlainLabel
from app.views.theme import GRID, HALF_GRID, theme_of
from app.views.widgets.buttons import press_focused
from app.views.widgets.font_sizes import font_factor, scaled
from app.views.widgets.listing import name_widget

SIZED = Qt.WidgetAttribute.WA_Resized
TITLE_BAR = 5 * GRID
"""Height in pixels reserved for the title bar."""
MAX_SIZE = 16_777_215
"""Qt's maximum size of a widget."""

HELP_COMMAND = "show_manual"
HELP_KEY = "F1"
"""The help key of a dialog without a parent window."""

_Dialog = TypeVar("_Dialog", bound="BaseDialog")


class CommandKeys(QObject):
    """Gives a dialog the keys of a command of its parent window, now and when these change."""

    def __init__(
        self, dialog: QDialog, command: str, default: str, do: Callable[[], object]
    ) -> None:
        """Call ``do`` when a key is pressed; ``default`` is for dialogs without such a window."""
        super().__init__(dialog)
        self._default = default
        self._action = QAction(dialog)
        self._action.triggered.connect(lambda: do())
        dialog.addAction(self._action)
        self._command: QAction | None = None
        behind = dialog.parentWidget()
        while behind is not None and isinstance(behind.window(), BaseDialog):
            behind = behind.window().parentWidget()
        if behind is not None:
            self._command = behind.window().findChild(QAction, command)
        if self._command is not None:
            self._command.changed.connect(self._copy_keys)
        self._copy_keys()

    @Slot()
    def _copy_keys(self) -> None:
        # A command without keys is still in a menu; a dialog has none.
        keys = [] if self._command is None else self._command.shortcuts()
        self._action.setShortcuts(keys or [QKeySequence(self._default)])


class HelpKey(CommandKeys):
    """Gives a dialog the help key of its parent window."""

    def __init__(self, dialog: QDialog, show_help: Callable[[], object]) -> None:
        """Call ``show_help`` when the key is pressed in a dialog."""
        super().__init__(dialog, HELP_COMMAND, HELP_KEY, show_help)


class _Origin:
    """The window that a dialog was opened from, which gets the focus back."""

    def __init__(self, dialog: QDialog) -> None:
        self._dialog = weakref.ref(dialog)
        self._opened_from: weakref.ref[QWidget] | None = None

    def note(self) -> None:
        """Remember the window with the focus."""
        active = QApplication.activeWindow()
        if active is not None and active is not self._dialog():
            self._opened_from = weakref.ref(active)

    def window(self) -> QWidget | None:
        """Return the window remembered, or that of the dialog's parent if it has gone."""
        origin = None if self._opened_from is None else self._opened_from()
        if origin is not None and isValid(origin) and origin.isVisible():
            return origin
        dialog = self._dialog()
        parent = None if dialog is None else dialog.parentWidget()
        return None if parent is None else parent.window()


class BaseDialog(QDialog):
    """A dialog with its content in one column; it is shown, never executed."""

    accept_button: QPushButton
    """The default button, if `add_buttons` was called with a text."""

    def __init__(
        self, name: str, title: str, description: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        name_widget(self, name, title, description)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._scrolled: QScrollArea | None = None
        self._buttons: QDialogButtonBox | None = None
        self._usual_width = 0
        self._fitted_font: QFont | None = None
        self._origin = _Origin(self)
        self.least_height = 0
        """The least height, where the content does not need more."""
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID)
        self.column.setSpacing(2 * GRID)

    def unsaved(self) -> str:
        """Return a sentence about what is lost if the dialog is closed now, "" if nothing is."""
        return ""

    def bring_forward(self) -> None:
        """Show the dialog in front of all other windows, with the focus."""
        self._origin.note()
        self.show()
        self.raise_()
        self.activateWindow()

    def add_lead(self, text: str) -> QLabel:
        """Add a sentence of explanation."""
        lead = quiet(text, self)
        self.column.addWidget(lead)
        return lead

    def add_form(self, column: QVBoxLayout | None = None) -> QFormLayout:
        """Add a form layout to a column, by default that of the dialog."""
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GRID)
        form.setVerticalSpacing(2 * GRID)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        (self.column if column is None else column).addLayout(form)
        return form

    def add_field(
        self, form: QFormLayout, title: str, field: QWidget, explanation: QLabel | None = None
    ) -> None:
        """Add a field to a form, with an explanation below it."""
        label = PlainLabel(title, self)
        label.setBuddy(field)
        if explanation is None:
            form.addRow(label, field)
            return
        pair = in_column(field, explanation, spacing=HALF_GRID)
        form.addRow(label, pair)

    def add_buttons(self, accept: str = "", *, enter_closes: bool = True) -> QDialogButtonBox:
        """Add the row of buttons: ``accept`` and Cancel, or Close alone, on Enter or not."""
        box = QDialogButtonBox(self)
        if accept:
            # PySide may take a button that the box has made for deleted while it is there.
            self.accept_button = QPushButton(accept, box)
            box.addButton(self.accept_button, QDialogButtonBox.ButtonRole.AcceptRole)
            self.accept_button.setDefault(True)
            box.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        else:
            close = box.addButton(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
            close.setAutoDefault(enter_closes)
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        self.column.addWidget(box)
        self._buttons = box
        return box

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        if not press_focused(event, self):
            super().keyPressEvent(event)

    # ---- size

    def keep_width(self, pixels: int) -> None:
        """Fix the width: ``pixels`` with the usual font, more with a larger one."""
        self._usual_width = pixels
        self.setFixedWidth(_fixed_width(self, pixels))

    def set_usual_size(self, width: int, height: int) -> None:
        """Set the size to begin with: in pixels with the usual font, more with a larger one."""
        self.resize(
            QSize(scaled(self, width), scaled(self, height)).boundedTo(room_on(self.screen()))
        )

    def setVisible(self, visible: bool) -> None:  # noqa: D102, FBT001 (Qt's own)
        comes = visible and not self.isVisible()
        goes = not visible and self.isActiveWindow()
        if comes:
            self._origin.note()
            self.fit_to_screen()
        super().setVisible(visible)
        if comes:
            # Not every system activates a new window: keys would act behind it.
            self.activateWindow()
        elif goes and (behind := self._origin.window()) is not None:
            behind.activateWindow()  # nor the window behind one that closes

    def make_modal(self) -> None:
        """Make the dialog modal for its parent window."""
        self.setWindowModality(Qt.WindowModality.WindowModal)

    def event(self, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            before = self.size()
            self.fit_to_screen()
            # Only one that has grown: a person may have moved it over the edge.
            if self.size().expandedTo(before) != before:
                keep_on_screen(self)
        return done

    def fit_to_screen(self) -> None:
        """Make the dialog high enough for its texts, or scrollable on a small screen.

        A layout knows the height of wrapped text, but Qt does not resize the window to it.
        """
        if self._scrolled is not None:
            return
        if self._usual_width:
            self.setFixedWidth(_fixed_width(self, self._usual_width))
        room = room_on(self.screen())
        size = self.size() if self.testAttribute(SIZED) else self.sizeHint()
        if self._fitted_font not in (None, self.font()):
            # Fields with a minimum height of the style sheet would not grow with their text.
            size = size.expandedTo(self.sizeHint())
        self._fitted_font = self.font()
        size = size.expandedTo(self.minimumSize()).boundedTo(self.maximumSize())
        least = self.column.totalMinimumSize().width()
        width = min(max(size.width(), least), room.width())
        height = max(self.least_height, minimum_height(self.column, width))
        if least > room.width() or height > room.height():
            bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent) + HALF_GRID
            wanted = QSize(max(size.width(), least + bar), max(size.height(), height))
            self._scrolled = _with_scroll_area(self, self._buttons, wanted.boundedTo(room))
            return
        if self.minimumWidth() > width:
            self.setMinimumWidth(0)
        self.setMinimumHeight(height)
        self.resize(width, min(max(size.height(), height), room.height()))


def open_one(
    kind: type[_Dialog], window: QWidget | None, wanted: Callable[[_Dialog], bool] = lambda _: True
) -> _Dialog | None:
    """Bring the open dialog of a kind to the front, and return it; None if there is none.

    A closed dialog, which is not yet deleted, does not count.
    """
    for one in () if window is None else window.findChildren(kind):
        if one.isVisible() and wanted(one):
            one.bring_forward()
            return one
    return None


def is_shown(dialog: QDialog) -> bool:
    """Return whether a dialog is open; one that was closed may be deleted."""
    return isValid(dialog) and dialog.isVisible()


def keep_on_screen(window: QWidget) -> None:
    """Move a window until its frame is on the screen, its upper left corner in any case."""
    frame, room = window.frameGeometry(), window.screen().availableGeometry()
    x = max(min(frame.x(), room.right() + 1 - frame.width()), room.x())
    y = max(min(frame.y(), room.bottom() + 1 - frame.height()), room.y())
    if (x, y) != (frame.x(), frame.y()):
        window.move(x, y)


def scroll_to(dialog: BaseDialog, widget: QWidget) -> None:
    """Bring a widget into view once it has its place, if the dialog scrolls."""

    def scroll() -> None:
        area = dialog.findChild(QScrollArea, "page")
        if area is not None:
            area.ensureWidgetVisible(widget)

    QTimer.singleShot(0, dialog, scroll)


def keep_off(dialog: QDialog, widget: QWidget) -> None:
    """Move a dialog beside a widget of another window, if it covers it and there is room."""
    covered = QRect(widget.mapToGlobal(QPoint()), widget.size())
    frame, room = dialog.frameGeometry(), dialog.screen().availableGeometry()
    if not widget.isVisible() or not frame.intersects(covered):
        return
    left, right = covered.left() - frame.width(), covered.right() + 1
    places = [x for x in (left, right) if room.left() <= x <= room.right() + 1 - frame.width()]
    if places:
        dialog.move(min(places, key=lambda x: abs(x - frame.x())), frame.y())


def _with_scroll_area(
    dialog: BaseDialog, buttons: QDialogButtonBox | None, size: QSize
) -> QScrollArea:
    """Put everything but the buttons, which are last, into a scroll area, and return that."""
    focused = dialog.focusWidget()
    dialog.setMinimumSize(0, 0)
    dialog.setMaximumSize(MAX_SIZE, MAX_SIZE)
    last = dialog.column.itemAt(dialog.column.count() - 1)
    page = QWidget(dialog)
    if last is None or last.widget() is not buttons:
        buttons = None
    if buttons is not None:
        dialog.column.removeWidget(buttons)
    page.setLayout(dialog.column)
    area = QScrollArea(dialog)
    name_widget(area, "page", dialog.accessibleName(), dialog.accessibleDescription())
    area.setWidgetResizable(True)
    area.setWidget(page)
    outer = in_column((area, 1), within=dialog, margins=NO_MARGINS, spacing=0)
    if buttons is not None:
        outer.addLayout(in_row(buttons, margins=(3 * GRID, GRID, 3 * GRID, 2 * GRID)))
    # A layout shows new widgets at the next turn of the event loop; the focus is set now.
    area.show()
    dialog.resize(size)
    if focused is not None:
        focused.setFocus()
    return area


def _fixed_width(dialog: BaseDialog, usual: int) -> int:
    """Return the width of a dialog of fixed width, wide enough for all its fields."""
    least = dialog.column.totalMinimumSize().width() if font_factor(dialog) > 1.0 else 0
    return min(max(scaled(dialog, usual), least), room_on(dialog.screen()).width())


def minimum_height(column: QVBoxLayout, width: int) -> int:
    """Return the height below which the rows of a column would overlap."""
    if not column.hasHeightForWidth():
        return column.totalMinimumSize().height()
    height = column.totalMinimumHeightForWidth(width)
    margins = column.contentsMargins()
    width -= margins.left() + margins.right()
    # Qt gives each row with wrapped text its preferred height, not its minimum.
    for row_index in range(column.count()):
        row = column.itemAt(row_index)
        if row is not None and row.hasHeightForWidth():
            height += max(0, row.heightForWidth(width) - row.minimumHeightForWidth(width))
    return height


def room_on(screen: QScreen) -> QSize:
    """Return the maximum size of a window's content on a screen."""
    return screen.availableGeometry().size() - QSize(0, TITLE_BAR)


def name_by_both(widget: QWidget, title: str) -> None:
    """Set the accessible name and description of a field without a label.

    On Linux a screen reader gets the current choice of a combo box in place of its name.
    """
    widget.setAccessibleName(title)
    widget.setAccessibleDescription(title)


def with_margin(field: QAbstractSpinBox) -> None:
    """Indent the number of a spin box as the text of other fields.

    With a style sheet for the arrows of a spin box, Qt ignores the box's padding.
    """
    field.lineEdit().setTextMargins(GRID - 2, 0, 0, 0)


def quiet(text: str, parent: QWidget | None = None) -> QLabel:
    """Return a label for an explanation: wrapped, in a faint colour."""
    label = PlainLabel(text, parent)
    label.setWordWrap(True)
    label.setForegroundRole(label.palette().ColorRole.PlaceholderText)
    return label


def colour_error(label: QLabel, *, bad: bool = True) -> None:
    """Give an explanation the colour of errors, or its own colour."""
    palette = QPalette()
    if bad:
        palette.setColor(palette.ColorRole.PlaceholderText, theme_of(label.palette()).bad)
    label.setPalette(palette)

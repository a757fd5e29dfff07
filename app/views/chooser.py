"""A field with a list of matches over the window, for labels and commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QVBoxLayout, QWidget

from app.item_models.choices import Choice, ChoiceRole, ChoicesModel
from app.item_models.rows import Index
from app.views.panels.labels import SWATCH, paint_swatch
from app.views.plain_text import PlainLabel
from app.views.theme import GRID, HALF_GRID, Theme, theme_of
from app.views.widgets.listing import RowDelegate, name_widget, paint_elided
from app.views.widgets.picker import Picker

MAX_ROWS = 9
"""Maximum number of visible rows."""

STEPS = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageUp: 1 - MAX_ROWS,
    Qt.Key.Key_PageDown: MAX_ROWS - 1,
    Qt.Key.Key_Tab: 1,
    Qt.Key.Key_Backtab: -1,
}
"""Keys that move in the list while the field has the focus."""


class Chooser(QFrame):
    """Open until something is chosen, Esc is pressed, or the focus goes elsewhere.

    It is a child widget, not a window of its own, so that it can be placed beside the caret on
    every system.

    Signals
    -------
    closed : ()
        The chooser has closed, and the focus is back where it was.
    """

    closed = Signal()

    def __init__(
        self,
        names: tuple[str, str, str],
        choices: Iterable[Choice],
        window: QWidget,
        *,
        placeholder: str,
        hint: str = "",
        nothing: str = "",
        more: Callable[[str], list[Choice]] = lambda _: [],
    ) -> None:
        """``names`` are object name, title and description; ``more`` returns choices for a text."""
        super().__init__(window)
        name_widget(self, *names)
        self._before = QApplication.focusWidget()
        self._nothing = nothing
        self._more = more
        self._open = True
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.model = ChoicesModel(choices, self)
        self.line = QLineEdit(self)
        self.line.setPlaceholderText(placeholder)
        self.line.setAccessibleName(names[1])
        self.line.setAccessibleDescription(names[2])
        self.view = Picker(self, self.model, ChoiceDelegate())
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        name_widget(
            self.view, "choices", self.tr("Matching commands"), self.tr("Press Enter to choose")
        )
        self.hint = PlainLabel(hint, self)
        self.hint.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self.hint.setVisible(bool(hint))
        self._hint = hint
        layout = self._rows = QVBoxLayout(self)
        layout.setContentsMargins(GRID, GRID, GRID, GRID)
        layout.setSpacing(HALF_GRID)
        for part in (self.line, self.view, self.hint):
            layout.addWidget(part)
        # Not everything outside takes the focus, but a click anywhere closes it.
        self._program = QApplication.instance()
        if self._program is not None:
            self._program.installEventFilter(self)
        self.line.textChanged.connect(self._typed)
        self.view.clicked.connect(lambda index: self._take(index.row(), shifted=_shift_is_held()))

    def open_at(self, corner: QPoint, width: int) -> None:
        """Open it with its upper left corner at a point, or as near as it fits in the window."""
        self._corner, self._width = corner, width
        self._typed("")
        self.show()
        self.raise_()
        self.line.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_it(self) -> None:
        """Close it, and restore the focus."""
        if not self._open:
            return
        self._open = False
        if self._program is not None:
            self._program.removeEventFilter(self)
        had_focus = self.isAncestorOf(QApplication.focusWidget() or self.window())
        self.hide()
        if had_focus and self._before is not None:
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.closed.emit()
        self.deleteLater()

    # ---- events

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        theme = theme_of(self.palette())
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.window)
            # The window has the same background: the border must be visible in every theme.
            painter.setPen(QPen(theme.muted, 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle keys of the field, and close at a click outside."""
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(watched, QWidget):
            if watched is not self and not self.isAncestorOf(watched):
                self.close_it()
            return False
        if watched is not self.line:
            return False
        if event.type() == QEvent.Type.FocusOut and not self.isAncestorOf(
            QApplication.focusWidget() or self.window()
        ):
            self.close_it()
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            # No key typed here may trigger a command of the window.
            event.accept()
            return True
        return isinstance(event, QKeyEvent) and self._pressed(event)

    def _pressed(self, event: QKeyEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress:
            return False
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._take(self.view.currentIndex().row(), shifted=shifted)
        elif key == Qt.Key.Key_Escape:
            self.close_it()
        elif key in STEPS:
            self._step(STEPS[key], round_=key in (Qt.Key.Key_Up, Qt.Key.Key_Down))
        else:
            return False
        return True

    # ---- inside

    def _typed(self, text: str) -> None:
        self.model.show(text, self._more(text))
        rows = self.model.rowCount()
        self.view.setVisible(bool(rows))
        self.hint.setText(self._hint if rows else self._nothing)
        self.hint.setVisible(bool(self.hint.text()))
        if rows:
            self._go_to(0)
        self._arrange()

    def _step(self, step: int, *, round_: bool) -> None:
        rows = self.model.rowCount()
        if rows:
            row = self.view.currentIndex().row() + step
            self._go_to(row % rows if round_ else min(max(row, 0), rows - 1))

    def _go_to(self, row: int) -> None:
        index = self.model.index(row, 0)
        self.view.setCurrentIndex(index)
        self.view.scrollTo(index)
        if QAccessible.isActive():
            announced = str(index.data(Qt.ItemDataRole.AccessibleTextRole))
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.line, announced))

    def _take(self, row: int, *, shifted: bool) -> None:
        choice = self.model.choice(row)
        if choice is None:
            return
        if choice.trouble:
            self.hint.setText(choice.trouble)
            self.hint.show()
            self._arrange()
            return
        self.close_it()
        if shifted and choice.do_shifted is not None:
            choice.do_shifted()
        else:
            choice.do()

    def _arrange(self) -> None:
        window = self.window()
        rows = min(MAX_ROWS, self.model.rowCount())
        self.view.setFixedHeight(rows * self.view.row_height())
        self.setFixedWidth(min(self._width, window.width() - 2 * GRID))
        self._rows.activate()
        self.resize(self.width(), self._rows.sizeHint().height())
        room = window.rect().adjusted(GRID, GRID, -GRID, -GRID)
        spot = QRect(self._corner, self.size())
        spot.moveRight(min(spot.right(), room.right()))
        spot.moveBottom(min(spot.bottom(), room.bottom()))
        spot.moveTop(max(spot.top(), room.top()))
        spot.moveLeft(max(spot.left(), room.left()))
        self.move(spot.topLeft())


def _shift_is_held() -> bool:
    return bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier)


class ChoiceDelegate(RowDelegate):
    """Paints a choice: swatch, name, kind and key."""

    def paint_row(  # noqa: D102 (described by the base)
        self, painter: QPainter, rect: QRect, index: Index, theme: Theme
    ) -> None:
        choice: Choice = index.data(ChoiceRole.CHOICE)
        inner = rect.adjusted(-HALF_GRID, 0, HALF_GRID, 0)
        if choice.is_label:
            swatch = QRectF(inner.left(), inner.center().y() - SWATCH / 2 + 0.5, SWATCH, SWATCH)
            colours = None if choice.colour is None else theme.label(choice.colour)
            paint_swatch(painter, swatch, colours, theme)
            inner.adjust(SWATCH + GRID, 0, 0, 0)
        painter.setPen(theme.muted)
        if choice.key:
            width = paint_elided(painter, inner, choice.key, right=True)
            inner.adjust(0, 0, -width - 2 * GRID, 0)
        painter.setPen(theme.faint if choice.trouble else theme.text)
        width = paint_elided(painter, inner, choice.name)
        note = choice.trouble or choice.kind
        rest = inner.adjusted(width + 2 * GRID, 0, 0, 0)
        if note and rest.width() > 6 * GRID:
            painter.setPen(theme.faint)
            paint_elided(painter, rest, note)

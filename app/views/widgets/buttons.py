"""Buttons for panels: add, a menu of commands, and the row that holds both."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from app.views.icons import icon
from app.views.layouts import in_row
from app.views.plain_text import set_tip
from app.views.theme import GRID, HALF_GRID
from app.views.widgets.listing import name_widget

INSTANT = QToolButton.ToolButtonPopupMode.InstantPopup


def press_focused(event: QKeyEvent, window: QWidget) -> bool:
    """Press the focused button of a window on Enter; False if the key or the focus is another.

    On some systems Qt presses a button with the space bar only, and in a dialog Enter would press
    the default button.
    """
    button = window.focusWidget()
    if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        return False
    if not isinstance(button, (QPushButton, QToolButton)) or event.isAutoRepeat():
        return False
    if isinstance(button, QToolButton) and button.popupMode() == INSTANT and button.menu():
        button.showMenu()
    else:
        button.click()
    return True


class AddingButton(QToolButton):
    """The button of a command that adds something; its icon has the colour of its text."""

    def __init__(self, action: QAction, parent: QWidget, sign: str = "add") -> None:
        super().__init__(parent)
        self._sign = sign
        self.setDefaultAction(action)
        self._draw_sign()
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_sign()

    def _draw_sign(self) -> None:
        self.setIcon(icon(self._sign, self.palette()))


class WordedButton(QToolButton):
    """A button for a command with a text other than the command's."""

    def __init__(self, action: QAction, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._action = action
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        # As its default action, the command would set its own text at every change.
        self.setEnabled(self._action.isEnabled())
        set_tip(self, self._action.toolTip())


class MenuButton(QToolButton):
    """A button whose menu is filled whenever it opens."""

    def __init__(self, name: str, title: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(self, name, title, tip)
        set_tip(self, tip)
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(INSTANT)
        self.setMenu(QMenu(self))
        self.menu().aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """Fill the menu with the choices possible now."""
        raise NotImplementedError


def menu_button(text: str, tip: str, actions: Iterable[QAction], parent: QWidget) -> QToolButton:
    """Return a button that opens a menu of commands."""
    button = QToolButton(parent)
    button.setObjectName("more")
    button.setText(text)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    set_tip(button, tip)
    button.setMenu(QMenu(button))
    button.menu().addActions(list(actions))
    return button


def button_row(left: QToolButton, right: QToolButton) -> QHBoxLayout:
    """Return a row with a button at either end."""
    return in_row(left, None, right, margins=(GRID, HALF_GRID, GRID, HALF_GRID), spacing=GRID)

"""The row of buttons under a list: the one that adds, and a menu with what is done less often."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from app.views.icons import icon
from app.views.theme import GRID, HALF_GRID


def adding_button(action: QAction, parent: QWidget) -> QToolButton:
    """Return the button of a command that adds something, with its words."""
    button = QToolButton(parent)
    button.setDefaultAction(action)
    button.setIcon(icon("add", parent.palette()))
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    return button


def menu_button(text: str, tip: str, actions: Iterable[QAction], parent: QWidget) -> QToolButton:
    """Return a button that opens a menu of commands."""
    button = QToolButton(parent)
    button.setObjectName("more")
    button.setText(text)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setToolTip(tip)
    button.setMenu(QMenu(button))
    button.menu().addActions(list(actions))
    return button


def button_row(left: QToolButton, right: QToolButton) -> QHBoxLayout:
    """Return a row with a button at either end."""
    row = QHBoxLayout()
    row.setContentsMargins(GRID, HALF_GRID, GRID, HALF_GRID)
    row.setSpacing(GRID)
    row.addWidget(left)
    row.addStretch()
    row.addWidget(right)
    return row

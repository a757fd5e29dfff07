"""Names are plain text wherever the window shows them: nothing in them is markup or a shortcut.

Labels, documents, people, rules, files: whoever made them may have written ``<img src=…>``, which
Qt would take for HTML and load, or ``&``, which it would take for the key of a menu. All tool tips
are set here, and all labels of the window are of the class here.
"""

from __future__ import annotations

from html import escape
from typing import Protocol

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QAction, QHelpEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QMenu,
    QMessageBox,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

LONGEST_TIP = 1_000
"""Characters of a tool tip: more of them would cover the screen."""

LONGEST_SENTENCE = 800
"""Characters of a message."""

WIDEST = 480
"""Pixels that a label asks for at least, whatever it says."""

LONGEST_NAME = 60
"""Characters of a name in a menu, or on a button."""


class HasTip(Protocol):
    """A widget, an action."""

    def setToolTip(self, text: str) -> None:
        """Say what it is for."""


class PlainLabel(QLabel):
    """A label that shows its text as it is."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def minimumSizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        # A name may be one word without end, and no window can be as wide.
        return super().minimumSizeHint().boundedTo(QSize(WIDEST, WIDEST))


class PlainTips(QStyledItemDelegate):
    """Shows the tips of a list's rows as they are; a view without it takes them for HTML."""

    def helpEvent(  # noqa: D102 (Qt's own)
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        if event.type() != QEvent.Type.ToolTip:
            return super().helpEvent(event, view, option, index)
        tip = index.data(Qt.ItemDataRole.ToolTipRole)
        if not tip:
            return super().helpEvent(event, view, option, index)
        QToolTip.showText(event.globalPos(), in_lines(str(tip)), view.viewport(), option.rect)
        return True


def set_tip(thing: HasTip, text: str) -> None:
    """Give something a tool tip, which is shown as it is written."""
    thing.setToolTip(plain_tip(text))


def plain_tip(text: str) -> str:
    """Return a text as a tool tip that shows it as it is: HTML only where Qt would see some."""
    return in_lines(text) if "<" in text else shortened(text, LONGEST_TIP)


def in_lines(tip: str) -> str:
    """Return a tip so that a long one is broken into lines, and nothing in it is taken for HTML."""
    tip = shortened(tip, LONGEST_TIP)
    return f'<div style="white-space: pre-wrap">{escape(tip, quote=False)}</div>'


def shortened(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a text of so many characters at most, an ellipsis for the rest."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def on_a_button(name: str) -> str:
    """Return a name as the text of an action or a button: "&" gives no key, and it is not long."""
    return shortened(name).replace("&", "&&")


def add_named(menu: QMenu, name: str) -> QAction:
    """Add an action with a name as its text to a menu."""
    action = menu.addAction(on_a_button(name))
    set_tip(action, name)
    return action


def plain_box(parent: QWidget | None) -> QMessageBox:
    """Return a message box that shows its texts as they are."""
    box = QMessageBox(parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    return box

"""Plain text in widgets: no markup, no mnemonics.

Names of labels, documents, people, rules and files may contain ``<img src=…>``, which Qt would load
as HTML, or ``&``, which it would take for a mnemonic. All tool tips are set with functions of this
module, and all labels of the window are `PlainLabel`.
"""

from __future__ import annotations

from html import escape
from typing import Protocol

from PySide6.QtCore import QEvent, QSize, Qt
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

from app.item_models.rows import Index

LONGEST_TIP = 1_000
"""Maximum characters of a tool tip."""

LONGEST_SENTENCE = 800
"""Maximum characters of a message."""

WIDEST = 480
"""Upper limit in pixels of a label's minimum size."""

LONGEST_NAME = 60
"""Maximum characters of a name in a menu or on a button."""


class HasTip(Protocol):
    """A widget or an action."""

    def setToolTip(self, text: str) -> None:
        """Set the tool tip."""


class PlainLabel(QLabel):
    """A label without markup."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def minimumSizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        # A name may be one very long word.
        return super().minimumSizeHint().boundedTo(QSize(WIDEST, WIDEST))


class PlainTips(QStyledItemDelegate):
    """A delegate that shows tool tips of rows without markup."""

    def helpEvent(  # noqa: D102 (Qt's own)
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        if event.type() != QEvent.Type.ToolTip:
            return super().helpEvent(event, view, option, index)
        tip = index.data(Qt.ItemDataRole.ToolTipRole)
        if not tip:
            return super().helpEvent(event, view, option, index)
        QToolTip.showText(event.globalPos(), in_lines(str(tip)), view.viewport(), option.rect)
        return True


def set_tip(thing: HasTip, text: str) -> None:
    """Set a tool tip without markup."""
    thing.setToolTip(plain_tip(text))


def plain_tip(text: str) -> str:
    """Return a text as a tool tip without markup: escaped only if Qt might take it for HTML."""
    return in_lines(text) if "<" in text else shortened(text, LONGEST_TIP)


def in_lines(tip: str) -> str:
    """Return a tip as escaped HTML, so that Qt wraps it."""
    tip = shortened(tip, LONGEST_TIP)
    return f'<div style="white-space: pre-wrap">{escape(tip, quote=False)}</div>'


def shortened(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a text cut to a number of characters, with an ellipsis."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def on_a_button(name: str) -> str:
    """Return a name as the text of an action or a button: shortened, without mnemonics."""
    return shortened(name).replace("&", "&&")


def add_named(menu: QMenu, name: str) -> QAction:
    """Add an action with a name as its text and tip to a menu."""
    action = menu.addAction(on_a_button(name))
    set_tip(action, name)
    return action


def plain_box(parent: QWidget | None) -> QMessageBox:
    """Return a message box without markup."""
    box = QMessageBox(parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    return box

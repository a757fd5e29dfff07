"""A tool bar that is not laid out again when its commands change their texts."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QAction, QActionEvent, QIcon, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolBar,
    QToolButton,
    QWidget,
)

from app.views.actions import KeyOf
from app.views.panels.labels import KEY_WIDTH, paint_key
from app.views.plain_text import set_tip
from app.views.theme import GRID, HALF_GRID, theme_of
from app.views.widgets.base_dialog import MAX_SIZE

_GAP = GRID - 2
"""Space between the parts of a button, and at its ends."""

_OFF = 0.5
"""Opacity of a disabled button."""


class Parts(IntEnum):
    """What a button shows, depending on the space."""

    ICON = 0
    WORD = 1
    KEY = 2


class ToolBar(QToolBar):
    """A tool bar that is not laid out again when an action has a new text or tip.

    "Undo" names the change, another one after every key, and Qt would lay out the whole main
    window for it. The most used commands have a word and their key beside the icon; in a narrow
    window the last of them lose these first.
    """

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.worded: list[WordedTool] = []
        # The buttons are notified later.
        queued = Qt.ConnectionType.QueuedConnection
        self.iconSizeChanged.connect(self._fit, queued)

    def add_worded(self, action: QAction) -> None:
        """Add a command with a word and its key beside the icon."""
        button = WordedTool(action, self)
        self.worded.append(button)
        self.addWidget(button)

    def refuse(self, command: str, reason: str) -> None:
        """Disable the button of a command, with the reason as its tip; "" allows it again."""
        for button in self.worded:
            if button.defaultAction().objectName() == command:
                button.refuse(reason)

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Show the current shortcuts in texts and tips."""
        for button in self.worded:
            button.show_key(key_of(button.defaultAction().objectName()))
        self._fit()

    def actionEvent(self, event: QActionEvent) -> None:  # noqa: D102 (Qt's own)
        if event.type() != QEvent.Type.ActionChanged:
            super().actionEvent(event)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102 (Qt's own)
        super().showEvent(event)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._fit()

    def _fit(self) -> None:
        """Show as many parts of the buttons as fit; the first buttons have most."""
        before = [button.parts for button in self.worded]
        for button in self.worded:
            button.parts = Parts.KEY
        spare = self.width() - self._needed()
        for parts in (Parts.WORD, Parts.ICON):
            for button in reversed(self.worded):
                if spare < 0:
                    spare += button.sizeHint().width()
                    button.parts = parts
                    spare -= button.sizeHint().width()
        if before != [button.parts for button in self.worded]:
            self.update()
        self._fix_sizes()

    def _needed(self) -> int:
        """Return the width of the bar with all its buttons."""
        layout, frame = self.layout(), self.contentsMargins()
        widths = [self._width_of(action) for action in self.actions()]
        needed = frame.left() + frame.right() + sum(widths)
        if layout is not None:
            inner = layout.contentsMargins()
            needed += inner.left() + inner.right() + layout.spacing() * max(0, len(widths) - 1)
        return needed

    def _width_of(self, action: QAction) -> int:
        hint = self.widgetForAction(action).sizeHint()
        if action.isSeparator():
            return self.style().pixelMetric(QStyle.PixelMetric.PM_ToolBarSeparatorExtent)
        return hint.width()

    def _fix_sizes(self) -> None:
        """Fix the sizes of all buttons, so that a new text requests no layout."""
        for action in self.actions():
            button = self.widgetForAction(action)
            if not action.isSeparator():
                wanted = button.sizeHint()
                if button.minimumSize() == wanted == button.maximumSize():
                    continue
                button.setMinimumSize(0, 0)
                button.setMaximumSize(MAX_SIZE, MAX_SIZE)
                button.setFixedSize(button.sizeHint())


class WordedTool(QToolButton):
    """A button of the tool bar with icon, word and key cap."""

    def __init__(self, action: QAction, parent: QWidget) -> None:
        super().__init__(parent)
        self.parts = Parts.KEY
        self.key = ""
        self.setAutoRaise(True)
        # A click here must not take the keys away from the sentence.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setDefaultAction(action)
        self.setObjectName(f"tool_{action.objectName()}")
        self._reason = ""
        action.changed.connect(self._show_reason)

    def refuse(self, reason: str) -> None:
        """Disable the button alone, not its key, with the reason as its tip; "" allows it again."""
        allowed = bool(self._reason) and not reason
        self._reason = reason
        if allowed:
            self.setDefaultAction(self.defaultAction())  # Qt shows its state and tip again
        self._show_reason()

    def _show_reason(self) -> None:
        """Disable the button again after a change of its action, which Qt shows first."""
        if self._reason:
            self.setEnabled(False)
            set_tip(self, self._reason)

    def show_key(self, key: str) -> None:
        """Show a key, "" for none."""
        self.key = key
        self.setAccessibleDescription(self.tr("Key {key}").format(key=key) if key else "")
        self.update()

    def sizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        metrics, side = self.fontMetrics(), self.iconSize().width()
        width = side + 2 * _GAP
        if self.parts >= Parts.WORD:
            width += metrics.horizontalAdvance(self.text()) + _GAP
        if self.parts is Parts.KEY and self.key:
            width += self._cap_width() + _GAP
        return QSize(width, max(side, metrics.height() + 2) + GRID)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        theme = theme_of(self.palette())
        painter = QStylePainter(self)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text, option.icon = "", QIcon()
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        side, turned = self.iconSize().width(), self.layoutDirection()
        inner = self.rect().adjusted(_GAP, 0, -_GAP, 0)
        mode = QIcon.Mode.Normal if self.isEnabled() else QIcon.Mode.Disabled
        room = QRect(inner.left(), (self.height() - side) // 2, side, side)
        self.icon().paint(painter, QStyle.visualRect(turned, self.rect(), room), mode=mode)
        if not self.isEnabled():
            painter.setOpacity(_OFF)
        if self.parts >= Parts.WORD:
            inner.setLeft(inner.left() + side + _GAP)
            width = self.fontMetrics().horizontalAdvance(self.text())
            room = QRect(inner.left(), 0, width, self.height())
            painter.setPen(theme.text)
            painter.drawText(
                QStyle.visualRect(turned, self.rect(), room),
                Qt.AlignmentFlag.AlignCenter,
                self.text(),
            )
            inner.setLeft(inner.left() + width + _GAP)
        if self.parts is Parts.KEY and self.key:
            width = self._cap_width()
            room = QRect(inner.left(), 0, width, self.height())
            room = QStyle.visualRect(turned, self.rect(), room)
            paint_key(painter, room, self.key, theme, width)
        painter.end()

    def _cap_width(self) -> int:
        return max(KEY_WIDTH, self.fontMetrics().horizontalAdvance(self.key) + GRID + HALF_GRID)

"""Leaves the keys to a menu that is open above the sentence."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget


class PopupKeys(QObject):
    """Keeps the shortcuts of a widget from acting while a menu or a list is open above it.

    The widget keeps the focus then, and Qt would trigger its shortcuts before the menu has the key.
    """

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view

    def note_focus(self, event: QFocusEvent) -> None:
        """Watch keys from the time a menu opens until the widget has the focus again."""
        application = QApplication.instance()
        if application is None or event.reason() != Qt.FocusReason.PopupFocusReason:
            return
        application.removeEventFilter(self)
        if event.lostFocus():
            application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        if watched is not QApplication.activePopupWidget() or not self._is_own(event):
            return False
        event.accept()
        return True

    def _is_own(self, event: QKeyEvent) -> bool:
        pressed = QKeySequence(event.keyCombination())
        return any(
            pressed in action.shortcuts()
            for action in self._view.actions()
            if action.shortcutContext() == Qt.ShortcutContext.WidgetShortcut
        )

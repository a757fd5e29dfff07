"""Leaves keys to a menu that is open above the sentence, and takes the focus back after it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QWidget

MENU_REASONS = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.MenuBarFocusReason)
"""Why a widget loses the focus to a menu or a list."""


class PopupKeys(QObject):
    """Keeps the shortcuts of a widget from acting while a menu or a list is open above it.

    Qt would trigger its single keys before the menu has the key: they are also those of commands in
    the menu bar, which has the focus while one of its menus is open.
    """

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view

    def note_focus(self, event: QFocusEvent) -> None:
        """Watch keys from the time a menu opens until the widget has the focus again."""
        application = QApplication.instance()
        if application is None or not (event.gotFocus() or event.lostFocus()):
            return  # or it is only about to change
        application.removeEventFilter(self)
        if event.lostFocus() and event.reason() in MENU_REASONS:
            application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            return self._leave_to_menu(watched, event)
        if (
            event.type() == QEvent.Type.FocusIn
            and isinstance(event, QFocusEvent)
            and isinstance(watched, QMenuBar)
            and event.reason() == Qt.FocusReason.ActiveWindowFocusReason
        ):
            # A dialog was opened from the menu bar by its key, and is closed: no menu is open.
            QTimer.singleShot(0, self._view, self._view.setFocus)
        return False

    def _leave_to_menu(self, watched: QObject, event: QKeyEvent) -> bool:
        in_menu = watched is QApplication.activePopupWidget() or isinstance(watched, QMenuBar)
        pressed = QKeySequence(event.keyCombination())
        if not in_menu or next(_with_key(pressed, self._view), None) is None:
            return False
        event.accept()
        # Qt takes the keys that entries show for keys of the window, not of their menu.
        entry = next(_with_key(pressed, watched), None) if isinstance(watched, QMenu) else None
        if entry is not None:
            _close_menus()
            entry.trigger()
        return True


def _with_key(pressed: QKeySequence, widget: QWidget) -> Iterator[QAction]:
    """Yield the actions of a widget of which a key is pressed that acts in the sentence alone."""
    for action in widget.actions():
        in_sentence = action.shortcutContext() == Qt.ShortcutContext.WidgetShortcut
        if in_sentence and action.isEnabled() and pressed in action.shortcuts():
            yield action


def _close_menus() -> None:
    while (popup := QApplication.activePopupWidget()) is not None and popup.close():
        pass

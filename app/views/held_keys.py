"""Auto-repeat of held keys: marked on X11, and ignored for Enter in dialogs."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QWindow
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit, QTextEdit, QWidget

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
KEYS = (QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.ShortcutOverride)


class HeldKeys(QObject):
    """Marks repetitions of a key as auto-repeat, and keeps those of Enter from all dialogs.

    X11 sends a release and a press with the same time for each repetition. Qt marks the press only
    if both have arrived when it reads the first. Unmarked, a held Enter would accept sentence after
    sentence; and the press that opens a dialog would also confirm it.
    """

    def __init__(self, qt: QApplication) -> None:
        """Watch each window once it has the focus."""
        super().__init__(qt)
        self._released = (0, 0)
        qt.focusWindowChanged.connect(self._watch)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        if event.type() not in KEYS:
            return False
        key = cast("QKeyEvent", event)
        if key.type() == QEvent.Type.KeyRelease:
            self._released = key.nativeScanCode(), key.timestamp()
            return False
        if self._is_unmarked_repeat(key):
            key.accept()  # no shortcut for this event; the marked one is sent next
            if key.type() == QEvent.Type.KeyPress:
                QCoreApplication.sendEvent(watched, _as_repeat(key))
            return True
        return key.isAutoRepeat() and key.key() in ENTER and _is_dialog(watched)

    def _is_unmarked_repeat(self, key: QKeyEvent) -> bool:
        # Synthetic key events, as in tests, have no scan code.
        code = key.nativeScanCode()
        again = code > 0 and self._released == (code, key.timestamp())
        return again and not key.isAutoRepeat()

    def _watch(self, window: QWindow | None) -> None:
        if window is not None:
            window.installEventFilter(self)


def _as_repeat(key: QKeyEvent) -> QKeyEvent:
    """Return the same press, marked as auto-repeat."""
    scan, virtual, native = key.nativeScanCode(), key.nativeVirtualKey(), key.nativeModifiers()
    kind, held = QEvent.Type.KeyPress, key.modifiers()
    return QKeyEvent(kind, key.key(), held, scan, virtual, native, key.text(), autorep=True)


def _is_dialog(window: QObject) -> bool:
    """Return whether Enter would press a button of a dialog, and not break a line."""
    if not isinstance(window, QWindow) or not isinstance(QWidget.find(window.winId()), QDialog):
        return False
    return not isinstance(QApplication.focusWidget(), (QTextEdit, QPlainTextEdit))

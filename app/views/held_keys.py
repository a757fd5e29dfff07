"""Keys that are held down: their repetitions are known as such, and confirm no dialog."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QWindow
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit, QTextEdit, QWidget

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
KEYS = (QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.ShortcutOverride)


class HeldKeys(QObject):
    """Tells repetitions of a key from presses, and keeps those of Enter from all dialogs.

    X11 sends a release and a press of the same moment for each repetition. Qt marks the press only
    if both have arrived when it reads the first. Unmarked, a held Enter would accept sentence after
    sentence; and the press that opens or changes a dialog, Qt's own ones too, would confirm it.
    """

    def __init__(self, qt: QApplication) -> None:
        """Watch each window from when it gets the keys."""
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
        if self._is_unmarked(key):
            key.accept()  # no shortcut of this one; the marked one that follows has its own
            if key.type() == QEvent.Type.KeyPress:
                QCoreApplication.sendEvent(watched, _marked(key))
            return True
        return key.isAutoRepeat() and key.key() in ENTER and _would_confirm(watched)

    def _is_unmarked(self, key: QKeyEvent) -> bool:
        # What no keyboard has sent, such as the keys of a test, has no code.
        code = key.nativeScanCode()
        again = code > 0 and self._released == (code, key.timestamp())
        return again and not key.isAutoRepeat()

    def _watch(self, window: QWindow | None) -> None:
        if window is not None:
            window.installEventFilter(self)


def _marked(key: QKeyEvent) -> QKeyEvent:
    """Return the same press, marked as a repetition."""
    scan, virtual, native = key.nativeScanCode(), key.nativeVirtualKey(), key.nativeModifiers()
    kind, held = QEvent.Type.KeyPress, key.modifiers()
    return QKeyEvent(kind, key.key(), held, scan, virtual, native, key.text(), autorep=True)


def _would_confirm(window: QObject) -> bool:
    """Say whether Enter does not break a line, and would press a button of a dialog."""
    if not isinstance(window, QWindow) or not isinstance(QWidget.find(window.winId()), QDialog):
        return False
    return not isinstance(QApplication.focusWidget(), (QTextEdit, QPlainTextEdit))

"""A field that records a pressed key."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QKeyCombination, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

_MODIFIER_KEYS = {
    Qt.Key.Key_Shift,
    Qt.Key.Key_Control,
    Qt.Key.Key_Meta,
    Qt.Key.Key_Alt,
    Qt.Key.Key_AltGr,
    Qt.Key.Key_CapsLock,
    Qt.Key.Key_NumLock,
    Qt.Key.Key_ScrollLock,
    Qt.Key.Key_Super_L,
    Qt.Key.Key_Super_R,
    Qt.Key.Key_unknown,
}
_ENTER = (Qt.Key.Key_Enter, Qt.Key.Key_Return)
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_MODIFIERS = (
    _SHIFT
    | Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


class KeyCatcher(QLineEdit):
    """Records the next key, also Tab and Enter. Esc, or losing the focus, cancels.

    Signals
    -------
    caught(object)
        The key as one or two portable key sequences (list of str).
    given_up()
        No key was pressed.
    """

    caught = Signal(object)
    given_up = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def event(self, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        if not isinstance(event, QKeyEvent):
            return super().event(event)
        event.accept()
        if event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat():
            self._pressed(event)
        return True

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102 (Qt's own)
        super().focusOutEvent(event)
        if event.reason() not in (
            Qt.FocusReason.ActiveWindowFocusReason,
            Qt.FocusReason.PopupFocusReason,
        ):
            self.given_up.emit()

    def _pressed(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.modifiers() & _MODIFIERS:
            self.given_up.emit()
            return
        spelt = spellings(event)
        if spelt:
            self.caught.emit(spelt)


def spellings(event: QKeyEvent) -> list[str]:
    """Return a pressed key as portable key sequences, none for a modifier alone.

    Enter and Return are returned together, because people mean both. Shift is dropped from a
    symbol: it may not be needed on another keyboard.
    """
    key, modifiers = event.key(), event.modifiers() & _MODIFIERS
    if not key or key in _MODIFIER_KEYS:
        return []
    if key == Qt.Key.Key_Backtab:
        key, modifiers = int(Qt.Key.Key_Tab), modifiers | _SHIFT
    if key in _ENTER:
        return [_spelt(one, modifiers) for one in _ENTER]
    is_sign = key < Qt.Key.Key_Escape and not chr(key).isalnum() and not chr(key).isspace()
    return [_spelt(Qt.Key(key), modifiers & ~_SHIFT if is_sign else modifiers)]


def _spelt(key: Qt.Key | int, modifiers: Qt.KeyboardModifier) -> str:
    combination = QKeyCombination(modifiers, Qt.Key(key))
    return QKeySequence(combination).toString(QKeySequence.SequenceFormat.PortableText)

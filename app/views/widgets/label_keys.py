"""The keys of labels and commands in a list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

KEYS_OF_LISTS = frozenset({"Up", "Down", "PgUp", "PgDown", "Home", "End", "Return", "Enter"})
"""Keys that act on the rows of a list."""


class Keys(Protocol):
    """The keys of labels and commands."""

    @property
    def keys_changed(self) -> SignalInstance:
        """Emitted when keys have changed."""

    def keys_of_labels(self) -> Mapping[int, tuple[str, ...]]:
        """Return the keys of labels, by the label's id."""

    def keys_of(self, command: str) -> tuple[str, ...]:
        """Return the keys of a command."""


class LabelKeys(QObject):
    """Lets the keys of labels, and that of "no label", act in a list.

    Signals
    -------
    pressed(object)
        The key of the label with this id was pressed; None for no label.
    """

    pressed = Signal(object)

    def __init__(self, keys: Keys, view: QWidget, *, letters: bool = True) -> None:
        """Use these keys, also after they were changed, while a list has the focus.

        Without ``letters``, keys that type one are left to the search of the list.
        """
        super().__init__(view)
        self.keys = keys
        self._letters = letters
        self._view = view
        self._actions: list[QAction] = []
        self._set_keys()
        keys.keys_changed.connect(self._set_keys)

    def by_label(self) -> dict[int | None, tuple[str, ...]]:
        """Return the keys of each label, by its id, and of no label, None."""
        found: dict[int | None, tuple[str, ...]] = {None: self.keys.keys_of("no_label")}
        found.update(self.keys.keys_of_labels().items())
        if not self._letters:
            found = {
                label: tuple(key for key in own if not _is_letter(key))
                for label, own in found.items()
            }
        return found

    def _set_keys(self) -> None:
        for old in self._actions:
            old.setShortcuts([])  # until they are deleted, they must not conflict with the new ones
            self._view.removeAction(old)
            old.deleteLater()
        self._actions = [self._action(label, own) for label, own in self.by_label().items() if own]
        self._view.addActions(self._actions)

    def _action(self, label: int | None, keys: Iterable[str]) -> QAction:
        action = _action_of(self._view)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.triggered.connect(lambda: self.pressed.emit(label))
        return action


class ListCommandKeys(QObject):
    """Lets the keys of a command act in a list, too, except those that move in the list.

    Signals
    -------
    pressed : ()
        A key of the command was pressed.
    """

    pressed = Signal()

    def __init__(self, keys: Keys, command: str, view: QWidget) -> None:
        """Use the keys of a command, also after they were changed, while a list has the focus."""
        super().__init__(view)
        self._keys, self._command = keys, command
        self._action = _action_of(view)
        self._action.triggered.connect(self.pressed)
        view.addAction(self._action)
        keys.keys_changed.connect(self._set_keys)
        self._set_keys()

    def _set_keys(self) -> None:
        own = (key for key in self._keys.keys_of(self._command) if key not in KEYS_OF_LISTS)
        self._action.setShortcuts([QKeySequence(key) for key in own])


def _is_letter(key: str) -> bool:
    """Return whether a key types a letter."""
    name = key.removeprefix("Shift+")
    return len(name) == 1 and name.isalpha()


def _action_of(view: QWidget) -> QAction:
    """Return an action without keys that acts in a list alone."""
    action = QAction(view)
    action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    action.setAutoRepeat(False)
    return action

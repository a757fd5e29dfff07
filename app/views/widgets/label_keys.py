"""The keys of labels in a list, where they act on its current row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


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

    def __init__(self, keys: Keys, view: QWidget) -> None:
        """Use these keys, also after they were changed, while a list has the focus."""
        super().__init__(view)
        self.keys = keys
        self._view = view
        self._actions: list[QAction] = []
        self._set_keys()
        keys.keys_changed.connect(self._set_keys)

    def by_label(self) -> dict[int | None, tuple[str, ...]]:
        """Return the keys of each label, by its id, and of no label, None."""
        found: dict[int | None, tuple[str, ...]] = {None: self.keys.keys_of("no_label")}
        found.update(self.keys.keys_of_labels().items())
        return found

    def _set_keys(self) -> None:
        for old in self._actions:
            old.setShortcuts([])  # until they are deleted, they must not conflict with the new ones
            self._view.removeAction(old)
            old.deleteLater()
        self._actions = [self._action(label, own) for label, own in self.by_label().items() if own]
        self._view.addActions(self._actions)

    def _action(self, label: int | None, keys: Iterable[str]) -> QAction:
        action = QAction(self._view)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.setAutoRepeat(False)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.triggered.connect(lambda: self.pressed.emit(label))
        return action

"""The table of all commands, and their actions; menus, tool bar and manual are made from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QPalette, QShortcutEvent
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from app.domain.edits import Edit
from app.domain.labels import Label
from app.item_models.step_names import step_name
from app.views.commands import edit, go, label, model, project, rules, view
from app.views.commands import help as help_
from app.views.commands.command import MENUS, QT_TRANSLATE_NOOP, Command, Where, translated
from app.views.icons import icon
from app.views.keymap import Keymap, is_single, native
from app.views.mac_keys import own_key
from app.views.plain_text import on_a_button, set_tip

if TYPE_CHECKING:
    from app.views.main_window import MainWindow
    from app.views.tool_bar import ToolBar

COMMANDS = (
    *project.COMMANDS,
    *edit.COMMANDS,
    *label.COMMANDS,
    *rules.COMMANDS,
    *go.COMMANDS,
    *model.COMMANDS,
    *view.COMMANDS,
    *help_.COMMANDS,
)
"""All commands in the order of the menus; a new one is a row in its menu's file."""

VIEW_KEYS = (
    (QT_TRANSLATE_NOOP("Actions", "←, →"), QT_TRANSLATE_NOOP("Actions", "Move token by token")),
    (
        QT_TRANSLATE_NOOP("Actions", "Ctrl+←, →"),
        QT_TRANSLATE_NOOP("Actions", "Jump to a span, a capital, or five tokens"),
    ),
    (QT_TRANSLATE_NOOP("Actions", "Shift+←, →"), QT_TRANSLATE_NOOP("Actions", "Select tokens")),
    (QT_TRANSLATE_NOOP("Actions", "↑, ↓"), QT_TRANSLATE_NOOP("Actions", "Move line by line")),
    (
        QT_TRANSLATE_NOOP("Actions", "Home, End"),
        QT_TRANSLATE_NOOP("Actions", "Start, end of line"),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "Ctrl+C"),
        QT_TRANSLATE_NOOP("Actions", "Copy the selected text"),
    ),
)
"""Keys that the sentence view handles itself."""

PANEL_KEYS = (
    (
        QT_TRANSLATE_NOOP("Actions", "Esc"),
        QT_TRANSLATE_NOOP("Actions", "Back to the sentence, from any panel"),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "↑, ↓"),
        QT_TRANSLATE_NOOP("Actions", "Move between rows"),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "Enter"),
        QT_TRANSLATE_NOOP("Actions", "Open the row"),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "Space"),
        QT_TRANSLATE_NOOP("Actions", "Toggle a rule or a check box"),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "1, 2, 3"),
        QT_TRANSLATE_NOOP("Actions", "Toggle rule, features, suggestions of a gazetteer"),
    ),
    (QT_TRANSLATE_NOOP("Actions", "F2"), QT_TRANSLATE_NOOP("Actions", "Rename a document")),
    (
        QT_TRANSLATE_NOOP("Actions", "Delete"),
        QT_TRANSLATE_NOOP("Actions", "Remove a document, a rule or a gazetteer"),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "Menu"),
        QT_TRANSLATE_NOOP("Actions", "Open the row's menu"),
    ),
)
"""Keys that lists and panels handle themselves."""

MOUSE = (
    (QT_TRANSLATE_NOOP("Actions", "Click"), QT_TRANSLATE_NOOP("Actions", "Select a token")),
    (
        QT_TRANSLATE_NOOP("Actions", "Drag"),
        QT_TRANSLATE_NOOP("Actions", "Select several tokens (also Shift+click)"),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "Double click"),
        QT_TRANSLATE_NOOP("Actions", "Select the whole span"),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "Drag an edge of a span"),
        QT_TRANSLATE_NOOP("Actions", "Resize the span (Esc cancels)"),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "Ctrl+wheel"),
        QT_TRANSLATE_NOOP("Actions", "Larger or smaller text"),
    ),
)
"""Mouse actions in the sentence."""

TOOL_BAR = (
    ("accept", "skip", "no_label", "forbid"),
    ("clear", "undo", "redo"),
    ("previous_uncertain", "next_uncertain"),
    ("import_files", "export_corpus"),
)
WORDED = TOOL_BAR[0]
"""The most used commands, with a word and their key beside the icon."""


_ROLES = {
    "about": QAction.MenuRole.AboutRole,
    "show_looks": QAction.MenuRole.PreferencesRole,
    "quit": QAction.MenuRole.QuitRole,
}
"""The commands in the menu that macOS has for the program itself.

Without a role Qt would look for words such as “Settings” in the texts, names of labels included.
"""


class UnambiguousAction(QAction):
    """An action that is triggered even if a key press matches two of its shortcuts.

    On a keyboard where { is Shift+[, one press is both; Qt calls that ambiguous and triggers
    neither.
    """

    def event(self, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        if isinstance(event, QShortcutEvent) and event.isAmbiguous():
            self.trigger()
            return True
        return super().event(event)


class Actions(QObject):
    """The commands of one window as actions.

    A single key acts only in the sentence, even if its command's other keys act in the window.

    Signals
    -------
    keys_changed : ()
        The keys of commands or labels have changed.
    """

    keys_changed = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._groups: dict[str, QActionGroup] = {}
        self.keymap = Keymap()
        self._keys = self.keymap.keys(COMMANDS)
        self._label_keys: dict[int, tuple[str, ...]] = {}
        self._step_names: dict[str, str] = {}
        self._actions = {command.id: self._make(command) for command in COMMANDS}
        self._twins = {
            command.id: self._twin(self._actions[command.id])
            for command in COMMANDS
            if command.where is Where.WINDOW
        }
        self._shown_labels: list[Label] = []
        self._labels: list[QAction] = []
        self._set_keys()
        self._label_menu: QMenu | None = None
        self._sentence_view: QWidget | None = None

    def __getitem__(self, command: str) -> QAction:
        return self._actions[command]

    def label_actions(self) -> list[QAction]:
        """Return the actions that label, in the order of the labels."""
        return self._labels

    def keys_of(self, command: str) -> tuple[str, ...]:
        """Return the keys of a command, the one to show first."""
        return self._keys[command]

    def key_of(self, command: str) -> str:
        """Return the first key of a command in native form, "" without one."""
        return native(self._keys[command][0]) if self._keys[command] else ""

    def keys_of_labels(self) -> Mapping[int, tuple[str, ...]]:
        """Return the keys of labels, by the label's id."""
        return self._label_keys

    def use(self, keymap: Keymap) -> None:
        """Set the keys of commands and labels."""
        self.keymap = keymap
        self._keys = keymap.keys(COMMANDS)
        self._set_keys()
        self.set_labels(self._shown_labels)

    def add_to(self, window: QWidget, sentence_view: QWidget) -> None:
        """Add the actions to the widgets where their keys act: the window or the sentence view."""
        self._sentence_view = sentence_view
        for command in COMMANDS:
            where = sentence_view if command.where is Where.SENTENCE else window
            where.addAction(self._actions[command.id])
        sentence_view.addActions([*self._twins.values(), *self._labels])

    def fill_menu_bar(self, bar: QMenuBar) -> dict[str, QMenu]:
        """Make the menus from the table; return them by name, to add submenus."""
        menus: dict[str, QMenu] = {}
        for name, title in MENUS.items():
            menu = bar.addMenu(translated(title))
            menu.setObjectName(f"menu_{name}")
            menu.setToolTipsVisible(True)
            section = 0
            for command in COMMANDS:
                if command.menu == name:
                    if command.section != section:
                        menu.addSeparator()
                    section = command.section
                    menu.addAction(self._actions[command.id])
            menus[name] = menu
        self._label_menu = menus["label"]
        self._place_labels()
        return menus

    def fill_tool_bar(self, bar: ToolBar) -> None:
        """Make the tool bar from the table."""
        for number, group in enumerate(TOOL_BAR):
            if number:
                bar.addSeparator()
            for command in group:
                add = bar.add_worded if command in WORDED else bar.addAction
                add(self._actions[command])

    def set_labels(self, labels: Iterable[Label]) -> None:
        """Make one action for each label."""
        possible = all(action.isEnabled() for action in self._labels)
        for old in self._labels:
            old.setShortcuts([])  # until they are deleted, they must not conflict with the new ones
            old.deleteLater()
        self._shown_labels = list(labels)
        self._label_keys = self.keymap.label_keys(self._shown_labels, COMMANDS)
        self._labels = [self._label_action(label) for label in self._shown_labels]
        for action in self._labels:
            action.setEnabled(possible)
        self._place_labels()
        if self._sentence_view is not None:
            self._sentence_view.addActions(self._labels)
        self.keys_changed.emit()

    def name_history(self, undo: Edit | None, redo: Edit | None) -> None:
        """Show in the menu which change would be undone or redone."""
        self.allow_history(undo=undo is not None, redo=redo is not None)
        for command, step in zip(_OF_HISTORY, (undo, redo), strict=True):
            name = None if step is None else step_name(step)
            action = self._actions[command]
            text = translated(_COMMANDS_BY_ID[command].text)
            action.setText(self._with_step(text, on_a_button(name or "")))
            self._step_names[command] = name or ""
            set_tip(action, with_keys(self.tip_of(command), self._keys[command]))

    def allow_history(self, *, undo: bool, redo: bool) -> None:
        """Enable undo and redo."""
        for command, possible in zip(_OF_HISTORY, (undo, redo), strict=True):
            self._actions[command].setEnabled(possible)

    def allow_labelling(self, *, possible: bool) -> None:
        """Enable the commands for a sentence only while there is one."""
        for command in COMMANDS:
            if command.where is Where.SENTENCE:
                self._actions[command.id].setEnabled(possible)
        for action in self._labels:
            action.setEnabled(possible)

    def set_icons(self, palette: QPalette, scale: float = 2.0) -> None:
        """Draw all icons in the colours of the palette."""
        for command in COMMANDS:
            if command.icon:
                self._actions[command.id].setIcon(icon(command.icon, palette, scale))

    def _make(self, command: Command) -> QAction:
        action = UnambiguousAction(translated(command.text), self)
        action.setObjectName(command.id)
        action.setMenuRole(_ROLES.get(command.id, QAction.MenuRole.NoRole))
        if command.where is Where.SENTENCE:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.setAutoRepeat(command.repeats)
        if command.short:
            action.setIconText(translated(command.short))
        action.setCheckable(command.switch is not None or bool(command.choice))
        if command.choice:
            self._groups.setdefault(command.choice, QActionGroup(self)).addAction(action)
        self._bind(action, command)
        return action

    def _twin(self, action: QAction) -> QAction:
        """Return an action that triggers another by single keys, in the sentence."""
        twin = UnambiguousAction(self)
        twin.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        twin.setAutoRepeat(action.autoRepeat())
        twin.triggered.connect(action.trigger)
        return twin

    def _set_keys(self) -> None:
        for command in COMMANDS:
            action, keys = self._actions[command.id], self._keys[command.id]
            set_tip(action, with_keys(self.tip_of(command.id), keys))
            if command.id in self._twins:
                self._twins[command.id].setShortcuts(_sequences(k for k in keys if is_single(k)))
                keys = tuple(key for key in keys if not is_single(key))
            action.setShortcuts(_sequences(keys))

    def tip_of(self, name: str) -> str:
        """Return what a command does, without its keys."""
        command = _COMMANDS_BY_ID[name]
        if name not in _OF_HISTORY:
            return translated(command.tip)
        text = translated(command.text).replace("&", "")
        return self._with_step(text, self._step_names.get(name, ""))

    def _with_step(self, text: str, step: str) -> str:
        """Return a command with the change that it is about, if there is one."""
        return self.tr("{command} {change}").format(command=text, change=step) if step else text

    def _bind(self, action: QAction, command: Command) -> None:
        window, do, switch = self._window, command.do, command.switch
        if do is not None:
            action.triggered.connect(lambda: do(window))
        if switch is not None:
            action.triggered.connect(lambda on: switch(window, on))

    def _label_action(self, label: Label) -> QAction:
        action = QAction(on_a_button(label.name), self)
        action.setObjectName(f"label_{label.id}")
        action.setMenuRole(QAction.MenuRole.NoRole)
        action.setAutoRepeat(False)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        keys = self._label_keys[label.id]
        action.setShortcuts(_sequences(keys))
        tip = self.tr("Label the selection as {name}").format(name=label.name)
        set_tip(action, with_keys(tip, keys))
        window = self._window
        action.triggered.connect(lambda: window.workspace.labeller.label(label.id))
        return action

    def _place_labels(self) -> None:
        if self._label_menu is not None:
            self._label_menu.insertActions(self._actions["no_label"], self._labels)


_COMMANDS_BY_ID = {command.id: command for command in COMMANDS}
_OF_HISTORY = ("undo", "redo")


def _sequences(keys: Iterable[str]) -> list[QKeySequence]:
    return [QKeySequence(key) for key in keys]


KeyOf = Callable[[str], str]
"""Returns the key of a command by its id, in native form, "" without one."""


def default_key(command: str) -> str:
    """Return the default key of a command."""
    return native(own_key(_COMMANDS_BY_ID[command].keys[0]))


def with_key(text: str, key: str) -> str:
    """Return a text with a key in brackets at its end, if there is one."""
    if not key:
        return text
    return f"{text[:-1]} ({key})." if text.endswith(".") else f"{text} ({key})"


def with_keys(tip: str, keys: Sequence[str]) -> str:
    """Return a tip with the first key in brackets at its end."""
    return with_key(tip, native(keys[0]) if keys else "")

"""Every command of the window in one table; menus, tool bar, keys and the manual come from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QPalette, QShortcutEvent
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar, QWidget

from app.domain.labels import Label
from app.views.commands import edit, go, label, model, project, rules, view
from app.views.commands import help as help_
from app.views.commands.command import CONTEXT, MENUS, QT_TRANSLATE_NOOP, Command, Where
from app.views.icons import icon

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
        QT_TRANSLATE_NOOP("Actions", "Shift+←, →"),
        QT_TRANSLATE_NOOP("Actions", "Select tokens"),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "↑, ↓"),
        QT_TRANSLATE_NOOP("Actions", "Move line by line"),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "Home, End"),
        QT_TRANSLATE_NOOP("Actions", "To either end of the line"),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "Esc in a panel"),
        QT_TRANSLATE_NOOP("Actions", "Back to the sentence"),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "Ctrl+wheel"),
        QT_TRANSLATE_NOOP("Actions", "Larger or smaller text"),
    ),
)
"""What the sentence view does itself with the keys of every text."""

TOOL_BAR = (
    ("undo", "redo"),
    ("accept", "skip", "no_label", "forbid", "clear"),
    ("previous_uncertain", "next_uncertain"),
    ("import_files", "export_corpus"),
)


class Act(QAction):
    """An action that is done even if the keys pressed are two of its own.

    On a keyboard where { is Shift+[, one press is both; Qt takes that for two commands in
    each other's way and does neither.
    """

    def event(self, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        if isinstance(event, QShortcutEvent) and event.isAmbiguous():
            self.trigger()
            return True
        return super().event(event)


class Actions(QObject):
    """The commands of one window as Qt's actions, bound to whoever carries them out.

    ``targets`` are asked in turn for a method of the command's name.
    """

    def __init__(self, targets: Sequence[object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._targets = targets
        self._groups: dict[str, QActionGroup] = {}
        self._actions = {command.id: self._made(command) for command in COMMANDS}
        self._labels: list[QAction] = []
        self._label_menu: QMenu | None = None
        self._sentence_view: QWidget | None = None

    def __getitem__(self, command: str) -> QAction:
        return self._actions[command]

    def label_actions(self) -> list[QAction]:
        """Return the actions that give a label, in the palette's order."""
        return self._labels

    def serve(self, window: QWidget, sentence_view: QWidget) -> None:
        """Let each command's keys act where the table says: in the window, or in one view."""
        self._sentence_view = sentence_view
        for command in COMMANDS:
            where = sentence_view if command.where is Where.SENTENCE else window
            where.addAction(self._actions[command.id])
        sentence_view.addActions(self._labels)

    def fill_menu_bar(self, bar: QMenuBar) -> dict[str, QMenu]:
        """Make the menus from the table; return them by name, for submenus that are not in it."""
        menus: dict[str, QMenu] = {}
        for name, title in MENUS.items():
            menu = bar.addMenu(self._translated(title))
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

    def fill_tool_bar(self, bar: QToolBar) -> None:
        """Make the tool bar from the table."""
        for number, group in enumerate(TOOL_BAR):
            if number:
                bar.addSeparator()
            for command in group:
                bar.addAction(self._actions[command])

    def set_labels(self, labels: Iterable[Label]) -> None:
        """Make one action for each label, with the label's key."""
        for old in self._labels:
            old.deleteLater()
        self._labels = [self._label_action(label) for label in labels]
        self._place_labels()
        if self._sentence_view is not None:
            self._sentence_view.addActions(self._labels)

    def name_history(self, undo: str | None, redo: str | None) -> None:
        """Say in the menu what would be taken back and what made again."""
        for command, summary in (("undo", undo), ("redo", redo)):
            action = self._actions[command]
            text = self._translated(_COMMANDS_BY_ID[command].text)
            action.setText(f"{text}: {summary}" if summary else text)
            action.setEnabled(summary is not None)
            action.setToolTip(with_keys(action.text().replace("&", ""), action.shortcuts()))

    def allow_labelling(self, *, possible: bool) -> None:
        """Let what is done to a sentence be chosen only while there is one."""
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

    def _made(self, command: Command) -> QAction:
        action = Act(self._translated(command.text), self)
        action.setObjectName(command.id)
        action.setShortcuts(sequences(command))
        if command.where is Where.SENTENCE:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        tip = self._translated(command.tip)
        action.setToolTip(with_keys(tip, action.shortcuts()))
        action.setStatusTip(tip)
        if command.short:
            action.setIconText(self._translated(command.short))
        action.setCheckable(command.check or bool(command.choice))
        if command.choice:
            self._groups.setdefault(command.choice, QActionGroup(self)).addAction(action)
        self._bind(action, command)
        return action

    def _bind(self, action: QAction, command: Command) -> None:
        handler = self._handler(command.handler)
        if command.argument is not None:
            action.triggered.connect(lambda: handler(command.argument))
        elif command.check:
            action.triggered.connect(lambda checked: handler(checked))
        else:
            action.triggered.connect(lambda: handler())

    def _handler(self, name: str) -> Callable[..., object]:
        for target in self._targets:
            method = getattr(target, name, None)
            if callable(method):
                return method  # type: ignore[no-any-return]
        raise LookupError(f"Nobody carries out the command {name}.")

    def _label_action(self, label: Label) -> QAction:
        action = QAction(label.name.replace("&", "&&"), self)
        action.setObjectName(f"label_{label.id}")
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        if label.key:
            action.setShortcut(QKeySequence(label.key))
        tip = self.tr("Label the selected tokens {name}").format(name=label.name)
        action.setToolTip(with_keys(tip, action.shortcuts()))
        handler = self._handler("label")
        action.triggered.connect(lambda: handler(label.id))
        return action

    def _place_labels(self) -> None:
        if self._label_menu is not None:
            self._label_menu.insertActions(self._actions["no_label"], self._labels)

    def _translated(self, text: str) -> str:
        return QCoreApplication.translate(CONTEXT, text)


_COMMANDS_BY_ID = {command.id: command for command in COMMANDS}


def sequences(command: Command) -> list[QKeySequence]:
    """Return the keys of a command."""
    return [QKeySequence(keys) for keys in command.keys]


def with_keys(tip: str, keys: Sequence[QKeySequence]) -> str:
    """Return a tip that ends in the first of its keys."""
    if not keys:
        return tip
    return f"{tip} ({native(keys[0])})"


def native(keys: QKeySequence) -> str:
    """Return keys as the platform writes them."""
    return keys.toString(QKeySequence.SequenceFormat.NativeText)

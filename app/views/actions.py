"""Every command of the window in one table; menus, tool bar, keys and the manual come from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QPalette, QShortcutEvent
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar, QWidget

from app.domain.labels import Label
from app.views.icons import icon

CONTEXT = "Actions"


class Where(Enum):
    """Where a command's keys act."""

    WINDOW = "window"
    SENTENCE = "sentence view"


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that the annotator can do.

    ``id`` is also the name of the method of the workspace or the window that does it. ``keys`` are
    spelt as Qt spells them, the one to be shown first. ``short`` is the text on a button. A change
    of ``section`` within a menu draws a line. ``check`` marks what is on or off, ``choice`` the set
    it is one of; ``method`` and ``argument`` say what it calls if not the method of its name.
    """

    id: str
    text: str
    tip: str
    menu: str
    section: int = 0
    keys: tuple[str, ...] = ()
    icon: str = ""
    where: Where = Where.WINDOW
    check: bool = False
    choice: str = ""
    argument: object = None
    method: str = ""
    short: str = ""

    @property
    def handler(self) -> str:
        """Name of the method that does it."""
        return self.method or self.id


S = Where.SENTENCE


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Mark a text of the table for translation; typed, unlike Qt's function of that name."""
    return text


MENUS = {
    "project": QT_TRANSLATE_NOOP("Actions", "&Project"),
    "edit": QT_TRANSLATE_NOOP("Actions", "&Edit"),
    "label": QT_TRANSLATE_NOOP("Actions", "&Label"),
    "go": QT_TRANSLATE_NOOP("Actions", "&Go"),
    "model": QT_TRANSLATE_NOOP("Actions", "&Model"),
    "view": QT_TRANSLATE_NOOP("Actions", "&View"),
    "help": QT_TRANSLATE_NOOP("Actions", "&Help"),
}

COMMANDS = (
    # ---- project
    Command(
        "new_project",
        QT_TRANSLATE_NOOP("Actions", "&New project…"),
        QT_TRANSLATE_NOOP("Actions", "Start a project with labels of your own"),
        "project",
        keys=("Ctrl+N",),
        icon="new",
    ),
    Command(
        "open_project",
        QT_TRANSLATE_NOOP("Actions", "&Open project…"),
        QT_TRANSLATE_NOOP("Actions", "Open another project file"),
        "project",
        keys=("Ctrl+O",),
        icon="open",
    ),
    Command(
        "save_copy",
        QT_TRANSLATE_NOOP("Actions", "&Save a copy…"),
        QT_TRANSLATE_NOOP(
            "Actions", "Write the whole project into a second file; this one is always saved"
        ),
        "project",
        keys=("Ctrl+Shift+S",),
        icon="copy",
    ),
    Command(
        "import_files",
        QT_TRANSLATE_NOOP("Actions", "&Import texts…"),
        QT_TRANSLATE_NOOP("Actions", "Add plain text, column files or CoNLL-U to this project"),
        "project",
        section=1,
        keys=("Ctrl+I",),
        icon="import",
    ),
    Command(
        "export_corpus",
        QT_TRANSLATE_NOOP("Actions", "&Export labelled text…"),
        QT_TRANSLATE_NOOP(
            "Actions", "Write the documents with their labels, in the format they came in"
        ),
        "project",
        section=1,
        keys=("Ctrl+E",),
        icon="export",
    ),
    Command(
        "export_model",
        QT_TRANSLATE_NOOP("Actions", "Export the &model…"),
        QT_TRANSLATE_NOOP(
            "Actions", "Write the newest model for use from Python or the command line"
        ),
        "project",
        section=1,
        icon="train",
    ),
    Command(
        "project_settings",
        QT_TRANSLATE_NOOP("Actions", "Project se&ttings…"),
        QT_TRANSLATE_NOOP("Actions", "Scheme, features, and how the model learns"),
        "project",
        section=2,
        keys=("Ctrl+,",),
        icon="settings",
    ),
    Command(
        "close_project",
        QT_TRANSLATE_NOOP("Actions", "&Close project"),
        QT_TRANSLATE_NOOP("Actions", "Go back to the welcome page; everything is saved"),
        "project",
        section=3,
        keys=("Ctrl+W",),
    ),
    Command(
        "quit",
        QT_TRANSLATE_NOOP("Actions", "&Quit"),
        QT_TRANSLATE_NOOP("Actions", "Close Tagwright; everything is saved"),
        "project",
        section=3,
        keys=("Ctrl+Q",),
    ),
    # ---- edit
    Command(
        "undo",
        QT_TRANSLATE_NOOP("Actions", "&Undo"),
        QT_TRANSLATE_NOOP("Actions", "Take back the last step"),
        "edit",
        keys=("Ctrl+Z",),
        icon="undo",
    ),
    Command(
        "redo",
        QT_TRANSLATE_NOOP("Actions", "&Redo"),
        QT_TRANSLATE_NOOP("Actions", "Make the step again that was taken back"),
        "edit",
        keys=("Ctrl+Shift+Z", "Ctrl+Y"),
        icon="redo",
    ),
    Command(
        "select_all",
        QT_TRANSLATE_NOOP("Actions", "Select the whole &sentence"),
        QT_TRANSLATE_NOOP("Actions", "Select every token of the sentence"),
        "edit",
        section=1,
        keys=("Ctrl+A",),
        where=S,
    ),
    Command(
        "find_sentences",
        QT_TRANSLATE_NOOP("Actions", "&Find sentences"),
        QT_TRANSLATE_NOOP("Actions", "List only the sentences that contain a text"),
        "edit",
        section=2,
        keys=("Ctrl+F",),
        icon="find",
    ),
    # ---- label
    Command(
        "no_label",
        QT_TRANSLATE_NOOP("Actions", "&No label"),
        QT_TRANSLATE_NOOP("Actions", "Say that the selected tokens have no label"),
        "label",
        section=1,
        keys=("0",),
        icon="nolabel",
        where=S,
    ),
    Command(
        "forbid",
        QT_TRANSLATE_NOOP("Actions", "Not &this"),
        QT_TRANSLATE_NOOP(
            "Actions", "Rule out the label that is shown; the model may propose another"
        ),
        "label",
        section=1,
        keys=("-",),
        icon="forbid",
        where=S,
    ),
    Command(
        "clear",
        QT_TRANSLATE_NOOP("Actions", "&Clear"),
        QT_TRANSLATE_NOOP("Actions", "Forget what was said of the selected tokens"),
        "label",
        section=1,
        keys=("Backspace",),
        icon="clear",
        where=S,
    ),
    Command(
        "grow_end",
        QT_TRANSLATE_NOOP("Actions", "&Grow at the end"),
        QT_TRANSLATE_NOOP("Actions", "Take one more token into the span at its end"),
        "label",
        section=2,
        keys=("]",),
        where=S,
    ),
    Command(
        "shrink_end",
        QT_TRANSLATE_NOOP("Actions", "&Shrink at the end"),
        QT_TRANSLATE_NOOP("Actions", "Leave the last token out of the span"),
        "label",
        section=2,
        keys=("[",),
        where=S,
    ),
    Command(
        "grow_start",
        QT_TRANSLATE_NOOP("Actions", "Grow at the sta&rt"),
        QT_TRANSLATE_NOOP("Actions", "Take one more token into the span at its start"),
        "label",
        section=2,
        keys=("Shift+]", "}"),
        where=S,
    ),
    Command(
        "shrink_start",
        QT_TRANSLATE_NOOP("Actions", "Shrin&k at the start"),
        QT_TRANSLATE_NOOP("Actions", "Leave the first token out of the span"),
        "label",
        section=2,
        keys=("Shift+[", "{"),
        where=S,
    ),
    Command(
        "take_back_propagation",
        QT_TRANSLATE_NOOP("Actions", "Take &back what changed by itself"),
        QT_TRANSLATE_NOOP("Actions", "Show again what was proposed before the last correction"),
        "label",
        section=3,
        keys=("Esc",),
        where=S,
        method="step_back",
    ),
    Command(
        "say_elsewhere",
        QT_TRANSLATE_NOOP("Actions", "The same else&where…"),
        QT_TRANSLATE_NOOP(
            "Actions", "List the other sentences with these words, to say the same there"
        ),
        "label",
        section=3,
        keys=("=",),
        where=S,
    ),
    Command(
        "accept",
        QT_TRANSLATE_NOOP("Actions", "&Accept the sentence"),
        QT_TRANSLATE_NOOP("Actions", "Confirm what is shown and go to the next in the queue"),
        "label",
        section=4,
        keys=("Enter", "Return"),
        icon="accept",
        where=S,
    ),
    Command(
        "skip",
        QT_TRANSLATE_NOOP("Actions", "Sk&ip the sentence"),
        QT_TRANSLATE_NOOP(
            "Actions", "Leave the sentence open, out of the queue, and go to the next one"
        ),
        "label",
        section=4,
        keys=("Shift+Enter", "Shift+Return"),
        icon="skip",
        where=S,
    ),
    Command(
        "accept_sure",
        QT_TRANSLATE_NOOP("Actions", "Accept e&verything sure…"),
        QT_TRANSLATE_NOOP(
            "Actions", "Confirm all proposals above a probability, after a look at them"
        ),
        "label",
        section=4,
        keys=("Ctrl+Shift+A",),
    ),
    Command(
        "edit_labels",
        QT_TRANSLATE_NOOP("Actions", "&Edit labels…"),
        QT_TRANSLATE_NOOP("Actions", "Add, rename, recolour, merge or delete labels"),
        "label",
        section=5,
        keys=("Ctrl+L",),
        icon="label",
        short=QT_TRANSLATE_NOOP("Actions", "Edit…"),
    ),
    Command(
        "add_rule",
        QT_TRANSLATE_NOOP("Actions", "New r&ule…"),
        QT_TRANSLATE_NOOP("Actions", "Say what every labelling of a sentence has to obey"),
        "label",
        section=6,
        keys=("Ctrl+R",),
        icon="add",
        short=QT_TRANSLATE_NOOP("Actions", "New rule"),
    ),
    Command(
        "show_rules",
        QT_TRANSLATE_NOOP("Actions", "Ru&les"),
        QT_TRANSLATE_NOOP("Actions", "Show the rules, and go to their list"),
        "label",
        section=6,
        keys=("Ctrl+Shift+R",),
        icon="rules",
    ),
    Command(
        "find_rules",
        QT_TRANSLATE_NOOP("Actions", "&Find rules"),
        QT_TRANSLATE_NOOP(
            "Actions", "Propose rules that all confirmed labels obey; they come switched off"
        ),
        "label",
        section=6,
        icon="find",
    ),
    Command(
        "learn_costs",
        QT_TRANSLATE_NOOP("Actions", "Learn w&hat rules cost"),
        QT_TRANSLATE_NOOP(
            "Actions", "Learn from what is confirmed how much a rule that costs should cost"
        ),
        "label",
        section=6,
    ),
    Command(
        "import_rules",
        QT_TRANSLATE_NOOP("Actions", "I&mport rules…"),
        QT_TRANSLATE_NOOP("Actions", "Add the rules of a file to those of this project"),
        "label",
        section=6,
        icon="import",
    ),
    Command(
        "export_rules",
        QT_TRANSLATE_NOOP("Actions", "E&xport rules…"),
        QT_TRANSLATE_NOOP(
            "Actions", "Write the rules into a file, for another project or the command line"
        ),
        "label",
        section=6,
        icon="export",
    ),
    Command(
        "add_to_gazetteer",
        QT_TRANSLATE_NOOP("Actions", "A&dd to a gazetteer"),
        QT_TRANSLATE_NOOP("Actions", "Add the selected words to a gazetteer as a phrase"),
        "label",
        section=7,
        keys=("Ctrl+G",),
        icon="add",
        where=S,
    ),
    Command(
        "show_gazetteers",
        QT_TRANSLATE_NOOP("Actions", "Ga&zetteers"),
        QT_TRANSLATE_NOOP("Actions", "Show the gazetteers, and go to their list"),
        "label",
        section=7,
        keys=("Ctrl+Shift+G",),
    ),
    Command(
        "import_gazetteer",
        QT_TRANSLATE_NOOP("Actions", "Imp&ort a gazetteer…"),
        QT_TRANSLATE_NOOP("Actions", "Read a list of phrases, each with its label or without"),
        "label",
        section=7,
        icon="import",
        short=QT_TRANSLATE_NOOP("Actions", "Import"),
    ),
    Command(
        "new_gazetteer",
        QT_TRANSLATE_NOOP("Actions", "Empt&y gazetteer"),
        QT_TRANSLATE_NOOP("Actions", "Begin an empty gazetteer, and type its phrases"),
        "label",
        section=7,
        icon="new",
    ),
    Command(
        "export_gazetteer",
        QT_TRANSLATE_NOOP("Actions", "Ex&port a gazetteer…"),
        QT_TRANSLATE_NOOP("Actions", "Write the phrases of the chosen gazetteer into a file"),
        "label",
        section=7,
        icon="export",
    ),
    # ---- go
    Command(
        "next_uncertain",
        QT_TRANSLATE_NOOP("Actions", "&Next uncertain token"),
        QT_TRANSLATE_NOOP("Actions", "Go to the next token that the model is not sure of"),
        "go",
        keys=("Tab",),
        icon="next",
        where=S,
    ),
    Command(
        "previous_uncertain",
        QT_TRANSLATE_NOOP("Actions", "&Previous uncertain token"),
        QT_TRANSLATE_NOOP("Actions", "Go to the previous token that the model is not sure of"),
        "go",
        keys=("Shift+Tab",),
        icon="previous",
        where=S,
    ),
    Command(
        "next_sentence",
        QT_TRANSLATE_NOOP("Actions", "Next &sentence"),
        QT_TRANSLATE_NOOP("Actions", "Go to the next sentence of the text"),
        "go",
        section=1,
        keys=("Ctrl+Down", "PgDown"),
        where=S,
    ),
    Command(
        "previous_sentence",
        QT_TRANSLATE_NOOP("Actions", "Previous s&entence"),
        QT_TRANSLATE_NOOP("Actions", "Go to the previous sentence of the text"),
        "go",
        section=1,
        keys=("Ctrl+Up", "PgUp"),
        where=S,
    ),
    Command(
        "next_in_queue",
        QT_TRANSLATE_NOOP("Actions", "Next in the &queue"),
        QT_TRANSLATE_NOOP("Actions", "Go to the open sentence that is most worth your time"),
        "go",
        section=1,
        keys=("Ctrl+Enter", "Ctrl+Return"),
    ),
    Command(
        "later",
        QT_TRANSLATE_NOOP("Actions", "Ask me &later"),
        QT_TRANSLATE_NOOP(
            "Actions", "Put the sentence at the end of the queue and go to the next one"
        ),
        "go",
        section=2,
        keys=("Alt+Enter", "Alt+Return"),
        where=S,
    ),
    Command(
        "flag",
        QT_TRANSLATE_NOOP("Actions", "&Flag the sentence"),
        QT_TRANSLATE_NOOP("Actions", "Mark the sentence to be looked at again, or take that back"),
        "go",
        section=2,
        keys=("Ctrl+M",),
        where=S,
    ),
    Command(
        "ask_again",
        QT_TRANSLATE_NOOP("Actions", "&Ask for it again"),
        QT_TRANSLATE_NOOP(
            "Actions", "Let a sentence that was skipped, put off or answered in part wait again"
        ),
        "go",
        section=2,
        where=S,
    ),
    Command(
        "next_panel",
        QT_TRANSLATE_NOOP("Actions", "Ne&xt panel"),
        QT_TRANSLATE_NOOP("Actions", "Move the focus to the next panel"),
        "go",
        section=3,
        keys=("F6",),
    ),
    Command(
        "previous_panel",
        QT_TRANSLATE_NOOP("Actions", "Pre&vious panel"),
        QT_TRANSLATE_NOOP("Actions", "Move the focus to the previous panel"),
        "go",
        section=3,
        keys=("Shift+F6",),
    ),
    # ---- model
    Command(
        "train_now",
        QT_TRANSLATE_NOOP("Actions", "&Train now"),
        QT_TRANSLATE_NOOP("Actions", "Learn from everything confirmed so far"),
        "model",
        keys=("Ctrl+T",),
        icon="train",
        short=QT_TRANSLATE_NOOP("Actions", "Train"),
    ),
    Command(
        "cancel_training",
        QT_TRANSLATE_NOOP("Actions", "&Cancel the training"),
        QT_TRANSLATE_NOOP("Actions", "Stop the training that is running; the proposals stay"),
        "model",
        icon="stop",
        short=QT_TRANSLATE_NOOP("Actions", "Cancel"),
    ),
    Command(
        "pause_learning",
        QT_TRANSLATE_NOOP("Actions", "&Pause learning"),
        QT_TRANSLATE_NOOP("Actions", "Keep the present model until learning goes on"),
        "model",
        section=1,
        icon="pause",
        check=True,
        short=QT_TRANSLATE_NOOP("Actions", "Pause"),
    ),
    Command(
        "show_progress",
        QT_TRANSLATE_NOOP("Actions", "Pro&gress"),
        QT_TRANSLATE_NOOP("Actions", "Show how good the model is and how far it still is, or not"),
        "model",
        section=2,
        keys=("Ctrl+Shift+P",),
    ),
    # ---- view
    Command(
        "zoom_in",
        QT_TRANSLATE_NOOP("Actions", "&Larger text"),
        QT_TRANSLATE_NOOP("Actions", "Make the text of the sentence view larger"),
        "view",
        keys=("Ctrl++", "Ctrl+="),
        icon="zoomin",
    ),
    Command(
        "zoom_out",
        QT_TRANSLATE_NOOP("Actions", "&Smaller text"),
        QT_TRANSLATE_NOOP("Actions", "Make the text of the sentence view smaller"),
        "view",
        keys=("Ctrl+-",),
        icon="zoomout",
    ),
    Command(
        "zoom_reset",
        QT_TRANSLATE_NOOP("Actions", "&Usual text size"),
        QT_TRANSLATE_NOOP("Actions", "Show the text of the sentence view in its usual size"),
        "view",
        keys=("Ctrl+0",),
    ),
    Command(
        "theme_system",
        QT_TRANSLATE_NOOP("Actions", "Colours of the s&ystem"),
        QT_TRANSLATE_NOOP("Actions", "Light or dark, as the system says"),
        "view",
        section=1,
        choice="theme",
        method="choose_theme",
        argument="system",
    ),
    Command(
        "theme_light",
        QT_TRANSLATE_NOOP("Actions", "L&ight"),
        QT_TRANSLATE_NOOP("Actions", "Dark text on a light ground"),
        "view",
        section=1,
        choice="theme",
        method="choose_theme",
        argument="light",
    ),
    Command(
        "theme_dark",
        QT_TRANSLATE_NOOP("Actions", "&Dark"),
        QT_TRANSLATE_NOOP("Actions", "Light text on a dark ground"),
        "view",
        section=1,
        choice="theme",
        method="choose_theme",
        argument="dark",
    ),
    Command(
        "full_screen",
        QT_TRANSLATE_NOOP("Actions", "&Full screen"),
        QT_TRANSLATE_NOOP("Actions", "Use the whole screen"),
        "view",
        section=2,
        keys=("F11",),
        check=True,
    ),
    Command(
        "reset_layout",
        QT_TRANSLATE_NOOP("Actions", "&Panels where they were"),
        QT_TRANSLATE_NOOP("Actions", "Put all panels back to their first places"),
        "view",
        section=2,
    ),
    # ---- help
    Command(
        "show_manual",
        QT_TRANSLATE_NOOP("Actions", "&Manual"),
        QT_TRANSLATE_NOOP("Actions", "Open the manual at the page about the panel in use"),
        "help",
        keys=("F1",),
    ),
    Command(
        "show_keys",
        QT_TRANSLATE_NOOP("Actions", "&Keys"),
        QT_TRANSLATE_NOOP("Actions", "Show all keys on one page"),
        "help",
        keys=("Ctrl+F1",),
        icon="keyboard",
    ),
    Command(
        "set_annotator",
        QT_TRANSLATE_NOOP("Actions", "Your &name…"),
        QT_TRANSLATE_NOOP("Actions", "The name that stands beside your decisions"),
        "help",
        section=1,
    ),
    Command(
        "show_log",
        QT_TRANSLATE_NOOP("Actions", "Show the &log…"),
        QT_TRANSLATE_NOOP("Actions", "What the program has noted, for a report of a fault"),
        "help",
        section=1,
    ),
    Command(
        "about",
        QT_TRANSLATE_NOOP("Actions", "&About Tagwright"),
        QT_TRANSLATE_NOOP("Actions", "Version and licence"),
        "help",
        section=2,
        icon="info",
    ),
)

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
        for label in self._labels:
            label.setEnabled(possible)

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

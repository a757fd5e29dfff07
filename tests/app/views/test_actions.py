"""The table of commands: complete, without clashing keys, and bound to whoever does it."""

from collections import Counter
from importlib import import_module

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcutEvent
from PySide6.QtWidgets import QMenuBar, QWidget

from app import resource_files
from app.domain.edits import Edit
from app.domain.labels import LABEL_KEYS, Label
from app.domain.step_texts import step_data
from app.views.actions import (
    COMMANDS,
    TOOL_BAR,
    Actions,
    with_keys,
)
from app.views.commands.command import MENUS
from app.views.keymap import PRESETS, Keymap, is_single, portable
from app.views.tool_bar import ToolBar
from tests.window_language import window_in

EXPECTED_KEYS = {
    "no_label": "0",
    "accept": "Enter",
    "next_uncertain": "Tab",
    "previous_uncertain": "Shift+Tab",
    "grow_end": "]",
    "shrink_end": "[",
    "clear": "Backspace",
    "next_panel": "F6",
    "previous_panel": "Shift+F6",
    "show_manual": "F1",
    "show_keys": "Ctrl+F1",
    "undo": "Ctrl+Z",
    "quit": "Ctrl+Q",
    "project_settings": "Ctrl+,",
}


OTHER_METHODS = {
    "take_back_propagation": ("step_back",),
    "theme_system": ("choose_theme", "system"),
    "theme_light": ("choose_theme", "light"),
    "theme_dark": ("choose_theme", "dark"),
    "show_looks": ("show_appearance",),
    "zoom_reset": ("reset_zoom",),
    "accept_sure": ("accept_confident",),
    "say_elsewhere": ("show_occurrences",),
    "similar_words": ("show_similar_words",),
    "label_curves": ("show_label_curves",),
    "suggested_lines": ("show_suggested_lines",),
    "unlabelled_text": ("show_unlabelled_text",),
    "uncertain_words": ("show_uncertain_words",),
    "tell_saved": ("report_saved",),
    "show_rules": ("show", "rules"),
    "show_gazetteers": ("show", "gazetteers"),
    "show_names": ("show", "names"),
}
"""What commands call that have not the name of their method, or an argument."""


class Part:
    """Any part of a window: it has parts of its own, and its methods note how they are reached."""

    def __init__(self, calls, path=()):
        self._calls = calls
        self._path = path

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return Part(self._calls, (*self._path, name))

    def __call__(self, *arguments):
        self._calls.append((self._path, *arguments))


class Everybody(QWidget):
    """A window that does every command by noting how its method is reached."""

    def __init__(self):
        super().__init__()
        self.calls = []

    def __getattr__(self, name):
        return getattr(Part(self.calls), name)

    @property
    def done(self):
        """The names of the methods that were called, with their arguments."""
        return [(path[-1], *arguments) for path, *arguments in self.calls]


@pytest.fixture
def everybody(qtbot):
    window = Everybody()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def actions(everybody):
    return Actions(everybody)


def by_id(name):
    return next(command for command in COMMANDS if command.id == name)


def test_each_file_holds_the_commands_of_its_menu():
    for menu in MENUS:
        own = import_module(f"app.views.commands.{menu}").COMMANDS
        assert own == tuple(command for command in COMMANDS if command.menu == menu)


def test_menus_have_letters_of_their_own():
    letters = [title[title.index("&") + 1] for title in MENUS.values()]
    assert len(set(letters)) == len(MENUS)


def test_sections_of_a_menu_follow_one_another():
    for menu in MENUS:
        sections = [command.section for command in COMMANDS if command.menu == menu]
        assert sections == sorted(sections)


def test_every_id_is_one_of_a_kind():
    assert max(Counter(command.id for command in COMMANDS).values()) == 1


def test_a_key_that_is_held_down_goes_on_only_step_by_step(actions):
    actions.set_labels([Label(1, "DRUG", 1, "1", 1)])
    held = {command.id for command in COMMANDS if actions[command.id].autoRepeat()}
    moves = {command.id for command in COMMANDS if command.id.startswith(("next_", "previous_"))}
    sizes = {command.id for command in COMMANDS if command.id.startswith(("grow_", "shrink_"))}
    finds = {"find_next", "find_previous"}
    assert held == moves | sizes | finds | {"undo", "redo", "zoom_in", "zoom_out"}
    assert not any(action.autoRepeat() for action in actions.label_actions())


def test_no_two_commands_have_the_same_key(qapp):
    keys = [QKeySequence(key).toString() for command in COMMANDS for key in command.keys]
    assert all(keys)
    assert [key for key, count in Counter(keys).items() if count > 1] == []


def test_no_command_has_the_key_of_a_label(qapp):
    keys = {portable(key) for command in COMMANDS for key in command.keys}
    assert keys.isdisjoint(LABEL_KEYS)


@pytest.mark.parametrize("preset", PRESETS)
def test_single_keys_act_in_the_sentence_view_only(preset, actions, qtbot):
    window, view = QWidget(), QWidget()
    qtbot.addWidget(window)
    qtbot.addWidget(view)
    actions.use(Keymap(preset))
    actions.add_to(window, view)
    assert window.actions()
    for action in window.actions():
        assert not [keys for keys in action.shortcuts() if is_single(keys.toString())]
    for action in view.actions():
        assert action.shortcutContext() == Qt.ShortcutContext.WidgetShortcut


@pytest.mark.parametrize("preset", PRESETS)
def test_no_key_does_two_things(preset, actions, qtbot):
    window, view = QWidget(), QWidget()
    qtbot.addWidget(window)
    qtbot.addWidget(view)
    actions.add_to(window, view)
    labels = [Label(i, f"L{i}", i, key, i) for i, key in enumerate(LABEL_KEYS)]
    actions.set_labels([*labels, Label(99, "MORE", 0, "", 99)])
    actions.use(Keymap(preset))
    held = [
        keys.toString()
        for action in (*window.actions(), *view.actions())
        for keys in action.shortcuts()
    ]
    assert [keys for keys, count in Counter(held).items() if count > 1] == []
    for command in COMMANDS:
        assert actions.keys_of(command.id) or not command.keys, command.id


def test_a_single_key_does_what_a_command_of_the_window_does(actions, everybody, qtbot):
    view, window = QWidget(), QWidget()
    qtbot.addWidget(view)
    qtbot.addWidget(window)
    actions.add_to(window, view)
    actions.use(Keymap().with_keys("undo", ["U", "Ctrl+Z"]))
    (single,) = [a for a in view.actions() if "U" in [keys.toString() for keys in a.shortcuts()]]
    single.trigger()
    assert everybody.done == [("undo",)]
    actions["undo"].setEnabled(False)
    single.trigger()
    assert everybody.done == [("undo",)]
    assert [keys.toString() for keys in actions["undo"].shortcuts()] == ["Ctrl+Z"]


def test_other_keys_hold_at_once_and_are_said_in_tips(actions, qtbot):
    labels = [Label(7, "DRUG", 0, "1", 0), Label(9, "AGE", 1, "A", 1)]
    actions.set_labels(labels)
    with qtbot.waitSignal(actions.keys_changed):
        actions.use(Keymap("prodigy"))
    assert actions.keys_of("accept") == ("A", "Enter", "Return")
    assert actions["accept"].toolTip().endswith("(A)")
    drug, age = actions.label_actions()
    assert drug.shortcut().toString() == "1"
    assert age.shortcut().toString() == "2"
    assert actions.keys_of_labels() == {7: ("1",), 9: ("2",)}
    actions.use(Keymap())
    assert actions.label_actions()[1].shortcut().toString() == "A"


def test_labels_stay_out_of_reach_while_there_is_no_sentence(actions):
    actions.set_labels([Label(7, "DRUG", 0, "1", 0)])
    actions.allow_labelling(possible=False)
    actions.use(Keymap("brat"))
    assert not actions.label_actions()[0].isEnabled()


@pytest.mark.parametrize(("command", "keys"), EXPECTED_KEYS.items())
def test_the_keys_that_people_hold_on_to(command, keys):
    assert by_id(command).keys[0] == keys


def test_two_keys_of_one_command_in_one_press_are_no_clash(actions, everybody, qapp):
    event = QShortcutEvent(QKeySequence("{"), 1, True)
    qapp.sendEvent(actions["shrink_start"], event)
    assert everybody.done == [("shrink_start",)]


def test_spans_grow_by_keys_of_every_keyboard():
    for command in ("grow_end", "shrink_end", "grow_start", "shrink_start"):
        last = by_id(command).keys[-1]
        assert last.startswith("Alt+"), "brackets need AltGr on many keyboards"


def test_redo_has_both_keys():
    assert by_id("redo").keys == ("Ctrl+Shift+Z", "Ctrl+Y")


def test_every_command_says_what_it_does():
    for command in COMMANDS:
        assert command.menu in MENUS
        assert command.tip
        assert not command.tip.endswith(".")
        assert command.text.count("&") == 1, command.text


def test_access_keys_differ_within_a_menu():
    for menu in MENUS:
        texts = [command.text for command in COMMANDS if command.menu == menu]
        letters = [text[text.index("&") + 1].lower() for text in texts]
        assert max(Counter(letters).values()) == 1, (menu, letters)


def test_every_icon_is_there():
    for command in COMMANDS:
        if command.icon:
            assert "<svg" in resource_files.text(f"icons/{command.icon}.svg")


def test_each_command_reaches_its_handler(actions, everybody):
    for command in COMMANDS:
        everybody.calls.clear()
        actions[command.id].trigger()
        on = () if command.switch is None else (actions[command.id].isChecked(),)
        assert everybody.done == [(*OTHER_METHODS.get(command.id, (command.id,)), *on)]


def test_every_command_is_carried_out_in_one_way():
    assert [one.id for one in COMMANDS if (one.do is None) == (one.switch is None)] == []


def test_menus_hold_every_command_once(actions, qtbot):
    bar = QMenuBar()
    qtbot.addWidget(bar)
    menus = actions.fill_menu_bar(bar)
    held = [a.objectName() for menu in menus.values() for a in menu.actions() if a.objectName()]
    assert sorted(held) == sorted(command.id for command in COMMANDS)


def test_the_tool_bar_has_icons_for_all_its_commands(actions, qtbot):
    bar = ToolBar("Tools")
    qtbot.addWidget(bar)
    actions.set_icons(bar.palette())
    actions.fill_tool_bar(bar)
    shown = [bar.widgetForAction(one) for one in bar.actions() if not one.isSeparator()]
    assert len(shown) == sum(map(len, TOOL_BAR))
    assert all(not button.icon().isNull() for button in shown)
    assert [one.text() for one in bar.worded] == ["Accept", "Skip", "No label", "Reject"]


def test_macos_gets_three_commands_for_the_programs_own_menu(actions, qtbot):
    bar = QMenuBar()
    qtbot.addWidget(bar)
    actions.fill_menu_bar(bar)
    actions.set_labels([Label(1, "Settings", 0, "1", 0)])  # Qt would look for this word
    entries = [one for menu in bar.actions() for one in menu.menu().actions()]
    assert actions.label_actions()[0] in entries
    roles = {one.objectName(): one.menuRole() for one in entries if not one.isSeparator()}
    assert {name: role for name, role in roles.items() if role != QAction.MenuRole.NoRole} == {
        "about": QAction.MenuRole.AboutRole,
        "show_looks": QAction.MenuRole.PreferencesRole,
        "quit": QAction.MenuRole.QuitRole,
    }


def test_label_keys_come_from_the_project(actions, everybody, qtbot):
    bar, view, window = QMenuBar(), QWidget(), QWidget()
    for widget in (bar, view, window):
        qtbot.addWidget(widget)
    actions.fill_menu_bar(bar)
    actions.add_to(window, view)
    actions.set_labels([Label(7, "DRUG", 0, "1", 0), Label(9, "R&D", 1, "A", 1)])
    first, second = actions.label_actions()
    assert first.shortcut().toString() == "1"
    assert second.text() == "R&&D"
    assert first.shortcutContext() == Qt.ShortcutContext.WidgetShortcut
    assert first in view.actions()
    second.trigger()
    assert everybody.done == [("label", 9)]
    actions.set_labels([])
    assert actions.label_actions() == []


def test_undo_and_redo_say_what(actions):
    actions.name_history(Edit("label", "5 mg → DRUG"), None)
    assert actions["undo"].text() == "&Undo 5 mg → DRUG"
    assert actions["undo"].isEnabled()
    assert actions["redo"].text() == "&Redo"
    assert not actions["redo"].isEnabled()


def test_undo_and_redo_say_what_in_another_language(actions):
    with window_in("de"):
        actions.name_history(Edit("accept", step_data("So {it} goes")), None)
    assert actions["undo"].text() == "&Rückgängig: „So {it} goes“ annehmen"
    assert actions["undo"].toolTip().startswith("Rückgängig: „So {it} goes“ annehmen")
    assert actions["redo"].text() == "&Wiederholen"


def test_tips_name_the_first_key():
    assert with_keys("Take back", ["Ctrl+Z"]) == "Take back (Ctrl+Z)"
    assert with_keys("Take back", []) == "Take back"


def test_contrast_is_no_theme(actions, qtbot):
    bar = QMenuBar()
    qtbot.addWidget(bar)
    entries = actions.fill_menu_bar(bar)["view"].actions()
    sections = "".join("|" if one.isSeparator() else f" {one.objectName()}" for one in entries)
    themes = next(names for names in sections.split("|") if "theme_dark" in names)
    assert themes.split() == ["theme_system", "theme_light", "theme_dark"]
    assert actions["theme_contrast"].actionGroup() is None
    actions["theme_dark"].trigger()
    actions["theme_contrast"].trigger()
    assert actions["theme_dark"].isChecked()
    assert actions["theme_contrast"].isChecked()


def test_themes_exclude_each_other(actions):
    actions["theme_dark"].trigger()
    actions["theme_light"].trigger()
    assert [actions[f"theme_{name}"].isChecked() for name in ("system", "light", "dark")] == [
        False,
        True,
        False,
    ]

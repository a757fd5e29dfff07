"""Which keys hold: one's own before a preset, a preset before the table, and none of them twice."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.labels import LABEL_KEYS, Label
from app.views.actions import COMMANDS
from app.views.keymap import DEFAULT_PRESET, PRESETS, Keymap, is_single, native, objection, portable

IDS = [command.id for command in COMMANDS]
KEYS = ["A", "X", "1", "0", "Space", "Enter", "Ctrl+Z", "Ctrl+K", "F5", "Tab", "?", "Shift+A"]
CHANGES = st.dictionaries(st.sampled_from(IDS), st.lists(st.sampled_from(KEYS), max_size=3))
LABELS = [Label(i, f"L{i}", i, key, i) for i, key in enumerate(LABEL_KEYS)]


PRINTED = Path(__file__).parents[3] / "resources" / "manual" / "shortcuts.md"
ON_PAPER = {"Return": "Enter", "Up": "↑", "Down": "↓", "Left": "←", "Right": "→"}
OF_NO_COMMAND = {*"←→↑↓19", "Ctrl+←", "Ctrl+→", "Ctrl+C", "Shift"}
"""What the sentence view does itself, and the keys of labels."""


def printed(key):
    """Write a key as the page of keys to print does."""
    *held, last = re.split(r"(?<=.)\+", key)
    on_paper = {"Return": "Enter"} if held else ON_PAPER  # as menus write keys held together
    return "+".join([*held, on_paper.get(last, last)])


def test_the_page_to_print_has_every_command_with_a_key_and_no_other_key():
    on_page = set(re.findall(r"\*\*([^*]+)\*\*", PRINTED.read_text(encoding="utf-8")))
    missing = [
        command.id
        for command in COMMANDS
        if command.keys and not on_page & {printed(key) for key in command.keys}
    ]
    assert missing == ["tell_saved"]  # saving is automatic
    assert {"PgUp", "PgDown"} <= on_page, "what most people try first"
    assert on_page - {printed(key) for one in COMMANDS for key in one.keys} == OF_NO_COMMAND


def test_without_a_choice_the_table_holds():
    assert Keymap().keys(COMMANDS) == {
        command.id: tuple(portable(key) for key in command.keys) for command in COMMANDS
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_keys_of_presets_are_keys_and_objected_to_by_nobody(preset):
    wanted = [key for keys in PRESETS[preset].keys.values() for key in keys]
    for key in (*wanted, *PRESETS[preset].label_keys):
        assert portable(key) == key
        assert not objection(key)
    assert max(Counter(wanted).values(), default=1) == 1


@given(st.sampled_from(list(PRESETS)), CHANGES)
def test_no_key_is_given_twice(preset, changes):
    keymap = Keymap(preset, {command: tuple(keys) for command, keys in changes.items()})
    keys = [*keymap.keys(COMMANDS).values(), *keymap.label_keys(LABELS, COMMANDS).values()]
    held = [key for one in keys for key in one]
    assert len(held) == len(set(held))
    assert "" not in held


@given(st.sampled_from(list(PRESETS)), CHANGES)
def test_what_is_kept_comes_back(preset, changes):
    own = {command: tuple(dict.fromkeys(keys)) for command, keys in changes.items()}
    keymap = Keymap(preset, own)
    assert Keymap.of(preset, keymap.shortcuts()) == keymap


@given(CHANGES, st.sampled_from(IDS), st.sampled_from(KEYS))
def test_a_key_that_is_given_is_had_and_by_nobody_else(changes, command, key):
    keymap = Keymap(DEFAULT_PRESET, {one: tuple(keys) for one, keys in changes.items()})
    keymap = keymap.with_keys(command, [key])
    assert keymap.keys(COMMANDS)[command] == (key,)
    assert keymap.holder(key, COMMANDS) == command


def test_one_s_own_keys_go_before_a_preset_and_back():
    keymap = Keymap("prodigy").with_keys("flag", ["X"])
    keys = keymap.keys(COMMANDS)
    assert keys["flag"] == ("X",)
    assert keys["forbid"] == ("-",)
    assert keymap.is_changed("flag")
    assert keymap.without("flag") == Keymap("prodigy")
    assert keymap.with_preset(DEFAULT_PRESET).keys(COMMANDS)["accept"] == ("Enter", "Return")


def test_a_command_may_have_no_key():
    keymap = Keymap().with_keys("accept", [])
    assert keymap.keys(COMMANDS)["accept"] == ()
    assert Keymap.of(DEFAULT_PRESET, keymap.shortcuts()) == keymap


def test_a_taken_key_is_lost_to_its_owner_s_own_list_too():
    keymap = Keymap().with_keys("flag", ["F5", "F7"]).with_keys("accept", ["F5"])
    assert keymap.own == {"flag": ("F7",), "accept": ("F5",)}


def test_labels_give_way_to_commands():
    given_ = Keymap("prodigy").label_keys(LABELS, COMMANDS)
    by_name = {label.name: given_[label.id] for label in LABELS}
    assert by_name["L0"] == ("1",)
    assert by_name["L9"] == ("0",)  # whose own key, A, accepts
    assert by_name["L10"] == ("Shift+1", "B")
    assert by_name["L34"] == ("Z",)
    assert Keymap().label_keys(LABELS, COMMANDS)[9] == ("A",)


def test_what_no_file_should_say_counts_for_nothing():
    shown_text = {"undo": "NoSuchKey", "redo": "", "accept": "Ctrl+K Ctrl+K", "nobody": "F5"}
    keymap = Keymap.of("emacs", shown_text)
    assert keymap.preset == DEFAULT_PRESET
    keys = keymap.keys(COMMANDS)
    assert keys["undo"] == ("Ctrl+Z",)
    assert keys["redo"] == ()
    assert keys["accept"] == ("Ctrl+K",)
    assert "nobody" not in keys


@given(st.text(max_size=12))
def test_any_text_is_a_key_or_is_none(text):
    spelt = portable(text)
    assert not spelt or portable(spelt) == spelt


@pytest.mark.parametrize(
    ("key", "single"),
    [
        ("A", True), ("?", True), ("Space", True), ("Shift+1", True), ("+", True), ("Del", True),
        ("Shift++", True), ("Ctrl+A", False), ("Ctrl++", False), ("F5", False), ("Alt+A", False),
        ("Shift+F6", False), ("Ctrl+Enter", False), ("Shift+Enter", True), ("Tab", True),
    ],
)  # fmt: skip
def test_single_keys(key, single):
    assert is_single(key) is single


@pytest.mark.parametrize(
    ("key", "reason"),
    [("Left", "view"), ("Shift+End", "view"), ("Ctrl+C", "view"), ("Esc", "escape"),
     ("Alt+P", "menu"), ("F10", "menu"), ("A", ""), ("Ctrl+Down", "")],
)  # fmt: skip
def test_some_keys_can_be_given_to_nobody(key, reason):
    assert objection(key) == reason


def test_keys_are_written_as_the_platform_does():
    assert native("Ctrl+K") == "Ctrl+K"

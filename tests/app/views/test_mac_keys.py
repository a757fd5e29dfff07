"""Keys on macOS: those that the system has taken, and how texts write the others."""

import re
from pathlib import Path

import pytest

from app.views import mac_keys
from app.views.actions import COMMANDS, VIEW_KEYS, default_key
from app.views.keymap import OBJECTIONS, PRESETS, Keymap, native, objection, portable
from app.views.mac_keys import INSTEAD, RESERVED, as_here, own_key
from tests.window_language import window_in

MANUAL = Path(__file__).parents[3] / "resources/manual"
BOLD = re.compile(r"\*\*([^*]+)\*\*")


@pytest.fixture
def mac(monkeypatch):
    monkeypatch.setattr(mac_keys.sys, "platform", "darwin")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**Ctrl+K** finds", "**⌘K** finds"),
        ("Ctrl+Shift+Z or Ctrl+Y", "⇧⌘Z or ⌘Y"),
        ("Alt+Shift+Up", "⌥⇧Up"),
        ("Ctrl+←, →", "⌘←, →"),
        ("Ctrl++ and Ctrl+-", "⌘+ and ⌘-"),
        ("Ctrl+wheel, Shift+click", "⌘-wheel, ⇧-click"),
        ("with Ctrl held", "with ⌘ held"),
        ("| flag | Ctrl+M | F or Ctrl+M |", "| flag | ⇧⌘M | F or ⇧⌘M |"),
        ("**F11** or **F1**", "**⌃⌘F** or **F1**"),
        ("Shift+Enter rejects", "⇧Enter rejects"),
        ("Control characters, alternatives, Shift", "Control characters, alternatives, Shift"),
    ],
)
def test_texts_have_the_symbols_of_macos(mac, text, shown):
    assert as_here(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Strg+C", "⌘C"),
        ("Umschalt+←, →", "⇧←, →"),
        ("dann Umschalt+Alt+Ziffer", "dann ⌥⇧Ziffer"),
        ("mit Umschalt auswählen", "mit Umschalt auswählen"),
    ],
)
def test_translated_texts_have_them_too(mac, qapp, text, shown):
    with window_in("de"):
        assert as_here(text) == shown


def test_elsewhere_texts_and_keys_stay_as_they_are():
    for text in ("**Ctrl+K** finds", "F11"):
        assert as_here(text) == text
    assert own_key("Ctrl+H") == "Ctrl+H"
    assert not objection("Ctrl+H")


@pytest.mark.parametrize("page", sorted(MANUAL.glob("*.md")), ids=lambda page: page.stem)
def test_no_key_of_the_manual_is_left_out(mac, page):
    shown = as_here(page.read_text(encoding="utf-8"))
    assert not re.findall(r"\b(?:Ctrl|Alt|Meta|F11)\b|\bShift\+", shown)
    links = re.findall(r"\]\([^)]*\)", page.read_text(encoding="utf-8"))
    assert re.findall(r"\]\([^)]*\)", shown) == links


@pytest.mark.parametrize("preset", PRESETS)
def test_no_command_loses_its_last_key(monkeypatch, preset):
    elsewhere = Keymap(preset).keys(COMMANDS)
    monkeypatch.setattr(mac_keys.sys, "platform", "darwin")
    here = Keymap(preset).keys(COMMANDS)
    assert {command for command, keys in here.items() if keys} == {
        command for command, keys in elsewhere.items() if keys
    }
    used = [key for keys in here.values() for key in keys]
    assert len(used) == len(set(used))
    assert not set(used) & RESERVED


def test_the_keys_instead_are_keys(mac):
    for key, other in INSTEAD.items():
        assert portable(key) == key
        assert portable(other) == other
        assert key in RESERVED
        assert not objection(other)


def test_a_persons_own_key_stays(mac):
    # Set on another system, or before; the system may take it.
    assert Keymap(own={"flag": ("Ctrl+M",)}).keys(COMMANDS)["flag"] == ("Ctrl+M",)


def test_a_key_of_the_system_cannot_be_given(mac):
    assert objection("Ctrl+H") == "system"
    assert OBJECTIONS["system"].format(key="⌘H") == "⌘H belongs to macOS."


def test_the_default_key_is_the_one_that_acts(mac):
    assert default_key("flag") == native("Ctrl+Shift+M")


def test_keys_of_the_sentence_are_listed_with_symbols(mac, qtbot):
    from app.views.dialogs.keys import KeysDialog

    dialog = KeysDialog([])
    qtbot.addWidget(dialog)
    rows = dialog._sections([])["sentence"][1]
    assert [keys for keys, _ in rows] == [as_here(keys) for keys, _ in VIEW_KEYS]
    assert "⌘C" in dict(rows)

"""Keys are changed by pressing them; whoever has one already is named, and nothing is lost."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.labels import Label
from app.item_models.commands import CommandRole
from app.views.actions import COMMANDS
from app.views.dialogs.key_editor import KeyEditor
from app.views.keymap import Keymap

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
LABELS = [Label(1, "DRUG", 0, "1", 0), Label(2, "AGE", 1, "A", 1)]


@pytest.fixture
def editor(qtbot):
    editor = KeyEditor(Keymap(), LABELS)
    editor.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # it is asked after closing
    qtbot.addWidget(editor)
    editor.show()
    qtbot.waitActive(editor)
    return editor


def keys(editor, command):
    return editor.keymap.keys(COMMANDS)[command]


def press(editor, command, key, modifiers=Qt.KeyboardModifier.NoModifier, button="set_key"):
    editor.choose(command)
    getattr(editor, button).click()
    QTest.keyClick(editor.catcher, key, modifiers)


def test_a_free_key_is_given_at_once(editor, qtbot):
    with qtbot.waitSignal(editor.keys_chosen) as seen:
        press(editor, "train_now", Key.Key_F8)
    assert keys(editor, "train_now") == ("F8",)
    assert seen.args == [editor.keymap]
    assert editor.command == "train_now"
    assert editor.view.hasFocus()
    assert editor.view.currentIndex().data(CommandRole.ROW).changed


def test_a_key_is_added_to_those_that_are_there(editor):
    press(editor, "undo", Key.Key_U, button="add_key")
    assert keys(editor, "undo") == ("Ctrl+Z", "U")


def test_a_clash_names_both_commands_and_is_taken_over(editor):
    press(editor, "flag", Key.Key_T, CONTROL)
    assert keys(editor, "flag") == ("Ctrl+M",)
    assert "Train now" in editor.question.text()
    assert "Flag the sentence" in editor.question.text()
    assert editor.agree.hasFocus()
    editor.agree.click()
    assert keys(editor, "flag") == ("Ctrl+T",)
    assert keys(editor, "train_now") == ()


def test_a_clash_is_refused(editor, qtbot):
    press(editor, "flag", Key.Key_T, CONTROL)
    with qtbot.assertNotEmitted(editor.keys_chosen):
        editor.refuse.click()
    assert keys(editor, "flag") == ("Ctrl+M",)
    assert not editor.question.isVisible()


def test_escape_refuses_and_then_closes(editor):
    press(editor, "flag", Key.Key_T, CONTROL)
    QTest.keyClick(editor.agree, Key.Key_Escape)
    assert editor.isVisible()
    assert editor.keymap == Keymap()
    QTest.keyClick(editor.view, Key.Key_Escape)
    assert not editor.isVisible()


def test_a_label_that_would_lose_its_key_is_named(editor):
    press(editor, "accept", Key.Key_A)
    assert "the label AGE" in editor.question.text()
    editor.agree.click()
    assert editor.keymap.label_keys(LABELS, COMMANDS) == {1: ("1",), 2: ()}


@pytest.mark.parametrize(
    ("key", "modifiers", "expected"),
    [
        (Key.Key_Left, Qt.KeyboardModifier.NoModifier, "Left is reserved"),
        (Key.Key_P, Qt.KeyboardModifier.AltModifier, "opens a menu"),
    ],
)
def test_some_keys_are_refused_with_the_reason(editor, key, modifiers, expected):
    press(editor, "flag", key, modifiers)
    assert expected in editor.question.text()
    assert not editor.agree.isVisible()
    assert editor.keymap == Keymap()


@pytest.mark.parametrize(
    ("key", "modifiers", "expected"),
    [
        (Key.Key_Backtab, SHIFT, ("Shift+Tab",)),
        (Key.Key_Return, CONTROL | SHIFT, ("Ctrl+Shift+Enter", "Ctrl+Shift+Return")),
        (Key.Key_BraceLeft, SHIFT, ("{",)),
        (Key.Key_A, SHIFT, ("Shift+A",)),
        (Key.Key_F5, SHIFT, ("Shift+F5",)),
        (Key.Key_Space, SHIFT, ("Shift+Space",)),
    ],
)
def test_how_pressed_keys_are_spelt(editor, key, modifiers, expected):
    press(editor, "about", key, modifiers)
    if editor.agree.isVisible():
        editor.agree.click()
    assert keys(editor, "about") == expected


def test_escape_and_a_modifier_alone_change_nothing(editor):
    press(editor, "flag", Key.Key_Shift, SHIFT)
    assert editor.catcher.isVisible()
    QTest.keyClick(editor.catcher, Key.Key_Escape)
    assert not editor.catcher.isVisible()
    assert editor.isVisible()
    assert editor.keymap == Keymap()


def test_to_go_elsewhere_gives_up(editor):
    editor.choose("flag")
    editor.set_key.click()
    editor.search.setFocus()
    assert not editor.catcher.isVisible()


def test_no_key_and_the_usual_keys(editor):
    editor.choose("flag")
    editor.no_key.click()
    assert keys(editor, "flag") == ()
    assert not editor.no_key.isEnabled()
    editor.reset.click()
    assert keys(editor, "flag") == ("Ctrl+M",)
    assert not editor.reset.isEnabled()


def test_the_usual_key_of_one_that_lost_it_is_with_somebody_else(editor):
    press(editor, "flag", Key.Key_T, CONTROL)
    editor.agree.click()
    editor.choose("train_now")
    editor.no_key.setEnabled(True)
    editor.no_key.click()
    editor.reset.click()
    assert "Flag the sentence" in editor.question.text()


def test_all_usual_keys_after_a_question(editor):
    press(editor, "flag", Key.Key_F8)
    press(editor, "undo", Key.Key_F9)
    editor.reset_all.click()
    assert "2 changes" in editor.question.text()
    editor.agree.click()
    assert editor.keymap == Keymap()
    assert not editor.reset_all.isEnabled()


def test_a_preset_keeps_one_s_own_keys(editor):
    press(editor, "flag", Key.Key_F8)
    editor.presets.setCurrentIndex(editor.presets.findData("prodigy"))
    assert keys(editor, "flag") == ("F8",)
    assert keys(editor, "accept")[0] == "A"
    assert "Space skips" in editor.about.text()


def test_commands_are_found_by_name_and_key(editor):
    editor.search.setText("train")
    assert editor.command == "train_now"
    editor.search.setText("ctrl+z")
    assert editor.command == "undo"
    editor.search.setText("nothing like it")
    assert editor.command == ""
    assert not editor.set_key.isEnabled()
    editor.search.clear()
    assert editor.model.rowCount() == len(COMMANDS)


def test_enter_on_a_command_asks_for_the_key(editor):
    editor.choose("flag")
    QTest.keyClick(editor.view, Key.Key_Return)
    assert editor.catcher.hasFocus()
    assert "Flag the sentence" in editor.catcher.text()


def test_enter_presses_the_button_that_has_the_focus(editor, qtbot):
    press(editor, "flag", Key.Key_T, CONTROL)
    qtbot.keyClick(editor.agree, Key.Key_Return)
    assert keys(editor, "flag") == ("Ctrl+T",)
    assert editor.isVisible()

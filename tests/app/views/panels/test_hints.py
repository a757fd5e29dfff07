"""The line of keys beneath the sentence: those that make sense now, and nothing moves for it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.names import NameGroup
from app.domain.tagging import TOKENS
from app.domain.tokens import Role
from app.edits.label_rows import add_label
from app.views.keymap import Keymap
from app.views.main_window import MainWindow
from app.views.panels.hints import WAIT_MILLISECONDS
from app.views.theme_switch import ThemeSwitch
from app.views.workspace import Workspace
from tests.app.views.test_layout_boundary import Requests, settle
from tests.memory_projects import WORDS, project_of
from tests.sentences_on_screen import propose
from tests.window_parts import QuietProject


@pytest.fixture(scope="module")
def themes(qapp):
    kept = qapp.palette(), qapp.styleSheet()
    yield ThemeSwitch(qapp, "light")
    qapp.setPalette(kept[0])
    qapp.setStyleSheet(kept[1])


@pytest.fixture
def make(themes, qtbot):
    def make(labels=("DRUG", "DOSE"), sentences=(WORDS, WORDS, WORDS), prepare=lambda _: None):
        data = project_of(sentences, labels=labels)
        prepare(data)
        project = QuietProject(data)
        window = MainWindow(project, Workspace(project.session), themes)
        qtbot.addWidget(window)
        window.resize(1280, 700)
        window.show()
        qtbot.waitActive(window)
        window.sentence_view.setFocus()
        window.workspace.caret.go_to(
            window.workspace.caret.sentence_index
        )  # a person has clicked there
        return window

    return make


@pytest.fixture
def window(make):
    return make()


def named(window):
    return [f"{hint.key} {hint.does}" for hint in window.hints.hints]


def becomes(qtbot, window, *expected):
    qtbot.waitUntil(lambda: named(window) == list(expected))


def press(window, key, held=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(window.sentence_view, key, held)


def test_before_there_is_a_model_it_says_how_to_label(window, qtbot):
    becomes(qtbot, window, "1–2 label", "Shift+→ select more", "Enter accept, rest without label")


def test_where_something_is_suggested_it_says_how_to_accept_it(window, qtbot):
    propose(window.workspace.session, 0, {7: ("B-DRUG", 0.9)})
    becomes(qtbot, window, "Enter accept", "Tab next uncertain", "1–2 label", "0 no label")
    window.workspace.caret.select(7, 7)
    becomes(
        qtbot, window, "Enter accept", "Tab next uncertain", "1–2 change the label", "0 no label"
    )


def test_after_a_correction_it_says_how_to_take_that_back(window, qtbot):
    window.workspace.caret.select(4, 5)
    press(window, Qt.Key.Key_2)
    becomes(qtbot, window, "Enter accept", "Ctrl+Z undo", "Backspace clear", "Tab next uncertain")


def test_of_a_finished_sentence_it_says_how_to_go_on(window, qtbot):
    press(window, Qt.Key.Key_Return)
    window.messages.dismiss()
    window.workspace.caret.go_to(0)
    becomes(
        qtbot,
        window,
        "Enter go on",
        "Ctrl+Enter next in the queue",
        "Ctrl+Z undo",
        "1–2 change a label",
    )


def test_of_a_control_sentence_it_says_what_enter_does_with_the_rest(make, qtbot):
    def all_control(project):
        project.corpus.roles[:] = Role.CONTROL

    window = make(prepare=all_control)
    becomes(qtbot, window, "1–2 label", "Shift+→ select more", "Enter accept, rest without label")


@pytest.mark.parametrize("role", [Role.POOL, Role.CONTROL])
def test_where_every_token_needs_a_label_it_does_not_promise_more(make, qtbot, role):
    def every_token(project):
        project.settings = replace(project.settings, scheme=TOKENS)
        project.corpus.roles[:] = role

    window = make(prepare=every_token)
    keys = ["1–2 label and go on", "Enter accept when every token has a label"]
    becomes(qtbot, window, *keys)


def test_without_text_and_without_labels_it_says_where_to_begin(make, qtbot):
    becomes(qtbot, make(sentences=()), "Ctrl+I import texts", "F1 manual")
    becomes(qtbot, make(labels=()), "Ctrl+L make labels")


def test_in_a_panel_it_says_how_to_come_back(window, qtbot):
    becomes(qtbot, window, "1–2 label", "Shift+→ select more", "Enter accept, rest without label")
    press(window, Qt.Key.Key_F6)
    becomes(qtbot, window, "Esc back to the sentence", "F6 next panel")
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: named(window)[:1] == ["1–2 label"])


def test_in_the_list_of_names_it_says_how_to_label_them(window, qtbot):
    panel = window.panels["names"]
    window.show_panel("names")
    places = np.zeros(2, np.int64), np.arange(2)
    panel.show_groups([NameGroup("Ulm", 1, *places, np.ones(2, np.bool_), 1, ())])
    panel.view.setFocus()
    window.hints.refresh()
    keys = ["Enter next occurrence", "1–2 label the open ones", "Shift+F10 menu"]
    becomes(qtbot, window, *keys, "Esc back to the sentence")


def test_keys_are_those_that_hold(window, qtbot):
    propose(window.workspace.session, 0, {7: ("B-DRUG", 0.9)})
    window.actions_.use(Keymap("prodigy"))
    becomes(qtbot, window, "A accept", "Tab next uncertain", "1–2 label", "N no label")
    window.actions_.use(Keymap().with_keys("accept", []))
    becomes(qtbot, window, "Tab next uncertain", "1–2 label", "0 no label")


def test_labels_without_a_row_of_digits_are_named_one_by_one(make, qtbot):
    def letters(project):
        from dataclasses import replace

        for label, key in zip(list(project.labels.values()), "DPLX", strict=True):
            project.labels[label.id] = replace(label, key=key)

    window = make(labels=("DRUG", "PERSON", "PLACE", "X"), prepare=letters)
    qtbot.waitUntil(lambda: named(window)[:1] == ["D P L … label"])


def test_with_keys_beyond_the_digits_it_says_that_there_are_more(window, qtbot):
    session = window.workspace.session
    for n in range(8):
        session.apply(add_label(session.project, f"MORE{n}"))
    qtbot.waitUntil(lambda: named(window)[:1] == ["1–9 … label"])


def test_the_cross_puts_it_away_for_good_and_the_menu_brings_it_back(window, qtbot):
    with qtbot.waitSignal(window.controllers.keys.line_chosen) as seen:
        qtbot.mouseClick(window.hints.close_button, Qt.MouseButton.LeftButton)
    assert seen.args == ["hints", False]
    assert not window.hints.isVisible()
    assert not window.actions_["show_hints"].isChecked()
    assert window.sentence_view.hasFocus()
    window.messages.show_message("Something.", "done")
    window.messages.dismiss()
    assert not window.hints.isVisible()
    window.actions_["show_hints"].trigger()
    assert window.hints.isVisible()


def test_a_message_takes_its_place_and_no_text_moves(window, qtbot):
    qtbot.waitUntil(window.hints.isVisible)
    settle()  # the right column gets room for the titles of its tabs
    before = window.sentence_view.geometry()
    for action in ("", "Undo"):
        window.messages.show_message("Something was done.", "done", action)
        settle()
        assert window.messages.isVisible()
        assert not window.hints.isVisible()
        assert window.sentence_view.geometry() == before
        window.messages.dismiss()
        settle()
        assert window.hints.isVisible()
        assert window.sentence_view.geometry() == before


def test_other_hints_lay_nothing_out(window, qtbot):
    qtbot.waitUntil(lambda: named(window)[:1] == ["1–2 label"])
    settle()
    requests = Requests(window.centralWidget())
    first = named(window)
    propose(window.workspace.session, 0, {7: ("B-DRUG", 0.9)})
    qtbot.waitUntil(lambda: named(window) != first)
    settle()
    assert not requests.n


def test_a_key_is_answered_before_the_hints_follow(window, qtbot):
    qtbot.waitUntil(lambda: named(window)[:1] == ["1–2 label"])
    qtbot.wait(2 * WAIT_MILLISECONDS)
    before = named(window)
    window.workspace.caret.select(4, 5)
    press(window, Qt.Key.Key_2)
    assert named(window) == before
    qtbot.waitUntil(lambda: named(window) != before)


def test_a_screen_reader_finds_it_and_is_not_interrupted(window, qtbot):
    qtbot.waitUntil(lambda: named(window)[:1] == ["1–2 label"])
    assert window.hints.accessibleName() == "Key hints"
    received = window.hints.accessibleDescription()
    assert received == "1–2: label, Shift+→: select more, Enter: accept, rest without label"
    assert window.hints.close_button.accessibleName() == "Close the key hints"


def test_it_mirrors_with_the_window(window, qtbot):
    qtbot.waitUntil(lambda: named(window)[:1] == ["1–2 label"])
    window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    settle()
    assert window.hints.close_button.x() < window.hints.width() // 2
    picture = window.hints.grab().toImage()
    middle, ground = picture.height() // 2, picture.pixelColor(picture.width() // 2, 2)
    right = [
        picture.pixelColor(x, middle) for x in range(picture.width() * 3 // 4, picture.width())
    ]
    assert any(colour != ground for colour in right)


def test_the_preference_is_kept(tmp_path):
    from app.preferences import Preferences, load, save

    path = Path(tmp_path, "preferences.json")
    save(Preferences().with_line("hints", wanted=False), path)
    assert (load(path).hints, load(path).legend) == (False, True)
    assert not Preferences().with_line("legend", wanted=False).legend


def test_a_change_of_looks_leaves_the_line_as_high_as_one_line(window, themes, qtbot):
    window.messages.show_message("A message of very many words. " * 12, "done")
    themes.choose("dark")
    settle()
    assert window.messages.height() == window.messages.heightForWidth(window.messages.width())
    several = window.messages.line_height
    window.messages.dismiss()
    settle()
    assert window.hints.height() == window.messages.line_height == several
    themes.choose("light")


def test_a_long_message_gets_the_room_that_it_needs(window, qtbot):
    window.resize(900, 700)
    settle()
    window.messages.show_message("A message of very many words. " * 12, "done")
    settle()
    text = window.messages.text
    assert window.messages.rect().contains(text.geometry())
    assert text.height() >= text.heightForWidth(text.width())

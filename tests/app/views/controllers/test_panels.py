"""Going from tab to tab, and putting whole columns away."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QMenuBar

from app.views.keymap import Keymap
from app.views.main_window import MainWindow
from app.views.panels.dock_layout import LEFT, RIGHT, in_window
from app.views.theme_switch import ThemeSwitch
from app.views.window_parts import PANELS
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.window_parts import QuietProject

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(qapp, qtbot):
    project = QuietProject(project_of([WORDS] * 4))
    project.session.set_queue(np.arange(4))
    kept = qapp.palette(), qapp.styleSheet()
    window = MainWindow(project, Workspace(project.session), ThemeSwitch(qapp, "light"))
    qtbot.addWidget(window)
    window.show()
    qtbot.waitActive(window)
    yield window
    qapp.setPalette(kept[0])
    qapp.setStyleSheet(kept[1])


def press(window, key, held=CONTROL):
    QTest.keyClick(window.windowHandle(), key, held)


def entered(window):
    focus = QApplication.focusWidget()
    return next((name for name in PANELS if window.panels[name].isAncestorOf(focus)), "")


def test_keys_go_round_the_tabs_of_the_left_column(window):
    press(window, Qt.Key.Key_PageDown)
    assert entered(window) == "sentences"
    press(window, Qt.Key.Key_PageDown)
    assert entered(window) == "documents"
    press(window, Qt.Key.Key_PageDown)
    assert entered(window) == "queue"
    press(window, Qt.Key.Key_PageUp)
    assert entered(window) == "documents"


def test_keys_go_round_the_tabs_of_the_panel_that_has_them(window):
    window.show_panel("labels")
    press(window, Qt.Key.Key_PageDown)
    assert entered(window) == "rules"
    assert in_window(window.panels.queue)


def test_without_tabs_the_one_panel_is_entered(window, qtbot):
    for name in ("sentences", "documents"):
        window.docks[name].hide()
    qtbot.waitUntil(lambda: in_window(window.panels.queue))
    press(window, Qt.Key.Key_PageDown)
    assert entered(window) == "queue"
    window.docks["queue"].hide()
    window.sentence_view.setFocus()
    press(window, Qt.Key.Key_PageDown)
    assert window.sentence_view.hasFocus()


def test_a_column_goes_and_comes_back_as_it_was(window):
    window.show_panel("sentences")
    window.docks["documents"].hide()
    press(window, Qt.Key.Key_B)
    assert window.sentence_view.hasFocus()
    assert not any(window.docks[name].isVisible() for name in ("queue", "sentences"))
    press(window, Qt.Key.Key_B)
    assert in_window(window.panels.sentences)
    assert window.docks["queue"].isVisible()
    assert not window.docks["documents"].isVisible()


def test_a_column_that_was_closed_panel_by_panel_comes_back_too(window):
    for name in ("queue", "sentences", "documents"):
        window.docks[name].close()
    press(window, Qt.Key.Key_B)
    assert in_window(window.panels.queue)
    for name in ("labels", "rules", "gazetteers"):
        window.docks[name].close()
    press(window, Qt.Key.Key_B, CONTROL | SHIFT)
    assert in_window(window.panels.labels)
    assert window.docks["history"].isHidden(), "nobody has asked for it yet"


def test_the_right_column_leaves_the_left_one_alone(window):
    press(window, Qt.Key.Key_B, CONTROL | SHIFT)
    assert not window.docks["labels"].isVisible()
    assert in_window(window.panels.queue)
    press(window, Qt.Key.Key_B, CONTROL | SHIFT)
    assert in_window(window.panels.labels)


def test_the_panel_that_has_the_keys_gets_a_window_of_its_own_and_comes_back(window, qtbot):
    window.show_panel("documents")
    window.actions_["float_panel"].trigger()
    dock = window.docks["documents"]
    assert dock.isFloating()
    assert dock.screen().availableGeometry().contains(dock.frameGeometry().topLeft())
    qtbot.waitUntil(lambda: dock.isAncestorOf(QApplication.focusWidget()))
    window.actions_["float_panel"].trigger()
    qtbot.waitUntil(lambda: not window.docks["documents"].isFloating())
    assert window.docks["documents"] in window.tabifiedDockWidgets(window.docks["queue"])


def test_a_key_opens_the_menu_bar(window, monkeypatch):
    opened = []
    monkeypatch.setattr(QMenuBar, "setActiveAction", lambda _, action: opened.append(action))
    press(window, Qt.Key.Key_F10, Qt.KeyboardModifier.NoModifier)
    assert opened == window.menuBar().actions()[:1]


def test_the_panel_that_has_the_keys_is_put_away(window):
    window.show_panel("sentences")
    window.actions_["close_panel"].trigger()
    assert window.docks["sentences"].isHidden()
    assert window.sentence_view.hasFocus()
    window.actions_["close_panel"].trigger()
    assert "F6" in window.messages.text.text()


@pytest.mark.parametrize("name", ["left_column", "right_column"])
def test_the_menu_shows_which_columns_are_shown(window, name, qtbot):
    action = window.actions_[name]
    area = LEFT if name == "left_column" else RIGHT
    assert action.isChecked()
    for _ in range(2):
        action.trigger()
        assert not action.isChecked()
        action.trigger()
        assert action.isChecked()
    column = [dock for dock in window.docks.values() if window.dockWidgetArea(dock) == area]
    for dock in column:
        dock.close()
    qtbot.waitUntil(lambda: not action.isChecked())
    column[0].show()
    qtbot.waitUntil(action.isChecked)


def test_the_menu_of_panels_shows_their_keys(window):
    action, title = window.docks["names"].toggleViewAction(), window.docks["names"].windowTitle()
    assert action.text() == f"{title}\tCtrl+Shift+N"
    window.actions_.use(Keymap(own={"show_names": ()}))
    assert action.text() == title


def test_a_panel_shown_alone_does_not_keep_the_others_of_its_column_away(window):
    column = [dock for dock in window.docks.values() if window.dockWidgetArea(dock) == LEFT]
    shown = [dock for dock in column if not dock.isHidden()]
    assert len(shown) > 1
    toggle = window.actions_["left_column"].trigger
    toggle()
    window.controllers.panels.show(shown[0].objectName().removeprefix("dock_"))
    assert [dock for dock in column if not dock.isHidden()] == shown[:1]
    toggle()
    assert all(dock.isHidden() for dock in column)
    toggle()
    assert [dock for dock in column if not dock.isHidden()] == shown


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("show_rules", "rules"),
        ("show_gazetteers", "gazetteers"),
        ("show_history", "history"),
        ("show_progress", "progress"),
        ("show_names", "names"),
    ],
)
def test_the_key_of_a_panel_goes_to_it_and_never_from_it(window, command, name):
    action, dock = window.actions_[command], window.docks[name]
    action.trigger()
    assert dock.isAncestorOf(window.focusWidget())
    window.sentence_view.setFocus()
    action.trigger()
    assert dock.isAncestorOf(window.focusWidget()), "it was visible, and without the focus"
    action.trigger()
    assert dock.isVisible()
    assert dock.isAncestorOf(window.focusWidget()), "the next key is not for the sentence"
    window.actions_["close_panel"].trigger()
    assert dock.isHidden()
    assert window.focusWidget() is window.sentence_view


def test_an_empty_panel_of_names_takes_the_keys(window, qtbot):
    session, names = window.workspace.session, window.panels.names
    window.panels.names.show_groups([])
    window.actions_["show_names"].trigger()
    window.sentence_view.setFocus()
    window.actions_["show_names"].trigger()
    names.show_groups([])
    assert window.focusWidget() is names.listing.entry
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_1)
    assert not session.corpus.states.any(), "the key was meant for the list"
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Escape)
    assert window.focusWidget() is window.sentence_view


def test_a_panel_below_the_sentence_gets_its_height_once(window, qapp):
    window.resize(1280, 800)
    window.show_progress()
    qapp.processEvents()
    panel = window.panels.progress
    assert panel.height() >= panel.sizeHint().height()
    window.resizeDocks([window.docks["progress"]], [200], Qt.Orientation.Vertical)
    qapp.processEvents()
    window.actions_["close_panel"].trigger()
    window.show_progress()
    qapp.processEvents()
    assert panel.height() < panel.sizeHint().height(), "a person made it smaller"


def test_from_the_list_of_matches_the_key_of_find_goes_to_the_query(window):
    action, panel = window.actions_["find_in_project"], window.panels.find
    action.trigger()
    buttons = panel.findChildren(QAbstractButton)
    button = next(one for one in buttons if one.isVisible() and one.isEnabled())
    button.setFocus()
    action.trigger()
    assert panel.query.hasFocus()
    assert not window.docks["find"].isHidden()


@pytest.mark.parametrize(
    ("command", "name", "field"),
    [("find_in_project", "find", "query"), ("find_sentences", "sentences", "text")],
)
def test_the_key_of_a_search_field_selects_its_text_again(window, command, name, field):
    action, field = window.actions_[command], getattr(window.panels[name], field)
    action.trigger()
    QTest.keyClicks(field, "words")
    action.trigger()
    assert field.hasFocus()
    assert field.selectedText() == "words"
    window.actions_["close_panel"].trigger()
    assert window.docks[name].isHidden()
    assert window.sentence_view.hasFocus()


def test_the_next_sentence_of_the_queue_has_the_focus_wherever_it_was(window):
    window.panels.queue.setFocus()
    window.panels.queue.findChild(QComboBox).setFocus()
    assert entered(window) == "queue"
    here = window.workspace.caret.sentence_index
    press(window, Qt.Key.Key_Return)
    assert window.workspace.caret.sentence_index != here
    assert window.sentence_view.hasFocus()


def test_a_click_on_a_tab_goes_to_the_list_of_its_panel(window, qtbot):
    bar = next(
        bar
        for bar in window.dock_titles.tab_bars()
        if any(bar.tabText(at) == "Documents" for at in range(bar.count()))
    )
    for name in ("Documents", "Queue", "Queue"):
        at = next(at for at in range(bar.count()) if bar.tabText(at) == name)
        window.sentence_view.setFocus()
        qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(at).center())
        assert entered(window) == name.lower()
        assert in_window(window.panels[name.lower()])

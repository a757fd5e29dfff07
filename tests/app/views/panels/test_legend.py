"""The legend: there while the panel of labels is not, and only as long as the line."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.tokens import TokenState
from app.views.keymap import Keymap
from app.views.main_window import MainWindow
from app.views.theme_switch import ThemeSwitch
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.window_parts import QuietProject

MANY = [f"LABEL-{number}" for number in range(40)]


@pytest.fixture(scope="module")
def themes(qapp):
    kept = qapp.palette(), qapp.styleSheet()
    yield ThemeSwitch(qapp, "light")
    qapp.setPalette(kept[0])
    qapp.setStyleSheet(kept[1])


@pytest.fixture
def make(themes, qtbot):
    def make(labels=("DRUG", "DOSE")):
        project = QuietProject(project_of([WORDS] * 3, labels=labels))
        window = MainWindow(project, Workspace(project.session), themes)
        qtbot.addWidget(window)
        window.resize(1024, 700)
        window.show()
        qtbot.waitActive(window)
        return window

    return make


@pytest.fixture
def window(make):
    return make()


def shown(window):
    return [one.text() for one in window.legend.buttons if one.isVisible()]


def test_it_comes_when_the_panel_of_labels_goes(window, qtbot):
    assert not window.legend.isVisible()
    window.show_panel("rules")
    qtbot.waitUntil(window.legend.isVisible)
    assert shown(window) == ["DRUG", "DOSE", "No label"]
    window.show_panel("labels")
    qtbot.waitUntil(lambda: not window.legend.isVisible())
    window.docks["labels"].close()
    qtbot.waitUntil(window.legend.isVisible)


def test_it_can_be_switched_off(window, qtbot):
    window.docks["labels"].close()
    qtbot.waitUntil(window.legend.isVisible)
    with qtbot.waitSignal(window.controllers.keys.line_chosen) as seen:
        window.controllers.keys.show_legend(False)
    assert seen.args == ["legend", False]
    assert not window.legend.isVisible()
    assert not window.actions_["show_legend"].isChecked()


def test_a_click_gives_a_label_and_leaves_the_keys_with_the_sentence(window, qtbot):
    window.docks["labels"].close()
    qtbot.waitUntil(window.legend.isVisible)
    window.sentence_view.setFocus()
    window.workspace.caret.select(4, 5)
    qtbot.mouseClick(window.legend.buttons[1], Qt.MouseButton.LeftButton)
    corpus = window.workspace.session.corpus
    assert corpus.states[corpus.span(0)].tolist()[4:6] == [TokenState.CONFIRMED] * 2
    assert window.sentence_view.hasFocus()
    window.workspace.caret.select(0, 0)
    qtbot.mouseClick(window.legend.buttons[2], Qt.MouseButton.LeftButton)
    assert corpus.states[corpus.span(0)].tolist()[0] == TokenState.CONFIRMED


def test_more_labels_than_fit_are_counted_and_found_by_name(make, qtbot):
    window = make(MANY)
    window.docks["labels"].close()
    qtbot.waitUntil(window.legend.isVisible)
    n = len(shown(window))
    assert 2 <= n < len(MANY)
    more = window.legend.more
    assert more.text() == f"+{len(MANY) + 1 - n} more"
    assert more.geometry().right() < window.legend.width()
    assert more.geometry().left() >= window.legend.buttons[n - 1].geometry().right()
    qtbot.mouseClick(more, Qt.MouseButton.LeftButton)
    chooser = window.controllers.keys.label_by_name()
    assert chooser.model.rowCount() == len(MANY) + 1
    window.resize(1400, 700)
    qtbot.waitUntil(lambda: len(shown(window)) > n)


def test_keys_are_those_that_hold(window, qtbot):
    window.docks["labels"].close()
    qtbot.waitUntil(window.legend.isVisible)
    window.actions_.use(Keymap("prodigy"))
    assert window.legend.buttons[2].accessibleDescription() == "Key N"
    model = window.panels.labels.model
    assert model.index(2).data(Qt.ItemDataRole.AccessibleTextRole) == "No label, key N"
    assert model.index(0).data(Qt.ItemDataRole.AccessibleTextRole).startswith("DRUG, key 1")
    window.actions_.use(Keymap().with_keys("flag", ["1"]))
    assert model.index(0).data(Qt.ItemDataRole.AccessibleTextRole).startswith("DRUG, key none")
    assert window.legend.buttons[0].toolTip() == "Label the selection as DRUG"


def test_the_keyboard_reaches_it(window, qtbot):
    window.docks["labels"].close()
    qtbot.waitUntil(window.legend.isVisible)
    window.sentence_view.setFocus()
    window.next_panel()
    for _ in range(12):
        if window.legend.isAncestorOf(window.focusWidget()):
            break
        window.next_panel()
    assert window.legend.buttons[0].hasFocus()
    QTest.keyClick(window.legend.buttons[0], Qt.Key.Key_Escape)
    assert window.sentence_view.hasFocus()


def test_without_labels_there_is_no_line(make):
    window = make(())
    window.docks["labels"].close()
    assert not window.legend.isVisible()
    assert window.legend.entry is window.legend.more

"""Commands about keys, and labels found by their names, in a window over a project in memory."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.tokens import TokenState
from app.views.chooser import Chooser
from app.views.dialogs.keys import KeysDialog
from app.views.main_window import MainWindow
from app.views.theme import Themes
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.window_parts import QuietProject

Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(scope="module")
def themes(qapp):
    kept = qapp.palette(), qapp.styleSheet()
    yield Themes(qapp, "light")
    qapp.setPalette(kept[0])
    qapp.setStyleSheet(kept[1])


@pytest.fixture
def window(themes, qtbot):
    project = QuietProject(project_of([WORDS] * 4))
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    window.resize(1024, 700)
    window.show()
    qtbot.waitActive(window)
    return window


def press(window, key, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(window.windowHandle(), key, modifiers)


def states(window):
    corpus = window.workspace.session.corpus
    return corpus.states[corpus.span(window.workspace.place)].tolist()


def label_names(window):
    return [label.name for label in window.workspace.session.project.visible_labels()]


def test_a_question_mark_shows_the_keys_once(window):
    press(window, Key.Key_Question)
    window.keys_desk.show_keys()
    dialogs = [one for one in window.findChildren(KeysDialog) if one.isVisible()]
    assert len(dialogs) == 1


def test_a_label_is_given_by_its_name(window):
    window.workspace.select(4, 5)
    press(window, Key.Key_Slash)
    chooser = window.findChild(Chooser, "label_chooser")
    assert chooser.line.hasFocus()
    second = label_names(window)[1]
    QTest.keyClicks(chooser.line, second.lower())
    QTest.keyClick(chooser.line, Key.Key_Return)
    records = window.workspace.tokens()
    assert states(window)[4:6] == [TokenState.CONFIRMED] * 2
    assert {record.tag[2:] for record in records[4:6]} == {second}
    assert window.sentence_view.hasFocus()


def test_a_label_is_ruled_out_by_its_name(window):
    window.workspace.select(4, 4)
    chooser = window.keys_desk.label_by_name()
    QTest.keyClick(chooser.line, Key.Key_Return, SHIFT)
    assert states(window)[4] == TokenState.NARROWED


def test_no_label_can_be_said_by_its_name(window):
    window.workspace.select(0, 0)
    chooser = window.keys_desk.label_by_name()
    QTest.keyClicks(chooser.line, "no la")
    QTest.keyClick(chooser.line, Key.Key_Return)
    assert states(window)[0] == TokenState.CONFIRMED


def test_without_a_label_the_first_is_offered(themes, qtbot):
    project = QuietProject(project_of([WORDS], labels=()))
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    assert window.keys_desk.label_by_name() is None
    assert "no labels yet" in window.messages.text.text()


def test_without_a_sentence_nothing_opens(themes, qtbot):
    project = QuietProject(project_of([]))
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    assert window.keys_desk.label_by_name() is None

"""The menu of the selected tokens: what it offers, and how it is opened."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from app.domain.labels import Label
from app.views.actions import Actions
from app.views.sentence_menu import sentence_menu
from tests.app.views.test_actions import Everybody
from tests.sentences_on_screen import CLINICAL, middle_of, session_of, shown


def test_it_has_the_labels_and_what_else_can_be_said(qtbot):
    parent = Everybody()
    qtbot.addWidget(parent)
    actions = Actions(parent)
    actions.set_labels(session_of(CLINICAL).project.visible_labels())
    menu = sentence_menu(actions, parent)
    names = [action.objectName() for action in menu.actions() if not action.isSeparator()]
    assert names[0] == "label_1"
    assert names[-11:] == [
        "no_label",
        "forbid",
        "clear",
        "accept_up_to_here",
        "select_span",
        "split_span",
        "join_span",
        "repeat_last",
        "say_elsewhere",
        "similar_words",
        "add_to_gazetteer",
    ]
    many = [Label(id=n, name=f"L{n}", colour=n, key="", position=n) for n in range(40)]
    actions.set_labels(many)
    [more] = [one.menu() for one in sentence_menu(actions, parent).actions() if one.menu()]
    assert len(more.actions()) == 28
    more.parent().aboutToHide.emit()
    menu.aboutToHide.emit()
    QApplication.sendPostedEvents(None, 52)  # what is to be deleted
    assert parent.findChildren(QMenu) == []


@pytest.fixture
def pane(qtbot):
    return shown(qtbot, session_of(CLINICAL))


def ask(pane, reason, at):
    event = QContextMenuEvent(reason, at, pane.viewport().mapToGlobal(at))
    QApplication.sendEvent(pane.viewport(), event)


def test_a_click_opens_it_there_and_a_key_at_the_current_token(pane, qtbot):
    pane.selection.show(3, 3)
    at = middle_of(pane, 4)
    with qtbot.waitSignal(pane.pointer.menu_requested) as seen:
        ask(pane, QContextMenuEvent.Reason.Mouse, at)
    assert seen.args == [pane.viewport().mapToGlobal(at)]
    with qtbot.waitSignal(pane.pointer.menu_requested) as seen:
        ask(pane, QContextMenuEvent.Reason.Keyboard, QPoint(0, 0))
    corner = pane.visualRect(pane.model().index(3)).bottomLeft()
    assert seen.args == [pane.viewport().mapToGlobal(corner)]
    pane.setFocus()
    qtbot.waitUntil(pane.hasFocus)
    with qtbot.waitSignal(pane.pointer.menu_requested) as seen:
        qtbot.keyClick(pane, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    assert seen.args == [pane.viewport().mapToGlobal(corner)]


def test_over_another_sentence_or_without_one_there_is_none(pane, qtbot, monkeypatch):
    monkeypatch.setattr(pane.page, "placed_at", lambda _: 7)
    with qtbot.assertNotEmitted(pane.pointer.menu_requested):
        ask(pane, QContextMenuEvent.Reason.Mouse, QPoint(10, 10))
    pane.model().show(-1)
    with qtbot.assertNotEmitted(pane.pointer.menu_requested):
        ask(pane, QContextMenuEvent.Reason.Keyboard, QPoint(10, 10))

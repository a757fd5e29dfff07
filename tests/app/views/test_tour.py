"""The tour: each note waits for its deed, stands inside the window, and Esc ends it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.views.main_window import MainWindow
from app.views.theme import Themes
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.window_parts import QuietProject

pytestmark = pytest.mark.gui
Key = Qt.Key


@pytest.fixture
def made(qtbot, qapp):
    def build(project):
        quiet = QuietProject(project)
        window = MainWindow(quiet, Workspace(quiet.session), Themes(qapp, "light"))
        qtbot.addWidget(window)
        window.show()
        window.sentence_view.setFocus()
        return window

    return build


@pytest.fixture
def window(made):
    return made(project_of([WORDS] * 4))


def titles(window):
    return [step.title for step in window.tour._steps]


def at(qtbot, window, number):
    qtbot.waitUntil(lambda: window.tour.step is not None and window.tour._at == number - 1)
    note = window.tour.note
    qtbot.waitUntil(lambda: window.rect().contains(note.geometry()))
    assert note.isVisible()
    assert note.accessibleName() == note.title.text()
    assert note.place.text() == f"{number} of 6"
    return note


def test_the_tour_is_played_by_the_deeds_it_names(qtbot, window):
    ended = []
    window.tour.ended.connect(lambda: ended.append(1))
    window.actions_["show_tour"].trigger()
    view = window.sentence_view
    at(qtbot, window, 1)
    window.actions_["accept"].trigger()  # another deed than the one that is waited for
    at(qtbot, window, 1)
    for number, deed in enumerate(
        (
            lambda: qtbot.keyClick(view, Key.Key_1),
            lambda: qtbot.keyClick(view, Key.Key_Return),
            lambda: qtbot.keyClick(view, Key.Key_Tab),
            lambda: qtbot.keyClick(view, Key.Key_0),
            lambda: window.actions_["next_in_queue"].trigger(),
            lambda: window.actions_["undo"].trigger(),
        ),
        start=1,
    ):
        at(qtbot, window, number)
        deed()
    qtbot.waitUntil(lambda: window.tour.note is None)
    assert ended == [1]
    assert "tour" in window.messages.text.text()
    assert len(set(titles(window))) == 6


def test_esc_ends_it_and_the_keys_are_the_sentences(qtbot, window):
    window.tour.show_tour()
    note = at(qtbot, window, 1)
    assert window.sentence_view.hasFocus()
    window.step_back()
    assert window.tour.note is None
    assert not note.isVisible()
    assert not note.ring.isVisible()
    assert window.sentence_view.hasFocus()
    assert not window.tour.end_tour()


def test_a_step_can_be_passed_over_and_the_tour_begun_again(qtbot, window):
    window.tour.show_tour()
    for number in range(1, 5):
        at(qtbot, window, number).skip.click()
    note = at(qtbot, window, 5)
    assert note.ring.geometry().width() == window.queue.width()
    window.resize(1024, 700)
    window.workspace.session.set_queue(np.array([2, 1], np.int64))
    at(qtbot, window, 5)
    window.queue.view.clicked.emit(window.queue.view.model().index(0, 0))
    at(qtbot, window, 6).skip.click()
    qtbot.waitUntil(lambda: window.tour.note is None)
    window.tour.show_tour()
    window.tour.show_tour()
    at(qtbot, window, 1).end.click()
    assert window.tour.note is None


def test_a_queue_that_is_put_away_comes_back_for_its_step(qtbot, window):
    window.docks["queue"].hide()
    window.tour.show_tour()
    for number in range(1, 5):
        at(qtbot, window, number).skip.click()
    at(qtbot, window, 5)
    assert window.docks["queue"].isVisible()


def test_without_a_text_there_is_no_tour(made):
    window = made(project_of([]))
    window.tour.show_tour()
    assert window.tour.note is None
    assert "sample" in window.messages.text.text()

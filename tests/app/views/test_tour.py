"""The tour: each note waits for its action and is inside the window, and Esc ends it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRect, QSize, Qt

from app.domain.tokens import Role
from app.edits.spans import label_span, no_label
from app.views.main_window import MainWindow
from app.views.theme_switch import ThemeSwitch
from app.views.tour import TEXT_MARGIN, WIDTH, place_beside
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.sessions import proposed
from tests.window_parts import QuietProject

pytestmark = pytest.mark.gui
Key = Qt.Key


@pytest.fixture
def made(qtbot, qapp):
    def build(project):
        quiet = QuietProject(project)
        window = MainWindow(quiet, Workspace(quiet.session), ThemeSwitch(qapp, "light"))
        qtbot.addWidget(window)
        window.show()
        window.sentence_view.setFocus()
        return window

    return build


@pytest.fixture
def window(made):
    return made(project_of([WORDS] * 4))


def titles(window):
    return [step.title for step in window.controllers.tour._steps]


def at(qtbot, window, number):
    qtbot.waitUntil(
        lambda: window.controllers.tour.step is not None and window.controllers.tour.at == number
    )
    note = window.controllers.tour.note
    qtbot.waitUntil(lambda: window.rect().contains(note.geometry()))
    assert note.isVisible()
    assert note.accessibleName() == note.title.text()
    assert note.counter.text() == f"{number} of 6"
    return note


def entered(window):
    """Return what the line below the sentence says of Enter."""
    return next((hint.does for hint in window.hints.hints if "Enter" in hint.key), None)


def propose(window):
    """Let the model propose for every sentence, and be sure of nothing."""
    session = window.workspace.session
    n = len(WORDS)
    sentence_index = window.workspace.caret.sentence_index
    window.workspace.caret.go_to(3)
    session.propose(proposed(session, range(4), ["B-DRUG", *["O"] * (n - 1)] * 4))
    window.workspace.caret.go_to(sentence_index)  # nothing has changed since the person looked


def test_the_tour_is_played_by_the_actions_it_names(qtbot, window):
    ended = []
    window.controllers.tour.ended.connect(lambda: ended.append(1))
    propose(window)
    window.workspace.session.set_queue(np.arange(4))
    window.actions_["show_tour"].trigger()
    view = window.sentence_view
    for number, (title, edit_action) in enumerate(
        (
            ("Label a word", lambda: qtbot.keyClick(view, Key.Key_1)),
            ("Accept the sentence", lambda: accept(qtbot, window)),
            ("Check uncertain words", lambda: qtbot.keyClick(view, Key.Key_Tab)),
            ("Correct a suggestion", lambda: qtbot.keyClick(view, Key.Key_0)),
            ("Follow the queue", lambda: window.actions_["next_in_queue"].trigger()),
            ("Undo a change", lambda: window.actions_["undo"].trigger()),
        ),
        start=1,
    ):
        assert at(qtbot, window, number).title.text() == title
        edit_action()
    qtbot.waitUntil(lambda: window.controllers.tour.note is None)
    assert ended == [1]
    qtbot.waitUntil(lambda: "Tour finished" in window.messages.text.text())
    assert len(set(titles(window))) == 6


def accept(qtbot, window):
    """Accept the sentence when what is shown has been seen."""
    press(qtbot, window, Key.Key_Return)


def press(qtbot, window, key):
    """Press a key when what is shown has been seen."""
    window.workspace.seen_labels.look()
    qtbot.keyClick(window.sentence_view, key)


def test_what_is_done_already_is_not_asked_for(qtbot, window):
    propose(window)
    window.controllers.tour.show_tour()
    at(qtbot, window, 1)
    window.workspace.seen_labels.look()
    window.actions_["accept"].trigger()  # another deed than the one that is waited for
    assert window.controllers.tour.step.title == "Label a word"
    press(qtbot, window, Key.Key_1)
    assert at(qtbot, window, 3).title.text() == "Check uncertain words"


def test_nothing_is_asked_for_that_is_not_possible(qtbot, window):
    """Before there is a model, nothing can be unsure, and nothing corrected."""
    window.workspace.session.set_queue(np.arange(4))
    window.controllers.tour.show_tour()
    at(qtbot, window, 1)
    press(qtbot, window, Key.Key_1)
    at(qtbot, window, 2)
    window.workspace.caret.select_all()
    press(qtbot, window, Key.Key_0)
    assert window.controllers.tour.step.title == "Accept the sentence"
    accept(qtbot, window)
    assert at(qtbot, window, 3).title.text() == "Follow the queue"
    propose(window)  # now there is one, and what was left comes
    window.actions_["next_in_queue"].trigger()
    assert at(qtbot, window, 4).title.text() == "Check uncertain words"
    qtbot.keyClick(window.sentence_view, Key.Key_Tab)
    assert at(qtbot, window, 5).title.text() == "Correct a suggestion"


def test_it_begins_where_there_is_something_to_label(qtbot, made):
    project = project_of([["Give", "aspirin", "."], ["Old", "scar", "."], ["Take", "aspirin", "!"]])
    project.words = ["Give", "aspirin", ".", "Old", "scar", "Take", "!"]
    project.corpus.columns[0] = [0, 1, 2, 3, 4, 2, 5, 1, 6]
    window = made(project)
    session = window.workspace.session
    session.apply(label_span(session.project, 0, 1, 1, 1))
    for first, last in ((0, 0), (2, 2)):
        session.apply(no_label(session.project, 0, first, last))
    window.workspace.caret.go_to(1)
    window.controllers.tour.show_tour()
    assert window.workspace.caret.sentence_index == 2
    at(qtbot, window, 1).end.click()
    window.workspace.caret.go_to(2)
    session.propose(proposed(session, [1], ["O", "B-DRUG", "O"]))
    window.workspace.caret.go_to(1)
    window.controllers.tour.show_tour()
    assert window.workspace.caret.sentence_index == 1, "something is proposed here"


def test_it_never_begins_with_a_control_sentence(window):
    session = window.workspace.session
    session.corpus.roles[0] = Role.CONTROL
    session.propose(proposed(session, [1], ["O"] * 4 + ["B-DOSE", "I-DOSE"] + ["O"] * 3))
    window.workspace.caret.go_to(0)
    window.controllers.tour.show_tour()
    assert window.workspace.caret.sentence_index == 1


def test_esc_ends_it_and_the_keys_are_the_sentences(qtbot, window):
    window.controllers.tour.show_tour()
    note = at(qtbot, window, 1)
    assert window.sentence_view.hasFocus()
    window.step_back()
    assert window.controllers.tour.note is None
    assert not note.isVisible()
    assert not note.ring.isVisible()
    assert window.sentence_view.hasFocus()
    assert not window.controllers.tour.end_tour()


def test_enter_accepts_only_where_the_step_says_so(qtbot, window):
    session = window.workspace.session
    propose(window)
    window.controllers.tour.show_tour()
    for number, asks in ((1, False), (2, True), (3, False), (4, True), (5, False), (6, False)):
        note = at(qtbot, window, number)
        assert ("Enter accepts" in note.text.text()) == asks
        assert ("Enter" in note.skip.text()) == (not asks)
        does = "accept" if asks else "end the tour" if number == 6 else "next note"
        qtbot.waitUntil(lambda does=does: entered(window) == does)
        before = session.state.progress().confirmed_sentences
        accept(qtbot, window)
        if number < 6:
            at(qtbot, window, number + 1)
        assert session.state.progress().confirmed_sentences == before + asks
    qtbot.waitUntil(lambda: window.controllers.tour.note is None)
    before = session.state.progress().confirmed_sentences
    accept(qtbot, window)
    assert session.state.progress().confirmed_sentences == before + 1


def test_a_step_can_be_passed_over_and_the_tour_begun_again(qtbot, window):
    window.controllers.tour.show_tour()
    for number in range(1, 5):
        at(qtbot, window, number).skip.click()
    note = at(qtbot, window, 5)
    assert note.skip.text() == "Next (Enter)"
    assert note.ring.geometry().width() == window.panels.queue.width()
    window.resize(1024, 700)
    window.workspace.session.set_queue(np.array([2, 1], np.int64))
    at(qtbot, window, 5)
    press(qtbot, window, Key.Key_1)  # something to be taken back
    window.panels.queue.view.clicked.emit(window.panels.queue.view.model().index(0, 0))
    last = at(qtbot, window, 6)
    assert last.skip.text() == "Finish (Enter)"
    assert last.end.isHidden(), "one button that ends the tour is enough"
    last.skip.click()
    qtbot.waitUntil(lambda: window.controllers.tour.note is None)
    window.controllers.tour.show_tour()
    window.controllers.tour.show_tour()
    at(qtbot, window, 1).end.click()
    assert window.controllers.tour.note is None


def test_a_queue_that_is_put_away_comes_back_for_its_step(qtbot, window):
    window.docks["queue"].hide()
    window.controllers.tour.show_tour()
    for number in range(1, 5):
        at(qtbot, window, number).skip.click()
    at(qtbot, window, 5)
    assert window.docks["queue"].isVisible()


def test_without_a_text_there_is_no_tour(made):
    window = made(project_of([]))
    window.controllers.tour.show_tour()
    assert window.controllers.tour.note is None
    assert "sample" in window.messages.text.text()


@pytest.mark.parametrize(("left", "beside"), [(300, True), (240, False)])
def test_a_note_about_the_sentences_covers_none_of_their_text(left, beside):
    about, window = QRect(left, 80, 800, 740), QRect(0, 0, 1300, 850)
    place = place_beside(about, QSize(WIDTH, 130), window)
    assert (place.x() + WIDTH <= left + TEXT_MARGIN) == beside
    assert window.contains(QRect(place, QSize(WIDTH, 130)))

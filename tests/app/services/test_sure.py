"""Accepting what is sure: looked for on a thread, and exactly what was shown is accepted."""

import weakref

import numpy as np
import pytest

from app.domain.edits import Edit, RoleChange
from app.domain.sure import SureChoice
from app.domain.tokens import Role
from app.edits.documents import remove_document
from app.edits.label_rows import delete_label
from app.edits.spans import label_span
from app.services.sure import SureFinder
from app.services.trainer import NumberedModel
from app.session import Session
from tests.fake_learning import FakeModel
from tests.memory_projects import image, project_of, said
from tests.step_names import step_name
from tests.window_parts import QuietTrainer, propose

CHOICE = SureChoice(0.9)


@pytest.fixture
def finder(qtbot):
    session = Session(project_of([list("ab")] * 4))
    for place in range(4):
        propose(session, place, ["B-DRUG", "O"], [0.95, 0.99 if place != 2 else 0.5])
    session.set_queue(np.arange(4))
    trainer = QuietTrainer(session)
    trainer.model = NumberedModel(1, FakeModel("m", 0, is_calibrated=True), "full", 1, 1, 0.0)
    made = SureFinder(trainer)
    yield made
    made.close()


def found(qtbot, finder, act):
    with qtbot.waitSignal(finder.found, timeout=10_000) as told:
        act()
    return told.args[0]


def test_it_looks_accepts_and_one_undo_takes_it_back(qtbot, finder):
    session = finder._session
    before = image(session.project)
    sure = found(qtbot, finder, lambda: finder.look(CHOICE))
    assert (sorted(sure.places.tolist()), sure.calibrated) == ([0, 1, 3], True)
    with qtbot.waitSignal(finder.action.done, timeout=10_000) as told:
        finder.accept(sure)
    assert step_name(told.args[0]) == "accept 6 confident tokens in 3 sentences"
    assert session.queue.places.tolist() == [2]
    session.undo()
    assert image(session.project) == before


def test_what_was_looked_at_is_let_go_once_nobody_wants_to_know(qtbot, finder):
    sure = found(qtbot, finder, lambda: finder.look(CHOICE))
    looked_at = weakref.ref(finder._question.data.states)
    finder.stop()
    # A signal that brought it may still be on its way out.
    qtbot.waitUntil(lambda: looked_at() is None)
    finder.accept(sure)
    assert finder._session.undo() is None


def test_it_looks_again_when_something_has_changed(qtbot, finder):
    session = finder._session
    found(qtbot, finder, lambda: finder.look(CHOICE))
    sure = found(qtbot, finder, lambda: propose(session, 2, ["B-DRUG", "O"], [0.95, 0.95]))
    assert sorted(sure.places.tolist()) == [0, 1, 2, 3]
    finder.stop()
    propose(session, 2, ["B-DRUG", "O"], [0.95, 0.1])
    assert not finder._query.timer.isActive()


def test_what_was_edited_meanwhile_stays_as_it_is(qtbot, finder):
    session = finder._session
    sure = found(qtbot, finder, lambda: finder.look(CHOICE))
    session.apply(label_span(session.project, 0, 0, 0, 2))
    with qtbot.waitSignal(finder.action.done, timeout=10_000):
        finder.accept(sure)
    assert said(session.project, 0)[0] == "B-DOSE"
    assert not session.is_done(0)
    assert said(session.project, 1) == ["B-DRUG", "O"]


def test_where_everything_was_edited_nothing_is_accepted(qtbot, finder):
    session = finder._session
    sure = found(qtbot, finder, lambda: finder.look(CHOICE))
    for place in (0, 1, 3):
        session.apply(label_span(session.project, place, 0, 0, 2))
    with qtbot.waitSignal(finder.action.outdated, timeout=10_000):
        finder.accept(sure)
    finder.close()
    finder.look(CHOICE)


def accepted_late(qtbot, finder, act):
    """Return whether anything is accepted of what was found before something else was done."""
    sure = found(qtbot, finder, lambda: finder.look(CHOICE))
    act(finder._session)
    with qtbot.waitSignals(
        [finder.action.done, finder.action.outdated], timeout=300, raising=False
    ):
        finder.accept(sure)
    return [said(finder._session.project, place) for place in range(4)]


def test_a_label_that_was_deleted_meanwhile_is_said_of_nothing(qtbot, finder):
    rows = accepted_late(
        qtbot, finder, lambda session: session.apply(delete_label(session.project, 1))
    )
    assert rows == [["?", "?"]] * 4


def test_what_has_become_a_control_sentence_meanwhile_stays_open(qtbot, finder):
    def draw(session):
        ids = session.corpus.ids[[1]]
        roles = RoleChange(ids, np.array([Role.POOL], np.uint8), np.array([Role.CONTROL], np.uint8))
        session.apply(Edit("settings", "draw a sample", roles=roles))

    rows = accepted_late(qtbot, finder, draw)
    assert rows[1] == ["?", "?"]
    assert rows[0] == rows[3] == ["B-DRUG", "O"]


def test_sentences_of_a_document_that_was_removed_meanwhile_stay_open(qtbot, finder):
    def remove(session):
        session.apply(remove_document(session.project, 1))

    assert accepted_late(qtbot, finder, remove) == [["?", "?"]] * 4

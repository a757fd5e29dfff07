"""Tests of accepting confident proposals: found on a thread, accepted as shown."""

import weakref

import numpy as np
import pytest

from app.domain.confident_proposals import ConfidenceChoice
from app.domain.edits import Edit, RoleChange
from app.domain.tokens import Role
from app.edits.documents import remove_document
from app.edits.label_rows import delete_label
from app.edits.spans import label_span
from app.services.confident_proposals import ConfidentFinder
from app.services.trainer import NumberedModel
from app.session import Session
from tests.fake_learning import FakeModel
from tests.memory_projects import contents_of, project_of, token_tags
from tests.step_names import step_name
from tests.window_parts import QuietTrainer, propose

CHOICE = ConfidenceChoice(0.9)


@pytest.fixture
def finder(qtbot):
    session = Session(project_of([list("ab")] * 4))
    for sentence_index in range(4):
        propose(
            session, sentence_index, ["B-DRUG", "O"], [0.95, 0.99 if sentence_index != 2 else 0.5]
        )
    session.set_queue(np.arange(4))
    trainer = QuietTrainer(session)
    trainer.model = NumberedModel(1, FakeModel("m", 0, is_calibrated=True), "full", 1, 1, 0.0)
    made = ConfidentFinder(trainer)
    yield made
    made.close()


def found(qtbot, finder, act):
    with qtbot.waitSignal(finder.found, timeout=10_000) as received:
        act()
    return received.args[0]


def test_it_looks_accepts_and_one_undo_takes_it_back(qtbot, finder):
    session = finder._session
    before = contents_of(session.project)
    confident = found(qtbot, finder, lambda: finder.look(CHOICE))
    assert (sorted(confident.sentence_indices.tolist()), confident.calibrated) == ([0, 1, 3], True)
    with qtbot.waitSignal(finder.action.done, timeout=10_000) as received:
        finder.accept(confident)
    assert step_name(received.args[0]) == "accept 6 confident tokens in 3 sentences"
    assert session.queue.sentence_indices.tolist() == [2]
    session.undo()
    assert contents_of(session.project) == before


def test_what_was_looked_at_is_let_go_once_nobody_wants_to_know(qtbot, finder):
    confident = found(qtbot, finder, lambda: finder.look(CHOICE))
    looked_at = weakref.ref(finder._question.data.states)
    finder.stop()
    # A signal from its thread may still be queued.
    qtbot.waitUntil(lambda: looked_at() is None)
    finder.accept(confident)
    assert finder._session.undo() is None


def test_it_looks_again_when_something_has_changed(qtbot, finder):
    session = finder._session
    found(qtbot, finder, lambda: finder.look(CHOICE))
    confident = found(qtbot, finder, lambda: propose(session, 2, ["B-DRUG", "O"], [0.95, 0.95]))
    assert sorted(confident.sentence_indices.tolist()) == [0, 1, 2, 3]
    finder.stop()
    propose(session, 2, ["B-DRUG", "O"], [0.95, 0.1])
    assert not finder._query.timer.isActive()


def test_what_was_edited_meanwhile_stays_as_it_is(qtbot, finder):
    session = finder._session
    confident = found(qtbot, finder, lambda: finder.look(CHOICE))
    session.apply(label_span(session.project, 0, 0, 0, 2))
    with qtbot.waitSignal(finder.action.done, timeout=10_000):
        finder.accept(confident)
    assert token_tags(session.project, 0)[0] == "B-DOSE"
    assert not session.is_done(0)
    assert token_tags(session.project, 1) == ["B-DRUG", "O"]


def test_where_everything_was_edited_nothing_is_accepted(qtbot, finder):
    session = finder._session
    confident = found(qtbot, finder, lambda: finder.look(CHOICE))
    for sentence_index in (0, 1, 3):
        session.apply(label_span(session.project, sentence_index, 0, 0, 2))
    with qtbot.waitSignal(finder.action.outdated, timeout=10_000):
        finder.accept(confident)
    finder.close()
    finder.look(CHOICE)


def accepted_late(qtbot, finder, act):
    """Return whether proposals are accepted that were found before another step."""
    confident = found(qtbot, finder, lambda: finder.look(CHOICE))
    act(finder._session)
    with qtbot.waitSignals(
        [finder.action.done, finder.action.outdated], timeout=300, raising=False
    ):
        finder.accept(confident)
    return [token_tags(finder._session.project, sentence_index) for sentence_index in range(4)]


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

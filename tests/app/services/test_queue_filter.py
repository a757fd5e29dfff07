"""Tests of the queue's filter: found on a thread, updated, dropped with its target."""

import numpy as np
import pytest

from app.domain.queue_filter import Disagreement, FilteredQueue, QueueFilter, QueueKind
from app.edits.accept import accept_sentence
from app.edits.documents import remove_document
from app.edits.label_rows import delete_label
from app.edits.sentence_flags import flag_sentence
from app.services.queue_filter import QueueFilterer
from app.session import Session
from app.views.workspace import Workspace
from crfcore.errors import CrfError
from tests.fake_learning import FakeLearning
from tests.memory_projects import project_of
from tests.window_parts import propose

UNCERTAIN = QueueFilter(QueueKind.UNCERTAIN)


@pytest.fixture
def learning():
    return FakeLearning()


@pytest.fixture
def filterer(qtbot, learning):
    session = Session(project_of([list("ab")] * 6))
    for sentence_index in range(6):
        propose(session, sentence_index, ["O", "O"], [0.9, 0.5 if sentence_index % 2 else 0.8])
    session.set_queue(np.array([5, 4, 3, 2, 1, 0]))
    made = QueueFilterer(session, learning)
    yield made
    made.close()


def listed(session):
    return session.queue.queried.tolist()


def test_only_what_passes_is_listed_until_all_is(qtbot, filterer):
    session = filterer._session
    with qtbot.waitSignal(filterer.chosen):
        filterer.set_filter(UNCERTAIN)
    qtbot.waitUntil(lambda: listed(session) == [5, 3, 1])
    assert session.queue.sentence_indices.tolist() == [5, 4, 3, 2, 1, 0]
    filterer.set_filter(QueueFilter())
    assert listed(session) == [5, 4, 3, 2, 1, 0]


def test_it_follows_what_changes(qtbot, filterer):
    session = filterer._session
    filterer.set_filter(UNCERTAIN)
    qtbot.waitUntil(lambda: listed(session) == [5, 3, 1])
    session.apply(accept_sentence(session.project, session.proposals, 3))
    assert listed(session) == [5, 1], "what is finished leaves at once"
    propose(session, 0, ["O", "O"], [0.1, 0.1])
    qtbot.waitUntil(lambda: listed(session) == [5, 1, 0])
    session.apply(remove_document(session.project, 1))
    assert listed(session) == []


def test_flagged_sentences_stay_when_they_are_finished(qtbot, filterer):
    session = filterer._session
    session.apply(flag_sentence(session.project, 2))
    filterer.set_filter(QueueFilter(QueueKind.FLAGGED))
    qtbot.waitUntil(lambda: listed(session) == [2])
    session.apply(accept_sentence(session.project, session.proposals, 2))
    assert listed(session) == [2]
    session.apply(flag_sentence(session.project, 2))
    qtbot.waitUntil(lambda: listed(session) == [])


def test_a_filter_by_what_is_gone_is_dropped(qtbot, filterer):
    session = filterer._session
    filterer.set_filter(QueueFilter(QueueKind.UNCERTAIN, label=1))
    session.apply(delete_label(session.project, 1))
    assert filterer.filter == UNCERTAIN
    filterer.set_filter(QueueFilter(document=1))
    session.apply(remove_document(session.project, 1))
    assert filterer.filter == QueueFilter()
    assert session.queue.filtered is None


def test_labels_are_reviewed_by_models_made_once_for_each_review(qtbot, filterer, learning):
    session = filterer._session
    filterer.set_filter(UNCERTAIN)
    qtbot.waitUntil(lambda: session.queue.filtered is not None)
    assert learning.reviews == 0
    with qtbot.waitSignal(filterer._query._ended, timeout=10_000):
        filterer.set_filter(QueueFilter(QueueKind.CONTRADICTED))
    with qtbot.waitSignal(filterer._query._ended, timeout=10_000):
        filterer.set_filter(QueueFilter(QueueKind.CONTRADICTED, document=1))
    with qtbot.waitSignal(filterer._query._ended, timeout=10_000):
        session.apply(accept_sentence(session.project, session.proposals, 0))
    assert learning.reviews == 1
    filterer.set_filter(QueueFilter())
    with qtbot.waitSignal(filterer._query._ended, timeout=10_000):
        filterer.set_filter(QueueFilter(QueueKind.CONTRADICTED))
    assert learning.reviews == 2


def test_what_cannot_be_found_leaves_the_list_as_it_was(qtbot, filterer, learning):
    learning.fail_filter = CrfError("no labelling")
    filterer.set_filter(UNCERTAIN)
    qtbot.waitUntil(lambda: filterer._query.begun and filterer._query.idle)
    assert listed(filterer._session) == [5, 4, 3, 2, 1, 0]


def test_progress_is_told_to_its_end(qtbot, filterer, monkeypatch):
    monkeypatch.setattr("app.services.latest_query.SECONDS_BETWEEN_REPORTS", 0.0)
    received = []
    filterer.progressed.connect(lambda done, total: received.append((done, total)))
    filterer.set_filter(UNCERTAIN)
    qtbot.waitUntil(lambda: received[-1:] == [(0, 0)] and (0, 1) in received)


def test_nothing_comes_after_it_is_closed(qtbot, filterer):
    filterer.close()
    filterer.set_filter(UNCERTAIN)
    assert filterer._session.queue.filtered is None


def test_enter_goes_through_what_passes_and_round_again(filterer):
    session = filterer._session
    workspace = Workspace(session)
    messages = []
    workspace.message.connect(lambda text, _: messages.append(text))
    found = Disagreement(1, "B-DRUG", "O", 0.9, confirmed=True)
    review = QueueFilter(QueueKind.CONTRADICTED)
    session.set_filtered(FilteredQueue(review, np.array([1, 4, 5]), {1: found, 4: found}))
    workspace.acceptance.next_in_queue()
    assert (workspace.caret.sentence_index, workspace.caret.token) == (1, 1)
    seen = []
    for _ in range(5):
        workspace.acceptance.accept()
        seen.append(workspace.caret.sentence_index)
    assert seen == [4, 5, 1, 4, 5]
    session.set_filtered(FilteredQueue(review, np.array([5])))
    workspace.acceptance.next_in_queue()
    assert "No more sentences match" in messages[-1]


def test_the_next_in_the_queue_goes_through_what_passes_and_round_again(filterer):
    session = filterer._session
    workspace = Workspace(session)
    session.set_filtered(FilteredQueue(UNCERTAIN, np.array([1, 4, 5])))
    seen = []
    for _ in range(5):
        workspace.acceptance.next_in_queue()
        seen.append(workspace.caret.sentence_index)
    assert seen == [1, 4, 5, 1, 4]

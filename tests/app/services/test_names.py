"""The names of a document: counted on a worker while somebody watches."""

import threading

import pytest

from app.domain.documents import Document
from app.edits.documents import remove_document
from app.edits.spans import label_span
from app.services import names as module
from app.services.names import Names
from app.services.workers import LatestWorker
from app.session import Session
from tests.app.jobs.search.test_names import made
from tests.window_parts import propose


@pytest.fixture
def threads(monkeypatch):
    """Note on which threads names are counted."""
    seen = []
    count = module.name_groups

    def noting(question):
        seen.append(threading.current_thread().name)
        return count(question)

    monkeypatch.setattr(module, "name_groups", noting)
    return seen


@pytest.fixture
def names(qtbot, threads):
    project = made(["Ulm is", "Ulm is", "Rom is", "Rom is"])
    project.documents[2] = Document(2, "b", 1)
    project.corpus.documents[2:] = 2
    made_ = Names(Session(project))
    yield made_
    made_.close()


def listed(received):
    return [group.name for group in received.args[0]]


def test_names_are_counted_on_a_worker_while_somebody_watches(names, threads, qtbot):
    names.show_document(1)
    assert threads == []
    with qtbot.waitSignal(names.counted) as received:
        names.watch(wanted=True)
    assert listed(received) == ["Ulm"]
    assert set(threads) == {"workers"}


def test_they_follow_labels_and_the_document(names, qtbot):
    session = names._session
    names.show_document(1)
    with qtbot.waitSignal(names.counted):
        names.watch(wanted=True)
    with qtbot.waitSignal(names.counted) as received:
        session.apply(label_span(session.project, 0, 0, 0, 1))
    (group,) = received.args[0]
    assert [(one.label, one.confirmed) for one in group.types] == [("PER", 1)]
    assert group.n_open == 1
    with qtbot.waitSignal(names.counted, check_params_cb=bool):
        names.show_document(2)
    with qtbot.waitSignal(names.counted) as received:
        session.apply(remove_document(session.project, 2))
    assert received.args[0] is None, "an index may mean another sentence"


def test_names_are_unknown_until_the_suggestions_of_the_stored_model_are_there(names, qtbot):
    session = names._session
    session.suggestions.loading = True
    told = []
    names.counted.connect(told.append)
    names.show_document(1)
    names.watch(wanted=True)
    qtbot.wait(3 * module.AGAIN_MILLISECONDS)
    assert told == [None]
    with qtbot.waitSignal(names.counted) as received:
        for sentence_index in (0, 1):
            propose(session, sentence_index, ["B-PER", "O"], [0.9, 0.9])
    (group,) = received.args[0]
    assert [(one.label, one.suggested) for one in group.types] == [("PER", 2)]


def test_an_undo_is_counted_while_lengthy_work_goes_on(names, qtbot):
    session, go_on = names._session, threading.Event()
    lengthy = LatestWorker(lambda _: go_on.wait(60.0), lengthy=True)
    lengthy.post(None)
    names.show_document(1)
    try:
        with qtbot.waitSignal(names.counted, check_params_cb=bool):
            names.watch(wanted=True)
        with qtbot.waitSignal(names.counted):
            session.apply(label_span(session.project, 0, 0, 0, 1))
        with qtbot.waitSignal(names.counted) as received:
            session.undo()
        assert received.args[0][0].types == ()
    finally:
        go_on.set()
        lengthy.close()


def test_without_a_document_or_after_closing_nothing_is_counted(names, threads):
    names.watch(wanted=True)
    names.show_document(1)
    names.show_document(None)
    names.close()
    before = list(threads)
    names.watch(wanted=True)
    assert threads == before

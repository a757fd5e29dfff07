"""Learning curves by label are computed on a worker, once the kernels are compiled."""

from __future__ import annotations

import pytest

from app.edits.documents import remove_document
from app.services.label_curves import LabelCurvesSearch
from app.session import Session
from crfcore.errors import CrfError
from tests.fake_learning import FakeLearning
from tests.memory_projects import project_of


@pytest.fixture
def learning():
    return FakeLearning()


@pytest.fixture
def session(qapp):
    return Session(project_of())


@pytest.fixture
def search(session, learning, qtbot):
    made = LabelCurvesSearch(session, learning)
    yield made
    made.close()
    made.wait()


def test_curves_are_computed_on_a_worker(search, learning, qtbot):
    search.start()
    with qtbot.waitSignal(search.found) as received:
        search.request()
    assert received.args == [learning.curves]
    assert learning.threads == {"workers"}


def test_before_the_kernels_are_compiled_it_waits(search, qtbot):
    search.request()
    assert search._query.idle
    with qtbot.waitSignal(search.found):
        search.start()


def test_a_request_can_be_dropped(search, learning):
    search.request()
    search.cancel()
    search.start()
    assert search._query.idle
    assert not learning.threads


def test_an_error_is_a_sentence(search, learning, qtbot):
    learning.fail = CrfError("The template needs a column.")
    search.start()
    with qtbot.waitSignal(search.failed) as received:
        search.request()
    assert received.args == ["The template needs a column."]


def test_a_removed_document_is_told(search, session, qtbot):
    document = next(iter(session.project.documents))
    with qtbot.waitSignal(search.text_changed) as received:
        session.apply(remove_document(session.project, document))
    assert received.args == [True]
    with qtbot.waitSignal(search.text_changed) as received:
        session.undo()
    assert received.args == [False], "the text is as it was at the request"

"""The search for similar words: on a worker, and the last word counts."""

from __future__ import annotations

import pytest

from app.services.similar_words import SimilarWordsSearch
from app.session import Session
from crfcore.errors import CrfError
from tests.fake_learning import FakeLearning
from tests.memory_projects import project_of


@pytest.fixture
def learning():
    return FakeLearning()


@pytest.fixture
def search(qtbot, learning):
    made = SimilarWordsSearch(Session(project_of()), learning)
    yield made
    made.close()
    made.wait()


def test_words_are_found_on_a_worker(search, learning, qtbot):
    search.start()
    with qtbot.waitSignal(search.found) as received:
        search.search("mg")
    assert received.args[0].word == "mg"
    assert learning.threads == {"workers"}


def test_before_the_kernels_are_compiled_it_waits(search, learning, qtbot):
    search.search("mg")
    search.search("of")
    assert search._query.idle
    with qtbot.waitSignal(search.found) as received:
        search.start()
    assert received.args[0].word == "of"
    assert learning.words == ["of"]


def test_a_request_can_be_dropped(search, learning):
    search.search("mg")
    search.cancel()
    search.start()
    assert search._query.idle
    assert not learning.words


def test_an_error_is_a_sentence(search, learning, qtbot):
    learning.fail = CrfError("The word has no vector.")
    search.start()
    with qtbot.waitSignal(search.failed) as received:
        search.search("mg")
    assert received.args == ["The word has no vector."]


def test_nothing_is_searched_after_closing(search, learning):
    search.start()
    search.close()
    search.search("mg")
    search.wait()
    assert not learning.words

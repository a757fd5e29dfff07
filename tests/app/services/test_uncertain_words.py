"""Words for a gazetteer: listed on a worker, and the last request counts."""

from __future__ import annotations

import threading

import pytest

from app.services import uncertain_words as module
from app.services.uncertain_words import UncertainWordsSearch
from app.session import Session
from tests.local_text import named_project


@pytest.fixture
def threads(monkeypatch):
    """Note on which threads words are listed."""
    seen = []
    listed = module.uncertain_words

    def noting(question):
        seen.append(threading.current_thread().name)
        return listed(question)

    monkeypatch.setattr(module, "uncertain_words", noting)
    return seen


@pytest.fixture
def search(qtbot, threads):
    made = UncertainWordsSearch(Session(named_project(60)))
    yield made
    made.close()


def test_words_are_listed_on_a_worker(search, threads, qtbot):
    with qtbot.waitSignal(search.found) as received:
        search.search()
    assert received.args[0]
    assert set(threads) == {"workers"}


def test_nothing_is_listed_after_closing(search, threads):
    search.close()
    search.search()
    assert threads == []

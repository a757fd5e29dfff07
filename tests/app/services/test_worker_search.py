"""A search on a worker waits for the kernels, and a newer request replaces an older one."""

from __future__ import annotations

import pytest

from app.services.worker_search import WorkerSearch
from crfcore.errors import CrfError


class Lengths(WorkerSearch[str, int]):
    """Finds the length of a text, and remembers what it was asked."""

    def __init__(self):
        self.text = ""
        self.asked: list[str] = []
        super().__init__(lambda: self.text, self._length)

    def _length(self, text, cancelled, report):
        self.asked.append(text)
        if text == "bad":
            raise CrfError("This text is bad.")
        report(1, 2)
        return None if cancelled() else len(text)


@pytest.fixture
def search(qtbot):
    made = Lengths()
    yield made
    made.close()
    made.wait()


def test_a_request_before_the_kernels_waits_for_them(search, qtbot):
    search.text = "four"
    search.request()
    assert not search.asked
    with qtbot.waitSignal(search.found) as received:
        search.start()
    assert received.args == [4]


def test_a_request_that_was_dropped_is_not_answered(search):
    search.request()
    search.cancel()
    search.start()
    assert search._query.idle
    assert not search.asked


def test_an_error_is_a_sentence(search, qtbot):
    search.text = "bad"
    search.start()
    with qtbot.waitSignal(search.failed) as received:
        search.request()
    assert received.args == ["This text is bad."]


def test_after_the_end_nothing_is_asked(search):
    search.start()
    search.close()
    search.request()
    assert search._query.idle
    assert not search.asked

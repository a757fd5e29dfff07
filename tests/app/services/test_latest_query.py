"""Tests of queries on a worker: only the newest counts, one runs at a time."""

import threading

import pytest

from app.services.latest_query import LatestQuery
from app.services.threads import UiPriority
from app.services.workers import Workers
from crfcore.errors import CrfError


class Asker:
    """Queries the next number; the answer waits until `go` is set."""

    def __init__(self):
        self.n_queried = 0
        self.begun, self.go = [], threading.Event()
        self.cancelled, self.heard = [], []
        self.query = LatestQuery(
            self.question,
            self.work,
            lambda question, answer: self.heard.append((question, answer)),
            failed=lambda sentence: self.heard.append(sentence),
            unanswered=lambda question: self.heard.append((question, None)),
            workers=Workers("asker", 1),
        )

    def question(self):
        self.n_queried += 1
        return self.n_queried

    def work(self, question, run):
        self.begun.append(question)
        self.go.wait()
        if run.cancelled():
            self.cancelled.append(question)
        if question == 13:
            raise CrfError("Nobody can say.")
        return None if question == 14 else -question


@pytest.fixture
def asker(qtbot):
    made = Asker()
    yield made
    made.go.set()
    made.query.close()


def test_asking_anew_drops_what_is_under_way(asker, qtbot):
    asker.query.ask()
    qtbot.waitUntil(lambda: asker.begun == [1])
    asker.query.ask()
    asker.query.ask()
    asker.go.set()
    qtbot.waitUntil(lambda: asker.query.idle)
    assert asker.begun == [1, 3]
    assert asker.cancelled == [1]
    assert asker.heard == [(3, -3)]


def test_asking_again_lets_it_end_and_makes_the_question_then(asker, qtbot):
    asker.query.ask()
    qtbot.waitUntil(lambda: asker.begun == [1])
    for _ in range(3):
        asker.query.ask_when_quiet(0)
        qtbot.waitUntil(lambda: not asker.query.timer.isActive())
    assert asker.n_queried == 1
    asker.go.set()
    qtbot.waitUntil(lambda: asker.query.idle)
    assert asker.heard == [(1, -1), (2, -2)]
    assert asker.cancelled == []


def test_what_is_cancelled_is_not_heard_of(asker, qtbot):
    asker.query.ask()
    qtbot.waitUntil(lambda: asker.begun == [1])
    asker.query.ask_again(0)
    asker.query.cancel()
    assert not asker.query.running
    asker.go.set()
    qtbot.waitUntil(lambda: asker.query.idle)
    assert asker.begun == [1]
    assert asker.heard == []


def test_an_error_is_one_sentence_and_the_next_question_goes_well(asker, qtbot):
    asker.go.set()
    asker.n_queried = 12
    for _ in range(3):
        asker.query.ask()
        qtbot.waitUntil(lambda: asker.query.idle)
    assert asker.heard == ["Nobody can say.", (14, None), (15, -15)]


def test_after_a_bug_nobody_waits_for_ever(asker, qtbot, monkeypatch):
    received = []
    monkeypatch.setattr("sys.excepthook", lambda kind, error, trace: received.append(error))
    asker.go.set()
    asker.query._work = lambda question, run: {}[question]
    asker.query.ask()
    qtbot.waitUntil(lambda: asker.query.idle)
    assert asker.heard == [(1, None)]
    assert [type(error) for error in received] == [KeyError]


def test_progress_ends_with_the_answer_and_with_a_cancel(qtbot, monkeypatch):
    monkeypatch.setattr("app.services.latest_query.SECONDS_BETWEEN_REPORTS", 0.0)
    received, go = [], threading.Event()

    def work(_, run):
        run.report(1, 2)
        go.wait()
        return True

    query = LatestQuery(
        lambda: 1, work, lambda *_: None, progressed=lambda *how: received.append(how)
    )
    query.ask()
    qtbot.waitUntil(lambda: received == [(1, 2)])
    query.cancel()
    assert received == [(1, 2), (0, 0)]
    go.set()
    query.ask()
    qtbot.waitUntil(lambda: received == [(1, 2), (0, 0)] * 2)
    query.close()
    query.ask()
    query.ask_again(0)
    assert query.idle


def test_patient_workers_begin_and_go_on_in_a_pause_between_keys(qtbot, monkeypatch):
    priority = UiPriority()
    monkeypatch.setattr("app.services.latest_query.UI_PRIORITY", priority)
    monkeypatch.setattr("app.services.threads.PAUSE_BETWEEN_KEYS", 60.0)
    monkeypatch.setattr("app.services.threads.LONGEST_WAIT_FOR_PAUSE", 60.0)
    priority.claim_for_key()
    priority.release()
    begun, heard = [], []

    def work(question, run):
        begun.append(question)
        return None if run.stops() else -question

    query = LatestQuery(
        lambda: 1, work, lambda *pair: heard.append(pair), workers=Workers("asker", 1, patient=True)
    )
    query.ask()
    qtbot.wait(100)
    assert begun == []
    monkeypatch.setattr("app.services.threads.PAUSE_BETWEEN_KEYS", 0.1)
    qtbot.waitUntil(lambda: heard == [(1, -1)])
    priority.claim_for_key()
    priority.release()
    monkeypatch.setattr("app.services.threads.PAUSE_BETWEEN_KEYS", 60.0)
    query.ask()
    qtbot.wait(100)
    assert begun == [1]
    query.close()  # does not wait for the pause
    assert (begun, heard) == ([1], [(1, -1)])

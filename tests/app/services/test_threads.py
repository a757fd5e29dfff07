from __future__ import annotations

import os
import sys
import threading
import weakref

import pytest

from app.services import threads
from app.services.threads import (
    LatestWorker,
    RightOfWay,
    give_way,
    now_and_then,
    start_thread,
    threads_for_training,
)


def test_the_newest_request_is_worked_on_and_older_ones_that_wait_are_forgotten() -> None:
    begun, go, done = threading.Event(), threading.Event(), []

    def work(request: int) -> None:
        begun.set()
        go.wait()
        done.append(request)

    worker = LatestWorker("newest", work)
    worker.post(1)
    begun.wait()
    worker.post(2)
    worker.post(3)
    assert not worker.idle
    last = threading.Event()
    go.set()
    while len(done) < 2:
        last.wait(0.001)
    worker.stop()
    worker.join()
    assert done == [1, 3]


def test_nothing_is_begun_while_a_key_is_answered(monkeypatch) -> None:
    asked, go, worked, done = threading.Event(), threading.Event(), threading.Event(), []

    class Key:
        def give(self) -> None:
            asked.set()
            go.wait()

    def work(request: int) -> None:
        done.append(request)
        worked.set()

    monkeypatch.setattr(threads, "RIGHT_OF_WAY", Key())
    worker = LatestWorker("after the key", work)
    worker.post(1)
    asked.wait()
    worker.post(2)
    assert not worker.idle
    assert done == []
    go.set()
    worked.wait()
    worker.close()
    assert done == [2]


def test_nothing_asked_is_no_thread_and_at_the_end_nothing_is_taken_any_more() -> None:
    done: list[int] = []
    worker = LatestWorker("never", done.append)
    assert worker.idle
    worker.close()
    worker.post(1)
    worker.join()
    assert not worker.begun
    assert done == []


class Request:
    """Something that may hold much."""


def test_what_has_been_worked_on_is_let_go(qtbot) -> None:
    worker = LatestWorker("letting go", lambda _: None)
    request = Request()
    alive = weakref.ref(request)
    worker.post(request)
    del request
    qtbot.waitUntil(lambda: worker.idle and alive() is None)
    worker.stop()
    worker.join()


def test_what_waits_can_be_withdrawn() -> None:
    begun, go, done = threading.Event(), threading.Event(), []

    def work(request: int) -> None:
        begun.set()
        go.wait()
        done.append(request)

    worker = LatestWorker("withdrawn", work)
    worker.post(1)
    begun.wait()
    worker.post(2)
    worker.withdraw()
    go.set()
    worker.stop()
    worker.join()
    assert done == [1]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives one thread a priority")
def test_a_computing_thread_gives_way_and_others_do_not() -> None:
    found = []

    def look() -> None:
        give_way()
        found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    start_thread("polite", look).join()
    assert found == [min(before + 10, 19)] or found == [10]
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before


def test_a_system_that_forbids_it_is_no_reason_to_stop(monkeypatch) -> None:
    def forbidden(*_) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "setpriority", forbidden, raising=False)
    give_way()


def test_a_core_stays_free() -> None:
    assert 1 <= threads_for_training() <= max(1, (os.cpu_count() or 1) - 1)


def test_a_bug_on_a_thread_reaches_the_hook(monkeypatch) -> None:
    told = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: told.append(error))

    def broken() -> None:
        raise ZeroDivisionError

    start_thread("broken", broken).join()
    assert isinstance(told[0], ZeroDivisionError)


def test_a_bug_in_one_request_does_not_end_the_worker(monkeypatch) -> None:
    told, done = [], threading.Event()
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: told.append(error))

    def work(request: int) -> None:
        if request == 1:
            raise ZeroDivisionError
        done.set()

    worker = LatestWorker("broken", work)
    worker.post(1)
    while not told:
        done.wait(0.001)
    worker.post(2)
    assert done.wait(120)
    worker.stop()
    worker.join()


def test_a_worker_rests_in_proportion_and_can_be_stopped_at_rest() -> None:
    begun: list[int] = []
    first = threading.Event()

    def work(request: int) -> None:
        begun.append(request)
        first.set()

    worker = LatestWorker("resting", work, rest=1e12)
    worker.post(1)
    assert first.wait(120)
    worker.post(2)
    worker.stop()
    worker.join(10)
    assert begun == [1]


def test_a_rest_ends_whatever_the_work_took(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "LONGEST_REST", 0.05)
    begun: list[int] = []
    events = threading.Event(), threading.Event()

    def work(request: int) -> None:
        begun.append(request)
        events[request].set()

    worker = LatestWorker("resting", work, rest=1e12)
    for request, event in enumerate(events):
        worker.post(request)
        assert event.wait(120)
    worker.stop()
    worker.join(10)
    assert begun == [0, 1]


def test_progress_is_told_now_and_then(monkeypatch) -> None:
    now = [100.0]
    monkeypatch.setattr("app.services.threads.time.monotonic", lambda: now[0])
    told = []
    tell = now_and_then(0.5, lambda *what: told.append(what))
    for done, at in enumerate((100.1, 100.6, 100.7, 101.2)):
        now[0] = at
        tell(done, 4)
    assert told == [(1, 4), (3, 4)]


def test_a_computing_thread_rests_until_the_window_has_answered(monkeypatch) -> None:
    monkeypatch.setattr(threads, "LONGEST_ANSWER", 60.0)
    right, done = RightOfWay(), threading.Event()
    right.claim()

    def compute() -> None:
        right.give()
        done.set()

    thread = start_thread("computing", compute)
    assert right.claimed
    assert not done.wait(0.05)
    right.release()
    assert done.wait(60.0)
    thread.join()
    assert not right.claimed


def test_nobody_waits_where_no_key_has_come() -> None:
    RightOfWay().give()


def test_an_answer_that_is_never_painted_holds_nobody_up_for_long() -> None:
    right = RightOfWay()
    right.claim()
    right.give()
    right.give()
    assert right.claimed

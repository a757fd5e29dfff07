from __future__ import annotations

import sys
import threading
import weakref

import pytest

from app.services import workers
from app.services.workers import LatestWorker, Workers


def test_the_newest_request_is_worked_on_and_older_ones_that_wait_are_forgotten() -> None:
    begun, go, done = threading.Event(), threading.Event(), []

    def work(request: int) -> None:
        begun.set()
        go.wait()
        done.append(request)

    worker = LatestWorker(work)
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
    reached, go, worked, done = threading.Event(), threading.Event(), threading.Event(), []

    class Key:
        def give(self) -> None:
            reached.set()
            go.wait()

    def work(request: int) -> None:
        done.append(request)
        worked.set()

    monkeypatch.setattr(workers, "UI_PRIORITY", Key())
    worker = LatestWorker(work)
    worker.post(1)
    reached.wait()
    worker.post(2)
    assert not worker.idle
    assert done == []
    go.set()
    worked.wait()
    worker.close()
    assert done == [2]


def test_nothing_asked_is_no_thread_and_at_the_end_nothing_is_taken_any_more() -> None:
    done: list[int] = []
    worker = LatestWorker(done.append)
    assert worker.idle
    worker.close()
    worker.post(1)
    worker.join()
    assert not worker.begun
    assert done == []


class Request:
    """Something that may refer to much."""


def test_what_has_been_worked_on_is_let_go(qtbot) -> None:
    worker = LatestWorker(lambda _: None)
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

    worker = LatestWorker(work)
    worker.post(1)
    begun.wait()
    worker.post(2)
    worker.withdraw()
    go.set()
    worker.stop()
    worker.join()
    assert done == [1]


def test_a_bug_in_one_request_does_not_end_the_worker(monkeypatch) -> None:
    received, done = [], threading.Event()
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: received.append(error))

    def work(request: int) -> None:
        if request == 1:
            raise ZeroDivisionError
        done.set()

    worker = LatestWorker(work)
    worker.post(1)
    while not received:
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

    worker = LatestWorker(work, rest=1e12)
    worker.post(1)
    assert first.wait(120)
    worker.post(2)
    worker.stop()
    worker.join(10)
    assert begun == [1]


def test_a_rest_ends_whatever_the_work_took(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "LONGEST_REST", 0.05)
    begun: list[int] = []
    events = threading.Event(), threading.Event()

    def work(request: int) -> None:
        begun.append(request)
        events[request].set()

    worker = LatestWorker(work, rest=1e12)
    for request, event in enumerate(events):
        worker.post(request)
        assert event.wait(120)
    worker.stop()
    worker.join(10)
    assert begun == [0, 1]


def test_what_is_quick_never_waits_for_what_takes_long(qtbot) -> None:
    pool, go, done = Workers("pool", 2), threading.Event(), []
    long = [
        LatestWorker(lambda request: go.wait() and done.append(request), lengthy=True, workers=pool)
        for _ in range(3)
    ]
    quick = LatestWorker(done.append, workers=pool)
    for number, worker in enumerate(long):
        worker.post(number)
    qtbot.waitUntil(lambda: any(worker.busy for worker in long))
    quick.post("quick")
    qtbot.waitUntil(lambda: done == ["quick"])
    assert sum(worker.busy for worker in long) == 1
    go.set()
    qtbot.waitUntil(lambda: done == ["quick", 0, 1, 2])
    for worker in (*long, quick):
        worker.close()


def test_many_share_a_few_threads_in_turn(qtbot) -> None:
    pool, names, lock = Workers("few", 2), [], threading.Lock()
    go = threading.Event()

    def work(request: int) -> None:
        go.wait()
        with lock:
            names.append((request, threading.current_thread().name))

    many = [LatestWorker(work, workers=pool) for _ in range(9)]
    for number, worker in enumerate(many):
        worker.post(number)
    assert sum(thread.name == "few" for thread in threading.enumerate()) == 2
    go.set()
    qtbot.waitUntil(lambda: len(names) == 9)
    assert sorted(names) == [(number, "few") for number in range(9)]
    for worker in many:
        worker.close()
    qtbot.waitUntil(lambda: all(thread.name != "few" for thread in threading.enumerate()))
    # They are available again for a later request.
    late = LatestWorker(work, workers=pool)
    late.post(9)
    qtbot.waitUntil(lambda: (9, "few") in names)
    late.close()


def test_patient_threads_end_when_there_is_no_request() -> None:
    def alive() -> list[threading.Thread]:
        return [thread for thread in threading.enumerate() if thread.name == "patient in a test"]

    patient, done = Workers("patient in a test", 1, patient=True), threading.Semaphore(0)
    worker = LatestWorker(lambda _: done.release(), workers=patient)
    for request in range(3):
        worker.post(request)
        assert done.acquire(timeout=60.0)
        for thread in alive():
            thread.join(60.0)
        assert not alive()
    assert worker.idle
    worker.close()


def test_a_pause_that_ends_between_two_looks_at_the_clock_loses_no_request(monkeypatch) -> None:
    done = threading.Semaphore(0)
    pool = Workers("in a test", 1)
    worker = LatestWorker(lambda _: done.release(), workers=pool)
    rests = iter([0.001, -0.001])
    monkeypatch.setattr(worker, "rests_for", lambda: next(rests, -1.0))
    worker.post(1)
    assert done.acquire(timeout=60.0)
    worker.close()


def test_a_pool_outlives_a_thread_that_does_not_start(monkeypatch) -> None:
    done = threading.Semaphore(0)
    pool = Workers("in a test", 1)
    worker = LatestWorker(lambda _: done.release(), workers=pool)

    def refuse(*_: object) -> None:
        raise RuntimeError("cannot start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(workers, "start_thread", refuse)
        with pytest.raises(RuntimeError):
            worker.post(1)
    worker.post(2)
    assert done.acquire(timeout=60.0)
    worker.close()

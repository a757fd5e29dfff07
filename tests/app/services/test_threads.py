from __future__ import annotations

import os
import sys
import threading

import pytest

from app.services import threads
from app.services.threads import (
    UiPriority,
    give_way,
    now_and_then,
    start_thread,
    threads_for_training,
)


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
    received = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: received.append(error))

    def broken() -> None:
        raise ZeroDivisionError

    start_thread("broken", broken).join()
    assert isinstance(received[0], ZeroDivisionError)


def test_progress_is_told_now_and_then(monkeypatch) -> None:
    now = [100.0]
    monkeypatch.setattr("app.services.threads.time.monotonic", lambda: now[0])
    received = []
    tell = now_and_then(0.5, lambda *what: received.append(what))
    for done, at in enumerate((100.1, 100.6, 100.7, 101.2)):
        now[0] = at
        tell(done, 4)
    assert received == [(1, 4), (3, 4)]


def test_a_computing_thread_rests_until_the_window_has_answered() -> None:
    right, done = UiPriority(), threading.Event()
    right.claim(60.0)

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
    UiPriority().give()


def test_an_answer_that_is_never_painted_holds_nobody_up_for_long() -> None:
    right = UiPriority()
    right.claim()
    assert right.claimed
    right.give()
    right.give()
    assert not right.claimed


def test_only_a_claim_that_is_there_is_extended(monkeypatch) -> None:
    now = [5.0]
    monkeypatch.setattr(threads.time, "monotonic", lambda: now[0])
    priority = UiPriority()
    priority.extend(60.0)
    assert not priority.claimed
    priority.claim()
    priority.extend(60.0)
    now[0] += 59.0
    waiting = start_thread("computing", priority.give)
    waiting.join(0.05)
    assert waiting.is_alive()
    priority.release()
    waiting.join()


def test_keys_within_a_few_hundredths_of_a_second_come_in_quick_succession(monkeypatch) -> None:
    now = [5.0]
    monkeypatch.setattr(threads.time, "monotonic", lambda: now[0])
    right = UiPriority()
    right.claim_for_key()
    assert not right.in_succession
    right.claim()  # work in between is no key
    now[0] += threads.QUICK_SUCCESSION - 0.01
    right.claim_for_key()
    assert right.in_succession
    now[0] += threads.QUICK_SUCCESSION + 0.01
    right.claim_for_key()
    assert not right.in_succession


def test_a_step_of_many_sentences_is_no_quiet_time_and_no_key_in_succession(monkeypatch) -> None:
    now = [5.0]
    monkeypatch.setattr(threads.time, "monotonic", lambda: now[0])
    priority = UiPriority()
    priority.claim_for_step()
    assert priority.claimed
    assert priority.seconds_without_keys < 1.0
    priority.claim_for_key()
    assert not priority.in_succession
    now[0] += 40.0
    assert priority.seconds_without_keys >= 40.0


def test_a_scroll_is_no_quiet_time_either_and_holds_nobody_up_for_long(monkeypatch) -> None:
    now = [5.0]
    monkeypatch.setattr(threads.time, "monotonic", lambda: now[0])
    priority = UiPriority()
    priority.claim_for_scroll()
    assert priority.claimed
    assert priority.seconds_without_keys < 1.0
    now[0] += threads.LONGEST_ANSWER
    priority.give()


def test_a_scroll_keeps_the_claim_and_the_succession_of_keys(monkeypatch) -> None:
    now = [5.0]
    monkeypatch.setattr(threads.time, "monotonic", lambda: now[0])
    priority = UiPriority()
    for expected in (False, True, True):
        priority.claim_for_key()
        assert priority.in_succession is expected
        priority.claim_for_scroll()
        priority.release()
        priority.claim_for_scroll()  # by what is shown after the paint
        now[0] += 0.03
    now[0] += 1.0
    priority.claim_for_scroll()
    assert not priority.in_succession
    priority.claim_for_step()
    priority.claim_for_scroll()
    assert priority._until == now[0] + threads.LONGEST_STEP


def test_scrolls_that_follow_each_other_keep_the_claim_between_their_paints(monkeypatch) -> None:
    now = [5.0]
    monkeypatch.setattr(threads.time, "monotonic", lambda: now[0])
    priority = UiPriority()
    for is_kept in (False, True, True):
        priority.claim_for_scroll()
        priority.release_painted()
        assert priority.claimed is is_kept
        now[0] += 0.03
    now[0] += threads.LONGEST_ANSWER
    assert not priority.claimed  # nobody scrolls on
    priority.claim_for_key()  # its answer scrolls, too
    priority.claim_for_scroll()
    priority.release_painted()
    assert not priority.claimed
    now[0] += threads.SCROLLING
    priority.claim_for_scroll()
    priority.release_painted()
    assert not priority.claimed


def test_a_step_and_a_key_after_a_scroll_end_their_claims_with_the_paint(monkeypatch) -> None:
    monkeypatch.setattr(threads.time, "monotonic", lambda: 5.0)
    for claim in (UiPriority.claim_for_step, UiPriority.claim_for_key):
        priority = UiPriority()
        priority.claim_for_scroll()
        priority.claim_for_scroll()
        priority.release_painted()
        assert priority.claimed
        claim(priority)
        priority.release_painted()
        assert not priority.claimed


class PausedClock:
    """A clock that moves only while somebody sleeps, and a key that comes at some times."""

    def __init__(self, monkeypatch, right: UiPriority, keys: list[float]) -> None:
        self.now, self.slept = 100.0, 0.0
        self.right, self.keys = right, keys
        monkeypatch.setattr(threads.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(threads.time, "sleep", self.sleep)

    def sleep(self, seconds: float) -> None:
        assert seconds > 0.0
        self.now += seconds
        self.slept += seconds
        while self.keys and self.keys[0] <= self.slept:
            self.keys.pop(0)
            self.right.claim_for_key()
            self.right.release()


@pytest.mark.parametrize(
    ("keys", "waited"),
    [
        ([], 0.5),
        ([0.4, 0.7], 0.7 + 0.5),
        ([number / 5 for number in range(1, 100)], threads.LONGEST_WAIT_FOR_PAUSE),
    ],
)
def test_patient_work_goes_on_when_no_key_has_come_for_a_while(monkeypatch, keys, waited) -> None:
    right = UiPriority()
    clock = PausedClock(monkeypatch, right, keys)
    right.claim_for_key()
    right.release()
    right.give_until_pause(lambda: False)
    assert clock.slept == pytest.approx(waited, abs=0.1)


def test_patient_work_does_not_wait_where_no_key_has_come(monkeypatch) -> None:
    right = UiPriority()
    clock = PausedClock(monkeypatch, right, [])
    right.give_until_pause(lambda: False)
    assert clock.slept == 0.0


def test_cancelled_work_does_not_wait_for_a_pause(monkeypatch) -> None:
    right = UiPriority()
    clock = PausedClock(monkeypatch, right, [])
    right.claim_for_key()
    right.release()
    right.give_until_pause(lambda: clock.slept > 0.1)
    assert clock.slept == pytest.approx(0.15, abs=0.06)

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
import weakref

import pytest
from PySide6.QtCore import QObject, Qt
from shiboken6 import delete

from app.services.task import TaskState, sentence_of
from crfcore.errors import DataError


def heard(task):
    received = []
    task.progress.connect(
        lambda done, total, text: received.append(("progress", done, total, text))
    )
    task.finished.connect(lambda result: received.append(("finished", result)))
    task.failed.connect(lambda reason: received.append(("failed", reason)))
    task.cancelled.connect(lambda: received.append(("cancelled",)))
    task.ended.connect(lambda: received.append(("ended",)))
    return received


def test_a_task_tells_how_far_it_is_and_what_came_of_it(qtbot) -> None:
    task = TaskState("counting")
    received = heard(task)

    def job(state: TaskState) -> int:
        state.report(1, 2, "half")
        return 7

    with qtbot.waitSignal(task.ended):
        task.start(job)
    assert received == [("progress", 1, 2, "half"), ("finished", 7), ("ended",)]
    assert task.over
    task.wait()


def test_who_has_been_deleted_hears_nothing_more(qtbot) -> None:
    task, listener, other = TaskState("counting"), QObject(), QObject()
    received = []
    task.listen(finished=received.append, ended=lambda: received.append("ended"), by=listener)
    task.listen(finished=received.append, by=other)
    delete(listener)
    task.run(lambda _: 7)
    assert received == [7]


def test_a_job_whose_window_has_gone_ends_quietly(qtbot) -> None:
    task, done = TaskState("counting"), []

    def job(state: TaskState) -> int:
        delete(state)
        done.append(1)
        return 7

    task.run(job)
    assert task.over
    assert done == [1]


def test_a_job_whose_window_has_gone_stops_at_its_next_report(qtbot) -> None:
    task, done = TaskState("counting"), []

    def job(state: TaskState) -> None:
        delete(state)
        state.report(1, 2)
        done.append(1)

    task.run(job)
    assert task.over
    assert not done


@pytest.mark.parametrize("way", ["finishes", "fails", "is stopped", "goes on"])
def test_only_the_thread_that_deletes_a_task_emits_its_signals(qtbot, way) -> None:
    """Another thread, which had just seen that the task is there, crashed in Qt."""
    task, window, on = TaskState("racing"), threading.current_thread(), []
    for signal in (task.progress, task.finished, task.failed, task.cancelled, task.ended):
        signal.connect(
            lambda *_: on.append(threading.current_thread()), Qt.ConnectionType.DirectConnection
        )

    def job(state: TaskState) -> None:
        state.report(1, 2)
        if way == "fails":
            raise DataError("too short")
        if way == "is stopped":
            state.cancel()
        state.show_progress(2, 2)
        state.report(2, 2)

    with qtbot.waitSignal(task.ended):
        task.start(job, (lambda _: task.run(job)) if way == "goes on" else None)
    task.wait()
    n_signals = {"finishes": 5, "fails": 3, "is stopped": 4, "goes on": 8}[way]
    assert on == [window] * n_signals


@pytest.mark.parametrize("goes_on", [False, True])
def test_a_task_that_is_deleted_before_its_end_is_heard_ends_quietly(qtbot, goes_on) -> None:
    parent, received = QObject(), []
    task, other = TaskState("late", parent), TaskState("other")
    heard_of_it = heard(task)
    task.start(lambda state: state.report(1), received.append if goes_on else None)
    task.wait()
    delete(parent)
    with qtbot.waitSignal(other.ended):
        other.start(lambda _: None)
    assert heard_of_it == received == []
    other.wait()


ENDS_EARLY = """
import threading
from PySide6.QtCore import QCoreApplication, QObject
from app.services.task import TaskState

application, parent, reported = QCoreApplication([]), QObject(), threading.Semaphore(0)

def job(task):
    while True:
        task.report(1)
        reported.release()

for _ in range(3):
    TaskState("going on", parent).start(job)
for _ in range(300):
    reported.acquire()
"""


def test_the_program_can_end_while_tasks_report() -> None:
    for _ in range(3):
        ended = subprocess.run(
            [sys.executable, "-c", ENDS_EARLY], capture_output=True, text=True, check=False
        )
        assert (ended.returncode, ended.stderr) == (0, "")


def test_what_is_the_worlds_fault_becomes_a_sentence(qtbot, tmp_path) -> None:
    task = TaskState("failing")
    received = heard(task)

    def job(_) -> None:
        raise DataError("too short", path="a.txt", line=3)

    with qtbot.waitSignal(task.ended):
        task.start(job)
    assert received == [("failed", "a.txt, line 3: too short"), ("ended",)]
    with pytest.raises(FileNotFoundError) as caught:
        (tmp_path / "gone").read_text()
    assert sentence_of(caught.value).endswith(
        "gone: There is no such file or folder; check the name and the folder."
    )


def test_a_task_stops_when_it_is_asked_to(qtbot) -> None:
    task = TaskState("waiting")
    received = heard(task)
    task.cancel()
    with qtbot.waitSignal(task.ended):
        task.start(lambda state: state.report(1))
    assert received == [("cancelled",), ("ended",)]


def test_a_bug_goes_to_the_hook_and_nobody_waits_for_ever(qtbot, monkeypatch) -> None:
    hooked = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: hooked.append(kind))
    task = TaskState("broken")
    received = heard(task)

    def job(_) -> None:
        raise ZeroDivisionError

    with qtbot.waitSignal(task.ended):
        task.start(job)
    task.wait()
    assert received == [("ended",)]
    assert hooked == [ZeroDivisionError]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.ENOENT, errno.EACCES, errno.EROFS])
def test_an_error_of_the_disk_says_what_to_do(number):
    received = sentence_of(OSError(number, os.strerror(number), "/there/a.txt"))
    assert received.startswith("/there/a.txt: ")
    assert "; " in received


def test_the_file_of_an_error_of_the_disk_is_one_line_that_nothing_reorders():
    received = sentence_of(OSError(errno.ENOSPC, "Full", "/there/a\u202egpj.exe\nAll is well.txt"))
    assert received.startswith("/there/a\\u202egpj.exe\\nAll is well.txt: The disk is full")


def test_an_error_that_is_rare_says_what_the_system_says():
    assert sentence_of(OSError(errno.EBUSY, "Device busy", "/x")) == "/x: Device busy."
    assert sentence_of(OSError("odd")) == "odd"


class Held:
    """Something that a listener refers to."""


@pytest.mark.parametrize("way", ["finishes", "fails", "is stopped"])
def test_listeners_hear_everything_once_and_are_let_go(qtbot, way) -> None:
    parent = QObject()
    task, received = TaskState("ending", parent), []

    def listen(held: Held) -> None:
        task.listen(
            progress=lambda *values: received.append((*values, held)),
            finished=lambda found: received.append((found, held)),
            failed=lambda reason: received.append((reason, held)),
            ended=lambda: received.append(("ended", held)),
        )

    def job(state: TaskState) -> int:
        state.report(1, 2, "half")
        if way == "fails":
            raise DataError("too short")
        if way == "is stopped":
            state.cancel()
        state.report(2, 2, "whole")
        return 7

    held = [Held(), Held()]
    alive = [weakref.ref(one) for one in held]
    for one in held:
        listen(one)
    outside = []
    task.ended.connect(lambda: outside.append("ended"))
    task.start(job)
    qtbot.waitUntil(lambda: bool(outside))
    progress = [(1, 2, "half")] if way != "finishes" else [(1, 2, "half"), (2, 2, "whole")]
    last = {"finishes": [(7,)], "fails": [("too short",)], "is stopped": []}[way]
    expected = [*progress, *last, ("ended",)]
    for one in held:
        assert [values[:-1] for values in received if values[-1] is one] == expected
    received.clear()
    held.clear()
    one = None
    assert [ref() for ref in alive] == [None, None]
    task.wait()


def test_a_file_that_windows_does_not_share_is_open_elsewhere():
    error = PermissionError(errno.EACCES, "The process cannot access the file", "/there/a.txt")
    error.winerror = 32
    assert sentence_of(error) == (
        "/there/a.txt: Another program has this file open; close it there, and try again."
    )

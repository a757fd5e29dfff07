"""Tasks give the same results in this process, in others, and elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from operator import getitem

import pytest

from crfcore.errors import CrfError
from crfcore.tasks import CancelledTasksError, LostWorkerError, Tasks, Work, results
from tests import task_functions

WORK = Work(task_functions.do, task_functions.prepare, ("word",))
posix = pytest.mark.skipif(os.name != "posix", reason="signals of Unix")


class Scattering(ThreadPoolExecutor):
    """An executor with the method of Dask's client that sends an object to each worker."""

    def scatter(self, objects, *, broadcast, hash):  # noqa: A002 - Dask's name
        assert broadcast
        assert not hash
        return list(objects)


def all_of(tasks, each):
    for number, task in enumerate(each):
        tasks.add(number, task)
    return {key: future.exception() or future.result() for key, future in tasks.finished()}


def test_here_in_order():
    with Tasks(WORK) as tasks:
        assert results(tasks, "abc") == [("word", one) for one in "abc"]
        tasks.add(0, "a")
        found = []
        for key, future in tasks.finished():
            found.append(future.result()[1])
            if key < 3:
                tasks.add(key + 1, "a" * (key + 2))
        assert found == ["a", "aa", "aaa", "aaaa"]


def test_an_error_of_a_task_is_raised_by_its_result():
    with Tasks(WORK) as tasks:
        found = all_of(tasks, ["a", "raise", "b"])
        assert str(found.pop(1)) == "a task"
        assert found == {0: ("word", "a"), 2: ("word", "b")}
        with pytest.raises(ValueError, match="a task"):
            results(tasks, ["a", "raise"])


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, Scattering])
def test_a_client_does_them(kind):
    with kind(2) as client, Tasks(WORK, client=client) as tasks:
        found = all_of(tasks, ["a", "raise", *"bcdef"])
        assert str(found.pop(1)) == "a task"
        assert sorted(task for _, task in found.values()) == list("abcdef")


@pytest.mark.parametrize("client", [3, "tcp://127.0.0.1:8786", ThreadPoolExecutor])
def test_what_is_no_client_is_named(client):
    with pytest.raises(CrfError, match=r"client=.* is neither a client of Dask nor an executor;"):
        Tasks(WORK, client=client)


@posix
def test_a_process_that_is_lost_takes_only_its_task_along():
    with Tasks(WORK, jobs=2) as tasks:
        found = all_of(tasks, ["a", "b", "die", "raise", "odd", *"cdefg"])
    assert isinstance(found[2], LostWorkerError)
    assert str(found[3]) == "a task"
    assert isinstance(found[4], RuntimeError)
    assert str(found[4]) == "1 and 2"
    assert [found[n] for n in (0, 1, *range(5, 10))] == [("word", one) for one in "abcdefg"]


@posix
def test_cancelling_ends_the_processes_amid_their_tasks():
    answers = iter([False, False, True])
    with (
        pytest.raises(CancelledTasksError),
        Tasks(WORK, jobs=2, cancelled=lambda: next(answers)) as tasks,
    ):
        all_of(tasks, ["wait", "wait", "wait"])


@posix
def test_processes_get_no_interrupt():
    with Tasks(Work(task_functions.held, task_functions.prepare, ("",)), jobs=2) as tasks:
        assert results(tasks, [1]) == [True]
    assert not task_functions.held(None, None)
    assert "PYTHONSAFEPATH" not in os.environ


UNGUARDED = """
from operator import getitem

from crfcore.tasks import Tasks, Work, results

with Tasks(Work(getitem, str, ("x" * 1_000_000,)), jobs=2) as tasks:
    results(tasks, [0, 1, 2])
"""
"""Each process would run it again; what they share fills the buffer of a pipe many times."""


def test_a_script_without_a_guard_ends_with_an_error(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(UNGUARDED, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script], capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert done.returncode == 1
    assert "LostWorkerError: The process that worked on this ended" in done.stderr
    assert "if __name__ == '__main__':" in done.stderr.splitlines()[-1]


def test_each_process_gets_what_all_share():
    with Tasks(Work(getitem, str, ("x" * 1_000_000 + "y",)), jobs=3) as tasks:
        assert results(tasks, [*range(30), 1_000_000]) == ["x"] * 30 + ["y"]


def test_what_is_refused():
    with pytest.raises(CrfError, match="jobs=0 is not possible"):
        Tasks(WORK, jobs=0)
    with pytest.raises(CrfError, match="cannot be sent to other processes"):
        Tasks(Work(lambda context, task: task, task_functions.prepare, ("",)), jobs=2)

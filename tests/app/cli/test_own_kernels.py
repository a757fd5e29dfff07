"""This machine's own kernels are compiled while a command runs with shipped ones."""

from __future__ import annotations

import sys
from queue import Queue

import pytest

from app.cli import own_kernels
from crfcore import kernel_stamps, shipped_kernels
from crfcore.children import python_module
from tests.patience import PATIENCE


@pytest.fixture
def calls(monkeypatch, tmp_path):
    """Return what child processes were called with, in the order of their calls."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kernels"))
    monkeypatch.setattr(shipped_kernels, "is_used", lambda: True)
    monkeypatch.setattr(shipped_kernels, "has_part", lambda _: True)
    child = tmp_path / "child"
    written = tmp_path / "calls"
    child.write_text(f'#!/bin/sh\necho "$*" >> {written}\ncat\n')
    child.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(child))
    monkeypatch.setattr(own_kernels, "_children", [])

    def calls() -> list[str]:
        for process in own_kernels._children:
            process.communicate()  # closes its pipe: it ends
        return written.read_text().splitlines() if written.exists() else []

    return calls


def called(*parts):
    return " ".join(python_module("crfcore.warm", "--with-parent", *parts)[1:])


def test_what_is_missing_is_compiled_in_one_process_that_ends_with_this_one(calls, tmp_path):
    kernel_stamps.stamp(tmp_path / "kernels", "labelling")
    own_kernels._start(0.0)
    assert calls() == [called(*own_kernels.PARTS[1:])]


def test_with_code_of_this_machine_nothing_is_compiled(calls, tmp_path):
    for part in own_kernels.PARTS:
        kernel_stamps.stamp(tmp_path / "kernels", part)
    own_kernels._start(0.0)
    assert calls() == []


def test_without_shipped_code_nothing_is_compiled(calls, monkeypatch):
    monkeypatch.setattr(shipped_kernels, "has_part", lambda _: False)
    monkeypatch.setattr(own_kernels, "compile_meanwhile", pytest.fail)
    own_kernels._start(0.0)
    assert calls() == []


def test_a_command_that_reads_its_files_first_is_asked_again(calls, monkeypatch):
    answers = iter([False, False, True])
    monkeypatch.setattr(shipped_kernels, "is_used", lambda: next(answers))
    asked = []

    def ask_again(seconds):
        asked.append(seconds)
        own_kernels._start(seconds)

    monkeypatch.setattr(own_kernels, "compile_meanwhile", ask_again)
    own_kernels._start(3.0)
    assert asked == [3.0, 3.0]
    assert calls() == [called(*own_kernels.PARTS)]


def test_a_program_that_cannot_be_started_costs_nothing(calls, monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "missing"))
    own_kernels._start(0.0)
    assert calls() == []


def test_a_short_command_does_not_wait_for_it():
    before = {*own_kernels.threading.enumerate()}
    own_kernels.compile_meanwhile(seconds=600.0)
    (timer,) = {*own_kernels.threading.enumerate()} - before
    assert timer.daemon
    timer.cancel()
    timer.join()


def test_a_timer_calls_it(monkeypatch):
    asked = Queue()
    monkeypatch.setattr(own_kernels, "_start", asked.put)
    own_kernels.compile_meanwhile(seconds=0.0)
    assert asked.get(timeout=PATIENCE / 1000) == 0.0

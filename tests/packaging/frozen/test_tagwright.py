"""Tests of the frozen program's start, run here as a script."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.packaging.scripts import PACKAGING, script_module

PROGRAM = PACKAGING / "frozen" / "tagwright.py"


@pytest.mark.parametrize("words", [[], ["notes.tagwright"], ["pipe_handle=x"], ["tracker_fd=5"]])
def test_the_switch_of_pools_is_refused_from_anyone_else(words, tmp_path):
    done = subprocess.run(
        [sys.executable, PROGRAM, "--multiprocessing-fork", *words],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "--multiprocessing-fork is for processes that the program starts; leave it out.\n"
    )


def test_processes_of_a_pool_are_known(monkeypatch):
    from multiprocessing import spawn

    program = script_module("tagwright", "frozen")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    for given in ({"tracker_fd": 5, "pipe_handle": 7}, {"parent_pid": 812, "pipe_handle": 7}):
        _, *arguments = spawn.get_command_line(**given)
        assert arguments[0] == program.POOL_PROCESS
        assert not program.is_mistaken_for_pool(arguments)
    assert not program.is_mistaken_for_pool(["notes.tagwright"])
    assert not program.is_mistaken_for_pool([])

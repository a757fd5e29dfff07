"""kill -9 of the real window while keys are delivered: what was called saved is there."""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.jobs.create_project import create_sample
from app.storage.project_file import ProjectFile
from tests.soak.state import digest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="windows are started by fork"),
]


A_STEP = 0.02
"""Seconds in which a step is made, written and told of, more or less."""

AN_OPENING = 0.4
"""Seconds in which a window opens, more or less."""


class Nursery:
    """A process that starts windows, so that each need not import everything anew."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(ROOT / "tests" / "soak" / "nursery.py")],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self, project: Path, report: Path, seed: int) -> int:
        """Start a window and return its process."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{project}\t{report}\t{seed}\n")
        self._process.stdin.flush()
        return int(self._answer())

    def status(self) -> int:
        """Wait for the window's end and return its exit status."""
        return int(self._answer())

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process.wait()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


@pytest.fixture
def nursery() -> Iterator[Nursery]:
    process = Nursery()
    yield process
    process.close()


def rest(seconds: float) -> None:
    """Let other processes work; the moment of the kill is drawn, not waited for."""
    select.select([], [], [], seconds)


def wait_for_steps(report: Path, process: int, steps: int) -> None:
    """Wait until a window takes keys and has recorded so many steps since."""
    while True:
        said = report.read_bytes() if report.exists() else b""
        if b"ready" in said and said.partition(b"ready")[2].count(b"recorded") >= steps:
            return
        os.kill(process, 0)
        rest(0.002)


def kill_one(
    nursery: Nursery, project: Path, report: Path, chance: random.Random, most_steps: int
) -> None:
    """Start a window, kill it at some moment, and compare the file with what it reported.

    It is killed a moment after one of its first ``most_steps`` steps: how fast the machine is says
    when that comes, not how much is done until then.
    """
    process = nursery.start(project, report, chance.randrange(2**31))
    if chance.random() < 0.9:  # the others die while they open
        wait_for_steps(report, process, chance.randint(0, most_steps))
        rest(chance.random() * A_STEP)
    else:
        rest(chance.random() * AN_OPENING)
    os.kill(process, signal.SIGKILL)
    assert nursery.status() == -signal.SIGKILL, "the window ended before it was killed"

    said = [line.split() for line in report.read_text().splitlines()] if report.exists() else []
    saved = max((int(words[1]) for words in said if words[0] == "saved"), default=0)
    states = {int(words[1]): words[2] for words in said if words[0] == "recorded"}
    with ProjectFile.open(project) as file:
        found = digest(file.load())
    possible = {state for revision, state in states.items() if revision >= saved}
    assert not states or found in possible, (
        f"The file holds neither what was saved at revision {saved} nor a later state."
    )


def kill_often(nursery: Nursery, folder: Path, rounds: int, seed: int, most_steps: int) -> int:
    """Kill so many windows, each on the file that the one before left; return all edits made."""
    chance = random.Random(seed)
    project = folder / "sample.tagwright"
    create_sample(project)
    for number in range(rounds):
        kill_one(nursery, project, folder / f"report-{number}", chance, most_steps)
    with ProjectFile.open(project) as file:
        return file.last_edit_id()


def test_nothing_that_was_saved_is_lost(nursery: Nursery, tmp_path: Path) -> None:
    assert kill_often(nursery, tmp_path, rounds=20, seed=1, most_steps=12) > 20


@pytest.mark.slow
@pytest.mark.timeout(10_800)
def test_nothing_that_was_saved_is_lost_in_a_thousand_rounds(
    nursery: Nursery, tmp_path: Path
) -> None:
    assert kill_often(nursery, tmp_path, rounds=1000, seed=2, most_steps=40) > 1000

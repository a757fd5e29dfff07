"""kill -9 of the real window while keys are delivered: what was called saved is there."""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.jobs.projects.backups import backups_of, folder_of
from app.jobs.projects.create import create_sample
from app.storage.project_file import ProjectFile
from tests.soak.nursery import BACKUPS, asks_for_backups
from tests.soak.state import digest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="windows are started by fork"),
]


A_STEP = 0.02
"""Seconds in which a step is made, written and told of, more or less."""

A_WHILE = 60.0
"""Seconds after which nothing more is to be expected of a window that tells nothing."""

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


def wait_for(report: Path, process: int, line: bytes, count: int) -> None:
    """Wait until a window takes keys and has reported so many such lines since, or has closed.

    A key may have opened something that waits for a person: such a window is killed as well.
    """
    told, since = b"", time.monotonic()
    while time.monotonic() - since < A_WHILE:
        said = report.read_bytes() if report.exists() else b""
        if said != told:
            told, since = said, time.monotonic()
        if b"closed" in said:
            return
        if b"ready" in said and said.partition(b"ready")[2].count(line) >= count:
            return
        os.kill(process, 0)
        rest(0.002)


class Killer:
    """Kills windows one after the other, each on the file that the one before left."""

    def __init__(self, nursery: Nursery, folder: Path, seed: int) -> None:
        self.nursery = nursery
        self.chance = random.Random(seed)
        self.project = folder / "sample.tagwright"
        self.states: set[str] = set()
        self.looked_at: dict[str, int] = {}
        self.n_made = self.n_closed = self.n_unfinished = 0
        create_sample(self.project)

    def kill_one(self, report: Path, most_steps: int) -> None:
        """Start a window, kill it at some moment, and compare the files with what it reported.

        It is killed a moment after one of its first ``most_steps`` steps: how fast the machine is
        says when that comes, not how much is done until then.
        """
        chance = self.chance
        seed = chance.randrange(2**31)
        if chance.random() < 0.9:  # the others die while they open
            steps = chance.randint(0, most_steps)
            self._compare(self._said(report, seed, (b"recorded", steps), chance.random() * A_STEP))
        else:
            self._compare(self._said(report, seed, None, chance.random() * AN_OPENING))

    def kill_after_backup(self, report: Path) -> None:
        """Kill a window that makes many backups a moment after its first, and compare."""
        often = max(BACKUPS)
        seed = next(seed for seed in range(1000) if asks_for_backups(seed) == often)
        self._compare(self._said(report, seed, (b"made", 1), self.chance.random() * A_STEP))

    def _compare(self, said: list[list[str]]) -> None:
        """Compare the project and its backups with what a window reported before it was killed."""
        numbers = [(words[0], int(words[1])) for words in said if words[0] in ("saved", "closed")]
        saved = max((number for what, number in numbers if what == "saved"), default=0)
        states = {int(words[1]): words[2] for words in said if words[0] == "recorded"}
        closed = ("closed", 0) in numbers
        self.n_closed += closed
        with ProjectFile.open(self.project) as file:
            found = digest(file.load())
        possible = {state for revision, state in states.items() if revision >= saved}
        if closed:
            possible = {states[max(states)]}
        assert not states or found in possible, (
            f"The file holds neither what was saved at revision {saved} nor a later state."
        )
        # One that dies while it opens has told nothing: what it found was told before.
        self.states |= set(states.values()) | {found}
        self._look_at_backups([words[1] for words in said if words[0] == "made"])

    def _look_at_backups(self, made: list[str]) -> None:
        """Every backup opens and holds what the project once was; the newest are among them."""
        found = {backup.path.name: backup.path for backup in backups_of(self.project)}
        assert set(made[-1:]) <= set(found)
        self.n_made += len(made)
        for name, path in found.items():
            changed = path.stat().st_mtime_ns
            if self.looked_at.get(name) != changed:
                with ProjectFile.open(path) as file:
                    assert digest(file.check()) in self.states, f"{name} was never the project."
                self.looked_at[name] = path.stat().st_mtime_ns
        others = {path.name for path in folder_of(self.project).glob("*")} - found.keys()
        assert all(name.startswith(".unfinished-") for name in others), others
        self.n_unfinished += bool(others)

    def _said(
        self, report: Path, seed: int, awaited: tuple[bytes, int] | None, moment: float
    ) -> list[list[str]]:
        """Start a window, kill it ``moment`` seconds after the awaited lines; what it reported."""
        process = self.nursery.start(self.project, report, seed)
        if awaited is not None:
            wait_for(report, process, *awaited)
        rest(moment)
        os.kill(process, signal.SIGKILL)
        assert self.nursery.status() == -signal.SIGKILL, "the window ended before it was killed"
        return [line.split() for line in report.read_text().splitlines()] if report.exists() else []


def kill_often(nursery: Nursery, folder: Path, rounds: int, seed: int, most_steps: int) -> Killer:
    """Kill so many windows, each on the file that the one before left."""
    killer = Killer(nursery, folder, seed)
    for number in range(rounds):
        killer.kill_one(folder / f"report-{number}", most_steps)
    return killer


def n_edits(killer: Killer) -> int:
    with ProjectFile.open(killer.project) as file:
        return file.history.last_edit_id()


def test_nothing_that_was_saved_is_lost(nursery: Nursery, tmp_path: Path) -> None:
    killer = kill_often(nursery, tmp_path, rounds=14, seed=1, most_steps=12)
    killer.kill_after_backup(tmp_path / "report-of-backup")
    assert n_edits(killer) > 20
    assert killer.n_made > 0


@pytest.mark.slow
@pytest.mark.timeout(10_800)
def test_nothing_that_was_saved_is_lost_in_a_thousand_rounds(
    nursery: Nursery, tmp_path: Path
) -> None:
    killer = kill_often(nursery, tmp_path, rounds=1000, seed=2, most_steps=40)
    assert n_edits(killer) > 1000
    assert killer.n_made > 100
    assert killer.n_closed > 0
    assert killer.n_unfinished > 0

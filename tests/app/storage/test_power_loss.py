"""Tests of a power failure at any moment of a session: what was saved is kept."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from pathlib import Path

import pytest

from app.storage.errors import LogUnusableError, MissingError
from app.storage.integrity_check import is_sound
from app.storage.project_file import ProjectFile
from tests.power_loss import Disk, Operation, record
from tests.soak.state import digest

SECONDS = 60.0


class Loss:
    """Simulates power failures, and opens what is left after each."""

    def __init__(self, project: Path, session: list[Operation], folder: Path) -> None:
        shown_text = [one.data.decode().split() for one in session if one.what == "said"]
        self.states = [words[1] for words in shown_text if words[0] == "saved"]
        self.project, self.folder = project, folder
        self.session = session
        self.n_saved = 0
        self.newest_backup = ""
        self.seen: set[int] = set()
        self.outcomes: Counter[str] = Counter()

    def play(self, chance: random.Random, every: int, n_by_chance: int) -> None:
        """Run the session with a power failure after each operation, or some of them."""
        disk = Disk()
        for number, one in enumerate(self.session):
            if one.what == "said":
                self._hear(one.data.decode().split())
                continue
            if one.what == "sync":
                for _ in range(n_by_chance):
                    self.fail(disk.by_chance(chance))
            disk.do(one)
            if not number % every:
                self.fail(disk.everything())
                self.fail(disk.by_chance(chance))

    def _hear(self, words: list[str]) -> None:
        self.n_saved += words[0] == "saved"
        if words[0] == "made":
            self.newest_backup = words[1]

    def fail(self, files: dict[str, bytes]) -> None:
        """Open what is on disk and compare it with what was reported as saved."""
        key = hash((self.n_saved, frozenset(files.items())))
        if key in self.seen:
            return
        self.seen.add(key)
        shutil.rmtree(self.folder, ignore_errors=True)
        for name, content in files.items():
            target = self.folder / Path(name).relative_to(self.project.parent)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        found = self._found(self.folder / self.project.name)
        if found is None:
            assert not self.n_saved, "the project is not there"
            self.outcomes["not made yet"] += 1
            return
        possible = self.states[max(0, self.n_saved - 1) : self.n_saved + 1]
        assert found in possible, f"something saved was lost after {self.n_saved} steps"
        if self.newest_backup:  # older ones go in time
            (backup,) = self.folder.rglob(self.newest_backup)
            assert is_sound(backup, SECONDS)

    def _found(self, path: Path) -> str | None:
        try:
            return self._read(path, without_log=False)
        except MissingError:
            return None
        except LogUnusableError as error:
            if "is damaged" in error.reason:  # a write that was interrupted is no damage
                raise
            self.outcomes["asked for the log"] += 1
            return self._read(path, without_log=True)

    def _read(self, path: Path, *, without_log: bool) -> str:
        with ProjectFile.open(path, without_log=without_log) as file:
            state = digest(file.load())
        self.outcomes["opened"] += 1
        return state


def lose_power(tmp_path: Path, n_steps: int, every: int, n_by_chance: int) -> Loss:
    (tmp_path / "session").mkdir()
    project = tmp_path / "session" / "names.tagwright"
    session = record(project, n_steps, seed=1)
    loss = Loss(project, session, tmp_path / "left")
    loss.play(random.Random(2), every, n_by_chance)
    print(len(session), loss.outcomes)  # noqa: T201 - shown when it fails, or with -s
    assert loss.n_saved == n_steps + 2
    return loss


def test_nothing_that_was_said_to_be_saved_is_lost_with_the_power(tmp_path):
    loss = lose_power(tmp_path, n_steps=6, every=9, n_by_chance=1)
    assert loss.outcomes["opened"] > 15


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_nothing_is_lost_with_the_power_in_three_hundred_steps(tmp_path):
    loss = lose_power(tmp_path, n_steps=300, every=1, n_by_chance=10)
    assert loss.outcomes["opened"] > 3_000
    assert loss.newest_backup

"""The states that a job goes through are what killing it leaves, one by one."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.kill_points import clear, killed_before, kills

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")


def replace_file(folder: Path) -> None:
    """Write a file beside its place, take a second name, and give it its own."""
    with (folder / "new").open("w") as file:
        file.write("not on the disk before it is flushed")
        file.flush()
        os.fsync(file.fileno())
        file.write(", as this")
    os.link(folder / "new", folder / "other")
    (folder / "new").rename(folder / "place")


def fill_database(folder: Path) -> None:
    """Leave a log beside a database until it is closed."""
    with closing(sqlite3.connect(folder / "database", isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE t (x)")
        connection.execute("INSERT INTO t VALUES (1)")


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {one.name: (one.read_bytes(), one.stat().st_nlink) for one in folder.iterdir()}


def shape(folder: Path) -> dict[str, int]:
    """Return the sizes of all files: the salts of a log are drawn anew each time."""
    return {one.name: one.stat().st_size for one in folder.iterdir()}


@pytest.mark.parametrize(
    ("do", "look", "n_steps"), [(replace_file, state, 4), (fill_database, shape, 6)]
)
@pytest.mark.parametrize("every", [1, 2])
def test_each_state_is_what_a_killed_job_leaves(
    tmp_path: Path,
    do: Callable[[Path], object],
    look: Callable[[Path], object],
    n_steps: int,
    every: int,
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "place").write_text("old")
    before = tmp_path / "before"
    shutil.copytree(folder, before)
    found = {}
    for step in kills(lambda: do(folder), folder, every):
        found[step] = look(folder)
    assert list(found) == [*range(0, n_steps, every), n_steps]
    for step, left in found.items():
        clear(folder)
        shutil.copytree(before, folder, dirs_exist_ok=True)
        assert killed_before(lambda: do(folder), step) == (step < n_steps)
        assert look(folder) == left, step


def test_a_job_that_fails_by_itself_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()

    def job() -> None:
        (folder / "file").write_text("written")
        raise ValueError

    with pytest.raises(AssertionError, match="failed by itself before step 1"):
        list(kills(job, folder))

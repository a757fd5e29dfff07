"""Tests of turns: one process compiles a part, and others wait for it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from crfcore import kernel_turns
from crfcore.kernel_turns import turn

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows compiles twice")

HOLDING = """
import sys
from pathlib import Path
from crfcore.kernel_turns import turn
with turn(Path(sys.argv[1]), "passes") as alone:
    print(alone, flush=True)
    sys.stdin.read()
"""


def test_a_part_is_waited_for_and_other_parts_are_not(tmp_path):
    order = []

    def second() -> None:
        with turn(tmp_path / "cache", "passes") as alone:
            order.append(("second", alone))

    with turn(tmp_path / "cache", "passes") as alone:
        waiting = threading.Thread(target=second)
        waiting.start()
        with turn(tmp_path / "cache", "online") as other:
            order.append(("other part", other))
        waiting.join(3 * kernel_turns.POLL_SECONDS)
        order.append(("first", alone))
    waiting.join()
    assert order == [("other part", True), ("first", True), ("second", True)]


def test_the_wait_has_an_end(tmp_path):
    with turn(tmp_path, "passes") as first, turn(tmp_path, "passes", seconds=0.2) as second:
        assert (first, second) == (True, False)


def test_a_process_that_is_killed_ends_its_turn(tmp_path):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDING, tmp_path],
        cwd=Path(kernel_turns.__file__).parents[1],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"True\n"
    with turn(tmp_path, "passes", seconds=0.0) as alone:
        assert not alone
    holder.kill()
    with turn(tmp_path, "passes") as alone:
        assert alone
    holder.communicate()


@pytest.mark.parametrize("kind", ["none", "a file", "a link"])
def test_without_a_place_nobody_waits(tmp_path, kind):
    folder: Path | None = tmp_path / "cache"
    if kind == "none":
        folder = None
    elif kind == "a file":
        (tmp_path / "cache").write_text("")
    else:
        (tmp_path / "cache").mkdir()
        place = kernel_turns.place_of(tmp_path / "cache", "passes").with_suffix(".lock")
        place.symlink_to(tmp_path / "elsewhere")
    with turn(folder, "passes") as alone, turn(folder, "passes") as other:
        assert (alone, other) == (False, False)
    assert not (tmp_path / "elsewhere").exists()


def test_without_locks_nobody_waits(tmp_path, monkeypatch):
    def unsupported(*_: object) -> None:
        raise OSError

    with turn(tmp_path, "passes"):
        monkeypatch.setattr(kernel_turns.fcntl, "flock", unsupported)
        with turn(tmp_path, "passes") as alone:
            assert not alone
    monkeypatch.setattr(kernel_turns, "fcntl", None)
    with turn(tmp_path, "passes") as alone:
        assert not alone

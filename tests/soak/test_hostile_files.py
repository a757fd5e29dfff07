"""Projects, backups and preferences that were made to do harm end in a sentence, or are sound.

Twenty thousand of them from fixed seeds; `make test` takes the first few hundred.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from tests.soak import hostile
from tests.soak.hostile import Kind, run


def ends_well(name: str, n: int) -> None:
    outcome = run(name, n)
    assert not outcome.findings, "\n".join(outcome.findings)
    assert outcome.ends.total() == n
    assert set(outcome.ends) <= {"refused", "sound"}


@pytest.mark.parametrize(("name", "n"), [("projects", 120), ("backups", 40), ("preferences", 100)])
def test_some_hostile_files(name, n):
    ends_well(name, n)


@pytest.mark.slow
@pytest.mark.timeout(6 * 3600)
@pytest.mark.parametrize(
    ("name", "n"), [("projects", 8_000), ("backups", 2_000), ("preferences", 2_000)]
)
def test_twelve_thousand_hostile_files(name, n):
    ends_well(name, n)


# ---- the frame itself: what goes wrong is found


def leaves_a_file(path: Path) -> str:
    (path.parent.parent / "beside" / "new").touch()
    return "sound"


def takes_memory(_: Path) -> str:
    np.ones(hostile.MEMORY // 8)
    return "sound"


def takes_long(_: Path) -> str:
    end = time.process_time() + 1.5 * hostile.CPU_SECONDS
    while time.process_time() < end:
        pass
    return "sound"


def starts_a_program(_: Path) -> str:
    subprocess.run(["true"], check=True)
    return "sound"


def reads_elsewhere(_: Path) -> str:
    Path("/etc/hostname").read_bytes()
    return "sound"


def raises(_: Path) -> str:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("use", "shown_text"),
    [
        (leaves_a_file, "beside it there is"),
        (takes_memory, "MemoryError"),
        (takes_long, "it took"),
        (starts_a_program, "subprocess.Popen"),
        (reads_elsewhere, "/etc/hostname"),
        (raises, "ZeroDivisionError"),
    ],
)
def test_a_case_that_does_harm_is_found(tmp_path, use, shown_text):
    code = f"""
import resource, sys
from pathlib import Path
from tests.soak import hostile, test_hostile_files as cases
resource.setrlimit(resource.RLIMIT_AS, (hostile.MEMORY, hostile.MEMORY))
kind = hostile.Kind("kind", lambda rng, folder: folder / "file", cases.{use.__name__})
print(hostile._run_case(kind, 0, Path(sys.argv[1]), hostile._Trace())["why"])
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown_text in done.stdout


def test_a_child_that_dies_is_found_and_the_next_goes_on(monkeypatch, tmp_path):
    script = tmp_path / "dies.py"
    script.write_text(
        "import json, os, sys\n"
        "for case in range(int(sys.argv[2]), int(sys.argv[3])):\n"
        "    if case == 2: os.abort()\n"
        "    print(json.dumps({'end': 'sound', 'cpu': 0.0, 'why': ''}), flush=True)\n"
    )
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nshift 2\nexec {sys.executable} {script} "$@"\n')
    python.chmod(0o755)
    monkeypatch.setattr("tests.soak.hostile.sys.executable", str(python))
    outcome = run("any", 5)
    assert outcome.ends == {"sound": 4, "died": 1}
    assert len(outcome.findings) == 1
    assert "any 2: the child ended with" in outcome.findings[0]


def test_cases_are_the_same_each_time(tmp_path):
    kind: Kind = hostile.kinds()["preferences"]
    made = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        made.append(kind.make(hostile.generator("preferences", 3), folder).read_bytes())
    assert made[0] == made[1]
    assert [one.name for one in (tmp_path / "a").iterdir()] == ["preferences.json"]

"""Tests of the commands of the extra lab, with it and without."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

WITHOUT = """
import sys
from app.cli import lab
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Absent())
for name in [name for name in sys.modules if name.startswith("app.lab")]:
    del sys.modules[name]
lab.add_lab_commands()
from app.cli import run
sys.exit(run(sys.argv[2:]))
"""


FROZEN = "import sys; sys.frozen = True\n"


def run(absent: str, *words: str, before: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", before + WITHOUT, absent, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("words", [("benchmark",), ("reproduce", "zhu-ttp", "--json")])
def test_without_the_extra_one_sentence_says_which(words: tuple[str, ...]) -> None:
    done = run("app.lab", *words)
    assert (done.returncode, done.stdout) == (1, "")
    assert "pip install 'tagwright[lab]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_frozen_program_names_the_python_package() -> None:
    done = run("app.lab", "reproduce", "zhu-ttp", before=FROZEN)
    assert (done.returncode, done.stdout) == (1, "")
    assert "is only in the Python package; install that beside this program" in done.stderr


def test_without_the_extra_the_help_says_so() -> None:
    shown = run("app.lab", "benchmark", "--help").stdout
    assert "Needs the extra lab." in " ".join(shown.split())


def test_what_is_missing_inside_the_lab_is_no_missing_extra() -> None:
    done = run("app.lab.reproduce.tables", "reproduce", "zhu-ttp")
    assert "ModuleNotFoundError: app.lab.reproduce.tables" in done.stderr

"""What watches the repository: a stranger's environment, and nothing left behind."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not all(map(shutil.which, ("bash", "git", "make"))),
    reason="it needs Linux, bash, git and make",
)


def checkout(folder: Path, run: str, test: str) -> Path:
    """Make a repository whose two targets are these lines."""
    folder_name = folder / "with blank" / "checkout"
    (folder_name / ".ci").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "run", folder_name / ".ci" / "run")
    (folder_name / "Makefile").write_text(f"run:\n\t@{run}\ntest:\n\t@{test}\n", encoding="utf-8")
    (folder_name / ".gitignore").write_text("build/\n", encoding="utf-8")
    git = ["git", "-c", "user.name=n", "-c", "user.email=e@e", "-C", str(folder_name)]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "all"]):
        subprocess.run([*git, *words], check=True, stdin=subprocess.DEVNULL)
    return folder_name


def ci(folder: Path, run: str, test: str) -> subprocess.CompletedProcess[str]:
    folder_name = checkout(folder, run, test)
    home = folder / "home"
    (home / ".cache").mkdir(parents=True)
    environment = {
        "HOME": str(home),
        "TMPDIR": str(folder),
        "PATH": os.environ["PATH"],
        "PIP_INDEX_URL": "https://index",
        "PYTHONPATH": "/nowhere",
        "SECRET": "of mine",
    }
    return subprocess.run(
        ["bash", str(folder_name / ".ci" / "run")],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def test_both_commands_get_an_empty_home_and_no_variables_of_others(tmp_path: Path) -> None:
    output = 'mkdir -p build; ls -A "$$HOME" | wc -l; touch "$$HOME/x" "$$TMPDIR/y"; env'
    done = ci(tmp_path, output, "echo tested")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "0"
    assert lines[-1] == "tested"
    for wanted in ("LANG=C.UTF-8", "PIP_NO_CACHE_DIR=1", "PIP_INDEX_URL=https://index"):
        assert wanted in lines
    assert not [line for line in lines if line.startswith(("PYTHONPATH", "SECRET"))]
    assert f"HOME={tmp_path / 'home'}" not in lines
    assert not list(tmp_path.glob("tmp.*"))


@pytest.mark.parametrize("failing", ["run", "test"])
def test_a_target_that_fails_fails_it(tmp_path: Path, failing: str) -> None:
    done = ci(tmp_path, *("exit 3" if name == failing else "true" for name in ("run", "test")))
    assert done.returncode != 0


@pytest.mark.parametrize("target", ["run", "test"])
def test_what_is_left_in_the_checkout_fails_it(tmp_path: Path, target: str) -> None:
    lines = ["touch left-behind" if name == target else "true" for name in ("run", "test")]
    done = ci(tmp_path, *lines)
    assert done.returncode == 1
    assert f"make {target} left in the checkout:\n?? left-behind" in done.stderr


@pytest.mark.parametrize("folder_name", ["home/.cache/tagwright", "with blank/beside"])
def test_what_is_written_elsewhere_fails_it(tmp_path: Path, folder_name: str) -> None:
    done = ci(tmp_path, "true", f"mkdir '{tmp_path / folder_name}'")
    assert done.returncode == 1
    assert "Written outside the checkout" in done.stderr
    assert f"{tmp_path / folder_name}\n" in done.stderr

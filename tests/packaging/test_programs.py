"""The programs for people without Python: built twice, unpacked, used, tried on a bare system."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.packaging.scripts import PACKAGING, script_module
from tests.patience import PATIENCE

program_folder = script_module("artefacts.program_folder")
second_build = script_module("artefacts.second_build")
bare_system = script_module("trial.bare_system")
waited = script_module("trial.display").waited

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(7200),  # kernels are compiled, and a system is installed
    pytest.mark.skipif(sys.platform != "linux", reason="the archive is made on Linux"),
    pytest.mark.skipif(bool(program_folder.why_not()), reason=program_folder.why_not()),
]

MAX_UNPACKED = 500e6
TRAP = "import pathlib; pathlib.Path('has-run').touch()\n"
OUR_PACKAGES = {
    *("PySide6", "app", "click", "crfcore", "llvmlite", "numba", "numpy", "pluggy", "pyqtgraph"),
    *("regex", "scipy", "shiboken6", "tagwright"),
}
"""What has a folder in the program; `pluggy` belongs to sqlite-utils."""


class Program:
    """The unpacked program, used by a person with an empty home."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder, self.home = folder, home
        self.command = folder / "tagwright"

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        kept = {"LANG": "C.UTF-8", "PATH": os.environ["PATH"], "HOME": str(self.home)}
        return {**kept, "PYTHONPATH": str(self.home), "QT_QPA_PLATFORM": "offscreen", **more}

    def run(self, *words: object, status: int = 0) -> subprocess.CompletedProcess[str]:
        command = [str(self.command), *map(str, words)]
        done = subprocess.run(
            command, cwd=self.home, env=self.environment({}), capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert done.returncode == status, done.stderr
        return done


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    script = PACKAGING / "build_programs.py"
    words = ["--out", folder / "dist", "--work", folder, "--level", "0", "--compare"]
    done = subprocess.run(
        [sys.executable, script, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert [path.name for path in folder.iterdir()] == ["dist"]
    return folder / "dist"


@pytest.fixture
def program(built: Path, tmp_path: Path) -> Program:
    archive = next(built.glob("tagwright-*.tar.xz"))
    second_build.unpack(archive, tmp_path)
    home = tmp_path / "home"
    home.mkdir()
    return Program(next(tmp_path.glob("tagwright-*")), home)


def check_command_line(program: Program) -> None:
    (program.home / "text.conll").write_text("Rex ANIMAL\nslept O\n", encoding="utf-8")
    program.run("train", "text.conll", "--model", "m.crf")
    assert program.run("tag", "m.crf", "text.conll").stdout.split()[2] == "ANIMAL"
    (program.home / "again.conll").write_text("Rex ANIMAL\n", encoding="utf-8")
    words = ("tag", "m.crf", "text.conll", "again.conll", "--out", "out", "--jobs", "2")
    (program.home / "out").mkdir()
    program.run(*words)
    assert (program.home / "out" / "again.conll").read_text().split()[2] == "ANIMAL"


def check_window(program: Program) -> None:
    program.run("new", "p.tagwright", "--labels", "ANIMAL")
    program.run("import", "p.tagwright", "text.conll", "--as", "text")
    window = subprocess.Popen(
        [program.command, "p.tagwright"], cwd=program.home, env=program.environment({})
    )
    try:
        # An open project has this file beside it.
        assert waited((program.home / "p.tagwright-wal").exists, PATIENCE)
    finally:
        window.send_signal(signal.SIGTERM)
    assert window.wait() == 0
    assert not (program.home / "p.tagwright-wal").exists()


def check_contents(program: Program) -> None:
    inner = program.folder / "_internal"
    folders = {path.name for path in inner.iterdir() if path.is_dir()}
    packages = {name for name in folders if "-" not in name and not name.endswith(".libs")}
    assert packages - {name for name in packages if name.startswith("python3.")} <= OUR_PACKAGES
    assert (inner / "crfcore" / "kernels.zip").is_file()
    files = [path for path in program.folder.rglob("*") if not path.is_symlink()]
    assert sum(path.stat().st_size for path in files if path.is_file()) <= MAX_UNPACKED
    assert [path for path in program.folder.rglob("*") if not path.exists()] == []
    ours = str(PACKAGING.parent).encode()
    named = [path for path in files if path.is_file() and ours in path.read_bytes()]
    assert named == []


def test_the_unpacked_program_works_in_a_folder_of_traps(program: Program) -> None:
    for name in ("json.py", "sitecustomize.py", "crfcore/__init__.py", "numba/__init__.py"):
        (program.home / name).parent.mkdir(exist_ok=True)
        (program.home / name).write_text(TRAP)
    check_contents(program)
    check_command_line(program)
    check_window(program)
    assert "crfcore.warm" in program.run("--run-module", "os", status=1).stderr
    assert not (program.home / "has-run").exists()


@pytest.mark.skipif(bool(bare_system.why_not()), reason=bare_system.why_not())
def test_the_package_works_on_a_bare_debian(built: Path) -> None:
    packages = list(built.glob("*.deb"))
    if not packages:
        pytest.skip("there is no Debian package, because there is no dpkg-deb")
    command = [sys.executable, PACKAGING / "try_on_bare_system.py", packages[0]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("The trial succeeded.\n")

"""The wheels, installed where nothing else is but what they ask for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import tomllib
import venv
import zipfile
from collections.abc import Iterator, Sequence
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest

from app import DESKTOP_ID

pytest.importorskip("hatchling", reason="the build tool is not installed")
requirements = pytest.importorskip("packaging.requirements")

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {"tagwright": "", "crfcore": "crfcore", "tagwright-lab": "app/lab"}

LIBRARY = """
import sys
from crfcore import CrfError, HiddenMarkovModel, LinearChainCRF
X = [[{"word": "Rex"}, {"word": "slept"}], [{"word": "Rex"}, {"word": "ate"}]]
y = [["ANIMAL", "O"], ["ANIMAL", None]]
crf = LinearChainCRF(algorithm="lbfgs", c2=1.0).fit(X, y)
crf.save("animals.crf")
print(LinearChainCRF.load("animals.crf").predict(X)[0])
HiddenMarkovModel().fit([[["Rex"], ["slept"]]], [["ANIMAL", "O"]])
assert not {"app", "PySide6", "sqlite3", "click"} & set(sys.modules)
"""


def built(name: str) -> dict[str, Any]:
    """Return what a distribution's own file says of it."""
    text = (ROOT / FOLDERS[name] / "pyproject.toml").read_text(encoding="utf-8")
    project: dict[str, Any] = tomllib.loads(text)["project"]
    return project


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("dist")
    pip("wheel", "--no-build-isolation", "-w", folder, *(ROOT / at for at in FOLDERS.values()))
    return {name: next(folder.glob(f"{name.replace('-', '_')}-[0-9]*.whl")) for name in FOLDERS}


def pip(*words: object, python: str = sys.executable) -> None:
    call = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    command = [*call, "--python", python, *map(str, words), "--no-deps", "--no-index"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def names_in(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def tops(names: Sequence[str]) -> set[str]:
    return {name.split("/")[0].split("-")[0] for name in names}


def asked_for(wheel: Path) -> Iterator[Any]:
    with zipfile.ZipFile(wheel) as archive:
        metadata = next(name for name in archive.namelist() if name.endswith("/METADATA"))
        lines = archive.read(metadata).decode("utf-8").split("\n\n")[0].splitlines()
    for line in lines:
        if line.startswith("Requires-Dist: "):
            yield requirements.Requirement(line.removeprefix("Requires-Dist: "))


def is_wanted(requirement: Any) -> bool:
    return requirement.marker is None or bool(requirement.marker.evaluate({"extra": ""}))


class Environment:
    """An environment with some of our wheels, and what they ask for; nothing else is in it."""

    def __init__(self, folder: Path, wheels: Sequence[Path]) -> None:
        self.folder = folder
        venv.create(folder, symlinks=os.name != "nt", with_pip=False)
        scripts = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python, self.command = scripts / "python", scripts / "tagwright"
        self._linked: set[str] = set()
        self._packages = next(folder.glob("lib*/**/site-packages"))
        ours = {name.replace("-", "_") for name in FOLDERS}
        pip("install", "--no-compile", *wheels, python=str(self.python))
        for wheel in wheels:
            for requirement in filter(is_wanted, asked_for(wheel)):
                if requirement.name.replace("-", "_") not in ours:
                    self._link(requirement.name)

    def _link(self, name: str) -> None:
        """Put an installed package and what it needs into the environment."""
        if name.lower() in self._linked:
            return
        self._linked.add(name.lower())
        there = distribution(name)
        tops = {file.parts[0] for file in there.files or () if file.parts[0] != ".."}
        for top in tops - {"__pycache__"}:
            if not (self._packages / top).exists():
                (self._packages / top).symlink_to(Path(str(there.locate_file(top))).resolve())
        for requirement in filter(is_wanted, map(requirements.Requirement, there.requires or ())):
            self._link(requirement.name)

    def run(self, *words: object, status: int = 0) -> subprocess.CompletedProcess[str]:
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        done = subprocess.run(
            [str(word) for word in words],
            cwd=self.folder,
            env={
                **kept,
                "HOME": str(self.folder),
                "QT_QPA_PLATFORM": "offscreen",
                # What is asked here is whether everything is there, not how fast it is.
                "NUMBA_DISABLE_JIT": "1",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, done.stderr
        return done


@pytest.fixture(scope="module")
def library(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return Environment(tmp_path_factory.mktemp("library"), [wheels["crfcore"]])


@pytest.fixture(scope="module")
def program(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    both = [wheels["crfcore"], wheels["tagwright"]]
    return Environment(tmp_path_factory.mktemp("program"), both)


@pytest.fixture(scope="module")
def lab(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return Environment(tmp_path_factory.mktemp("lab"), list(wheels.values()))


def test_the_distributions_ask_for_each_other_in_one_version() -> None:
    program, library, lab = map(built, FOLDERS)
    version = program["version"]
    assert (library["version"], lab["version"]) == (version, version)
    assert f"crfcore=={version}" in program["dependencies"]
    assert program["optional-dependencies"]["lab"] == [f"tagwright-lab=={version}"]
    assert f"tagwright=={version}" in lab["dependencies"]
    for name in FOLDERS:
        assert (ROOT / FOLDERS[name] / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_each_wheel_holds_its_own_and_nothing_else(wheels: dict[str, Path]) -> None:
    held = {name: names_in(wheel) for name, wheel in wheels.items()}
    assert tops(held["tagwright"]) == {"app", "tagwright"}
    assert tops(held["crfcore"]) == {"crfcore"}
    assert tops(held["tagwright-lab"]) == {"app", "tagwright_lab"}
    for name in ("app/_resources/sample/labelled.conll", "app/py.typed"):
        assert name in held["tagwright"]
    assert "crfcore/py.typed" in held["crfcore"]
    lab = {name for name in held["tagwright-lab"] if name.startswith("app/")}
    assert all(name.startswith("app/lab/") for name in lab)
    assert not lab & set(held["tagwright"])
    assert not [name for name in held["tagwright"] if name.startswith("app/lab")]
    suffixes = {Path(name).suffix for name in (*held["crfcore"], *lab) if "dist-info" not in name}
    assert suffixes == {".py", ".typed"}


def test_the_wheel_adds_the_program_to_the_desktop(wheels: dict[str, Path]) -> None:
    at = f"tagwright-{built('tagwright')['version']}.data/data/share/"
    held = {name.removeprefix(at) for name in names_in(wheels["tagwright"]) if at in name}
    icons = "icons/hicolor/scalable"
    assert held == {
        f"applications/{DESKTOP_ID}.desktop",
        f"metainfo/{DESKTOP_ID}.metainfo.xml",
        f"mime/packages/{DESKTOP_ID}.xml",
        f"{icons}/apps/{DESKTOP_ID}.svg",
        f"{icons}/mimetypes/application-x-tagwright.svg",
    }


def test_each_file_of_the_packages_is_in_one_wheel(wheels: dict[str, Path]) -> None:
    held = sorted(
        name for wheel in wheels.values() for name in names_in(wheel) if name.endswith(".py")
    )
    wanted = [*(ROOT / "app").rglob("*.py"), *(ROOT / "crfcore").rglob("*.py")]
    assert held == sorted(path.relative_to(ROOT).as_posix() for path in wanted)


def test_the_library_is_used_alone(library: Environment) -> None:
    assert library.run(library.python, "-c", LIBRARY).stdout == "['ANIMAL', 'O']\n"
    assert not (library.folder / "bin" / "tagwright").exists()


def test_the_command_line_trains_and_tags(program: Environment) -> None:
    (program.folder / "text.conll").write_text("Rex ANIMAL\nslept O\n")
    program.run(program.command, "train", "text.conll", "--model", "m.crf")
    tagged = program.run(program.command, "tag", "m.crf", "text.conll").stdout
    assert tagged.splitlines()[0].split()[-1] == "ANIMAL"


@pytest.mark.gui
def test_the_window_opens_a_project(program: Environment) -> None:
    program.run(program.command, "new", "a.tagwright", "--labels", "ANIMAL")
    probe = ROOT / "app" / "lab" / "benchmarks" / "start_probe.py"
    done = program.run(program.python, probe, time.monotonic_ns(), "a.tagwright")
    assert json.loads(done.stdout)["heavy"] == []


@pytest.mark.parametrize("command", ["benchmark", "reproduce"])
def test_without_the_extra_a_command_of_the_lab_names_it(
    program: Environment, command: str
) -> None:
    done = program.run(program.command, command, "training", "--limit", "5", status=1)
    assert done.stdout == ""
    assert "pip install 'tagwright[lab]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_extra_brings_the_benchmarks(lab: Environment) -> None:
    assert "warm-start" in lab.run(lab.command, "benchmark", "none", status=2).stderr
    lab.run(lab.python, "-c", "import pycrfsuite, app.lab.benchmarks.training")


def test_the_extra_brings_the_reproductions(lab: Environment) -> None:
    done = lab.run(lab.command, "reproduce", "zhu-ttp", "--json")
    assert json.loads(done.stdout)["table"] == "zhu-ttp"

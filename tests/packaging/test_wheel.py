"""The wheel, installed in an empty place: it has its resources with it, and opens the sample."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("hatchling", reason="the build tool is not installed")

ROOT = Path(__file__).resolve().parents[2]

OPEN_SAMPLE = """
import sys
from pathlib import Path
import app, crfcore
from app.jobs.create_project import create_sample
from app.storage.project_file import ProjectFile
place = Path(sys.argv[1])
assert place in Path(app.__file__).parents, app.__file__
assert place in Path(crfcore.__file__).parents, crfcore.__file__
create_sample(place / "sample.tagwright")
with ProjectFile.open(place / "sample.tagwright") as file:
    print(file.load().corpus.n_sentences)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    return next(folder.glob("tagwright-*.whl"))


def test_it_holds_the_packages_and_the_resources_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"app", "crfcore", "tagwright"}
    for wanted in (
        "app/_resources/sample/labelled.conll",
        "app/py.typed",
        "crfcore/py.typed",
    ):
        assert wanted in names
    assert not [name for name in names if "__pycache__" in name or name.endswith(".nbi")]


def test_it_opens_the_sample_where_nothing_else_is(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", OPEN_SAMPLE, str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 200

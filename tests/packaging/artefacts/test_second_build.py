"""A second build of a small project, and its comparison with the first."""

from __future__ import annotations

import pytest

from tests.packaging.scripts import script_module

pytest.importorskip("hatchling", reason="the build tool is not installed")
second_build = script_module("artefacts.second_build")
BuildError = script_module("artefacts.program_folder").BuildError

PROJECT = """\
[project]
name = "small"
version = "1.0"
[tool.hatch.build.targets.sdist]
include = ["script.py"]
"""
SCRIPT = """\
import os, pathlib, sys
dist = pathlib.Path("dist")
dist.mkdir(exist_ok=True)
(dist / sys.argv[1]).write_text(f"{os.environ.get('SOURCE_DATE_EPOCH')} {sys.argv[2:]}")
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Return a project with a build of two commands, of which the last one makes a program."""
    root = tmp_path / "project"
    root.mkdir()
    (root / "pyproject.toml").write_text(PROJECT)
    (root / "script.py").write_text(SCRIPT)
    (root / "not in the archive").touch()
    target = second_build.TARGETS["build"]
    commands = [("{python}", "script.py", name) for name in ("a.whl", "a.deb")]
    monkeypatch.setitem(second_build.TARGETS, "build", target._replace(commands=tuple(commands)))
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    return root


def test_it_is_made_from_the_source_archive_elsewhere(project, tmp_path):
    place = tmp_path / "another place"
    place.mkdir()
    made = second_build.build_again(project, place, ["--level", "0"], 1_700_000_000)
    assert made == place / "small-1.0" / "dist"
    assert (made / "a.whl").read_text() == "None []"
    assert (made / "a.deb").read_text() == "1700000000 ['--level', '0']"
    assert not (made.parent / "not in the archive").exists()
    assert sorted(path.name for path in project.iterdir()) == [
        "not in the archive",
        "pyproject.toml",
        "script.py",
    ]


def test_a_command_that_fails_is_named(project, tmp_path, monkeypatch):
    (project / "script.py").write_text("raise SystemExit(3)")
    with pytest.raises(BuildError, match=r"script\.py a\.whl ended with status 3"):
        second_build.build_again(project, tmp_path, [], 1_700_000_000)


@pytest.fixture
def builds(tmp_path):
    """Return the folders of two builds of the same files."""
    folders = tmp_path / "first", tmp_path / "again"
    for folder in folders:
        (folder / "bundle").mkdir(parents=True)
        for name in ("a.whl", "a.deb", "bundle/a"):
            (folder / name).write_text(name)
        # The first one is of an earlier build.
        (folder / "SHA256SUMS").write_text(folder.name)
    return folders


def test_files_of_other_builds_are_passed_over(builds):
    first, again = builds
    assert second_build.compare(first, again) == ["a.deb", "a.whl", "bundle"]
    (first / "of the last version.deb").touch()
    (first / "a.whl").unlink()
    assert second_build.compare(first, again) == ["a.deb", "bundle"]


@pytest.mark.parametrize("name", ["a.whl", "a.deb", "bundle/a"])
def test_files_that_differ_are_named(builds, name):
    first, again = builds
    (again / name).write_text("different")
    with pytest.raises(BuildError) as caught:
        second_build.compare(first, again)
    assert str(caught.value).splitlines()[1:] == [f"{first / name} and {again / name} differ."]


def test_a_program_that_was_made_once_is_named(builds):
    first, again = builds
    (first / "a.deb").unlink()
    with pytest.raises(BuildError, match=r"first.a\.deb is missing"):
        second_build.compare(first, again)

"""A child process imports this program's modules, independent of the current folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crfcore.children import ROOT, RUN_MODULE, python_module, run_if_named

TRAP = "import pathlib; pathlib.Path(__file__ + '.has-run').touch()\n"


@pytest.fixture
def trapped(tmp_path: Path) -> Path:
    """Return a folder with a foreign file for every module that a child might import."""
    for name in ("json", "numpy", "runpy", "random", "sitecustomize", "usercustomize", "yaml"):
        (tmp_path / f"{name}.py").write_text(TRAP)
    for package in ("app", "crfcore", "numba", "scipy"):
        (tmp_path / package).mkdir()
        for name in ("__init__", "__main__", "warm", "jit", "parent"):
            (tmp_path / package / f"{name}.py").write_text(TRAP)
    (tmp_path / ".numba_config.yaml").write_text("cache_dir: .\n")
    return tmp_path


def ran(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*.has-run"))


@pytest.mark.parametrize("searched", [None, "", ".", "THE FOLDER"])
def test_nothing_of_the_current_folder_runs(trapped, searched):
    environment = dict(os.environ)
    if searched is not None:
        environment["PYTHONPATH"] = searched.replace("THE FOLDER", str(trapped))
    done = subprocess.run(
        python_module("crfcore.warm", "--help-is-no-part"),
        cwd=trapped, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "KeyError: '--help-is-no-part'" in done.stderr
    assert ran(trapped) == []


def test_a_module_finds_its_arguments_and_our_library(tmp_path):
    (tmp_path / "told.py").write_text("import sys, crfcore; print(sys.argv[1:], crfcore.__file__)")
    code = (
        "import sys, subprocess; from crfcore.children import python_module; "
        f"sys.path.append({str(tmp_path)!r}); "
        "subprocess.run(python_module('told', 'one', 'two words'), check=True)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"['one', 'two words'] {ROOT / 'crfcore' / '__init__.py'}\n"


def test_a_child_keeps_no_bytecode_where_its_parent_keeps_none(monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert "-B" in python_module("crfcore.warm")
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    assert "-B" not in python_module("crfcore.warm")


# ---- in a frozen program


@pytest.fixture
def frozen(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/tagwright/tagwright")


def test_the_child_of_a_frozen_program_is_the_program(frozen):
    command = python_module("crfcore.warm", "labelling", "two words")
    assert command[0] == "/opt/tagwright/tagwright"
    assert command[1:] == [RUN_MODULE, "crfcore.warm", "labelling", "two words"]


def test_it_runs_the_module_that_its_parent_names(tmp_path, monkeypatch, capsys):
    (tmp_path / "told.py").write_text("import sys; print(__name__, sys.argv[1:])")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "argv", ["tagwright", RUN_MODULE, "told", "one", RUN_MODULE])
    with pytest.raises(SystemExit) as ended:
        run_if_named(("told",))
    assert not ended.value.code
    assert capsys.readouterr().out == f"__main__ ['one', '{RUN_MODULE}']\n"


@pytest.mark.parametrize("words", [["os"], [], ["crfcore.warm.x"]])
def test_it_runs_no_other_module(monkeypatch, words):
    monkeypatch.setattr(sys, "argv", ["tagwright", RUN_MODULE, *words])
    with pytest.raises(SystemExit) as ended:
        run_if_named(("crfcore.warm", "app.child"))
    name = words[0] if words else ""
    assert ended.value.code == (
        f"{RUN_MODULE} was given {name!a}, but runs only app.child, crfcore.warm."
    )


@pytest.mark.parametrize("words", [[], ["tag", RUN_MODULE], ["a.tagwright"]])
def test_any_other_command_line_is_the_programs(monkeypatch, words):
    monkeypatch.setattr(sys, "argv", ["tagwright", *words])
    run_if_named(("crfcore.warm",))
    assert sys.argv == ["tagwright", *words]

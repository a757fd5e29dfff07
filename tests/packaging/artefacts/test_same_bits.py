"""One time, and modes that do not depend on who builds."""

from __future__ import annotations

import os
import stat
import subprocess

import pytest

from tests.packaging.scripts import script_module

same_bits = script_module("artefacts.same_bits")


def test_the_time_is_the_named_one(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert same_bits.build_time(tmp_path) == 1700000000
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert same_bits.build_time(tmp_path) == same_bits.EARLIEST


@pytest.mark.parametrize("text", ["yesterday", "-1", "1.5"])
def test_a_time_that_is_none_is_named(tmp_path, monkeypatch, text):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", text)
    with pytest.raises(ValueError, match=f"SOURCE_DATE_EPOCH is “{text}”, but has to be"):
        same_bits.build_time(tmp_path)


def test_without_one_it_is_that_of_the_last_commit(tmp_path, monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert same_bits.build_time(tmp_path) == same_bits.EARLIEST
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], [*who, "commit", "-q", "--allow-empty", "-m", "x"]):
        dated = {**os.environ, "GIT_COMMITTER_DATE": "1650000000 +0200"}
        subprocess.run(["git", "-C", tmp_path, *words], env=dated, check=True)
    assert same_bits.build_time(tmp_path) == 1650000000


def test_modes_and_times_are_those_of_any_builder(tmp_path):
    (tmp_path / "inner").mkdir(mode=0o700)
    modes = {"run": 0o700, "notes.txt": 0o600, "libx.so.1": 0o775}
    for name, mode in modes.items():
        (tmp_path / "inner" / name).write_text("x")
        (tmp_path / "inner" / name).chmod(mode)
    (tmp_path / "link").symlink_to("inner/run")
    same_bits.set_modes_and_times(tmp_path, 1600000000)
    found = {
        path.name: oct(stat.S_IMODE(path.lstat().st_mode))
        for path in tmp_path.rglob("*")
        if not path.is_symlink()
    }
    assert found == {
        "inner": "0o755",
        "run": "0o755",
        "notes.txt": "0o644",
        "libx.so.1": "0o644",
    }
    assert {path.lstat().st_mtime for path in [tmp_path, *tmp_path.rglob("*")]} == {1600000000}


def test_a_build_imports_the_copied_sources_only(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    monkeypatch.setenv("PYTHONSTARTUP", "/elsewhere/start.py")
    environment = same_bits.build_environment(tmp_path, 1600000000)
    assert environment["PYTHONPATH"] == str(tmp_path)
    assert environment["PYTHONHASHSEED"] == "1"
    assert environment["SOURCE_DATE_EPOCH"] == "1600000000"
    assert "PYTHONSTARTUP" not in environment

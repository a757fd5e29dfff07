"""A system in a folder: what is run in it, and what is found there."""

from __future__ import annotations

import os

import pytest

from tests.packaging.scripts import script_module

bare_system = script_module("trial.bare_system")
display = script_module("trial.display")
session = script_module("trial.session")


def test_only_root_can_make_one(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    assert bare_system.why_not() == "only root on Linux can make a system in a folder"


def test_missing_tools_are_named_with_their_packages(monkeypatch):
    monkeypatch.setattr(bare_system.sys, "platform", "linux")
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(bare_system.shutil, "which", lambda tool: None)
    assert "debootstrap, unshare, Xvfb, xdotool is missing" in bare_system.why_not()


def test_nothing_of_this_environment_reaches_the_user(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    system = bare_system.BareSystem(tmp_path)
    started = []
    monkeypatch.setattr(
        bare_system.subprocess, "Popen", lambda command, **_: started.append(command)
    )
    system.start_as_user("tagwright", display=":5")
    (command,) = started
    assert command[:3] == ["chroot", "--userspec=1000:1000", str(tmp_path)]
    assert command[3:6] == ["env", "-i", "--chdir=/home/anna"]
    assert command[-1] == "tagwright"
    assert {"DISPLAY=:5", "HOME=/home/anna"} < set(command)
    assert not [word for word in command if "PYTHON" in word]


def test_files_are_those_of_the_system_without_devices(tmp_path):
    for name in ("dev/null", "proc/1/stat", "opt/tagwright/tagwright", "home/anna/dev/notes"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).touch()
    found = bare_system.BareSystem(tmp_path).files()
    assert "opt/tagwright/tagwright" in found
    assert "home/anna/dev/notes" in found
    assert not [name for name in found if name.startswith(("dev", "proc"))]


class Removed(session.Trial):
    """A trial after the removal, of a system that is a plain folder."""

    def __init__(self, root):
        self._system = bare_system.BareSystem(root)


@pytest.fixture
def removed(tmp_path, monkeypatch):
    monkeypatch.setattr(session, "USER_ID", os.getuid())
    for name in ("opt", "var/log", "home/anna/.config/tagwright"):
        (tmp_path / name).mkdir(parents=True)
    return Removed(tmp_path)


def test_the_users_own_files_and_logs_may_stay(removed, tmp_path, capsys):
    before = {"opt", "var", "var/log", "home", "home/anna"}
    for name in ("home/anna/sample.tagwright", "var/log/dpkg.log"):
        (tmp_path / name).touch()
    removed._expect_nothing_left(before)
    assert capsys.readouterr().out == "left: the user's own sample.tagwright\n"


def test_anything_else_that_stays_is_a_fault(removed, tmp_path):
    before = removed._system.files()
    (tmp_path / "opt" / "tagwright").mkdir()
    with pytest.raises(bare_system.TrialError, match="these files are left: opt/tagwright"):
        removed._expect_nothing_left(before)


def test_waiting_ends_with_the_answer_or_in_time():
    answers = iter([0, 0, 7])
    assert display.waited(lambda: next(answers), 600) == 7
    assert display.waited(lambda: "", 0) == ""

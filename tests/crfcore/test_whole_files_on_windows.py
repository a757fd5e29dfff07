"""Writing of files as on Windows: its branches, run here with what differs substituted."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from crfcore import whole_files
from crfcore.whole_files import RefusedError, is_standard_output, is_stream, whole_file, writing

DEVICE = Path("/dev/null")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="substitutes what Windows has")


@pytest.fixture(autouse=True)
def windows(monkeypatch):
    """Let the module take its branches for Windows: no `fcntl`, no users, nothing that Unix has."""
    monkeypatch.setattr(whole_files, "ON_WINDOWS", True)
    monkeypatch.setattr(whole_files, "OPEN_ELSEWHERE_SECONDS", 0.2)
    monkeypatch.setattr(whole_files, "fcntl", None)
    for name in ("geteuid", "chown", "O_NOFOLLOW", "O_NOCTTY", "O_NONBLOCK"):
        monkeypatch.delattr(os, name)
    # Removing a folder by descriptors uses O_NONBLOCK from Python 3.13 on; Windows does it by path.
    monkeypatch.setattr(shutil, "_use_fd_functions", False)


@pytest.fixture
def held(monkeypatch):
    """Let moving fail like that of a file which another program has open, some times."""
    left = {"times": 0}

    def refusing(move):
        def moved(path, target):
            if left["times"]:
                left["times"] -= 1
                raise PermissionError(13, "Access is denied")
            return move(path, target)

        return moved

    for name in ("replace", "rename"):
        monkeypatch.setattr(Path, name, refusing(getattr(Path, name)))
    return left


def names(folder):
    return {one.name for one in folder.iterdir()}


def write(path, data=b"new"):
    with writing(path) as file:
        file.write(data)


def test_a_file_is_written_and_replaced(tmp_path):
    path = tmp_path / "text.conll"
    for data in (b"old", b"new\r\n"):
        write(path, data)
        assert path.read_bytes() == data
    assert names(tmp_path) == {"text.conll"}


def test_a_file_can_be_read_by_those_who_can_read_its_folder(tmp_path, monkeypatch):
    # On Windows the mode 0o700 is an access list, which a file keeps when it is moved.
    modes = []
    mkdir = Path.mkdir

    def noting(path, mode=0o777, **how):
        modes.append(mode)
        mkdir(path, mode, **how)

    monkeypatch.setattr(Path, "mkdir", noting)
    write(tmp_path / "text.conll")
    assert modes == [0o777]


def test_a_scanner_that_opens_a_file_for_a_moment_does_no_harm(tmp_path, held):
    path = tmp_path / "text.conll"
    path.write_bytes(b"old")
    held["times"] = 2
    write(path)
    assert path.read_bytes() == b"new"
    held["times"] = 2
    with whole_file(tmp_path / "other", new=True) as part:
        part.write_bytes(b"new")
    assert (tmp_path / "other").read_bytes() == b"new"


def test_a_file_that_stays_open_elsewhere_is_kept(tmp_path, held):
    path = tmp_path / "text.conll"
    path.write_bytes(b"old")
    held["times"] = 10**6
    with pytest.raises(RefusedError, match="another program has this file open"):
        write(path)
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == {"text.conll"}


def test_elsewhere_nothing_is_tried_again(tmp_path, held, monkeypatch):
    monkeypatch.setattr(whole_files, "ON_WINDOWS", False)
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    held["times"] = 1
    with pytest.raises(PermissionError):
        write(tmp_path / "text.conll")
    assert held["times"] == 0


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("aux.conll", "device on Windows"),
        ("notes.txt:2", "':' is in no name"),
        ("notes.", "drops a dot"),
    ],
)
def test_names_that_windows_takes_otherwise_are_refused(tmp_path, name, reason):
    with pytest.raises(RefusedError, match=reason):
        write(tmp_path / name)
    with pytest.raises(RefusedError, match=reason):
        whole_files.check(tmp_path / name)
    assert not names(tmp_path)


def test_a_device_is_written_to(monkeypatch):
    # “NUL” is a character device, as /dev/null is here.
    assert is_stream(DEVICE)
    write(DEVICE)
    assert stat.S_ISCHR(DEVICE.stat().st_mode)


def test_a_suffix_makes_no_device(monkeypatch, tmp_path):
    # Some versions of Windows say that “aux.txt” is a character device.
    status = DEVICE.stat()
    monkeypatch.setattr(Path, "lstat", lambda _: status)
    assert is_stream(tmp_path / "nul")
    assert not is_stream(tmp_path / "aux.txt")


def test_standard_output_has_the_name_it_has_elsewhere(capfdbinary):
    path = Path("/dev/stdout")
    assert is_stream(path)
    assert is_standard_output(path)
    assert not is_standard_output(Path("/dev/stderr"))
    write(path, b"tokens\n")
    assert capfdbinary.readouterr().out == b"tokens\n"


def test_left_over_folders_are_removed_when_they_are_old(tmp_path):
    young, old = (tmp_path / f".unfinished-{digit * 16}" for digit in "01")
    for folder in (young, old):
        folder.mkdir()
    os.utime(old, (0, 0))
    write(tmp_path / "text.conll")
    assert names(tmp_path) == {young.name, "text.conll"}

"""Private folders and files, which may contain code."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from crfcore import private_folders
from crfcore.private_folders import is_our_file, is_ours_alone, kernel_folder

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no owners")


def test_ones_own_folder_is_closed_to_others(tmp_path):
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o777)
    folder.chmod(0o1777)
    assert is_ours_alone(folder)
    assert folder.stat().st_mode & 0o7777 == 0o1700
    assert is_ours_alone(folder)


def test_anything_but_a_folder_is_nobodys(tmp_path):
    assert not is_ours_alone(tmp_path / "missing")
    (tmp_path / "file").touch()
    assert not is_ours_alone(tmp_path / "file")


def test_another_users_folder_and_file_are_rejected(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    assert is_our_file(tmp_path / "file")
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert not is_ours_alone(tmp_path)
    assert not is_our_file(tmp_path / "file")


def test_a_folder_that_stays_open_is_rejected(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError("read-only")

    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    monkeypatch.setattr(Path, "chmod", refuse)
    assert not is_ours_alone(tmp_path / "open")


def test_links_and_pipes_are_no_files(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "file")
    os.mkfifo(tmp_path / "pipe")
    assert not is_our_file(tmp_path / "link")
    assert not is_our_file(tmp_path / "pipe")
    assert not is_our_file(tmp_path / "missing")


def test_a_system_without_owners_takes_all(tmp_path, monkeypatch):
    monkeypatch.delattr(private_folders.os, "geteuid")
    assert is_ours_alone(tmp_path)
    (tmp_path / "file").touch()
    assert is_our_file(tmp_path / "file")


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the folders of Linux")
@pytest.mark.parametrize(("named", "folder"), [("/caches", "/caches"), ("caches", "/home/.cache")])
def test_compiled_kernels_lie_in_the_users_cache(monkeypatch, named, folder):
    monkeypatch.setenv("HOME", "/home")
    monkeypatch.setenv("XDG_CACHE_HOME", named)
    assert kernel_folder() == Path(folder, "tagwright", "kernels")

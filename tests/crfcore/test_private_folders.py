"""Private folders and files, which may contain code."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from crfcore import private_folders
from crfcore.private_folders import is_our_file, is_ours_alone, is_private, kernel_folder

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no owners")


def test_ones_own_folder_is_closed_to_others(tmp_path):
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o777)
    folder.chmod(0o1777)
    assert is_ours_alone(folder)
    assert folder.stat().st_mode & 0o7777 == 0o1700
    assert is_ours_alone(folder)


def test_what_others_could_have_written_is_removed(tmp_path):
    folder = tmp_path / "cache"
    folder.mkdir()
    (folder / "code").touch()
    folder.chmod(0o755)
    assert is_ours_alone(folder)
    assert (folder / "code").exists()
    folder.chmod(0o775)
    (folder / "inner").mkdir()
    assert is_ours_alone(folder)
    assert [path.name for path in folder.iterdir()] == ["inner"]


def test_a_link_is_refused_and_what_it_leads_to_is_left_as_it_is(tmp_path):
    folder = tmp_path / "public"
    folder.mkdir()
    folder.chmod(0o755)
    (tmp_path / "link").symlink_to(folder)
    assert not is_ours_alone(tmp_path / "link")
    assert not is_private(tmp_path / "link")
    assert folder.stat().st_mode & 0o7777 == 0o755


@pytest.mark.parametrize(("mode", "is_safe"), [(0o1777, True), (0o777, False), (0o755, True)])
def test_a_folder_that_others_can_exchange_is_refused(tmp_path, mode, is_safe):
    folder = tmp_path / "open" / "cache"
    folder.mkdir(parents=True)
    folder.chmod(0o700)
    (tmp_path / "open").chmod(mode)
    assert is_private(folder) == is_safe
    assert is_ours_alone(folder) == is_safe


def test_a_folder_behind_another_users_link_is_refused(tmp_path):
    if os.geteuid() != 0:
        pytest.skip("only root makes links of other users")
    folder = tmp_path / "own" / "cache"
    folder.mkdir(parents=True, mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "own")
    assert is_ours_alone(tmp_path / "link" / "cache")
    (tmp_path / "other").symlink_to(tmp_path / "own")
    os.chown(tmp_path / "other", 12345, 12345, follow_symlinks=False)
    assert not is_ours_alone(tmp_path / "other" / "cache")


def test_a_folder_is_private_if_it_is_closed(tmp_path):
    folder = tmp_path / "sockets"
    folder.mkdir(mode=0o700)
    assert is_private(folder)
    folder.chmod(0o750)
    assert not is_private(folder)
    assert folder.stat().st_mode & 0o7777 == 0o750
    assert not is_private(tmp_path / "missing")


@pytest.mark.parametrize("home", [".", "x/y", ""])
def test_a_relative_home_is_not_used(monkeypatch, tmp_path, home):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", home)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert not kernel_folder().is_relative_to(tmp_path)
    assert kernel_folder().is_absolute()


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

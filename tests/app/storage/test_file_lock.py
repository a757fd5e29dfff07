"""The lock on an open project, on each system."""

import errno
import fcntl
import os
import subprocess
import sys
import tempfile
from types import SimpleNamespace

import pytest

from app.storage import file_lock
from app.storage.errors import BusyError, ReadOnlyError
from app.storage.file_lock import LOCKED, locked

HOLD_SQLITES_LOCK = """
import fcntl, sys
file = open(sys.argv[1], "rb+")
fcntl.lockf(file, fcntl.LOCK_EX, 512, 1 << 30)
print(flush=True)
input()
"""


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "p.tagwright"
    path.write_bytes(b"text")
    return path


@pytest.fixture
def held_by_another(path):
    """SQLite's lock, held by another process."""
    command = [sys.executable, "-c", HOLD_SQLITES_LOCK, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        holder.stdout.readline()
        yield
        holder.communicate(b"\n")


def test_a_project_is_locked_once(path) -> None:
    for _ in range(2):
        with locked(path) as descriptor:
            assert os.read(descriptor, 4) == b"text"
            with pytest.raises(BusyError), locked(path):
                pass


def test_a_missing_or_unwritable_file_can_only_be_read(tmp_path) -> None:
    with pytest.raises(ReadOnlyError), locked(tmp_path / "none.tagwright"):
        pass


def test_sqlites_lock_of_another_process_is_found(path, held_by_another) -> None:
    with pytest.raises(BusyError), locked(path):
        pass


def test_it_is_found_where_there_are_no_locks_of_whole_files(
    path, held_by_another, monkeypatch
) -> None:
    def unsupported(*_):
        raise OSError(errno.ENOTSUP, "not supported")

    monkeypatch.setattr(fcntl, "flock", unsupported)
    with pytest.raises(BusyError), locked(path):
        pass


def test_locks_that_the_disk_does_not_have_are_done_without(path, monkeypatch) -> None:
    def unsupported(*_):
        raise OSError(errno.ENOTSUP, "not supported")

    monkeypatch.setattr(fcntl, "flock", unsupported)
    monkeypatch.setattr(fcntl, "lockf", unsupported)
    with locked(path) as descriptor:
        assert os.read(descriptor, 4) == b"text"


class OneTable:
    """The locks of macOS: those of whole files and of bytes exclude each other in a process."""

    def __init__(self) -> None:
        self.files = set()
        self._flock, self._lockf = fcntl.flock, fcntl.lockf

    def flock(self, descriptor, how):
        self._flock(descriptor, how)
        self.files.add(os.fstat(descriptor).st_ino)

    def lockf(self, descriptor, *how):
        if os.fstat(descriptor).st_ino in self.files:
            raise BlockingIOError(errno.EAGAIN, "locked")
        self._lockf(descriptor, *how)


@pytest.fixture
def on_a_mac(monkeypatch, tmp_path):
    table = OneTable()
    monkeypatch.setattr(file_lock.sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "flock", table.flock)
    monkeypatch.setattr(fcntl, "lockf", table.lockf)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "private"))
    (tmp_path / "private").mkdir()
    return table


def test_sqlite_can_lock_a_project_that_is_locked_on_a_mac(path, on_a_mac) -> None:
    with locked(path) as descriptor:
        on_a_mac.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, len(LOCKED), LOCKED.start)
        with pytest.raises(BusyError), locked(path):
            pass
    assert on_a_mac.files
    with locked(path):
        pass


def test_a_link_in_the_folder_for_locks_of_a_mac_is_not_followed(path, on_a_mac, tmp_path) -> None:
    status = path.stat()
    name = f"tagwright-{status.st_dev:x}-{status.st_ino:x}.lock"
    target = tmp_path / "target"
    (tmp_path / "private" / name).symlink_to(target)
    with locked(path):
        assert not target.exists()
    assert not on_a_mac.files


@pytest.fixture
def calls_on_windows(monkeypatch):
    calls = []

    def locking(descriptor, how, n_bytes):
        calls.append((how, os.lseek(descriptor, 0, os.SEEK_CUR), n_bytes))

    fake = SimpleNamespace(LK_NBLCK="lock", LK_UNLCK="unlock", locking=locking)
    monkeypatch.setitem(sys.modules, "msvcrt", fake)
    monkeypatch.setattr(file_lock, "fcntl", None)
    return calls


def test_nothing_stays_locked_on_windows(path, calls_on_windows) -> None:
    with locked(path) as descriptor:
        assert descriptor is None
        assert calls_on_windows == [
            ("lock", LOCKED.start, len(LOCKED)),
            ("unlock", LOCKED.start, len(LOCKED)),
        ]


def test_sqlites_lock_of_another_process_is_found_on_windows(
    path, calls_on_windows, monkeypatch
) -> None:
    def refuse(*_):
        raise PermissionError(errno.EACCES, "locked")

    monkeypatch.setattr(sys.modules["msvcrt"], "locking", refuse)
    with pytest.raises(BusyError), locked(path):
        pass

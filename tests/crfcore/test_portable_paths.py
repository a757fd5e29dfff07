"""Names and errors of files on Windows and macOS."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import PurePosixPath, PureWindowsPath

import pytest

from crfcore.portable_paths import (
    database_uri,
    fault_of_name,
    is_device,
    is_open_elsewhere,
    is_too_long,
    may_be_too_long,
    path_key,
    why_on_windows,
)


@pytest.mark.parametrize(
    "name", ["con", "NUL", "aux.txt", "Com1.tagwright", "lpt³", "nul .txt", "CONIN$"]
)
def test_devices_of_windows(name):
    assert is_device(name)
    assert "device on Windows; choose another name" in fault_of_name(name)


@pytest.mark.parametrize(
    "name",
    ["notes.txt", "console.txt", "COM10", "a.con", "Dr. No", ".hidden", "Größe 😀", "..", "."],
)
def test_names_that_windows_has(name):
    assert fault_of_name(name) == ""


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("notes.txt:2", "':'"),
        ("why?.txt", "'?'"),
        ("a\tb", r"'\\t'"),
        ("notes.", "dot or a space"),
        ("notes ", "dot or a space"),
    ],
)
def test_names_that_windows_refuses_or_changes(name, found):
    assert found.replace("\\\\", "\\") in fault_of_name(name)


def test_spellings_of_one_path():
    lower, upper = "c:/Notes/a.txt", "C:\\notes\\A.TXT"
    assert path_key(lower, "win32") == path_key(upper, "win32")
    assert path_key("/Users/é", "darwin") == path_key("/users/É", "darwin")
    assert path_key("/a/B", "linux") == "/a/B" != path_key("/a/b", "linux")


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        (PurePosixPath("/tmp/a b?.tagwright"), "file:///tmp/a%20b%3F.tagwright"),
        (PureWindowsPath("C:\\notes\\a.tagwright"), "file:///C:/notes/a.tagwright"),
        (PureWindowsPath("\\\\server\\share\\a.tagwright"), "file:////server/share/a.tagwright"),
    ],
)
def test_uris_for_sqlite(path, uri):
    assert database_uri(path) == uri


def test_sqlite_reads_the_uri_of_a_share_as_a_path():
    share = database_uri(PureWindowsPath("\\\\server\\share\\a.tagwright"))
    with pytest.raises(sqlite3.OperationalError, match="unable to open database file"):
        sqlite3.connect(f"{share}?mode=ro", uri=True)
    # What pathlib makes of it is refused before a file is looked for.
    with pytest.raises(sqlite3.OperationalError, match="invalid uri authority: server"):
        sqlite3.connect("file://server/share/a.tagwright?mode=ro", uri=True)


def test_a_name_survives_the_uri(tmp_path):
    path = tmp_path / ("a b#%41.tagwright" if os.name == "nt" else "a b?#%41.tagwright")
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE there (a)")
    with closing(sqlite3.connect(f"{database_uri(path)}?mode=ro", uri=True)) as opened:
        assert opened.execute("SELECT name FROM sqlite_schema").fetchall() == [("there",)]


def windows_error(kind, number):
    """Return an error as Python makes it on Windows."""
    error = kind(errno.EACCES, "from the system")
    error.winerror = number
    return error


def test_errors_of_windows():
    assert is_open_elsewhere(windows_error(PermissionError, 32))
    assert is_open_elsewhere(windows_error(PermissionError, 33))
    assert not is_open_elsewhere(windows_error(PermissionError, 5))
    assert is_too_long(windows_error(FileNotFoundError, 206))
    assert not is_too_long(windows_error(FileNotFoundError, 3))
    assert not is_open_elsewhere(PermissionError(errno.EACCES, "from Linux"))
    assert not is_too_long(FileNotFoundError(errno.ENOENT, "from Linux"))


@pytest.mark.parametrize(
    ("path", "platform", "expected"),
    [
        ("C:\\" + "a" * 100, "win32", False),
        ("C:\\" + "a" * 256, "win32", True),
        ("C:" + "\\abcdefghi" * 26, "win32", True),
        ("/" + "a" * 300, "linux", False),
    ],
)
def test_a_path_that_is_missing_may_be_too_long(path, platform, expected):
    error = FileNotFoundError(errno.ENOENT, "No such file or directory", path)
    assert may_be_too_long(error, platform) == expected
    assert not may_be_too_long(PermissionError(errno.EACCES, "from the system", path), platform)


def test_without_a_path_only_the_number_tells():
    assert not may_be_too_long(FileNotFoundError(), "win32")
    assert may_be_too_long(windows_error(FileNotFoundError, 206), "win32")


def test_windows_does_not_tell_why_it_refuses_to_open():
    error = PermissionError(errno.EACCES, "Permission denied")
    assert "or another program has it open" in why_on_windows(error, "file", "win32")
    assert why_on_windows(error, "file", "linux") == ""
    assert why_on_windows(windows_error(PermissionError, 5), "file", "win32") == ""

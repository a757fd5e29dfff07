"""Tests of errors of the disk in words."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.storage import sqlite_errors
from app.storage.errors import DeviceError, DiskFullError, ReadOnlyError
from app.storage.sqlite_errors import NOT_OPENED, STEP_LOST, in_words, refused
from crfcore.messages import message
from crfcore.whole_files import RefusedError, check


def test_the_name_of_a_target_does_not_get_into_the_advice(tmp_path: Path) -> None:
    target = tmp_path / "away; open mail; reply \u202ecod"
    target.mkdir()
    link = tmp_path / "a.tagwright"
    link.symlink_to(target / "a")
    with pytest.raises(RefusedError) as received:
        check(link)
    text = str(refused(received.value, link, message("this step was not saved")))
    shown = f"{target}".replace("\u202e", "\\u202e")
    assert text == (
        f"{link}: This is a link that leads elsewhere, to {shown}/a, so this step was not saved; "
        "name that file itself, or remove the link."
    )


def test_a_reason_without_advice() -> None:
    error = RefusedError(message("Windows drops a dot"))
    text = str(refused(error, Path("a"), message("this step was not saved")))
    assert text == "a: Windows drops a dot, so this step was not saved."


def failed_write() -> sqlite3.OperationalError:
    """Return what SQLite raises when the disk refuses a write, for whatever reason."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    return error


@pytest.fixture
def read_only_disk(monkeypatch) -> None:
    def refuse(**_):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(sqlite_errors, "TemporaryFile", refuse)
    # Images of disks, such as those of a CD, have no room.
    monkeypatch.setattr(sqlite_errors.shutil, "disk_usage", lambda _: SimpleNamespace(free=0))


@pytest.mark.usefixtures("read_only_disk")
def test_a_disk_that_has_become_read_only_is_not_called_full(tmp_path: Path) -> None:
    error = in_words(failed_write(), tmp_path / "p.tagwright")
    assert isinstance(error, ReadOnlyError)
    assert error.reason == (
        "the disk is read-only, so this step was not saved; save a copy of the project on another "
        "disk"
    )
    error = in_words(failed_write(), tmp_path / "p.tagwright", NOT_OPENED)
    assert "copy it to a folder of your own" in error.reason


def test_a_disk_that_can_be_written_may_be_full(tmp_path: Path, monkeypatch) -> None:
    error = in_words(failed_write(), tmp_path / "p.tagwright")
    assert type(error) is DeviceError
    assert "perhaps because it or your share of it is full" in error.reason
    monkeypatch.setattr(sqlite_errors.shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
    assert isinstance(in_words(failed_write(), tmp_path / "p.tagwright"), DiskFullError)
    assert [*tmp_path.iterdir()] == []


def test_a_read_only_disk_refuses_a_copy() -> None:
    error = refused(OSError(errno.EROFS, "Read-only file system"), Path("a"), STEP_LOST)
    assert isinstance(error, ReadOnlyError)
    copy = refused(OSError(errno.EROFS, ""), Path("a"), message("no copy was written"))
    assert copy.reason == (
        "the disk is read-only, so no copy was written; choose a folder on another disk"
    )

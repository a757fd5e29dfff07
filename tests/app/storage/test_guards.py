"""Tests that no other file is read, written or waited for when a project is opened."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from app.jobs.projects.backups import backups_of, restore
from app.jobs.projects.check import check_project
from app.storage import guards
from app.storage.errors import DamagedError, ProjectFileError
from app.storage.project_file import ProjectFile
from app.storage.summary import steps_after, summary_of
from tests.project_files import small_project

LOOKS = [
    ProjectFile.open,
    lambda path: ProjectFile.open(path, for_reading=True),
    summary_of,
    lambda path: steps_after(path, 0),
]

PATIENCE = 60
"""Seconds; reading a pipe would wait for ever."""


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "names.tagwright"
    small_project(path)
    return path


def refused(path):
    """Try every way of opening; return the errors."""
    reasons = []
    for look in LOOKS:
        with pytest.raises(ProjectFileError) as caught:
            look(path)
        reasons.append(caught.value.reason)
    return reasons[0]


def refused_at_once(path):
    """Do the same in a child process, because a blocked read cannot be stopped."""
    script = """
import sys
from pathlib import Path
from tests.app.storage.test_guards import LOOKS
from app.storage.errors import ProjectFileError
for look in LOOKS:
    try:
        look(Path(sys.argv[1]))
    except ProjectFileError as error:
        print(error.reason)
    else:
        print("opened")
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    reasons = done.stdout.splitlines()
    assert len(reasons) == len(LOOKS)
    assert "opened" not in reasons
    return reasons[0]


def test_a_pipe_is_not_waited_for(tmp_path):
    path = tmp_path / "p.tagwright"
    os.mkfifo(path)
    assert "a pipe" in refused_at_once(path)


def test_a_device_and_a_socket_are_refused(tmp_path):
    link = tmp_path / "p.tagwright"
    link.symlink_to("/dev/zero")
    assert "a device" in refused_at_once(link)
    with closing(socket.socket(socket.AF_UNIX)) as server:
        target = tmp_path / "s.tagwright"
        server.bind(str(target))
        refused(target)


@pytest.mark.parametrize("ending", guards.LOG_ENDINGS)
@pytest.mark.parametrize("kind", ["link", "hard link", "pipe", "folder", "dangling"])
def test_what_is_planted_beside_a_project_is_not_touched(path, tmp_path, ending, kind):
    thesis = tmp_path / "thesis"
    thesis.write_bytes(b"years of work")
    log = path.with_name(path.name + ending)
    match kind:
        case "link":
            log.symlink_to(thesis)
        case "hard link":
            log.hardlink_to(thesis)
        case "pipe":
            os.mkfifo(log)
        case "folder":
            log.mkdir()
        case "dangling":
            log.symlink_to(tmp_path / "new")
    assert "move it away" in (refused_at_once if kind == "pipe" else refused)(path)
    assert thesis.read_bytes() == b"years of work"
    assert not (tmp_path / "new").exists()


def journal(path, n_pages=1, name=b""):
    """Return a journal that SQLite would roll back, with another file's name or none."""
    content = path.read_bytes()
    page_size = int.from_bytes(content[16:18], "big")
    nonce = 7
    page = content[:page_size]
    summed = nonce + sum(page[at] for at in range(page_size - 200, 0, -200))
    head = guards._JOURNAL_MAGIC + b"".join(
        number.to_bytes(4, "big") for number in (1, nonce, n_pages, 512, page_size)
    )
    data = head.ljust(512, b"\0") + (1).to_bytes(4, "big") + page
    data += (summed % 2**32).to_bytes(4, "big")
    if name:
        lock_page = 0x40000000 // page_size + 1
        data += lock_page.to_bytes(4, "big") + name + len(name).to_bytes(4, "big")
        data += (sum(name) % 2**32).to_bytes(4, "big") + guards._JOURNAL_MAGIC
    return data


def test_sqlite_itself_deletes_the_file_that_a_journal_names(path, tmp_path):
    """Make sure that SQLite does what the tests below reject."""
    thesis = tmp_path / "thesis"
    thesis.write_bytes(b"years of work")
    n_pages = path.stat().st_size // 4096
    path.with_name(path.name + "-journal").write_bytes(journal(path, n_pages, os.fsencode(thesis)))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("SELECT * FROM words").fetchall()
    assert not thesis.exists()


def test_a_journal_that_names_another_file_is_refused(path, tmp_path):
    thesis = tmp_path / "thesis"
    thesis.write_bytes(b"years of work")
    n_pages = path.stat().st_size // 4096
    path.with_name(path.name + "-journal").write_bytes(journal(path, n_pages, os.fsencode(thesis)))
    assert "not a journal that Tagwright writes" in refused(path)
    assert thesis.read_bytes() == b"years of work"


def test_a_journal_that_lets_a_project_grow_is_refused(path):
    size = path.stat().st_size
    path.with_name(path.name + "-journal").write_bytes(journal(path, 2**31))
    assert "not a journal that Tagwright writes" in refused(path)
    assert path.stat().st_size == size


def journal_of_changes(path, tmp_path):
    """Return a journal of a transaction that changes more than the header."""
    copy = tmp_path / "copy.tagwright"
    copy.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size=1")
        connection.execute("BEGIN")
        connection.execute("UPDATE sentences SET role = 1 - role")
        connection.execute("CREATE TABLE pages AS SELECT zeroblob(1000000)")
        return copy.with_name(copy.name + "-journal").read_bytes()


@pytest.mark.parametrize("kind", ["shorter", "other pages", "another page", "smaller pages"])
def test_a_journal_of_an_earlier_moment_is_refused(path, tmp_path, kind):
    n_pages = path.stat().st_size // 4096
    log = path.with_name(path.name + "-journal")
    if kind == "shorter":
        log.write_bytes(journal(path, n_pages - 1))
    elif kind == "smaller pages":
        made = bytearray(journal(path, n_pages))
        made[24:28] = (512).to_bytes(4, "big")
        log.write_bytes(made[:1024])
    elif kind == "other pages":
        log.write_bytes(journal_of_changes(path, tmp_path))
    else:
        log.write_bytes(journal(path, n_pages))
        with path.open("rb+") as file:
            file.seek(40)  # the number of the schema
            file.write(b"\0\0\1\0")
    content = path.read_bytes()
    assert "not a journal that Tagwright writes" in refused(path)
    assert path.read_bytes() == content


def test_the_journal_of_a_killed_program_is_played_back(path):
    n_pages = path.stat().st_size // 4096
    log = path.with_name(path.name + "-journal")
    log.write_bytes(journal(path, n_pages))
    with ProjectFile.open(path) as file:
        file.check()
    assert not log.exists()


def test_a_backup_that_is_a_pipe_is_not_waited_for(path, tmp_path):
    pipe = tmp_path / "backup.tagwright"
    os.mkfifo(pipe)
    with pytest.raises(ProjectFileError):
        restore(path, pipe, tmp_path / "restored.tagwright")
    link = tmp_path / "device.tagwright"
    link.symlink_to("/dev/zero")
    with pytest.raises(ProjectFileError):
        restore(path, link, tmp_path / "restored.tagwright")
    assert not (tmp_path / "restored.tagwright").exists()


def test_pages_in_a_ring_are_not_walked_through_for_ever(path):
    """A table whose inner page refers to itself, many times."""
    content = bytearray(path.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'sentences'"
        ).fetchone()
    pages = [int(root), *(len(content) // 4096 + at + 1 for at in range(15))]
    leaf = bytes(content[(root - 1) * 4096 : root * 4096])
    content += bytes(4096 * 15)
    for page, below in zip(pages, [*pages[1:], len(content) // 4096 + 1], strict=True):
        content[(page - 1) * 4096 : page * 4096] = inner_page(below)
    content += leaf
    content[28:32] = (len(content) // 4096).to_bytes(4, "big")
    path.write_bytes(content)
    for look in LOOKS[:3]:
        with pytest.raises(DamagedError):
            look(path)


def inner_page(below, n_cells=300):
    cells = [below.to_bytes(4, "big") + bytes([1 + at % 100]) for at in range(n_cells)]
    offsets = [4096 - 5 * (at + 1) for at in range(n_cells)]
    head = b"\x05" + (0).to_bytes(2, "big") + n_cells.to_bytes(2, "big")
    head += offsets[-1].to_bytes(2, "big") + b"\0" + below.to_bytes(4, "big")
    head += b"".join(offset.to_bytes(2, "big") for offset in offsets)
    page = bytearray(head.ljust(4096, b"\0"))
    for offset, cell in zip(offsets, cells, strict=True):
        page[offset : offset + 5] = cell
    return bytes(page)


def test_a_link_that_leads_round_is_refused_in_words(tmp_path):
    one, other = tmp_path / "one.tagwright", tmp_path / "other.tagwright"
    one.symlink_to(other)
    other.symlink_to(one)
    for use in (ProjectFile.open, check_project, ProjectFile.create):
        with pytest.raises(ProjectFileError, match=r"one\.tagwright"):
            use(one)
    assert backups_of(one) == []

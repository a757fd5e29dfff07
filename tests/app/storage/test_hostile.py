"""Tests of files that are no projects, damaged files, full disks and killed programs."""

from __future__ import annotations

import errno
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from dataclasses import replace

import numpy as np
import pytest

from app.domain.sentences import Additions
from app.storage import opening
from app.storage.errors import (
    BusyError,
    DamagedError,
    DeviceError,
    DiskFullError,
    ExistsError,
    ForeignError,
    MissingError,
    ProjectFileError,
    ReadOnlyError,
    TooNewError,
)
from app.storage.project_file import ProjectFile
from tests.kill_points import killed_after
from tests.project_files import LABELLED, add_document, retag, small_project
from tests.small_disks import read_only, small_disk


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "names.tagwright"
    small_project(path)
    return path


def refusal(kind, path, **choices):
    with pytest.raises(kind) as caught:
        ProjectFile.open(path, **choices)
    assert str(caught.value).startswith(f"{path}: ")
    return caught.value.reason


def pragma(path, statement):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA {statement}")


def test_a_missing_file(tmp_path):
    assert "no such project" in refusal(MissingError, tmp_path / "none.tagwright")


def test_a_folder(tmp_path):
    assert "a folder" in refusal(ForeignError, tmp_path)


def test_an_empty_file_is_not_taken_for_an_empty_project(tmp_path):
    path = tmp_path / "empty.tagwright"
    path.touch()
    assert "empty" in refusal(ForeignError, path)
    assert path.read_bytes() == b""


@pytest.mark.parametrize("content", [b"Anna B-PER\n", b"S", b"\x00" * 200, b"SQLite format 2\x00"])
def test_a_file_of_another_kind(tmp_path, content):
    path = tmp_path / "text.tagwright"
    path.write_bytes(content)
    kind = DamagedError if b"SQLite format 3\x00".startswith(content) else ForeignError
    refusal(kind, path)
    assert path.read_bytes() == content


def test_a_database_of_another_program(tmp_path):
    path = tmp_path / "other.tagwright"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE notes (text)")
    assert "another program" in refusal(ForeignError, path)


def test_a_project_of_a_newer_version(path):
    pragma(path, "user_version=99")
    reason = refusal(TooNewError, path)
    assert "its format is 99" in reason
    assert "install the newer version" in reason


@pytest.mark.parametrize("length", [50, 100, 1000, 4096, 4097, 9000, 20_000, -4096, -1])
def test_a_truncated_project(path, length):
    content = path.read_bytes()
    assert len(content) > 20_000
    path.write_bytes(content[:length])
    assert "damaged" in refusal(DamagedError, path)


def test_a_flipped_bit_is_noticed_or_harmless(path):
    """Whatever bit flips, the project is rejected or every sentence is intact."""
    content = path.read_bytes()
    with ProjectFile.open(path) as file:
        right = file.load()
    rng = random.Random(7)
    refused = 0
    for _ in range(150):
        damaged = bytearray(content)
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        try:
            with ProjectFile.open(path) as file:
                project = file.load()
                file.check()
        except ProjectFileError:
            refused += 1
        else:
            assert project.corpus.texts == right.corpus.texts
            np.testing.assert_array_equal(project.corpus.tag_sets, right.corpus.tag_sets)
            np.testing.assert_array_equal(project.corpus.states, right.corpus.states)
    assert refused > 5


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM words WHERE id = 0",
        "DELETE FROM tag_sets WHERE id = 0",
        "UPDATE tag_sets SET members = '[77]' WHERE id = 1",
        "UPDATE tag_sets SET members = 'nonsense' WHERE id = 1",
        "UPDATE sentences SET states = zeroblob(4) WHERE id = 1",
        "UPDATE sentences SET text = 'Otto lives in Ulm' WHERE id = 1",
        "UPDATE sentences SET tag_sets = NULL, checksum = 0 WHERE id = 1",
        "UPDATE documents SET layout = '[]'",
        "UPDATE documents SET layout = '{'",
        "UPDATE settings SET value = '7' WHERE key = 'scheme'",
        "DELETE FROM sources WHERE sentence_id = 2",
        "UPDATE edits SET before = x'00ff'",
        "UPDATE words SET word = 'Otto' WHERE id = 0",
        "CREATE TRIGGER evil AFTER UPDATE ON sentences BEGIN DELETE FROM words; END",
        "CREATE VIEW evil AS SELECT * FROM words",
        "DROP TABLE edits",
    ],
)
def test_rows_that_contradict_themselves_are_refused_in_words(path, statement):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        if "= NULL" in statement:
            connection.execute("PRAGMA writable_schema=ON")
            connection.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')")
            connection.close()
            connection = sqlite3.connect(path, isolation_level=None)
        connection.execute(statement)
        connection.close()
    with pytest.raises(DamagedError, match="damaged"), ProjectFile.open(path) as file:
        file.check()


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE documents SET layout = '{'", "a part of it that should be JSON is not"),
        ("UPDATE settings SET value = 'x' WHERE key = 'scheme'", "should be JSON is not"),
        ("UPDATE edits SET before = x'00ff'", "compressed bytes of it are damaged"),
    ],
)
def test_damage_is_named_without_texts_of_python(path, statement, words):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement)
    with pytest.raises(DamagedError) as caught, ProjectFile.open(path) as file:
        file.check()
    assert words in caught.value.reason


def test_a_second_window_is_refused_and_harms_nothing(path):
    with ProjectFile.open(path) as first:
        assert "close it there first" in refusal(BusyError, path)
        assert "close it there first" in refusal(BusyError, path, for_reading=True)
        first.write_edit(retag(first.load(), 0, 1, "B-LOC", 2))
    with ProjectFile.open(path) as file:
        assert file.history.last_edit_id() == 2


OPEN = "import sys; from app.storage.project_file import ProjectFile; ProjectFile.open(sys.argv[1])"


def test_a_look_into_the_file_lets_no_second_window_in(path):
    """As a file dialog does: closing the file releases the process's SQLite locks."""
    with ProjectFile.open(path) as first:
        path.read_bytes()
        second = subprocess.run(
            [sys.executable, "-c", OPEN, str(path)], capture_output=True, text=True, check=False
        )
        assert "close it there first" in second.stderr
        first.write_edit(retag(first.load(), 0, 1, "B-LOC", 2))
    ProjectFile.open(path).close()


def test_a_file_system_without_such_locks_does(path, monkeypatch):
    def none(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("app.storage.file_lock.fcntl.flock", none)
    with ProjectFile.open(path):
        assert "close it there first" in refusal(BusyError, path)


def test_a_read_only_folder(path):
    with read_only(path.parent):
        assert "copy" in refusal(ReadOnlyError, path)
        with ProjectFile.open(path, for_reading=True) as file:
            assert file.read_only
            assert file.load().corpus.n_tokens == 11
            file.check()
            with pytest.raises(ReadOnlyError, match="copy it to a folder of your own"):
                file.write_edit(retag(file.load(), 0, 1, "B-LOC", 2))
        with pytest.raises(ProjectFileError, match=r"cannot be (written|made)|disk is read-only"):
            ProjectFile.create(path.with_name("new.tagwright"))
    assert [p.name for p in path.parent.iterdir()] == ["names.tagwright"]


def test_a_folder_that_is_missing(tmp_path):
    with pytest.raises(MissingError, match="no such folder"):
        ProjectFile.create(tmp_path / "none" / "p.tagwright")


def test_what_a_killed_window_left_is_readable_in_a_read_only_folder(path, tmp_path):
    left = tmp_path / "left"
    left.mkdir()
    with ProjectFile.open(path) as file:
        file.write_edit(retag(file.load(), 0, 1, "B-LOC", 2))
        for name in (path.name, path.name + "-wal"):
            (left / name).write_bytes(path.with_name(name).read_bytes())
    with read_only(left), ProjectFile.open(left / path.name, for_reading=True) as file:
        assert file.history.last_edit_id() == 2


@pytest.mark.usefixtures("caplog")  # that the log stays is told
def test_a_full_disk_loses_nothing_that_was_written(tmp_path):
    with small_disk(tmp_path) as disk:
        path = disk / "p.tagwright"
        small_project(path)
        with ProjectFile.open(path) as file:
            written = _fill(file)
        with ProjectFile.open(path) as file:
            assert file.history.last_edit_id() == written
            assert file.check().corpus.n_sentences == 3


def test_no_room_in_the_file_loses_nothing_that_was_written(path):
    with ProjectFile.open(path) as file:
        pages = file.database.connection.execute("PRAGMA page_count").fetchone()[0]
        file.database.connection.execute(f"PRAGMA max_page_count={pages + 4}")
        written = _fill(file)
        with pytest.raises(DiskFullError, match="free some space"):
            add_document(file, LABELLED * 300, edit_id=written + 1)
    with ProjectFile.open(path) as file:
        assert file.history.last_edit_id() == written
        assert file.check().corpus.n_sentences == 3


def _fill(file):
    """Write long edits until the disk is full; return the id of the last one written."""
    written = file.history.last_edit_id()
    project = file.load()
    for number in range(written + 1, written + 2000):
        edit = retag(project, 0, 1, "B-LOC", number)
        noise = "".join(random.Random(number).choices("abcdefghij", k=3000))
        try:
            file.write_edit(replace(edit, summary=noise))
        except DiskFullError as error:
            received = error.reason
            break
        written = number
    else:
        pytest.fail("the disk never got full")
    assert "not saved" in received
    assert written > 1
    return written


def test_no_room_for_a_new_project(tmp_path):
    with small_disk(tmp_path, "24k") as disk:
        with pytest.raises(ProjectFileError, match="disk is full"):
            ProjectFile.create(disk / "p.tagwright")
        assert list(disk.iterdir()) == []


def test_no_room_for_a_copy_leaves_the_old_copy(tmp_path, path):
    with ProjectFile.open(path) as file:
        add_document(file, LABELLED * 2000, edit_id=2)
        with small_disk(tmp_path) as disk:
            (disk / "copy.tagwright").write_text("the old copy")
            with pytest.raises(ProjectFileError):
                file.backup_to(disk / "copy.tagwright")
            assert (disk / "copy.tagwright").read_text() == "the old copy"
            assert len(list(disk.iterdir())) == 1


WRITER = """
import sys
from app.storage.project_file import ProjectFile
from tests.project_files import retag
file = ProjectFile.open(sys.argv[1])
project = file.load()
number = file.history.last_edit_id()
print("open", flush=True)
while True:
    number += 1
    tag = ("B-PER", "O", "B-LOC")[number % 3]
    file.write_edit(retag(project, number % 3, number % 2, tag, number))
    print(number, flush=True)
"""


def test_kill_9_loses_nothing_that_was_called_saved(path):
    rng = random.Random(3)
    for _ in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout.readline() == "open\n"
        for _ in range(rng.randrange(1, 120)):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read()
        process.wait()
        process.stdout.close()
        acknowledged = int(rest.split("\n")[-2]) if rest.count("\n") else 0
        with ProjectFile.open(path) as file:
            assert file.history.last_edit_id() >= acknowledged
            project = file.check()
            newest = file.history.recent_edits(limit=1)[0][0]
            sentence_index = project.corpus.sentence_index_of(newest.tokens[0].sentence)
            token = int(newest.tokens[0].tokens[0])
            assert project.corpus.edits[project.corpus.offsets[sentence_index] + token] == newest.id


def test_kill_9_during_an_import_leaves_nothing_of_it(path):
    script = """
import os, signal, sys
from app.storage.project_file import ProjectFile
from app.domain.documents import Document
from tests.project_files import LABELLED, sentence_row
file = ProjectFile.open(sys.argv[1])
project = file.load()
file.imports.begin_document(Document(9, "half", 1))
file.imports.add_sentences(
    sentence_row(project, 100 + i, 9, LABELLED[i % 3], 0) for i in range(500)
)
os.kill(os.getpid(), signal.SIGKILL)
"""
    process = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert process.returncode == -signal.SIGKILL
    with ProjectFile.open(path) as file:
        assert file.check().corpus.n_sentences == 3
        count = file.database.connection.execute("SELECT count(*) FROM sentences").fetchone()
    assert count == (3,)


def test_a_failed_start_of_a_project_does_not_hide_an_existing_one(path):
    before = path.read_bytes()
    with pytest.raises(ExistsError):
        ProjectFile.create(path)
    assert path.read_bytes() == before


def test_a_disk_that_fails_is_told_as_such(path, monkeypatch):
    with ProjectFile.open(path) as file:
        monkeypatch.setattr("app.storage.models.now", lambda: _fail(sqlite3.SQLITE_IOERR_READ))
        with pytest.raises(DeviceError, match="The disk failed, so this step was not saved; save"):
            file.write_model(1, b"model", {})
        monkeypatch.setattr("app.storage.models.now", lambda: _fail(sqlite3.SQLITE_IOERR_WRITE))
        with pytest.raises(DeviceError) as received:
            file.write_model(1, b"model", {})
        assert str(received.value) == (
            f"{path}: The disk takes no more, perhaps because it or your share of it is full, so "
            "this step was not saved; free some space and try again, or save a copy of the project "
            "elsewhere."
        )
        monkeypatch.setattr("app.storage.models.now", _full)
        with pytest.raises(DiskFullError):
            file.write_model(1, b"model", {})
        assert file.newest_model() is None
        file.add_names(Additions())


def _error(code):
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    return error


def _fail(code):
    raise _error(code)


def _full():
    raise _error(sqlite3.SQLITE_FULL)


def test_a_link_finds_what_a_killed_window_left_beside_the_file(path, tmp_path):
    killed_after(path, lambda file: file.write_edit(retag(file.load(), 0, 1, "B-LOC", 2)))
    link = tmp_path / "desk" / "link.tagwright"
    link.parent.mkdir()
    folder = tmp_path / "real"
    folder.mkdir()
    for name in (path.name, path.name + "-wal"):
        path.with_name(name).rename(folder / name)
    link.symlink_to(folder / path.name)
    with read_only(folder), ProjectFile.open(link, for_reading=True) as file:
        assert file.history.last_edit_id() == 2
    with ProjectFile.open(link) as file:
        assert file.history.last_edit_id() == 2


def test_what_a_killed_program_did_not_finish_is_removed(path):
    left = path.parent / ".unfinished-0123456789abcdef"
    left.mkdir()
    (left / path.name).write_bytes(b"half")
    ProjectFile.open(path).close()
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def copy_of(path, target):
    with closing(sqlite3.connect(path)) as connection:
        opening.copy_to(connection, target)


@pytest.mark.parametrize(
    ("job", "shown_text"),
    [
        (lambda path: ProjectFile.open(path), "the project cannot be opened; free"),
        (lambda path: ProjectFile.create(path.with_name("n.tagwright")), "was not made; free"),
        (lambda path: copy_of(path, path.with_name("c.tagwright")), "no copy of"),
    ],
)
def test_a_full_disk_says_what_did_not_come_about(tmp_path, job, shown_text):
    with small_disk(tmp_path, "160k") as disk:
        path = disk / "p.tagwright"
        small_project(path)
        with (disk / "ballast").open("wb", buffering=0) as ballast, suppress(OSError):
            while ballast.write(b"0" * 4096):
                pass
        with pytest.raises(DiskFullError, match=shown_text):
            job(path)
        assert {one.name for one in disk.iterdir()} == {"ballast", "p.tagwright"}

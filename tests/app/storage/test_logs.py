"""Tests of a killed project and its log, together and apart."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from random import Random

import pytest

from app.storage.errors import (
    BusyError,
    DamagedError,
    DeviceError,
    DiskFullError,
    LogUnusableError,
)
from app.storage.files import logs_of, read_header
from app.storage.project_file import ProjectFile
from app.storage.schema import FORMAT_AT
from tests.kill_points import killed_after, kills
from tests.made_logs import log_header, with_frame
from tests.project_files import LABELLED, record_undo, retag, small_project
from tests.small_disks import read_only
from tests.soak.state import digest


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "names.tagwright"
    small_project(path)
    return path


def label(file):
    """Make a step that only the log has."""
    file.write_edit(retag(file.load(), 0, 1, "B-LOC", 2))


def last_edit(path, **choices):
    with ProjectFile.open(path, **choices) as file:
        return file.history.last_edit_id()


def test_a_killed_project_has_every_step_with_its_log(path):
    killed_after(path, label)
    assert read_header(path)[FORMAT_AT] == b"\x02\x02"
    assert last_edit(path) == 2


def test_a_project_that_was_moved_without_its_log_says_so(path):
    killed_after(path, label)
    moved = path.with_name("moved.tagwright")
    path.rename(moved)
    with pytest.raises(LogUnusableError) as caught:
        ProjectFile.open(moved)
    assert "its log moved.tagwright-wal" in caught.value.reason
    assert "this folder has names.tagwright-wal" in caught.value.reason
    logs_of(path)[0].rename(logs_of(moved)[0])
    assert last_edit(moved) == 2


def test_a_copy_without_its_log_opens_when_somebody_says_so(path, tmp_path):
    killed_after(path, label)
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    copy = folder / path.name
    shutil.copyfile(path, copy)
    with pytest.raises(LogUnusableError) as caught:
        ProjectFile.open(copy)
    assert "this folder has" not in caught.value.reason
    assert last_edit(copy, without_log=True) == 1
    assert last_edit(copy) == 1
    assert last_edit(path, without_log=True) == 2, "a log that is there is read"


def test_a_copy_that_can_only_be_read_asks_for_its_log(path, tmp_path):
    killed_after(path, label)
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    copy = folder / path.name
    shutil.copyfile(path, copy)
    with read_only(folder):
        with pytest.raises(LogUnusableError):
            ProjectFile.open(copy, for_reading=True)
        assert last_edit(copy, for_reading=True, without_log=True) == 1


def test_a_copy_put_in_place_of_a_killed_project_is_not_spoilt_by_its_log(path):
    kept = path.with_name("kept")
    with ProjectFile.open(path) as file:
        file.write_edit(retag(file.load(), 1, 0, "O", 2))
        file.write_edit(retag(file.load(), 1, 0, "B-LOC", 3))
    shutil.copyfile(path, kept)
    killed_after(path, lambda file: file.write_edit(retag(file.load(), 0, 1, "B-LOC", 4)))
    log = logs_of(path)[0].read_bytes()
    shutil.copyfile(kept, path)
    with ProjectFile.open(path) as file:
        assert file.history.last_edit_id() == 3
        assert file.log_set_aside.path == path.with_name("names.tagwright-wal.old")
        file.check_through()
    assert path.with_name("names.tagwright-wal.old").read_bytes() == log


def test_a_read_only_copy_of_a_closed_project_leaves_a_foreign_log_out(path):
    kept = path.read_bytes()
    killed_after(path, label)
    path.write_bytes(kept)
    with read_only(path.parent), ProjectFile.open(path, for_reading=True) as file:
        assert file.history.last_edit_id() == 1


def test_logs_set_aside_replace_none_that_was_set_aside_before(path):
    for _ in range(2):
        kept = path.read_bytes()
        killed_after(path, label_again)
        path.write_bytes(kept)
        with ProjectFile.open(path) as file:
            assert file.log_set_aside is not None
    assert path.with_name("names.tagwright-wal.old").exists()
    assert path.with_name("names.tagwright-wal.old-2").exists()


def label_again(file):
    file.write_edit(retag(file.load(), 0, 1, "B-LOC", file.history.last_edit_id() + 1))


def test_an_empty_log_beside_a_closed_project_is_nothing(path):
    logs_of(path)[0].touch()
    with ProjectFile.open(path) as file:
        assert file.log_set_aside is None
        assert read_header(path)[FORMAT_AT] == b"\x02\x02", "steps are written to a log"
        label(file)
    assert last_edit(path) == 2


def test_a_program_that_was_killed_while_it_closed_asks_for_no_log(path):
    """SQLite removes the log before it changes the header."""
    killed_after(path, lambda file: file.database.freeze())
    log, _, journal = logs_of(path)
    log.unlink()
    journal.touch()
    assert last_edit(path) == 1


def test_a_program_that_was_killed_while_it_opened_asks_for_no_log(path):
    path.chmod(0o600)
    n_with_log = 0
    for _ in kills(lambda: ProjectFile.open(path).close(), path.parent):
        log = logs_of(path)[0]
        if log.exists():
            n_with_log += 1
            assert log.stat().st_mode == path.stat().st_mode
        assert last_edit(path) == 1
        assert not log.exists()
    assert n_with_log


def test_a_file_that_cannot_be_opened_is_left_closed(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE VIEW odd AS SELECT 1")
    for _ in range(2):
        with pytest.raises(DamagedError):
            ProjectFile.open(path)
        assert not logs_of(path)[0].exists()
        assert read_header(path)[FORMAT_AT] == b"\x01\x01"


def test_a_header_of_no_known_kind_is_damage(path):
    content = bytearray(path.read_bytes())
    content[18] = 3
    path.write_bytes(content)
    with pytest.raises(DamagedError, match="damaged"):
        ProjectFile.open(path)


def test_a_log_that_was_brought_in_leaves_a_file_that_has_everything(path):
    def job(file):
        label(file)
        assert file.database.log_holds_steps
        file.database.checkpoint_log()
        assert not file.database.log_holds_steps

    killed_after(path, job)
    logs_of(path)[0].unlink()
    assert last_edit(path, without_log=True) == 2


def test_a_frozen_file_stays_as_it_is(path):
    with ProjectFile.open(path) as file:
        frozen = file.database.freeze()
        before = path.read_bytes()
        label(file)
        assert not file.database.log_holds_steps
        file.database.checkpoint_log()
        assert path.read_bytes() == before
        assert frozen.n_bytes() == len(before)
        file.database.thaw()
        assert file.database.log_holds_steps
        file.database.checkpoint_log()
        assert path.read_bytes() != before


def test_a_probe_is_written(path):
    with ProjectFile.open(path) as file:
        file.database.checkpoint_log()
        assert logs_of(path)[0].stat().st_size == 0
        file.probe()
        assert logs_of(path)[0].stat().st_size > 0


def two_killed(path):
    """Make another project, kill both with steps in their logs, and return the other."""
    other = path.with_name("other.tagwright")
    small_project(other)
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("UPDATE edits SET made_at = '2026-11-01T09:00:00.000+00:00'")
    killed_after(path, label)
    killed_after(other, label_again)
    return other


def test_a_log_of_another_killed_project_is_not_mixed_in(path):
    other = two_killed(path)
    shutil.copyfile(other, path)
    before = [file.read_bytes() for file in (path, logs_of(path)[0])]
    with pytest.raises(LogUnusableError) as caught:
        ProjectFile.open(path)
    assert "names.tagwright-wal belongs to another project" in caught.value.reason
    assert [file.read_bytes() for file in (path, logs_of(path)[0])] == before
    assert not logs_of(path)[1].exists(), "no index of the log is left"
    with ProjectFile.open(path, without_log=True) as file:
        assert file.history.last_edit_id() == 1
        assert file.log_set_aside.path == path.with_name("names.tagwright-wal.old")
        file.check_through()
    assert path.with_name("names.tagwright-wal.old").read_bytes() == before[1]


def test_a_read_only_copy_has_no_log_of_another_project_mixed_in(path):
    shutil.copyfile(two_killed(path), path)
    with read_only(path.parent):
        with pytest.raises(LogUnusableError):
            ProjectFile.open(path, for_reading=True)
        with ProjectFile.open(path, for_reading=True, without_log=True) as file:
            assert file.history.last_edit_id() == 1
            file.check_through()


def test_an_older_log_of_the_same_project_takes_no_steps_back(path):
    """Copying a project file and its log one after the other gives such a pair."""
    kept = path.with_name("kept")

    def steps(file):
        label(file)
        shutil.copyfile(logs_of(path)[0], kept)
        file.database.checkpoint_log()
        for _ in range(3):
            file.write_edit(retag(file.load(), 1, 0, "O", file.history.last_edit_id() + 1))
        file.database.checkpoint_log()

    killed_after(path, steps)
    kept.rename(logs_of(path)[0])
    before = path.read_bytes()
    with pytest.raises(LogUnusableError, match="older state"):
        ProjectFile.open(path)
    assert path.read_bytes() == before
    assert last_edit(path, without_log=True) == 5


def test_a_log_that_makes_damage_of_a_project_is_left_as_it_is(path):
    killed_after(path, label)
    content = bytearray(path.read_bytes())
    content[8192:12288] = bytes(4096)
    path.write_bytes(content)
    before = [file.read_bytes() for file in (path, logs_of(path)[0])]
    with pytest.raises(DamagedError, match="damaged"):
        ProjectFile.open(path)
    assert [file.read_bytes() for file in (path, logs_of(path)[0])] == before


def test_a_log_that_leaves_rows_without_their_words_is_left_as_it_is(path):
    """Pages of two projects can make a database that SQLite takes as sound."""

    def lose_words(file):
        with file.database.transaction() as connection:
            connection.execute("DELETE FROM words")

    killed_after(path, lose_words)
    log = logs_of(path)[0].read_bytes()
    with pytest.raises(LogUnusableError, match=r"names.tagwright-wal, .* is damaged: put"):
        ProjectFile.open(path)
    assert logs_of(path)[0].read_bytes() == log
    with ProjectFile.open(path, without_log=True) as file:
        assert file.log_set_aside.is_damaged
        file.check_through()
    assert path.with_name("names.tagwright-wal.old").read_bytes() == log


def test_a_log_that_was_deleted_while_the_project_is_open_takes_no_more_steps(path, tmp_path):
    """Writes into a deleted log are lost when the program is killed."""
    with ProjectFile.open(path) as file:
        label(file)
        logs_of(path)[0].unlink()
        with pytest.raises(DeviceError, match="its log was moved, replaced or deleted"):
            label_again(file)
        file.backup_to(tmp_path / "copy.tagwright")
    assert last_edit(tmp_path / "copy.tagwright") == 2
    assert last_edit(path) == 2


def label_often(file):
    """Make many steps that only the log has, in several pages."""
    for step in range(2, 60):
        file.write_edit(retag(file.load(), 0, 1, ("B-LOC", "B-PER")[step % 2], step))


def torn(content, log, random):
    """Return a file with a checkpoint that a killed program, or a disk, left partial."""
    size = int.from_bytes(log[8:12], "big")
    frames = [
        log[sentence_index : sentence_index + 24 + size]
        for sentence_index in range(32, len(log), 24 + size)
    ]
    pages = {int.from_bytes(frame[:4], "big"): frame[24:] for frame in frames}
    file = bytearray(content.ljust(max(pages) * size, b"\0"))
    for number, page in pages.items():
        for sector in range(0, size, 512):
            if random.random() < 0.5:
                start = (number - 1) * size + sector
                file[start : start + 512] = page[sector : sector + 512]
    return bytes(file)


def test_a_log_that_was_being_brought_in_is_the_projects_own(path):
    killed_after(path, label_often)
    log = logs_of(path)[0]
    content, steps = path.read_bytes(), log.read_bytes()
    whole = last_edit(path)
    assert whole > 40
    for seed in range(40):
        path.write_bytes(torn(content, steps, Random(seed)))
        log.write_bytes(steps)
        assert last_edit(path) == whole, seed


def damage_log(path, at):
    """Change a bit of a log, and return the log before and after."""
    log = logs_of(path)[0]
    before = log.read_bytes()
    after = bytearray(before)
    after[at] ^= 4
    log.write_bytes(after)
    return before, bytes(after)


def frame_starts(log):
    """Return where frames begin, and which of them end a transaction."""
    size = 24 + int.from_bytes(log[8:12], "big")
    starts = range(32, len(log), size)
    return starts, [start for start in starts if any(log[start + 4 : start + 8])]


def commit_in_middle(path):
    """Return the frame that ends a transaction in the middle of a log."""
    _, commits = frame_starts(logs_of(path)[0].read_bytes())
    return commits[len(commits) // 2]


def test_a_damaged_log_is_read_up_to_the_damage_when_somebody_says_so(path):
    killed_after(path, label_often)
    at = commit_in_middle(path)
    content = path.read_bytes()
    _, log = damage_log(path, at + 1000)
    with pytest.raises(LogUnusableError, match=rf"names.tagwright-wal, .* at byte {at:,}"):
        ProjectFile.open(path)
    assert [path.read_bytes(), logs_of(path)[0].read_bytes()] == [content, log]
    assert not logs_of(path)[1].exists(), "no index of the log is left"
    with ProjectFile.open(path, without_log=True) as file:
        assert 20 < file.history.last_edit_id() < 40
        assert file.log_set_aside.is_damaged
        assert file.log_set_aside.path == path.with_name("names.tagwright-wal.old")
        file.check_through()
    assert path.with_name("names.tagwright-wal.old").read_bytes() == log
    assert 20 < last_edit(path) < 40


def test_after_a_damaged_log_the_next_steps_are_not_taken_for_damage(path):
    """What is left of the damaged log behind them would look like that."""
    killed_after(path, label_often)
    damage_log(path, commit_in_middle(path) + 1000)
    last = last_edit(path, without_log=True)
    logs_of(path)[0].write_bytes(path.with_name("names.tagwright-wal.old").read_bytes())
    with ProjectFile.open(path) as file:
        assert file.log_set_aside.path.name == "names.tagwright-wal.old-2"
        assert not file.log_set_aside.is_damaged, "the project was closed"
    killed_after(path, label_again)
    assert last_edit(path) == last + 1


def test_a_log_with_a_damaged_header_is_kept(path):
    """SQLite takes it for an empty one, and writes over it."""
    killed_after(path, label)
    _, log = damage_log(path, 17)
    with pytest.raises(LogUnusableError, match="damaged at byte 0"):
        ProjectFile.open(path)
    assert logs_of(path)[0].read_bytes() == log
    assert last_edit(path, without_log=True) == 1
    assert path.with_name("names.tagwright-wal.old").read_bytes() == log
    assert not logs_of(path)[0].exists()


def test_a_log_with_a_size_that_no_project_can_have_is_read_up_to_it(path):
    """SQLite 3.40 reads one, and crashes at the largest of them."""
    killed_after(path, label)
    log = logs_of(path)[0]
    before = log.read_bytes()
    after = with_frame(before, 1, 0x7FFFFFFF, path.read_bytes()[:4096])
    log.write_bytes(after)
    with pytest.raises(LogUnusableError, match=f"damaged at byte {len(before):,}"):
        ProjectFile.open(path)
    assert log.read_bytes() == after
    assert last_edit(path, without_log=True) == 2
    assert path.with_name("names.tagwright-wal.old").read_bytes() == after


def test_a_log_of_another_version_is_kept_and_the_file_opened_alone(path):
    killed_after(path, label)
    log = with_frame(log_header(4096, version=3_008_000), 1, 27, path.read_bytes()[:4096])
    logs_of(path)[0].write_bytes(log)
    with pytest.raises(LogUnusableError, match="damaged at byte 0"):
        ProjectFile.open(path)
    assert last_edit(path, without_log=True) == 1
    assert path.with_name("names.tagwright-wal.old").read_bytes() == log


def undo_of_both(file):
    """Undo a step of the file and one of the log, on pages of their own; bring the log in."""
    ((first, _),) = file.history.recent_edits(None, 1)
    second = retag(file.load(), 300, 1, "B-LOC", 3)
    file.write_edit(second)
    record_undo(file, second)
    record_undo(file, first)
    file.database.connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def test_what_is_sound_of_a_log_is_not_applied_to_a_file_that_has_the_rest(tmp_path):
    path = tmp_path / "many.tagwright"
    small_project(path, LABELLED * 200)
    with ProjectFile.open(path) as file:
        label(file)
    killed_after(path, undo_of_both)
    log = logs_of(path)[0]
    content, steps = path.read_bytes(), log.read_bytes()
    with ProjectFile.open(path) as file:
        whole = digest(file.load())
        assert file.log_set_aside is None
    starts, _ = frame_starts(steps)
    assert len(starts) == 9
    for at in starts:
        path.write_bytes(content)
        log.write_bytes(steps)
        _, damaged = damage_log(path, at + 500)
        try:
            file = ProjectFile.open(path)
        except LogUnusableError:
            assert at in starts[:3], "SQLite reads nothing before the damage"
            file = ProjectFile.open(path, without_log=True)
        with file:
            assert digest(file.load()) == whole
            assert file.log_set_aside.is_damaged
            assert file.log_set_aside.is_behind == (at not in starts[:3])
            file.check_through()
        assert file.log_set_aside.path.read_bytes() == damaged
        assert not log.exists()
        file.log_set_aside.path.unlink()


def test_of_a_damaged_log_a_read_only_copy_reads_what_is_sound(path):
    killed_after(path, label_often)
    _, log = damage_log(path, commit_in_middle(path) + 1000)
    with read_only(path.parent):
        with pytest.raises(LogUnusableError, match="damaged at byte"):
            ProjectFile.open(path, for_reading=True)
        assert 20 < last_edit(path, for_reading=True, without_log=True) < 40
    assert logs_of(path)[0].read_bytes() == log


def test_a_damaged_log_of_another_project_is_of_another_project(path):
    kept = path.read_bytes()
    shutil.copyfile(two_killed(path), path.with_name("third.tagwright"))
    path.write_bytes(kept)
    logs_of(path)[0].unlink()
    killed_after(path, label_often)
    shutil.copyfile(path.with_name("third.tagwright"), path)
    _, log = damage_log(path, commit_in_middle(path) + 1000)
    with pytest.raises(LogUnusableError, match="another project"):
        ProjectFile.open(path)
    assert last_edit(path, without_log=True) == 1
    assert path.with_name("names.tagwright-wal.old").read_bytes() == log


def test_what_is_sound_of_a_log_is_not_used_where_the_file_alone_is_better(path):
    def lose_words(file):
        with file.database.transaction() as connection:
            connection.execute("DELETE FROM words")
        for _ in range(2):
            with file.database.transaction() as connection:
                connection.execute("INSERT INTO settings VALUES ('odd', '')")
                connection.execute("DELETE FROM settings WHERE key = 'odd'")

    killed_after(path, lose_words)
    _, commits = frame_starts(logs_of(path)[0].read_bytes())
    _, log = damage_log(path, commits[-2] + 1000)
    with ProjectFile.open(path, without_log=True) as file:
        assert file.log_set_aside.is_damaged
        file.check_through()
    assert path.with_name("names.tagwright-wal.old").read_bytes() == log


def test_a_damaged_log_that_fits_no_partly_changed_file_is_kept_whole(path):
    killed_after(path, label_often)
    content = path.read_bytes()
    starts, _ = frame_starts(logs_of(path)[0].read_bytes())
    _, log = damage_log(path, starts[1] + 1000)
    path.write_bytes(content[:8192] + bytes(4096) + content[12288:])
    with pytest.raises(LogUnusableError, match="damaged at byte"):
        ProjectFile.open(path)
    with pytest.raises(DamagedError):
        ProjectFile.open(path, without_log=True)
    assert path.with_name("names.tagwright-wal.old").read_bytes() == log


READER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN")
print(connection.execute("SELECT count(*) FROM edits").fetchone()[0], flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SQLite's locks cannot be asked for there")
def test_a_damaged_log_that_another_program_reads_is_left_as_it_is(path):
    killed_after(path, label_often)
    _, log = damage_log(path, commit_in_middle(path) + 1000)
    with subprocess.Popen(
        [sys.executable, "-c", READER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as reader:
        assert int(reader.stdout.readline()) > 20
        with pytest.raises(BusyError):
            ProjectFile.open(path, without_log=True)
        assert logs_of(path)[0].read_bytes() == log
        assert not path.with_name("names.tagwright-wal.old").exists()
        reader.communicate()
    assert 20 < last_edit(path, without_log=True) < 40


def test_a_full_disk_leaves_a_damaged_log_as_it_is(path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    killed_after(path, label)
    _, log = damage_log(path, 17)
    monkeypatch.setattr("app.storage.files.shutil.copyfile", refuse)
    with pytest.raises(DiskFullError):
        ProjectFile.open(path, without_log=True)
    assert logs_of(path)[0].read_bytes() == log


def test_no_changed_bit_of_a_log_takes_steps_away_unless_somebody_says_so(path):
    killed_after(path, label_often)
    content, log = path.read_bytes(), logs_of(path)[0].read_bytes()
    whole = last_edit(path)
    starts, commits = frame_starts(log)
    random = Random(5)
    places = [*random.sample(range(len(log)), 20), *random.sample(range(32), 5)]
    places += [start + random.randrange(24) for start in random.sample(starts, 15)]
    told = 0
    for at in places:
        path.write_bytes(content)
        logs_of(path)[0].write_bytes(log)
        damage_log(path, at)
        try:
            found = last_edit(path)
        except LogUnusableError:
            told += 1
            found = last_edit(path, without_log=True)
            assert path.with_name("names.tagwright-wal.old").read_bytes() != log
            path.with_name("names.tagwright-wal.old").unlink()
        else:
            assert found == whole - 1, "the change is lost that was being written"
            assert at > commits[-2]
        n_before = sum(start + 4120 <= at for start in commits)
        assert found == 1 + (n_before if at >= 32 else 0)
    assert told > 30

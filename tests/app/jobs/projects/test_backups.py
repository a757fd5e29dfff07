"""Tests of making, checking, listing, deleting and restoring backups."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.project_contents import SavedState
from app.jobs.progress import JobCancelledError
from app.jobs.projects import backups as module
from app.jobs.projects.backups import (
    NEWEST_KEPT,
    backups_of,
    folder_of,
    kept,
    make_backup,
    restore,
    rows_of,
    thin,
)
from app.storage.errors import (
    BusyError,
    DamagedError,
    DeviceError,
    DiskFullError,
    MissingError,
    ProjectFileError,
)
from app.storage.opening import CopyStoppedError
from app.storage.project_file import ProjectFile
from app.storage.summary import identity_in
from tests.kill_points import killed_after, kills
from tests.memory_projects import contents_of
from tests.project_files import LABELLED, add_document, age, retag, small_project
from tests.small_disks import small_disk

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "folder" / "names.tagwright"
    path.parent.mkdir()
    small_project(path)
    return path


def backed_up(path, now=NOON, **how):
    with ProjectFile.open(path) as file:
        frozen = file.database.freeze()
        try:
            return make_backup(path, frozen, now=now, **how)
        finally:
            file.database.thaw()


def with_open(path, do):
    with ProjectFile.open(path) as file:
        return do(file)


def content(path):
    return with_open(path, lambda file: contents_of(file.load()))


def change(file, edit_id):
    project = file.load()
    sets = len(project.tag_sets)
    edit = retag(project, 0, 0, "B-LOC", edit_id)
    assert len(project.tag_sets) == sets
    file.write_edit(edit)


def test_a_backup_is_the_project(path):
    backup = backed_up(path)
    assert backup.path.parent == folder_of(path)
    assert backup.made_at == NOON
    assert content(backup.path) == content(path)
    assert [one.name for one in folder_of(path).iterdir()] == [backup.path.name]


def test_a_backup_is_the_project_as_it_was_frozen_whatever_is_saved_meanwhile(path):
    before = content(path)
    with ProjectFile.open(path) as file:
        frozen = file.database.freeze()
        add_document(file, LABELLED * 300, edit_id=2)
        backup = make_backup(path, frozen)
        file.database.thaw()
        change(file, edit_id=3)
    assert content(backup.path) == before
    assert content(path) != before


def test_the_last_of_many_in_a_second_is_the_newest_by_its_name(path):
    now = datetime(2026, 10, 1, 12, tzinfo=UTC)
    made = [backed_up(path, now).made_at for _ in range(6)]
    made += [backed_up(path, now + timedelta(seconds=2)).made_at for _ in range(2)]
    assert made == sorted(made)
    assert [backup.made_at for backup in backups_of(path)] == made[: -NEWEST_KEPT - 1 : -1]
    wrong = now + timedelta(hours=1)
    backed_up(path, wrong)
    assert backed_up(path, now).made_at == made[-1] + timedelta(seconds=1)


def test_two_in_the_same_second_are_two(path):
    one, other = backed_up(path), backed_up(path)
    assert other.made_at == one.made_at + timedelta(seconds=1)
    assert backups_of(path) == [other, one]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), flips=st.integers(1, 4))
def test_a_bad_backup_never_replaces_a_good_one(tmp_path_factory, seed, flips):
    """Whatever is broken in the project, the good backup stays and what is kept opens."""
    path = tmp_path_factory.mktemp("damaged") / "names.tagwright"
    small_project(path)
    right = content(path)
    good = backed_up(path)
    rng = random.Random(seed)
    with ProjectFile.open(path) as file:
        frozen = file.database.freeze()
        damaged = bytearray(path.read_bytes())
        for _ in range(flips):
            damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        other = path.with_name("other.tagwright")
        other.write_bytes(damaged)
        try:
            made = make_backup(path, type(frozen)(other, None))
        except ProjectFileError:
            made = good
        file.database.thaw()
    assert content(good.path) == right
    assert content(made.path)[:2] == right[:2]
    assert {backup.path for backup in backups_of(path)} == {good.path, made.path}


def test_copying_can_be_stopped_and_leaves_nothing(path):
    with pytest.raises(CopyStoppedError):
        backed_up(path, monitor=lambda _done, _total: True)
    assert list(folder_of(path).iterdir()) == []


def test_a_disk_that_is_almost_full_gets_no_backup(tmp_path):
    with small_disk(tmp_path, "4m") as disk:
        path = disk / "p.tagwright"
        small_project(path)
        with pytest.raises(DiskFullError, match="too full for a backup"):
            backed_up(path)
        assert list(folder_of(path).iterdir()) == []


def test_a_disk_that_fills_up_while_copying_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "LEFT_FREE", -(2**40))
    made = tmp_path / "p.tagwright"
    small_project(made, LABELLED * 300)
    with small_disk(tmp_path, f"{made.stat().st_size * 3 // 2048}k") as disk:
        path = disk / made.name
        path.write_bytes(made.read_bytes())
        with pytest.raises(DiskFullError, match="free some space"):
            backed_up(path)
        assert list(folder_of(path).iterdir()) == []


def test_a_file_in_the_way_of_the_folder_is_told(path):
    folder_of(path).write_text("not a folder")
    with pytest.raises(DeviceError, match=r"There is a file where .*; give that file another name"):
        backed_up(path)
    assert backups_of(path) == []


def test_other_files_in_the_folder_are_left_alone(path):
    folder_of(path).mkdir()
    for name in ("mine.txt", "names.tagwright", "names.20261399-000000.tagwright"):
        (folder_of(path) / name).write_text("mine")
    for hour in range(100):
        backed_up(path, NOON - timedelta(hours=hour)) if hour % 30 == 0 else None
    assert sum("mine" in one.read_text(errors="ignore") for one in folder_of(path).iterdir()) == 3


@given(st.lists(st.integers(0, 60 * 24 * 200), max_size=60))
def test_what_is_kept_is_thinned_by_hours_days_and_weeks(minutes):
    times = {NOON - timedelta(minutes=n) for n in minutes}
    stay = kept(times)
    newest_first = sorted(times, reverse=True)
    assert stay <= times
    assert set(newest_first[:NEWEST_KEPT]) <= stay
    assert len(stay) <= NEWEST_KEPT + module.HOURS_KEPT + module.DAYS_KEPT + module.WEEKS_KEPT
    # Thinning again deletes nothing, and each deleted backup leaves a newer one of its hour.
    assert kept(stay) == stay
    hours = sorted({(at.date(), at.hour) for at in times}, reverse=True)[: module.HOURS_KEPT]
    for hour in hours:
        assert max(at for at in times if (at.date(), at.hour) == hour) in stay


def test_older_ones_go_only_after_a_newer_one_is_there(path):
    for day in range(60):
        backed_up(path, NOON - timedelta(days=60 - day))
    times = [backup.made_at for backup in backups_of(path)]
    assert times[0] == NOON - timedelta(days=1)
    assert len(times) <= NEWEST_KEPT + module.DAYS_KEPT + module.WEEKS_KEPT
    assert min(times) < NOON - timedelta(days=20)


def test_an_old_one_that_cannot_be_removed_keeps_no_new_one_from_being_made(path, monkeypatch):
    monkeypatch.setattr(module, "kept", lambda *_: set())
    monkeypatch.setattr(module.Path, "unlink", _refusing)
    backup = backed_up(path)
    assert backups_of(path) == [backup]


def test_a_clock_that_was_wrong_costs_no_backup(path):
    """Backups dated in the future displace none made after the clock is set right."""
    for number in range(40):
        backed_up(path, NOON + timedelta(days=400, hours=13 * number))
    for number in range(5):
        assert backed_up(path, NOON + timedelta(minutes=number)).path.exists()
    later = [backup for backup in backups_of(path) if backup.made_at > NOON + timedelta(days=1)]
    assert len(later) == NEWEST_KEPT


def test_a_project_that_lost_its_name_while_open_is_backed_up(path):
    right = content(path)
    with ProjectFile.open(path) as file:
        frozen = file.database.freeze()
        path.rename(path.with_name("elsewhere.tagwright"))
        backup = make_backup(path, frozen)
        file.database.thaw()
    assert content(backup.path) == right


def test_a_link_to_a_project_has_the_backups_of_the_project(path, tmp_path):
    link = tmp_path / "desk" / "link.tagwright"
    link.parent.mkdir()
    link.symlink_to(path)
    backup = backed_up(link)
    assert backups_of(path) == backups_of(link) == [backup]
    aside = restore(link, backup.path, link)
    assert (aside.parent, link.resolve()) == (path.parent, path)
    assert content(link) == content(aside)


def _refusing(self, missing_ok=False):
    if not missing_ok:
        raise PermissionError(13, "Permission denied")


def test_the_list_says_what_each_holds_and_what_came_after(path):
    backed_up(path)
    with ProjectFile.open(path) as file:
        change(file, edit_id=2)
    (row,) = rows_of(path)
    assert (row.summary.n_sentences, row.summary.n_confirmed) == (3, 3)
    assert row.n_lost == 1
    assert rows_of(path, SavedState(None, 9))[0].n_lost == 8
    path.write_bytes(path.read_bytes()[:5000])
    assert rows_of(path)[0].n_lost is None
    row.backup.path.write_bytes(b"broken")
    assert rows_of(path)[0].summary is None


def test_reading_the_list_can_be_stopped_after_each(path):
    for hour in range(3):
        backed_up(path, NOON + timedelta(hours=hour))
    seen = []
    with pytest.raises(JobCancelledError):
        rows_of(path, monitor=lambda done, total: seen.append((done, total)) or done == 1)
    assert seen == [(0, 3), (1, 3)]


def test_a_backup_comes_back_beside_the_project(path):
    backup = backed_up(path)
    target = path.with_name("back.tagwright")
    assert restore(path, backup.path, target) is None
    assert content(target) == content(path)
    with pytest.raises(DeviceError, match="there already"):
        restore(path, backup.path, target)


def test_a_damaged_project_is_set_aside(path):
    right = content(path)
    backup = backed_up(path)
    broken = path.read_bytes()[:9000]
    path.write_bytes(broken)
    aside = restore(path, backup.path, path)
    assert aside.read_bytes() == broken
    assert content(path) == right
    second = restore(path, backup.path, path)
    assert aside != second
    assert aside.read_bytes() == broken


def test_a_project_that_is_gone_comes_back(path):
    right = content(path)
    backup = backed_up(path)
    path.unlink()
    assert restore(path, backup.path, path) is None
    assert content(path) == right


def test_a_project_that_is_open_elsewhere_is_not_set_aside(path):
    backup = backed_up(path)
    with ProjectFile.open(path) as file:
        with pytest.raises(BusyError):
            restore(path, backup.path, path)
        assert len(file.load().corpus.texts) == 3
    assert backups_of(path) == [backup]


def test_a_project_that_windows_does_not_move_stays_with_its_log(path, monkeypatch):
    # There is no lock there: that another window has the project open shows when it is renamed.
    backup = backed_up(path)
    log = path.with_name(f"{path.name}-wal")
    log.write_bytes(b"the last steps")
    before = {one.name for one in path.parent.iterdir()}

    def refused(_path, _target):
        error = PermissionError(13, "The process cannot access the file")
        error.winerror = 32
        raise error

    with monkeypatch.context() as windows:
        windows.setattr(Path, "rename", refused)
        with pytest.raises(DeviceError, match="Another program has this file open, so the backup"):
            restore(path, backup.path, path)
    assert {one.name for one in path.parent.iterdir()} == before
    assert log.read_bytes() == b"the last steps"


def test_a_broken_or_missing_backup_replaces_nothing(path):
    right = content(path)
    backup = backed_up(path)
    backup.path.write_bytes(backup.path.read_bytes()[:9000])
    with pytest.raises(DamagedError, match=f"{backup.path.name}: .*choose another"):
        restore(path, backup.path, path)
    backup.path.write_bytes(b"")
    with pytest.raises(DamagedError, match="choose another"):
        restore(path, backup.path, path)
    backup.path.unlink()
    with pytest.raises(MissingError, match="choose another"):
        restore(path, backup.path, path)
    with pytest.raises(DeviceError, match="was not restored; try another place"):
        restore(path, path.parent, path)
    assert content(path) == right


def log_of(path, target):
    """Leave the log of a killed project beside another file."""
    other = path.with_name("other.tagwright")
    small_project(other, LABELLED * 20)
    with ProjectFile.open(other) as file:
        change(file, edit_id=2)
        log = other.with_name(other.name + "-wal").read_bytes()
    assert log
    other.unlink()
    target.parent.mkdir(exist_ok=True)
    target.with_name(target.name + "-wal").write_bytes(log)
    return log


def test_the_log_of_a_backup_that_was_killed_spoils_no_other(path):
    right = content(path)
    left = folder_of(path) / ".unfinished-0123456789abcdef"
    left.mkdir(parents=True)
    log_of(path, left / path.name)
    assert content(backed_up(path).path) == right
    assert not left.exists()


def test_the_log_of_a_project_that_is_gone_is_set_aside(path):
    right = content(path)
    backup = backed_up(path)
    path.unlink()
    log = log_of(path, path)
    restore(path, backup.path, path)
    assert content(path) == right
    assert path.with_name("names.tagwright-wal.old").read_bytes() == log


def test_the_log_of_another_file_spoils_no_new_project_and_no_copy(path):
    right = content(path)
    for name in ("new.tagwright", "copy.tagwright"):
        log_of(path, path.with_name(name))
    small_project(path.with_name("new.tagwright"))
    with ProjectFile.open(path) as file:
        file.backup_to(path.with_name("copy.tagwright"))
    assert content(path.with_name("new.tagwright")) == right
    assert content(path.with_name("copy.tagwright")) == right


def test_the_backup_of_an_older_version_comes_back_and_leaves_nothing_beside_it(path):
    right = content(path)
    backup = backed_up(path)
    age(backup.path, 3)
    restore(path, backup.path, path.with_name("back.tagwright"))
    assert content(path.with_name("back.tagwright")) == right
    assert names_in(path.parent) == {"back.tagwright", "names.backups", "names.tagwright"}


def test_a_full_disk_restores_nothing_and_says_so(tmp_path):
    with small_disk(tmp_path, "400k") as disk:
        path = disk / "names.tagwright"
        small_project(path)
        backup = tmp_path / "backup.tagwright"
        with ProjectFile.open(path) as file:
            file.backup_to(backup)
        ballast = disk / "ballast"
        ballast.write_bytes(b"0" * (shutil.disk_usage(disk).free - 50_000))
        with pytest.raises(DiskFullError, match="was not restored; free some space"):
            restore(path, backup, path)
        assert names_in(disk) == {"ballast", "names.tagwright"}
        ballast.unlink()
        assert content(path) == content(backup)


def names_in(folder):
    return {one.name for one in folder.iterdir()}


# ---- kill -9


@pytest.mark.parametrize("log", [False, True], ids=["closed", "killed before"])
def test_a_restoring_that_is_killed_loses_nothing(path, log):
    """Wherever it fails, the project exists or its old file has all that was saved."""
    folder = path.parent
    backup = backed_up(path)
    (killed_after if log else with_open)(path, lambda file: change(file, edit_id=2))
    for step in kills(lambda: restore(path, backup.path, path), folder):
        rest = [path, *folder.glob("names.set-aside*.tagwright")]
        last = [
            with_open(one, lambda file: file.history.last_edit_id()) for one in rest if one.exists()
        ]
        assert max(last) == 2, step
        if not path.exists():
            with pytest.raises(MissingError, match=r"open names\.set-aside"):
                ProjectFile.open(path)
        else:
            assert not [name for name in names_in(folder) if name.startswith(".")], step


def test_a_backup_that_is_killed_spoils_no_other(path):
    right = content(path)
    backed_up(path)
    for step in kills(lambda: backed_up(path, NOON + timedelta(hours=1)), path.parent):
        found = [content(backup.path) for backup in backups_of(path)]
        assert found == [right] * max(1, len(found)), step
        assert content(path) == right
    backed_up(path, NOON + timedelta(hours=2))
    assert not [one for one in names_in(folder_of(path)) if one.startswith(".")]


# ---- permissions and folders


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize(("mode", "folder"), [(0o600, 0o700), (0o640, 0o750), (0o664, 0o755)])
def test_a_project_is_as_private_in_its_backups_and_copies(path, mode, folder):
    path.chmod(mode)
    backup = backed_up(path)
    with ProjectFile.open(path) as file:
        file.backup_to(path.with_name("copy.tagwright"))
    restore(path, backup.path, path.with_name("beside.tagwright"))
    restore(path, backup.path, path)
    assert mode_of(folder_of(path)) == folder
    names = ("names.tagwright", "copy.tagwright", "beside.tagwright", "names.set-aside.tagwright")
    assert [mode_of(one) for one in (backup.path, *map(path.with_name, names))] == [mode] * 5


def test_the_log_that_is_set_aside_with_a_private_project_is_private(path):
    path.chmod(0o600)
    backup = backed_up(path)
    killed_after(path, lambda file: change(file, edit_id=2))
    restore(path, backup.path, path)
    assert mode_of(path.with_name("names.set-aside.tagwright-wal")) == 0o600


def test_the_copy_before_a_migration_is_private_with_the_project(path):
    age(path, 1)
    path.chmod(0o600)
    with ProjectFile.open(path) as file:
        assert mode_of(file.backup_made) == 0o600


def test_no_backup_goes_through_a_link(path, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    folder_of(path).symlink_to(elsewhere)
    with pytest.raises(DeviceError, match=r"folder of backups is a link.*no backup was made"):
        backed_up(path)
    assert list(elsewhere.iterdir()) == []


def test_no_backup_is_read_through_a_link_or_out_of_a_pipe(path, tmp_path):
    backup = backed_up(path)
    other = tmp_path / "other.tagwright"
    small_project(other)
    backup.path.unlink()
    backup.path.symlink_to(other)
    for stand_in in ("link", "pipe"):
        with pytest.raises(DeviceError, match="was not restored"):
            restore(path, backup.path, path)
        assert content(path), stand_in
        backup.path.unlink()
        os.mkfifo(backup.path)
    assert backups_of(path) == []


def test_a_link_where_a_project_is_set_aside_is_not_written_through(path, tmp_path):
    backup = backed_up(path)
    killed_after(path, lambda file: change(file, edit_id=2))
    aside = path.with_name("names.set-aside.tagwright-wal")
    aside.symlink_to(tmp_path / "elsewhere")
    restore(path, backup.path, path)
    assert not (tmp_path / "elsewhere").exists()


# ---- identities


def without_identity(path):
    """Turn a project into one of a version without identities."""
    with closing(sqlite3.connect(path)) as connection, connection:
        assert connection.execute("DELETE FROM settings WHERE key = 'identity'").rowcount == 1


def own(path):
    return [row.backup for row in rows_of(path)]


def test_a_new_project_has_nothing_of_the_backups_under_its_name(path):
    old = [backed_up(path, NOON + timedelta(minutes=number)) for number in range(5)]
    path.rename(path.with_name("moved.tagwright"))
    small_project(path)
    assert own(path) == []
    new = [backed_up(path, NOON + timedelta(hours=1, minutes=number)) for number in range(12)]
    assert set(own(path)) <= set(new)
    assert len(own(path)) < len(new)
    assert all(backup.path.exists() for backup in old[-3:])
    assert set(backups_of(path)) - set(own(path)) == {one for one in old if one.path.exists()}


@pytest.mark.parametrize("identified", [True, False], ids=["today's", "of an older version"])
def test_copies_and_restored_files_are_the_same_project(path, identified):
    if not identified:
        without_identity(path)
    backup = backed_up(path)
    with ProjectFile.open(path) as file:
        file.backup_to(path.with_name("copy.tagwright"))
        change(file, edit_id=2)
    assert own(path) == [backup]
    restore(path, backup.path, path.with_name("beside.tagwright"))
    (path.with_name("names.backups")).rename(path.with_name("copy.backups"))
    moved = path.with_name("copy.backups") / backup.path.name.replace("names", "copy")
    (path.with_name("copy.backups") / backup.path.name).rename(moved)
    assert [one.path for one in own(path.with_name("copy.tagwright"))] == [moved]
    found = {identity_in(one) for one in (path, path.with_name("beside.tagwright"), moved)}
    assert len(found) == 1
    assert None not in found


def test_older_projects_keep_their_backups_and_have_no_other_older_ones(tmp_path):
    first, second = tmp_path / "a" / "p.tagwright", tmp_path / "b" / "p.tagwright"
    for one in (first, second):
        one.parent.mkdir()
        small_project(one)
        without_identity(one)
        age(one, 1)
    with closing(sqlite3.connect(second)) as connection, connection:
        connection.execute("UPDATE edits SET made_at = '2026-01-01T00:00:00.001+00:00'")
    backup = backed_up(first)
    with_open(first, lambda file: add_document(file, LABELLED, edit_id=2))
    assert own(first) == [backup]
    shutil.copyfile(second, first)
    assert own(first) == []


def test_a_project_that_cannot_be_read_is_offered_all_and_loses_none(path):
    backup = backed_up(path)
    path.write_bytes(b"damaged")
    assert own(path) == [backup]
    path.unlink()
    assert own(path) == [backup]
    thin(path, None)
    assert own(path) == [backup]


def test_a_backup_that_cannot_be_read_is_listed_and_not_removed(path):
    made = [backed_up(path, NOON + timedelta(minutes=number)) for number in range(2)]
    made[0].path.write_bytes(b"damaged")
    made += [backed_up(path, NOON + timedelta(minutes=number)) for number in range(2, 12)]
    assert made[0] in own(path)


def test_only_so_many_backups_are_looked_at(path, monkeypatch):
    for number in range(4):
        backed_up(path, NOON + timedelta(minutes=number))
    monkeypatch.setattr(module, "MAX_READ", 3)
    looked_at = []
    monkeypatch.setattr(module, "identity_in", lambda one: looked_at.append(one))
    own(path)
    assert len(looked_at) <= 4


@pytest.mark.parametrize("written", ["7", '"x"', '"../../x"', '["a"]'])
def test_an_identity_that_this_program_has_not_written_counts_for_nothing(path, written):
    without_identity(path)
    expected = identity_in(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO settings VALUES ('identity', ?)", (written,))
    assert identity_in(path) == expected

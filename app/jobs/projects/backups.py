"""Backups of a project: making, checking, listing and restoring.

They are in the folder ``NAME.backups`` beside the project, each a whole project file named after
the time when it was made, in UTC. Other files in that folder are never touched.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.domain.project_contents import SavedState
from app.jobs import progress
from app.storage import file_lock, files, opening
from app.storage.errors import (
    DamagedError,
    DeviceError,
    DiskFullError,
    ForeignError,
    MissingError,
    ProjectFileError,
)
from app.storage.project_file import ProjectFile
from app.storage.sqlite_errors import FULL, refused
from app.storage.summary import Summary, identity_in, steps_after, summary_of
from crfcore import whole_files
from crfcore.messages import message

NEWEST_KEPT = 3
HOURS_KEPT = 6
DAYS_KEPT = 7
WEEKS_KEPT = 4
"""Besides the newest, the last backup of each of so many hours, days and weeks is kept."""

LEFT_FREE = 64 * 2**20
"""Bytes that a backup leaves free on the disk, for the project to grow."""

MAX_READ = 200
"""The most backups read: more than the program ever keeps."""

SET_ASIDE = files.SET_ASIDE
NO_BACKUP = message("no backup was made")
NOT_RESTORED = message("the backup was not restored")

AHEAD = timedelta(minutes=1)
"""Backups made faster than one per second are named ahead of the clock, to keep their order; one
further ahead than this was made with a wrong clock."""

_TIME = "%Y%m%d-%H%M%S"
_PERIODS: tuple[tuple[int, Callable[[datetime], object]], ...] = (
    (HOURS_KEPT, lambda at: (at.date(), at.hour)),
    (DAYS_KEPT, lambda at: at.date()),
    (WEEKS_KEPT, lambda at: at.isocalendar()[:2]),
)

_log = logging.getLogger(__name__)

Monitor = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class Backup:
    """One backup: its file, and when it was made (UTC)."""

    path: Path
    made_at: datetime


@dataclass(frozen=True, slots=True)
class BackupRow:
    """The description of a backup for a list.

    ``summary`` is None if the backup cannot be read; ``n_lost`` is the number of later steps in the
    project, None if unknown.
    """

    backup: Backup
    n_bytes: int
    summary: Summary | None
    n_lost: int | None


def folder_of(project: Path) -> Path:
    """Return the folder of a project's backups."""
    return folder_beside(files.real(project))


def folder_beside(project: Path) -> Path:
    """Return the folder of backups beside a path that is no link, without a look at the disk."""
    return project.with_name(f"{project.stem}.backups")


def backups_of(project: Path) -> list[Backup]:
    """Return the backups under the name of a project, the newest first."""
    try:
        project = files.real(project)
    except ProjectFileError:  # no file can have this name
        return []
    name = re.compile(rf"{re.escape(project.stem)}\.(\d{{8}}-\d{{6}}){re.escape(project.suffix)}")
    found = []
    try:
        if folder_of(project).is_symlink():
            return []
        for path in folder_of(project).iterdir():
            match = name.fullmatch(path.name)
            made_at = _time(match[1]) if match else None
            if made_at is not None and stat.S_ISREG(path.lstat().st_mode):
                found.append(Backup(path, made_at))
    except OSError:
        return []
    return sorted(found, key=lambda backup: backup.made_at, reverse=True)


def own_backups(project: Path, identity: str | None) -> list[Backup]:
    """Return the backups of one project among those under its name, the newest first.

    Another project may have had the name before. With the identity None, of a project that cannot
    be read, all are returned; unreadable backups are included. The files are opened: never on the
    GUI thread.
    """
    backups = backups_of(project)[:MAX_READ]
    if identity is None:
        return backups
    return [one for one in backups if _identity_in(one.path) in (None, identity)]


def kept(times: Iterable[datetime], now: datetime | None = None) -> set[datetime]:
    """Return which backups are kept: the newest, and the last of some hours, days and weeks.

    Backups from after ``now`` were made with a wrong clock: the newest of them are kept, in
    addition to the others.
    """
    newest_first = sorted(set(times), reverse=True)
    later = [at for at in newest_first if now is not None and at > now]
    newest_first = newest_first[len(later) :]
    stay = {*later[:NEWEST_KEPT], *newest_first[:NEWEST_KEPT]}
    for n_periods, period in _PERIODS:
        last_of: dict[object, datetime] = {}
        for at in newest_first:
            last_of.setdefault(period(at), at)
        stay.update(list(last_of.values())[:n_periods])
    return stay


def make_backup(
    project: Path,
    frozen: opening.FrozenFile,
    look: Callable[[ProjectFile], object] = ProjectFile.read_every_row,
    monitor: Monitor = lambda _done, _total: False,
    now: datetime | None = None,
) -> Backup:
    """Copy a project and check the copy; only then are older backups removed.

    ``look`` reads the opened copy: if it raises, no backup is made and the older ones are kept.
    DamagedError names the project, because the copy has its bytes.
    """
    project = files.real(project)
    folder = folder_of(project)
    try:
        _make_folder(folder, project)
        _check_room(frozen.n_bytes(), folder)
        with whole_files.workplace(folder) as work_folder:
            part = work_folder / project.name
            frozen.copy_to(part, monitor)
            identity = _look_into(part, project, look)
            backup = _free_place(project, now or datetime.now(UTC))
            whole_files.put([(part, backup.path)], source=project, alike=True)
    except OSError as error:
        raise refused(error, folder, NO_BACKUP) from error
    thin(project, identity, backup.made_at)
    return backup


def thin(project: Path, identity: str | None, now: datetime | None = None) -> None:
    """Remove backups that are not to be `kept`; errors are ignored.

    Backups with another identity, or an unreadable one, stay: they may be another project's.
    """
    if identity is None:
        return
    found = backups_of(project)[:MAX_READ]
    backups = [backup for backup in found if _identity_in(backup.path) == identity]
    stay = kept((backup.made_at for backup in backups), now)
    for backup in backups:
        if backup.made_at not in stay:
            try:
                backup.path.unlink()
            except OSError as error:
                # The new one exists all the same.
                _log.info("%s cannot be removed (%s).", backup.path, error.strerror)


def rows_of(
    project: Path, saved_state: SavedState | None = None, monitor: progress.Monitor | None = None
) -> list[BackupRow]:
    """Return the descriptions of a project's backups, the newest first.

    ``saved_state`` is that of an open project; otherwise it is read from the file, if possible.
    """
    identity = saved_state.identity if saved_state else _identity_in(project)
    last_edit = saved_state.last_edit if saved_state else None
    backups = own_backups(project, identity)
    rows = []
    for number, backup in enumerate(backups):
        progress.report(monitor, number, len(backups))
        rows.append(_row(project, backup, last_edit))
    return rows


def restore(project: Path, backup: Path, target: Path) -> Path | None:
    """Restore a backup as ``target``: a new file, or the project itself.

    The project is renamed first, to a name that is returned; no file is overwritten.
    """
    project, target = files.real(project), files.real(target)
    if not backup.exists():
        raise MissingError(backup, message("this backup is not there any more; choose another"))
    try:
        with whole_files.workplace(target.parent) as work_folder:
            part = work_folder / target.name
            _copy_of_backup(backup, part)
            _look_into_backup(part, backup)
            aside = _set_aside(project) if target == project and project.exists() else None
            if os.path.lexists(target):
                raise DeviceError(
                    target, message("this file is there already; choose another name")
                )
            files.set_logs_aside(target)
            whole_files.put([(part, target)], source=aside or backup, alike=True, new=True)
    except OSError as error:
        raise refused(error, target, NOT_RESTORED) from error
    return aside


def free_name(project: Path, what: str) -> Path:
    """Return an unused name beside a project that contains ``what``."""
    project = files.real(project)
    path, number = project.with_name(f"{project.stem}.{what}{project.suffix}"), 1
    while any(map(os.path.lexists, (path, *files.logs_of(path)))):
        number += 1
        path = project.with_name(f"{project.stem}.{what}-{number}{project.suffix}")
    return path


# ---- inside


def _time(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, _TIME).replace(tzinfo=UTC)
    except ValueError:
        return None


def _identity_in(path: Path) -> str | None:
    try:
        return identity_in(path)
    except (ProjectFileError, OSError):
        return None


def _make_folder(folder: Path, project: Path) -> None:
    """Create the folder of backups, with permissions as those of the project."""
    if folder.is_symlink():
        # A link may have come with an archive, and lead anywhere.
        raise whole_files.RefusedError(
            message(
                "the folder of backups is a link; put a folder in its place, or move the project"
            )
        )
    if not folder.is_dir():
        folder.mkdir()
        readable = project.stat().st_mode & 0o044 if project.exists() else 0
        folder.chmod(folder.stat().st_mode & (0o700 | readable | readable >> 2))


def _copy_of_backup(backup: Path, part: Path) -> None:
    with files.regular_file(backup) as source, part.open("xb") as out:
        shutil.copyfileobj(source, out, opening.COPIED_AT_ONCE)


def _check_room(n_bytes: int, folder: Path) -> None:
    if shutil.disk_usage(folder).free < 2 * n_bytes + LEFT_FREE:
        raise DiskFullError(
            folder, message("the disk is too full for a backup of the project; free some space")
        )


def _look_into(part: Path, project: Path, look: Callable[[ProjectFile], object]) -> str | None:
    """Open and read a copy; return its identity.

    DamagedError names the project, because the copy has its bytes.
    """
    try:
        # The log of a frozen project has nothing that the copy needs.
        with ProjectFile.open(part, copy_first=False, without_log=True) as copy:
            look(copy)
            return copy.saved_state().identity
    except DamagedError as error:
        raise DamagedError(project, error.reason) from error
    except ProjectFileError as error:
        raise type(error)(part.parent, error.reason) from error


def _look_into_backup(part: Path, backup: Path) -> None:
    """Open, migrate and read the copy of a backup; errors name the backup."""
    try:
        with ProjectFile.open(part, copy_first=False) as copy:
            copy.read_every_row()
    except (DamagedError, ForeignError) as error:
        raise DamagedError(backup, message("this backup is damaged; choose another")) from error
    except DiskFullError as error:
        raise DiskFullError(part.parent, FULL.format(what=NOT_RESTORED)) from error
    except ProjectFileError as error:
        raise type(error)(backup, error.reason) from error


def _free_place(project: Path, now: datetime) -> Backup:
    at = now.astimezone(UTC).replace(microsecond=0)
    for made_at in sorted(backup.made_at for backup in backups_of(project)):
        if at <= made_at <= at + AHEAD:
            at = made_at + timedelta(seconds=1)
    while True:
        path = folder_of(project) / f"{project.stem}.{at.strftime(_TIME)}{project.suffix}"
        if not os.path.lexists(path):
            return Backup(path, at)
        at += timedelta(seconds=1)


def _set_aside(project: Path) -> Path:
    aside = free_name(project, SET_ASIDE)
    names = zip(files.logs_of(project), files.logs_of(aside), strict=True)
    logs = [(old, new) for old, new in names if old.exists()]
    # Locked: another window would go on writing into the renamed file.
    with file_lock.locked(project):
        # The log has the last steps: it is copied to the new name before the project.
        for old, new in logs:
            with whole_files.whole_file(new, source=old, alike=True) as part:
                shutil.copyfile(old, part)
        try:
            project.rename(aside)
        except OSError:  # on Windows, where there is no lock, another window may have it open
            for _, new in logs:
                new.unlink()
            raise
        for old, _ in logs:
            old.unlink()
    return aside


def _row(project: Path, backup: Backup, last_edit: int | None) -> BackupRow:
    try:
        summary = summary_of(backup.path)
        n_bytes = backup.path.stat().st_size
    except (ProjectFileError, OSError):
        return BackupRow(backup, 0, None, None)
    if last_edit is not None:
        return BackupRow(backup, n_bytes, summary, max(0, last_edit - summary.last_edit))
    try:
        return BackupRow(backup, n_bytes, summary, steps_after(project, summary.last_edit))
    except ProjectFileError:
        return BackupRow(backup, n_bytes, summary, None)

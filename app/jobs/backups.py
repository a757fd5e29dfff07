"""Backups of a project: made and opened before an older one goes, listed, and brought back.

They lie in the folder ``NAME.backups`` beside the project, each a whole project file whose name
says when it was made, in universal time. Nothing else in that folder is ever touched.
"""

from __future__ import annotations

import logging
import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.jobs import progress
from app.storage import opening
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
from app.storage.summary import Summary, steps_after, summary_of

NEWEST_KEPT = 3
HOURS_KEPT = 6
DAYS_KEPT = 7
WEEKS_KEPT = 4
"""Beside the newest, the last one of each of so many hours, days and weeks is kept."""

LEFT_FREE = 64 * 2**20
"""So many bytes a backup leaves free on the disk: the project itself has to grow."""

SET_ASIDE = opening.SET_ASIDE
NO_BACKUP = "no backup was made"
NOT_RESTORED = "the backup was not restored"

AHEAD = timedelta(minutes=1)
"""Backups faster than one a second are named ahead of the clock, so that their names tell which is
the newest; one further ahead than this is of a clock that was wrong."""

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
    """One backup: its file, and when it was made (in universal time)."""

    path: Path
    made_at: datetime


@dataclass(frozen=True, slots=True)
class BackupRow:
    """What a person has to know of a backup before choosing it.

    ``summary`` is None where the backup itself cannot be read; ``n_lost`` counts the steps that
    the project holds beyond it, None where the project cannot tell.
    """

    backup: Backup
    n_bytes: int
    summary: Summary | None
    n_lost: int | None


def folder_of(project: Path) -> Path:
    """Return the folder in which the backups of a project lie."""
    project = opening.real(project)
    return project.with_name(f"{project.stem}.backups")


def backups_of(project: Path) -> list[Backup]:
    """Return the backups of a project, the newest first."""
    project = opening.real(project)
    name = re.compile(rf"{re.escape(project.stem)}\.(\d{{8}}-\d{{6}}){re.escape(project.suffix)}")
    found = []
    try:
        for path in folder_of(project).iterdir():
            match = name.fullmatch(path.name)
            made_at = _time(match[1]) if match else None
            if made_at is not None:
                found.append(Backup(path, made_at))
    except OSError:
        return []
    return sorted(found, key=lambda backup: backup.made_at, reverse=True)


def kept(times: Iterable[datetime], now: datetime | None = None) -> set[datetime]:
    """Return which backups stay: the newest, and the last of each of some hours, days and weeks.

    Those from after ``now`` were made while a clock was wrong: the newest of them stay, and push
    none of the others out.
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
    look: Callable[[ProjectFile], object] = ProjectFile.look_through,
    monitor: Monitor = lambda _done, _total: False,
    now: datetime | None = None,
) -> Backup:
    """Copy a project, open the copy, and keep it; only then may older backups go.

    ``look`` reads the opened copy: whatever it raises keeps the copy from becoming a backup, and
    the older ones as they are. DamagedError names the project, for the copy has its bytes.
    """
    project = opening.real(project)
    folder = folder_of(project)
    part = folder / f".{project.stem}.part{project.suffix}"
    try:
        folder.mkdir(exist_ok=True)
        # With the log of one that was killed, which SQLite would take for this one's.
        opening.remove(part)
        _check_room(frozen.n_bytes(), folder)
        frozen.copy_to(part, monitor)
        _look_into(part, project, look)
        backup = _free_place(project, now or datetime.now(UTC))
        part.rename(backup.path)
    except OSError as error:
        raise refused(error, folder, NO_BACKUP) from error
    finally:
        opening.remove(part)
    thin(project, backup.made_at)
    return backup


def thin(project: Path, now: datetime | None = None) -> None:
    """Remove backups that are not among those that `kept` names, as far as that can be done."""
    backups = backups_of(project)
    stay = kept((backup.made_at for backup in backups), now)
    for backup in backups:
        if backup.made_at not in stay:
            try:
                backup.path.unlink()
            except OSError as error:
                # The new one is there all the same; a disk that gets full says so by itself.
                _log.info("%s can't be removed (%s).", backup.path, error.strerror)


def rows_of(
    project: Path, last_edit: int | None = None, monitor: progress.Monitor | None = None
) -> list[BackupRow]:
    """Describe the backups of a project, the newest first.

    ``last_edit`` is the id of the newest step where the project is open; otherwise the file is
    asked, as far as it can be read.
    """
    backups = backups_of(project)
    rows = []
    for number, backup in enumerate(backups):
        progress.report(monitor, number, len(backups))
        rows.append(_row(project, backup, last_edit))
    return rows


def restore(project: Path, backup: Path, target: Path) -> Path | None:
    """Bring a backup back as ``target``: a new file, or the project itself.

    The project is set aside first, under a new name that is returned; no file is overwritten.
    """
    project, target = opening.real(project), opening.real(target)
    if not backup.exists():
        raise MissingError(backup, "this backup is not there any more; choose another")
    part = target.with_name(f".{target.name}.part")
    try:
        opening.remove(part)
        shutil.copyfile(backup, part)
        _look_into_backup(part, backup)
        aside = _set_aside(project) if target == project and project.exists() else None
        if target.exists():
            raise DeviceError(target, "this file is there already; choose another name")
        opening.set_logs_aside(target)
        part.rename(target)
    except OSError as error:
        raise refused(error, target, NOT_RESTORED) from error
    finally:
        opening.remove(part)
    return aside


def free_name(project: Path, what: str) -> Path:
    """Return a name beside a project that no file has, with a word that says what it is."""
    project = opening.real(project)
    path, number = project.with_name(f"{project.stem}.{what}{project.suffix}"), 1
    while path.exists() or any(log.exists() for log in opening.logs_of(path)):
        number += 1
        path = project.with_name(f"{project.stem}.{what}-{number}{project.suffix}")
    return path


# ---- inside


def _time(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, _TIME).replace(tzinfo=UTC)
    except ValueError:
        return None


def _check_room(n_bytes: int, folder: Path) -> None:
    if shutil.disk_usage(folder).free < 2 * n_bytes + LEFT_FREE:
        raise DiskFullError(
            folder, "the disk is too full for a backup of the project; free some space"
        )


def _look_into(part: Path, project: Path, look: Callable[[ProjectFile], object]) -> None:
    """Open a copy and read it; what is wrong with its bytes is wrong with the project's."""
    try:
        with ProjectFile.open(part, copy_first=False) as copy:
            look(copy)
    except DamagedError as error:
        raise DamagedError(project, error.reason) from error
    except ProjectFileError as error:
        raise type(error)(part.parent, error.reason) from error


def _look_into_backup(part: Path, backup: Path) -> None:
    """Open the copy of a backup, bring it up to date and read it; errors name the backup."""
    try:
        with ProjectFile.open(part, copy_first=False) as copy:
            copy.look_through()
    except (DamagedError, ForeignError) as error:
        raise DamagedError(backup, "this backup is damaged; choose another") from error
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
        if not path.exists():
            return Backup(path, at)
        at += timedelta(seconds=1)


def _set_aside(project: Path) -> Path:
    aside = free_name(project, SET_ASIDE)
    names = zip(opening.logs_of(project), opening.logs_of(aside), strict=True)
    logs = [(old, new) for old, new in names if old.exists()]
    # Nobody may have it open: a window would go on writing into the file that was set aside.
    with opening.held(project):
        # Its log holds what was saved last: it is there under the new name before the project is.
        for old, new in logs:
            shutil.copyfile(old, new)
        project.rename(aside)
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

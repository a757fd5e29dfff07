"""Checking a project file, every row of it."""

from __future__ import annotations

import glob
from pathlib import Path

from app.domain.holdings import Holdings
from app.domain.project import Project
from app.jobs.backups import backups_of
from app.storage.errors import DamagedError
from app.storage.opening import real
from app.storage.project_file import ProjectFile


def check_project(path: Path) -> str:
    """Return what a sound project holds, in words; a `ProjectFileError` says what to do if not."""
    try:
        path = real(path)
        with ProjectFile.open(path, for_reading=True) as file:
            held = file.check_through()
    except DamagedError as error:
        copies = [backup.path for backup in backups_of(path)[:1]]
        copies += sorted(path.parent.glob(f"{glob.escape(path.stem)}.backup-*{path.suffix}"))
        if copies:
            names = ", ".join(str(copy) for copy in copies)
            raise DamagedError(path, f"{error.reason}; there is a backup: {names}") from error
        raise
    return held.in_words()


def holdings(project: Project) -> str:
    """Say in words what a project holds."""
    return Holdings.of(project).in_words()

"""Reading of a project file, on a thread of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.domain.edits import Edit
from app.domain.project import Project
from app.jobs.projects.check import naming_a_backup
from app.jobs.projects.locations import Location, location_of
from app.services.show_requests import ask_to_show
from app.services.storage_thread import StorageThread, first_history
from app.storage.errors import BusyError
from app.storage.logs import LogSetAside
from app.storage.models import StoredModel
from app.storage.project_file import ProjectFile


@dataclass(frozen=True, slots=True, eq=False)
class LoadedProject:
    """The data read from a project file, for the GUI thread."""

    path: Path
    project: Project
    history: Sequence[tuple[Edit, bool]]
    next_edit: int
    read_only: bool
    model: StoredModel | None
    annotators: Sequence[str]
    backup_made: Path | None
    log_set_aside: LogSetAside | None = None
    location: Location | None = None


def load(path: Path, storage: StorageThread) -> LoadedProject | None:
    """Read a project; None if another window has it, and answered that it shows itself."""
    with naming_a_backup(path):
        try:
            storage.wait_until_open()
        except BusyError:
            if ask_to_show(path):
                return None
            raise
        try:
            # It is not locked, and any number of windows could have it.
            read_only = storage.call(lambda file: file.read_only)
            if read_only and ask_to_show(path, may_be_opening=False):
                storage.close()
                return None
            loaded = storage.call(lambda file: _read(path, file))
        except BaseException:
            storage.close()
            raise
    if not isinstance(loaded, LoadedProject):
        raise TypeError(loaded)
    return loaded


def _read(path: Path, file: ProjectFile) -> LoadedProject:
    return LoadedProject(
        path=path,
        project=file.load(),
        history=first_history(file),
        next_edit=file.history.last_edit_id() + 1,
        read_only=file.read_only,
        model=file.newest_model(),
        annotators=file.annotators(),
        backup_made=file.backup_made,
        log_set_aside=file.log_set_aside,
        location=location_of(path),
    )

"""Closing of projects in the background, while another window is shown."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject

from app.jobs.projects.create import remove_if_empty
from app.services.projects import OpenProject
from app.services.task import TaskState
from app.views.file_names import same_file
from app.views.main_window import MainWindow
from app.views.welcome import Welcome
from crfcore.errors import as_text

_log = logging.getLogger(__name__)


class ClosingProjects(QObject):
    """The projects that are being closed, and an action that waits for it.

    Lost changes and failed backups are reported in each of ``windows``.
    """

    def __init__(
        self,
        windows: Callable[[], Iterable[MainWindow | Welcome | None]],
        parent: QObject | None = None,
    ) -> None:
        """``windows`` returns the open windows."""
        super().__init__(parent)
        self._windows = windows
        self._leaving: list[OpenProject] = []
        self._ending: list[OpenProject] = []
        self._next: Callable[[], object] | None = None
        self._removals: list[TaskState] = []

    @property
    def has_waiting(self) -> bool:
        """Whether an action waits until a project is closed."""
        return self._next is not None

    def once_closed(self, path: Path, do: Callable[[], object]) -> None:
        """Call ``do`` now, or once the project of this path is closed."""
        if any(same_file(path, project.path) for project in self._leaving):
            self._next = do
            text = self.tr("Closing the current project, then opening {name}…")
            self._show(text.format(name=as_text(path.name)))
        else:
            do()

    def leave(self, project: OpenProject) -> None:
        """Close a project in the background."""
        project.left.connect(lambda saved: self._left(project, saved=saved))
        for lost in (project.backups.failed, project.backups.damaged):
            lost.connect(lambda reason: self._report_no_backup(project, reason))
        project.gone.connect(lambda: self._gone(project))
        self._leaving.append(project)
        self._ending.append(project)
        project.leave()

    def leave_empty(self, project: OpenProject) -> None:
        """Close a project that was made for a cancelled import, and remove its file if empty."""
        project.left.connect(lambda saved: self._remove(project.path) if saved else None)
        self.leave(project)

    def close(self) -> tuple[bool, bool]:
        """Wait for the projects; return whether all changes were saved, and all threads ended."""
        self._next = None
        all_saved = True
        for project in list(self._ending):
            saved = project.close()
            all_saved = saved and all_saved
            self._left(project, saved=saved)
            if project.ended:
                self._gone(project)
        for task in self._removals:
            task.wait()
        return all_saved, not self._ending

    def _left(self, project: OpenProject, *, saved: bool) -> None:
        """Call the waiting action once no project file is open."""
        if project in self._leaving:
            self._leaving.remove(project)
            if not saved:
                self._report_lost(project)
        do, self._next = (self._next, None) if not self._leaving else (None, self._next)
        if do is not None:
            do()

    def _remove(self, path: Path) -> None:
        """Remove the file of an empty project on a thread, and report it."""
        task = TaskState(self.tr("Removing the empty project"), self)
        text = self.tr("The import was cancelled, and the empty project {name} was removed.")
        task.finished.connect(
            lambda removed: self._show(text.format(name=as_text(path.name))) if removed else None
        )
        task.ended.connect(lambda: self._removals.remove(task))
        self._removals.append(task)
        task.start(lambda _: remove_if_empty(path))

    def _gone(self, project: OpenProject) -> None:
        """Delete a project whose threads have ended."""
        if project in self._ending:
            self._ending.remove(project)
            project.deleteLater()

    def _report_lost(self, project: OpenProject) -> None:
        """Report that the last changes of a closed project are lost."""
        _log.error("%s: the last steps were not saved.", project.path)
        text = self.tr("The last changes of {name} were not saved.")
        self._show(text.format(name=as_text(project.path.name)), "error")

    def _report_no_backup(self, project: OpenProject, reason: str) -> None:
        """Report that the last backup of a closed project failed."""
        text = self.tr("Could not back up {name} on closing: {reason}.")
        self._show(text.format(name=as_text(project.path.name), reason=reason.rstrip(".")), "error")

    def _show(self, text: str, kind: str = "info") -> None:
        for window in self._windows():
            if window is not None:
                window.messages.show_message(text, kind)

"""Reading of files on a task, with its progress."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.jobs.importing.documents import ImportOptions, PreparedDocument, prepare_all
from app.jobs.progress import Monitor
from app.services.task import TaskState
from crfcore.errors import as_text

STEPS_OF_BAR = 200


def prepared_files(
    task: TaskState,
    paths: Sequence[Path],
    options: ImportOptions,
    left_out: list[Exception] | None = None,
) -> tuple[PreparedDocument, ...]:
    """Read files, reporting which is being read."""

    def begin(number: int, path: Path) -> None:
        task.report(number, len(paths), as_text(path.name))

    return prepare_all(paths, options, monitor_of(task), begin, left_out)


def monitor_of(task: TaskState) -> Monitor:
    """Return a monitor that shows the progress of one file, and stops if the task is cancelled."""
    reported = (-1, -1)

    def monitor(done: int, total: int) -> bool:
        nonlocal reported
        # A large file reports tens of thousands of times; the bar has some hundred steps.
        step = STEPS_OF_BAR * done // max(total, 1), total
        if step != reported:
            reported = step
            task.show_progress(done, total, "")
        return task.is_cancelled

    return monitor

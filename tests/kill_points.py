"""What kill -9 leaves at every step of a job that touches files: before each of them.

A step is whatever Python tells its audit hooks of files (opening for writing, renaming, removing,
linking, making folders), each statement given to SQLite, and each wait for the disk.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

from app.storage.project_file import ProjectFile

TOLD = frozenset(
    {
        "os.rename",
        "os.remove",
        "os.link",
        "os.symlink",
        "os.mkdir",
        "os.rmdir",
        "os.truncate",
        "shutil.copyfile",
        "shutil.rmtree",
        "sqlite3.connect",
    }
)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
MAX_STEPS = 2_000
BROKEN = 3


class _Steps:
    """Counts the steps of a process, and calls something before each, with its number."""

    def __init__(self, before: Callable[[int], object]) -> None:
        self._before = before
        self._done = 0
        self._lock = threading.Lock()

    def step(self) -> None:
        with self._lock:
            self._before(self._done)
            self._done += 1

    def heard(self, event: str, arguments: tuple[object, ...]) -> None:
        writing = event == "open" and isinstance(arguments[2], int) and arguments[2] & WRITING
        if writing or event in TOLD:
            self.step()


def _watch(steps: _Steps) -> None:
    """Count the steps of this process from now on; it never comes back from that."""

    class Connection(sqlite3.Connection):
        def execute(self, *arguments):
            steps.step()
            return super().execute(*arguments)

        def executemany(self, *arguments):
            steps.step()
            return super().executemany(*arguments)

        def backup(self, *arguments, **options):
            steps.step()
            return super().backup(*arguments, **options)

        def close(self):
            steps.step()
            return super().close()

    connect, fsync = sqlite3.connect, os.fsync

    def connected(*arguments, **options):
        return connect(*arguments, factory=Connection, **options)

    def waited(descriptor):
        steps.step()
        fsync(descriptor)

    sqlite3.connect = connected
    os.fsync = waited
    sys.addaudithook(steps.heard)


def _run(job: Callable[[], object]) -> int:
    """Do a job in a process of its own, and return that; its exit status is 0 if it went well."""
    child = os.fork()
    if child:
        return child
    status = BROKEN
    try:
        job()
        status = 0
    except BaseException:  # noqa: BLE001 - told here, and by the status
        traceback.print_exc()
    finally:
        os._exit(status)


def _status(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def killed_before(job: Callable[[], object], number: int) -> bool:
    """Kill a job before some step; False if it came to its end first."""

    def before(step: int) -> None:
        if step == number:
            os.kill(os.getpid(), signal.SIGKILL)

    def watched() -> None:
        _watch(_Steps(before))
        job()

    status = _status(_run(watched))
    assert status in (0, -signal.SIGKILL), f"the job failed by itself before step {number}"
    return status != 0


def killed_after(path: Path, do: Callable[[ProjectFile], object]) -> None:
    """Do something with a project in a process that is killed then: its log stays."""

    def job() -> None:
        do(ProjectFile.open(path))
        os.kill(os.getpid(), signal.SIGKILL)

    assert _status(_run(job)) == -signal.SIGKILL


def clear(folder: Path) -> None:
    """Remove all that lies in a folder."""
    for one in folder.iterdir():
        shutil.rmtree(one) if one.is_dir() else one.unlink()


def kills(job: Callable[[], object], folder: Path, every: int = 1) -> Iterator[int]:
    """Give what a job leaves in a folder that is killed before its first step, its second, and on.

    The job is done once. Before each step it waits until the folder has been copied, by another
    process: the locks of SQLite end with the first descriptor of a file that its process closes.
    What has been written so far is what a kill would leave. Then each state comes back into the
    folder in turn, and its step is given; the last one is that of the job that came to its end.
    With ``every`` only so many steps are tried, where a job has very many alike.
    """
    kept = folder.with_name(f"{folder.name} at steps")
    kept.mkdir()
    n_kept = _keep_states(job, folder, kept, every)
    for number in range(n_kept):
        clear(folder)
        state = kept / str(number)
        for one in state.iterdir():
            one.rename(folder / one.name)
        yield number * every
    shutil.rmtree(kept)


def _keep_states(job: Callable[[], object], folder: Path, kept: Path, every: int) -> int:
    """Do a job; copy its folder before its steps and after the last; return how often."""
    received, tells = os.pipe()
    hears, heard = os.pipe()

    def before(step: int) -> None:
        if step % every == 0:
            os.write(tells, b".")
            os.read(hears, 1)

    def watched() -> None:
        os.close(received)
        os.close(heard)
        _watch(_Steps(before))
        job()

    child = _run(watched)
    os.close(tells)
    os.close(hears)
    n_kept = 0
    try:
        while os.read(received, 1):
            assert n_kept < MAX_STEPS, f"the job has more than {MAX_STEPS} steps"
            _copy(folder, kept / str(n_kept))
            n_kept += 1
            os.write(heard, b".")
    finally:
        os.close(received)
        os.close(heard)
        status = _status(child)
    assert status == 0, f"the job failed by itself before step {n_kept * every}"
    _copy(folder, kept / str(n_kept))
    return n_kept + 1


def _copy(folder: Path, to: Path) -> None:
    """Copy a folder; several names of one file stay that."""
    names: dict[int, str] = {}

    def copy(source: str, target: str) -> None:
        found = Path(source).stat()
        if found.st_nlink > 1 and found.st_ino in names:
            os.link(names[found.st_ino], target)
            return
        shutil.copy2(source, target)
        names[found.st_ino] = target

    shutil.copytree(folder, to, copy_function=copy)

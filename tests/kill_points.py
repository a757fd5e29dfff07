"""kill -9 at every step of a job that touches files: before each of them, one after the other.

A step is whatever Python tells its audit hooks of files (opening for writing, renaming, removing,
linking, making folders), each statement given to SQLite, and each wait for the disk.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import sys
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
MOST_STEPS = 2_000
BROKEN = 3


class _Counter:
    """Ends the process by SIGKILL before the step with a certain number."""

    def __init__(self, last: int) -> None:
        self._left = last

    def step(self) -> None:
        if not self._left:
            os.kill(os.getpid(), signal.SIGKILL)
        self._left -= 1

    def heard(self, event: str, arguments: tuple[object, ...]) -> None:
        writing = event == "open" and isinstance(arguments[2], int) and arguments[2] & WRITING
        if writing or event in TOLD:
            self.step()


def _watch(counter: _Counter) -> None:
    """Count the steps of this process from now on; it never comes back from that."""

    class Connection(sqlite3.Connection):
        def execute(self, *arguments):
            counter.step()
            return super().execute(*arguments)

        def executemany(self, *arguments):
            counter.step()
            return super().executemany(*arguments)

        def backup(self, *arguments, **options):
            counter.step()
            return super().backup(*arguments, **options)

        def close(self):
            counter.step()
            return super().close()

    connect, fsync = sqlite3.connect, os.fsync

    def connected(*arguments, **options):
        return connect(*arguments, factory=Connection, **options)

    def waited(descriptor):
        counter.step()
        fsync(descriptor)

    sqlite3.connect = connected
    os.fsync = waited
    sys.addaudithook(counter.heard)


def _killed_at(job: Callable[[], object], last: int) -> bool:
    """Do a job in a process of its own that dies before some step; False if it came to its end."""
    child = os.fork()
    if not child:
        status = BROKEN
        try:
            _watch(_Counter(last))
            job()
            status = 0
        except BaseException:  # noqa: BLE001 - told here, and by the status
            traceback.print_exc()
        finally:
            os._exit(status)
    _, found = os.waitpid(child, 0)
    status = os.waitstatus_to_exitcode(found)
    assert status in (0, -signal.SIGKILL), f"the job failed by itself before step {last}"
    return status != 0


def killed_after(path: Path, do: Callable[[ProjectFile], object]) -> None:
    """Do something with a project in a process that is killed then: its log stays."""

    def job() -> None:
        do(ProjectFile.open(path))
        os.kill(os.getpid(), signal.SIGKILL)

    assert _killed_at(job, MOST_STEPS)


def clear(folder: Path) -> None:
    """Remove all that lies in a folder."""
    for one in folder.iterdir():
        shutil.rmtree(one) if one.is_dir() else one.unlink()


def kills(job: Callable[[], object], folder: Path, every: int = 1) -> Iterator[int]:
    """Kill a job before its first step, its second, and so on; give the step after each kill.

    With ``every`` only so many are tried, where a job has very many alike. Each finds the folder as
    it was before the first; the last number is that of the job that came to its end.
    """
    kept = folder.with_name(f"{folder.name} before")
    shutil.copytree(folder, kept)
    for last in range(0, MOST_STEPS, every):
        clear(folder)
        shutil.copytree(kept, folder, dirs_exist_ok=True)
        killed = _killed_at(job, last)
        yield last
        if not killed:
            return
    raise AssertionError(f"the job has more than {MOST_STEPS} steps")

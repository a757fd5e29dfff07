"""Detection of changes to a project file by other programs.

Other programs may move, delete and overwrite files while a project is open. A file overwritten in
place (``cp backup project``, ``: > project``) keeps its name and inode: only its size and header
show it, which otherwise change at checkpoints only.
"""

from __future__ import annotations

import os
from pathlib import Path

from app.storage.errors import DeviceError, OverwrittenError
from app.storage.files import identity, logs_of, read_at
from app.storage.schema import HEADER_LENGTH
from crfcore.messages import message

_GONE = message(
    "the project file or its log was moved, replaced or deleted while it was open, so "
    "nothing more is saved there; put it back and try again, or save a copy of the project, "
    "which has everything"
)
_OVERWRITTEN = message(
    "the project file was overwritten while it was open, so its last steps are not saved; "
    "open its newest backup, and repeat there what this window shows beyond it"
)


class Watch:
    """Records the state of a project file and its log after each write of this program.

    ``descriptor`` is that of `file_lock.locked`: closing another one would release SQLite's locks.
    Without it only the names are checked.
    """

    def __init__(self, path: Path, descriptor: int | None) -> None:
        self.identity = identity(path)
        self._path = path
        self._descriptor = descriptor
        self._log = logs_of(path)[0]
        self._log_identity: tuple[int, int] | None = None  # known after the first step
        self._log_size = 0
        self._content = self._read()

    def note(self) -> None:
        """Record the state of the file and its log."""
        self._content = self._read()
        self.note_log()

    def note_log(self) -> None:
        """Record the size of the log: a failed step may have grown it."""
        if self._log_identity is not None:
            self._log_size = self._size_of_log()

    def know_log(self) -> None:
        """Record the identity of the log."""
        self._log_identity = self._log_identity or identity(self._log)

    def check(self) -> None:
        """Raise DeviceError if the file or its log has changed."""
        if identity(self._path) != self.identity or self._log_changed():
            raise DeviceError(self._path, _GONE)
        self.check_content()

    def check_content(self) -> None:
        """Raise OverwrittenError if another program has written into the file."""
        found = self._read()
        if None not in (found, self._content) and found != self._content:
            raise OverwrittenError(self._path, _OVERWRITTEN)

    def _log_changed(self) -> bool:
        if self._log_identity is None:
            return False
        return identity(self._log) != self._log_identity or self._size_of_log() < self._log_size

    def _size_of_log(self) -> int:
        try:
            return os.stat(self._log).st_size  # noqa: PTH116  (called before each step)
        except OSError:
            return 0

    def _read(self) -> tuple[int, bytes] | None:
        """Return the size and the header; None if the disk fails, which SQLite will report."""
        if self._descriptor is None:
            return None
        try:
            size = os.fstat(self._descriptor).st_size
            return size, read_at(self._descriptor, 0, HEADER_LENGTH)
        except OSError:
            return None

"""Whether a project file and its log are still what this program has left there.

Other programs move, delete and overwrite files while a project is open. A file that was written
over in place (``cp backup project``, ``: > project``) keeps its name and its number on the disk:
only its size and its header tell, which change by nothing but the log being brought in.
"""

from __future__ import annotations

import os
from pathlib import Path

from app.storage.errors import DeviceError, OverwrittenError
from app.storage.files import identity, logs_of, read_at
from app.storage.schema import HEADER_LENGTH

_GONE = (
    "the project file or its log was moved, replaced or deleted while it was open, so nothing more "
    "is saved there; put it back and try again, or save a copy of the project, which has everything"
)
_OVERWRITTEN = (
    "the project file was overwritten while it was open, so its last steps are not "
    "saved; open its newest backup, and say there again what this window shows beyond it"
)


class Watch:
    """Remembers what a project file and its log were after the last write of this program.

    ``descriptor`` is that of `opening.locked`: closing another one would take SQLite's locks away.
    Without it only the names are looked at.
    """

    def __init__(self, path: Path, descriptor: int | None) -> None:
        self.identity = identity(path)
        self._path = path
        self._descriptor = descriptor
        self._log = logs_of(path)[0]
        self._log_identity: tuple[int, int] | None = None  # known from the first step on
        self._log_size = 0
        self._content = self._read()

    def note(self) -> None:
        """Remember the file and its log as they are now, after this program wrote them."""
        self._content = self._read()
        self.note_log()

    def note_log(self) -> None:
        """Remember the log alone: a step that fails may have grown it, and writes nowhere else."""
        if self._log_identity is not None:
            self._log_size = self._size_of_log()

    def know_log(self) -> None:
        """Remember which log it is, after a step."""
        self._log_identity = self._log_identity or identity(self._log)

    def check(self) -> None:
        """Raise DeviceError unless the file and its log are still what they were."""
        if identity(self._path) != self.identity or self._log_changed():
            raise DeviceError(self._path, _GONE)
        self.check_content()

    def check_content(self) -> None:
        """Raise OverwrittenError if somebody else has written into the file, whatever its name."""
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
        """Return the size and the header; None where the disk fails, which SQLite will tell."""
        if self._descriptor is None:
            return None
        try:
            size = os.fstat(self._descriptor).st_size
            return size, read_at(self._descriptor, 0, HEADER_LENGTH)
        except OSError:
            return None

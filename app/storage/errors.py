"""Errors of project files.

The family::

    ProjectFileError
    ├── MissingError      there is no such file or folder
    ├── ExistsError       a new project would replace a file
    ├── BusyError         another window has it open
    ├── ReadOnlyError     the file or its folder cannot be written
    ├── DiskFullError     no room is left
    ├── DeviceError       the disk failed to read or write
    │   └── OverwrittenError  another program has written into it while it was open
    ├── ForeignError      not a project of this program
    ├── TooNewError       written by a newer version
    ├── LogUnusableError  not closed, and its log is missing, damaged, or of another state
    └── DamagedError      a project, but broken
"""

from __future__ import annotations

from pathlib import Path

from crfcore.errors import as_text, cut, in_one_line
from crfcore.messages import as_sentence, changed, message


class DamagedRowsError(ValueError):
    """Invalid rows; `sqlite_errors_in_words` names the file."""


class WrongKindError(TypeError):
    """A value that is missing or of another type; the text is for the user, unlike Python's."""


class UnfitError(ValueError):
    """A value that cannot be stored; `sqlite_errors_in_words` names the file."""


class ProjectFileError(Exception):
    """An error of a project file; the message is a sentence for the user.

    ``path`` is the file, ``reason`` the sentence without its name, capital and full stop, to which
    more can be added.
    """

    def __init__(self, path: Path | str, reason: str) -> None:
        self.path = Path(path)
        # Messages of SQLite and JSON have several lines.
        self.reason = cut(changed(reason, in_one_line))
        super().__init__(
            message("{path}: {reason}", path=as_text(self.path), reason=as_sentence(self.reason))
        )


class MissingError(ProjectFileError):
    """There is no such file or folder."""


class ExistsError(ProjectFileError):
    """A new project would replace a file."""


class BusyError(ProjectFileError):
    """Another window or program has the project open."""


class ReadOnlyError(ProjectFileError):
    """The file or its folder cannot be written."""


class DiskFullError(ProjectFileError):
    """The disk of the project is full."""


class DeviceError(ProjectFileError):
    """The disk failed to read or write."""


class OverwrittenError(DeviceError):
    """Another program has written into the file while it was open."""


class ForeignError(ProjectFileError):
    """The file is not a project of this program."""


class TooNewError(ProjectFileError):
    """The file was written by a newer version of this program."""


class LogUnusableError(ProjectFileError):
    """The project was not closed, and its log is missing, damaged, or that of another state."""


class DamagedError(ProjectFileError):
    """The file is a project, but its content is broken."""

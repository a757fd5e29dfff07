"""What names of files, and errors of files, mean on Windows and macOS."""

from __future__ import annotations

import ntpath
import os
import stat
import sys
import unicodedata
from pathlib import Path, PurePath

from crfcore.messages import message

NOT_ON_WINDOWS = frozenset('<>:"/\\|?*')
"""Characters that no name of a file has on Windows. A colon would begin a hidden second stream."""

DEVICES = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {device + number for device in ("com", "lpt") for number in "0123456789¹²³"}
)
"""Names of devices on Windows, with any suffix."""

_SHARING_VIOLATION, _LOCK_VIOLATION, _NAME_TOO_LONG = 32, 33, 206
"""Windows' own numbers of errors. Functions of ``os`` give them; for `open`, they are lost, and
``errno`` is that of a file without permission or of a missing one."""

_LONGEST_PATH, _LONGEST_NAME = 259, 255
"""The longest path on Windows, where no more is allowed, and the longest name, in characters."""


def is_device(name: str) -> bool:
    """Return whether a name is that of a device on Windows, whatever its suffix."""
    return name.split(".")[0].rstrip().lower() in DEVICES


def fault_of_name(name: str) -> str:
    """Return why Windows has no file of a name, "" if it can; the text ends in advice."""
    if is_device(name):
        return message(
            "“{name}” is the name of a device on Windows; choose another name", name=name
        )
    unfit = next((one for one in name if one in NOT_ON_WINDOWS or ord(one) < 32), "")
    if unfit:
        return message(
            "{unfit} is in no name of a file on Windows; choose another name", unfit=repr(unfit)
        )
    if name != name.rstrip(". ") and name.strip("."):
        return message("Windows drops a dot or a space at the end of a name; leave it out")
    return ""


def path_key(path: str | os.PathLike[str], platform: str = sys.platform) -> str:
    """Return a text that is the same for two spellings of one path on this system.

    Windows and, usually, macOS take “A.txt” and “a.txt” for the same file; macOS also composed and
    decomposed letters.
    """
    name = os.fspath(path)
    if platform == "win32":
        return ntpath.normcase(name)
    if platform == "darwin":
        return unicodedata.normalize("NFD", name).casefold()
    return name


def database_uri(path: PurePath) -> str:
    """Return the URI of an absolute path for SQLite, which accepts no name of a server in one."""
    uri = path.as_uri()
    return uri if uri.startswith("file:///") else uri.replace("file://", "file:////", 1)


def is_open_elsewhere(error: OSError) -> bool:
    """Return whether another program has a file open, which Windows does not share."""
    return getattr(error, "winerror", None) in (_SHARING_VIOLATION, _LOCK_VIOLATION)


def is_too_long(error: OSError) -> bool:
    """Return whether Windows, which calls it a missing folder, has found a path too long."""
    return getattr(error, "winerror", None) == _NAME_TOO_LONG


def may_be_too_long(error: OSError, platform: str = sys.platform) -> bool:
    """Return whether a path that is said to be missing may just be too long for Windows."""
    if is_too_long(error):
        return True
    path = error.filename
    if platform != "win32" or not isinstance(error, FileNotFoundError) or not isinstance(path, str):
        return False
    return len(path) > _LONGEST_PATH or len(ntpath.basename(path)) > _LONGEST_NAME


def why_on_windows(error: OSError, missing: str, platform: str = sys.platform) -> str:
    """Return why Windows does not open a file, "" if the kind of the error says it well.

    ``missing`` is what a path without a file lacks, "file" or "folder".
    """
    if is_open_elsewhere(error):
        return message("Another program has this file open; close it there, and try again.")
    if may_be_too_long(error, platform):
        return message(
            "There is no such {missing}, or the path is too long for Windows; shorten it.",
            missing=message("folder") if missing == "folder" else message("file"),
        )
    numbered = getattr(error, "winerror", None) is not None
    if platform == "win32" and isinstance(error, PermissionError) and not numbered:
        return message(
            "You may not open this file, or another program has it open; close it there."
        )
    return ""


def is_sticky_for_others(path: Path, status: os.stat_result) -> bool:
    """Return whether the folder's sticky bit forbids this user to replace a file.

    Checked in advance, because renaming would fail only at the end.
    """
    if not hasattr(os, "geteuid") or os.geteuid() == 0:
        return False
    folder = path.parent.stat()
    return bool(folder.st_mode & stat.S_ISVTX) and os.geteuid() not in (
        folder.st_uid,
        status.st_uid,
    )

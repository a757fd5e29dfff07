"""Folders and files that nobody but the user can have written: what may be run from them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

_OTHERS = 0o077


def is_ours_alone(folder: Path) -> bool:
    """Return whether a folder is the user's own, having closed it to everybody else.

    What lay in it before may still be somebody else's: see `is_our_file`. Where the system knows
    no such owners, every folder of the user's is taken.
    """
    if not hasattr(os, "geteuid"):
        return True
    try:
        status = folder.stat()
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
            return False
        if status.st_mode & _OTHERS:
            folder.chmod(stat.S_IMODE(status.st_mode) & ~_OTHERS)
    except OSError:
        return False
    return True


def is_our_file(path: Path) -> bool:
    """Return whether a path is a plain file, no link to one, that belongs to the user."""
    try:
        status = path.lstat()
    except OSError:
        return False
    ours = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
    return ours and stat.S_ISREG(status.st_mode)

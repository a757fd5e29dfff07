"""Folders and files that only the user can write, for cached machine code."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

_OTHERS = 0o077


def kernel_folder() -> Path:
    """Return the user's folder for compiled kernels, shared by library and program.

    It is in the system's cache folder; ``NUMBA_CACHE_DIR`` takes precedence.
    """
    home = Path(os.path.abspath(os.path.expanduser("~")))  # noqa: PTH100, PTH111 (there may be none)
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local or home / "AppData" / "Local") / "tagwright" / "Cache" / "kernels"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "tagwright" / "kernels"
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # By convention relative paths are ignored.
    return (named if named.is_absolute() else home / ".cache") / "tagwright" / "kernels"


def is_ours_alone(folder: Path) -> bool:
    """Make a folder private, and return whether it belongs to the user.

    Existing files in it may belong to others: see `is_our_file`. On systems without such owners
    every folder is accepted.
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
    """Return whether a path is a regular file, not a link, that belongs to the user."""
    try:
        status = path.lstat()
    except OSError:
        return False
    ours = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
    return ours and stat.S_ISREG(status.st_mode)

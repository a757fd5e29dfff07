"""Folders and files that nobody but the user can have written: what may be run from them."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

_OTHERS = 0o077


def kernel_folder() -> Path:
    """Return the user's folder for compiled kernels, which library and program share.

    That of the system for caches; the environment variable ``NUMBA_CACHE_DIR`` goes before it.
    """
    home = Path(os.path.abspath(os.path.expanduser("~")))  # noqa: PTH100, PTH111 (there may be none)
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local or home / "AppData" / "Local") / "tagwright" / "Cache" / "kernels"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "tagwright" / "kernels"
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # The convention for such folders has relative ones ignored.
    return (named if named.is_absolute() else home / ".cache") / "tagwright" / "kernels"


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

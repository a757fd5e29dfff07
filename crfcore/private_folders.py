"""Folders and files that only the user can write, for cached machine code."""

from __future__ import annotations

import os
import stat
import sys
from functools import cache
from pathlib import Path

_OTHERS = 0o077
_OTHERS_WRITE = 0o022


def kernel_folder() -> Path:
    """Return the user's folder for compiled kernels, shared by library and program.

    It is in the system's cache folder; ``NUMBA_CACHE_DIR`` takes precedence.
    """
    home = _home()
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local or home / "AppData" / "Local") / "tagwright" / "Cache" / "kernels"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "tagwright" / "kernels"
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # By convention relative paths are ignored.
    return (named if named.is_absolute() else home / ".cache") / "tagwright" / "kernels"


def _home() -> Path:
    """Return the user's home; not a relative one, which depends on the current folder."""
    named = os.path.expanduser("~")  # noqa: PTH111 (there may be none)
    if os.path.isabs(named) or not hasattr(os, "geteuid"):  # noqa: PTH117 (start-up)
        return Path(os.path.abspath(named))  # noqa: PTH100 (start-up)
    import pwd

    try:
        return Path(pwd.getpwuid(os.geteuid()).pw_dir)
    except KeyError:
        return Path("/")


def is_ours_alone(folder: Path) -> bool:
    """Make a folder private, and return whether it belongs to the user.

    Files in it that others could have written are removed; others may belong to other users: see
    `is_our_file`. A link is refused, and so is a folder below one where another user may put
    something in its place. On systems without such owners every folder is accepted.
    """
    if not hasattr(os, "geteuid"):
        return True
    try:
        status = folder.lstat()
        if not stat.S_ISDIR(status.st_mode) or not _is_private_place(folder, os.geteuid()):
            return False
        if status.st_mode & _OTHERS:
            folder.chmod(stat.S_IMODE(status.st_mode) & ~_OTHERS)
        if status.st_mode & _OTHERS_WRITE:
            _remove_files(folder)
    except OSError:
        return False
    return True


def is_private(folder: Path) -> bool:
    """Return whether only the user can enter a folder; it is left as it is."""
    if not hasattr(os, "geteuid"):
        return True
    try:
        status = folder.lstat()
        is_closed = stat.S_ISDIR(status.st_mode) and not status.st_mode & _OTHERS
        return is_closed and _is_private_place(folder, os.geteuid())
    except OSError:
        return False


def _remove_files(folder: Path) -> None:
    for path in folder.iterdir():
        if not path.is_dir() or path.is_symlink():
            path.unlink()


@cache
def _is_private_place(folder: Path, user: int) -> bool:
    """Return whether a folder is a user's, and no other user can exchange it or a folder above."""
    absolute = folder.absolute()
    if absolute.lstat().st_uid != user:
        return False
    return all(
        _is_safe(place.lstat(), user) for place in (*absolute.parents, *absolute.resolve().parents)
    )


def _is_safe(status: os.stat_result, user: int) -> bool:
    """Return whether a folder or link is the user's or the system's, and not for all to change."""
    is_open = stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_IWOTH
    return status.st_uid in (0, user) and not (is_open and not status.st_mode & stat.S_ISVTX)


def is_our_file(path: Path) -> bool:
    """Return whether a path is a regular file, not a link, that belongs to the user."""
    try:
        status = path.lstat()
    except OSError:
        return False
    ours = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
    return ours and stat.S_ISREG(status.st_mode)

"""Atomic and safe writing of files.

Data is first written into a new private folder beside the destination, ``.unfinished-`` and sixteen
random hexadecimal digits. When everything is synced to the disk, the file is renamed, and the new
name is synced too. A killed program leaves the folder behind; the next write beside it removes it.

Existing files and links are not trusted. A link is followed only to a file in its own folder, and
only if this user owns it: other links may come from an archive or, in a shared folder, from another
user. Devices, pipes (one's own) and descriptors opened by the shell are written into and never
replaced; disks, sockets and folders are rejected.

A replaced file keeps its mode, and its owner and group where the system allows it. A file made from
another one is not readable by users who cannot read the other one.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from crfcore.interrupts import raise_if_lost
from crfcore.messages import message
from crfcore.portable_paths import fault_of_name, is_sticky_for_others

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

ON_WINDOWS = os.name == "nt"

OPEN_ELSEWHERE_SECONDS = 2.0
"""Time to wait, on Windows, until no other program has a file open that is moved or replaced."""

READER_SECONDS = 10.0
"""Time to wait for the reader of a pipe."""

UNLOCKED_SECONDS = 24 * 3600.0
"""Age from which on a folder is left over, on file systems without locks."""

_UNFINISHED = re.compile(r"\.unfinished-[0-9a-f]{16}")
_DESCRIPTOR = re.compile(r"(?:/dev/fd|/proc/self/fd)/(\d{1,6})")
_STANDARD = {"/dev/stdout": 1, "/dev/stderr": 2}
_MAX_LINKS = 8
_NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EPERM, errno.EBADF)


class RefusedError(OSError):
    """A path that must not be written to; the text says why, without a full stop."""


@contextmanager
def writing(path: Path, *, source: Path | None = None, alike: bool = False) -> Iterator[BinaryIO]:
    """Yield a binary file to write to; it gets the name ``path`` when it is complete.

    Devices, pipes and descriptors (``/dev/stdout``) get the bytes directly.

    Parameters
    ----------
    path : Path
    source : Path, optional
        A file that the new one is made from: users who cannot read it cannot read the new one.
    alike : bool
        Give a new file the mode of ``source`` instead of the default.

    Raises
    ------
    RefusedError
        The path must not be written to.
    OSError
        Writing failed; an existing file is unchanged.
    """
    stream = _stream(path)
    if stream is not None:
        with open(stream, "wb") as file:  # noqa: PTH123 (a descriptor)
            yield file
        return
    with whole_file(path, source=source, alike=alike) as part, part.open("xb") as file:
        yield file


@contextmanager
def whole_file(
    path: Path,
    *,
    source: Path | None = None,
    alike: bool = False,
    new: bool = False,
    at_last: Callable[[], object] = lambda: None,
) -> Iterator[Path]:
    """Yield a temporary name; the file made there finally replaces ``path``.

    ``at_last`` is called before the renaming, when everything is on the disk. With ``new`` nothing
    is replaced: FileExistsError if a file has appeared meanwhile. Otherwise as `writing`, except
    that devices and pipes are rejected.
    """
    target = destination(path)
    with workplace(target.parent, target) as folder:
        part = folder / target.name
        yield part
        put([(part, target)], source=source, alike=alike, new=new, at_last=at_last)


def put(
    made: Sequence[tuple[Path, Path]],
    *,
    source: Path | None = None,
    alike: bool = False,
    new: bool = False,
    at_last: Callable[[], object] = lambda: None,
) -> None:
    """Move finished files and folders out of their `workplace`, like `whole_file`.

    Parameters
    ----------
    made : sequence of (Path, Path)
        Each file or folder with its `destination`. Folders must be filled by `writing`, and must
        not replace a folder with content.
    source, alike, new, at_last
        As for `whole_file`.
    """
    for part, target in made:
        if part.is_dir():
            _set_rights(part, target, source, alike=alike)
            for folder, _, _ in os.walk(part, topdown=False):
                _sync_folder(Path(folder))
        else:
            with part.open("rb+") as file:
                _set_rights(part, target, source, alike=alike)
                os.fsync(file.fileno())
    raise_if_lost()
    at_last()
    for part, target in made:
        if new:
            _put_new(part, target)
        else:
            _moved(part.replace, target)
    for position in dict.fromkeys(target.parent for _, target in made):
        _sync_folder(position)


@contextmanager
def workplace(folder: Path, target: Path | None = None) -> Iterator[Path]:
    """Yield a new private folder inside another one; it is removed at the end.

    ``target`` is the file that is made there, for the message if that is not possible.
    """
    remove_unfinished(folder)
    made, lock = _make_workplace(folder, target)
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def remove_unfinished(folder: Path) -> None:
    """Remove leftovers in a folder from killed programs of this user."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _UNFINISHED.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False):
                with suppress(OSError):
                    _remove_if_left(Path(entry.path))


def destination(path: Path) -> Path:
    """Return the file that writing to a path would create or replace.

    Raises
    ------
    RefusedError
        The path is a link to elsewhere, a device, or a write-protected file.
    IsADirectoryError
    """
    if ON_WINDOWS and (fault := fault_of_name(path.name)):
        raise RefusedError(fault)
    for _ in range(_MAX_LINKS):
        try:
            status = path.lstat()
        except FileNotFoundError:
            return path
        if not stat.S_ISLNK(status.st_mode):
            _check_replaceable(path, status)
            return path
        path = _followed(path, status)
    raise RefusedError(message("this link leads round in a circle; name a file"))


def is_stream(path: Path) -> bool:
    """Return whether writing to a path goes to a stream instead of a new file."""
    if _descriptor(path) is not None:
        return True
    if ON_WINDOWS and path.suffix:
        return False  # some versions of it take “aux.txt” for the device
    try:
        mode = path.lstat().st_mode
    except OSError:
        return False
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)


def is_standard_output(path: Path) -> bool:
    """Return whether what is written to a stream goes to standard output."""
    if _descriptor(path) == 1:
        return True
    try:
        return os.path.samestat(path.stat(), os.fstat(1))
    except OSError:
        return False


def check(path: Path) -> None:
    """Raise the errors of `writing` without creating or opening anything."""
    if is_stream(path):
        return
    target = destination(path)
    folder = target.parent
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))
    if not os.access(folder, os.W_OK):
        _refuse_folder(folder, target)


# ---- destinations


def _check_replaceable(path: Path, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(status.st_mode):
        raise RefusedError(message("this is a device, a pipe or a socket; name a file"))
    if not os.access(path, os.W_OK):
        reason = message(
            "this file is write-protected; choose another name, or allow yourself to write it"
        )
        raise RefusedError(reason)
    if is_sticky_for_others(path, status):
        reason = message(
            "this file and its folder belong to another user, and only owners may replace "
            "files in it; choose another name"
        )
        raise RefusedError(reason)


def _followed(link: Path, status: os.stat_result) -> Path:
    """Return the target of a link, one step."""
    target = link.parent / link.readlink()
    if os.path.realpath(target.parent) != os.path.realpath(link.parent):
        reason = message(
            "this is a link that leads elsewhere, to {target}; name that file itself, or "
            "remove the link",
            target=os.path.realpath(link),
        )
        raise RefusedError(reason)
    if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
        raise RefusedError(message("this is a link that another user made; choose another name"))
    return target


def _descriptor(path: Path) -> int | None:
    """Return the number of the descriptor of a path such as ``/dev/stdout``, or None."""
    name = path.as_posix()
    match = None if ON_WINDOWS else _DESCRIPTOR.fullmatch(name)
    return int(match[1]) if match else _STANDARD.get(name)


def _stream(path: Path) -> int | None:
    """Return a new descriptor of a stream; None for a path where a file is created."""
    number = _descriptor(path)
    if number is not None:
        return _shared(number)
    if not is_stream(path):
        return None
    if ON_WINDOWS:
        return os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0))
    if stat.S_ISCHR(path.lstat().st_mode):
        return os.open(path, os.O_WRONLY | os.O_NOCTTY | os.O_NOFOLLOW)
    return _pipe(path)


def _shared(number: int) -> int:
    """Return a duplicate of a descriptor opened by the shell, not by this program."""
    try:
        if ON_WINDOWS or os.get_inheritable(number):  # a console is not inheritable there
            return os.dup(number)
    except OSError:
        pass
    reason = message("nothing that can be written is open under this number; name a file")
    raise RefusedError(reason)


def _pipe(path: Path) -> int:
    if path.lstat().st_uid != os.geteuid():
        raise RefusedError(message("this pipe belongs to another user; name a file"))
    until = time.monotonic() + READER_SECONDS
    while True:
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            if time.monotonic() >= until:
                raise RefusedError(
                    message("no program reads from this pipe; start its reader first")
                ) from error
            time.sleep(0.02)
        else:
            os.set_blocking(descriptor, True)
            return descriptor


def _refuse_folder(folder: Path, target: Path | None) -> None:
    reason = message(
        "no file can be made in the folder {folder}; choose a folder of your own", folder=folder
    )
    if target is not None and target.exists():
        reason = message(
            "no file can be made in the folder {folder}, and a file is only replaced by one that "
            "is made whole beside it; choose a folder of your own",
            folder=folder,
        )
    raise RefusedError(reason)


# ---- workplaces


def _make_workplace(folder: Path, target: Path | None) -> tuple[Path, int | None]:
    """Make a folder with a random name and lock it, to show that it is in use."""
    while True:
        made = folder / f".unfinished-{secrets.token_hex(8)}"
        try:
            # Windows would make 0o700 an access list, which moved files keep: nobody else could
            # read them.
            made.mkdir(0o777 if ON_WINDOWS else 0o700)
        except FileExistsError:
            continue
        except PermissionError:
            _refuse_folder(folder, target)
        if fcntl is None:
            return made, None
        lock = None
        # Until it is locked, another process may remove it.
        with suppress(FileNotFoundError, BlockingIOError):
            lock = os.open(made, os.O_RDONLY)
            _lock(lock)
            if os.path.samestat(made.stat(), os.fstat(lock)):
                return made, lock
        if lock is not None:
            os.close(lock)


def _lock(descriptor: int) -> bool:
    """Lock a descriptor; return False if locks are unsupported; BlockingIOError if it is locked."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return False
    return True


def _remove_if_left(folder: Path) -> None:
    """Remove a workplace that is not in use."""
    status = folder.lstat()
    is_old = time.time() - status.st_mtime > UNLOCKED_SECONDS
    if fcntl is None:
        if is_old:
            shutil.rmtree(folder, ignore_errors=True)
        return
    if status.st_uid != os.geteuid():
        return
    lock = os.open(folder, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        if _lock(lock) or is_old:
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)


def _put_new(part: Path, target: Path) -> None:
    """Give a finished file its name; FileExistsError if it exists meanwhile."""
    if ON_WINDOWS:
        _moved(part.rename, target)
        return
    # Renaming would replace an existing file; a hard link fails.
    try:
        target.hardlink_to(part)
    except FileExistsError:
        raise
    except OSError:  # no hard links
        target.touch(0o600, exist_ok=False)
        part.replace(target)


def _moved(move: Callable[[Path], object], target: Path) -> None:
    """Give a finished file its name by one of its methods.

    Windows moves and replaces no file that a program has open, and scanners of viruses open each
    new file for a moment.
    """
    until = time.monotonic() + OPEN_ELSEWHERE_SECONDS
    while True:
        try:
            move(target)
        except PermissionError as error:
            if not ON_WINDOWS:
                raise
            if time.monotonic() >= until:
                raise RefusedError(
                    message(
                        "another program has this file open, or it may not be replaced; close it "
                        "there, or choose another name"
                    )
                ) from error
            time.sleep(0.05)
        else:
            return


# ---- modes, and the disk


def _set_rights(part: Path, target: Path, source: Path | None, *, alike: bool) -> None:
    """Set the mode, owner and group of a finished file."""
    replaced = _status(target)
    origin = _status(source) if source is not None else None
    mode = _mode(part)
    if replaced is not None:
        mode = replaced.st_mode & 0o777
    elif origin is not None and alike:
        mode = origin.st_mode & 0o666 | 0o600
    model = replaced or (origin if alike else None)
    if model is not None and not _take_owner(part, model):
        mode = _without_group(mode)
    if source is not None and origin is None:
        mode &= 0o700  # the source, with its permissions, is gone
    if origin is not None:
        if not origin.st_mode & stat.S_IROTH:
            mode &= ~0o007
        if not origin.st_mode & stat.S_IRGRP or part.stat().st_gid != origin.st_gid:
            mode = _without_group(mode)
    if mode != _mode(part):
        part.chmod(mode)


def _without_group(mode: int) -> int:
    """Return a mode with the group's permissions limited to those of others."""
    return mode & ~0o070 | (mode & 0o007) << 3


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


def _take_owner(part: Path, model: os.stat_result) -> bool:
    """Set owner and group as of another file if allowed; return whether the group is set."""
    if not hasattr(os, "chown"):
        return True
    with suppress(OSError):
        os.chown(part, -1, model.st_gid)
    with suppress(OSError):
        os.chown(part, model.st_uid, -1)
    return part.stat().st_gid == model.st_gid


def _sync_folder(folder: Path) -> None:
    """Sync the names in a folder to the disk, if the system supports it."""
    if ON_WINDOWS:
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise
    finally:
        os.close(descriptor)

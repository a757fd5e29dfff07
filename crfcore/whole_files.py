"""Files that appear whole or not at all, and only where they were meant to be.

What is written goes into a folder of its own first, ``.unfinished-`` and sixteen random digits,
beside the file that it is to become: made exclusively, so that nobody can have put a file or link
there, and open to nobody else. When everything is on the disk it is renamed, and the name is on the
disk, too, before anybody hears that the file is written. Whoever is killed meanwhile leaves that
folder; the next write beside it removes it.

What is trusted: the name that a person gives, not what lies there. A link is followed only where
it leads to a file in its own folder and belongs to the one who runs the program, for a link to
elsewhere may have come with an archive, or been put into a shared folder by somebody else, to have
another file replaced. Devices, pipes (one's own) and descriptors that the shell has opened are
written into and never replaced; disks, sockets and folders are refused.

A file that is replaced keeps its mode, and its owner and group where the system allows it. Who may
not read the file that another is made from may not read that other one either.
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

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

READER_SECONDS = 10.0
"""So long a pipe may be without a reader before writing into it is given up."""

UNLOCKED_SECONDS = 24 * 3600.0
"""Where a disk knows no locks, what is older was left by a program that was killed."""

_UNFINISHED = re.compile(r"\.unfinished-[0-9a-f]{16}")
_DESCRIPTOR = re.compile(r"(?:/dev/fd|/proc/self/fd)/(\d{1,6})")
_STANDARD = {"/dev/stdout": 1, "/dev/stderr": 2}
_MAX_LINKS = 8
_NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EPERM, errno.EBADF)


class RefusedError(OSError):
    """A place that must not be written to; the text says why, without a full stop."""


@contextmanager
def writing(path: Path, *, source: Path | None = None, alike: bool = False) -> Iterator[BinaryIO]:
    """Give a binary file to write to; it appears under ``path`` when it is whole.

    Into a device, a pipe or a descriptor (``/dev/stdout``) bytes go as they are written.

    Parameters
    ----------
    path : Path
    source : Path, optional
        A file that the new one is made from: who may not read that may not read the new one.
    alike : bool
        Give a new file the mode of ``source`` instead of the usual one.

    Raises
    ------
    RefusedError
        Nothing may be written there.
    OSError
        The disk or the folder refuses; what was there before is untouched.
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
    """Give a name to make a file under; what is there at the end takes the place of ``path``.

    ``at_last`` is called before the renaming, once everything is on the disk. With ``new`` nothing
    is replaced: FileExistsError where a file has appeared there meanwhile. Else as `writing`,
    except that devices and pipes are refused: bytes alone do not tell where they belong.
    """
    target = destination(path)
    with workplace(target.parent) as folder:
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
    """Move finished files and folders out of their `workplace`, as `whole_file` does at its end.

    Parameters
    ----------
    made : sequence of (Path, Path)
        Each file or folder, and the `destination` that it is to take. A folder must have been
        filled by `writing`, and no folder with content stands where it goes.
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
    at_last()
    for part, target in made:
        if new:
            _put_new(part, target)
        else:
            part.replace(target)
    for position in dict.fromkeys(target.parent for _, target in made):
        _sync_folder(position)


@contextmanager
def workplace(folder: Path) -> Iterator[Path]:
    """Give a new folder inside another one, open to nobody else; it is removed at the end."""
    remove_unfinished(folder)
    made, lock = _make_workplace(folder)
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def remove_unfinished(folder: Path) -> None:
    """Remove what programs of this user left in a folder that were killed while they wrote."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _UNFINISHED.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False):
                with suppress(OSError):
                    _remove_if_left(Path(entry.path))


def destination(path: Path) -> Path:
    """Return the file that writing to a path would make or replace.

    Raises
    ------
    RefusedError
        A link to elsewhere, a device, a file that may not be written.
    IsADirectoryError
    """
    for _ in range(_MAX_LINKS):
        try:
            status = path.lstat()
        except FileNotFoundError:
            return path
        if not stat.S_ISLNK(status.st_mode):
            _check_replaceable(path, status)
            return path
        path = _followed(path, status)
    raise RefusedError("this link leads round in a circle; name a file")


def is_stream(path: Path) -> bool:
    """Say whether bytes written to a path go into what is there: no file is made or replaced."""
    if _descriptor(path) is not None:
        return True
    try:
        mode = path.lstat().st_mode
    except OSError:
        return False
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)


def check(path: Path) -> None:
    """Raise what would keep `writing` from beginning; nothing is made, and no pipe is opened."""
    if is_stream(path):
        return
    folder = destination(path).parent
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))
    if not os.access(folder, os.W_OK):
        _refuse_folder(folder)


# ---- where writing may go


def _check_replaceable(path: Path, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(status.st_mode):
        raise RefusedError("this is a device, a pipe or a socket; name a file")
    if not os.access(path, os.W_OK):
        raise RefusedError(
            "this file is write-protected; choose another name, or allow yourself to write it"
        )
    if _is_kept_by_folder(path, status):
        raise RefusedError(
            "this file and its folder belong to another user, and only owners may replace files in "
            "it; choose another name"
        )


def _is_kept_by_folder(path: Path, status: os.stat_result) -> bool:
    """Say whether the folder's sticky bit keeps this user from putting a file in another's place.

    Without asking for it, that would be found when everything is made.
    """
    if not hasattr(os, "geteuid") or os.geteuid() == 0:
        return False
    folder = path.parent.stat()
    return bool(folder.st_mode & stat.S_ISVTX) and os.geteuid() not in (
        folder.st_uid,
        status.st_uid,
    )


def _followed(link: Path, status: os.stat_result) -> Path:
    """Return where a link leads, one step on."""
    target = link.parent / link.readlink()
    if os.path.realpath(target.parent) != os.path.realpath(link.parent):
        raise RefusedError(
            f"this is a link that leads elsewhere, to {os.path.realpath(link)}; name that file "
            "itself, or remove the link"
        )
    if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
        raise RefusedError("this is a link that another user made; choose another name")
    return target


def _descriptor(path: Path) -> int | None:
    """Return the number of a descriptor that a path means, such as ``/dev/stdout``."""
    if os.name == "nt":
        return None
    match = _DESCRIPTOR.fullmatch(str(path))
    return int(match[1]) if match else _STANDARD.get(str(path))


def _stream(path: Path) -> int | None:
    """Return a new descriptor where bytes go into what is there, None where a file is made."""
    number = _descriptor(path)
    if number is not None:
        return _shared(number)
    if not is_stream(path):
        return None
    if stat.S_ISCHR(path.lstat().st_mode):
        return os.open(path, os.O_WRONLY | os.O_NOCTTY | os.O_NOFOLLOW)
    return _pipe(path)


def _shared(number: int) -> int:
    """Return a second descriptor for one that the shell has opened; this program's are its own."""
    try:
        if os.get_inheritable(number):
            return os.dup(number)
    except OSError:
        pass
    raise RefusedError("nothing that can be written is open under this number; name a file")


def _pipe(path: Path) -> int:
    if path.lstat().st_uid != os.geteuid():
        raise RefusedError("this pipe belongs to another user; name a file")
    until = time.monotonic() + READER_SECONDS
    while True:
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            if time.monotonic() >= until:
                raise RefusedError(
                    "no program reads from this pipe; start its reader first"
                ) from error
            time.sleep(0.02)
        else:
            os.set_blocking(descriptor, True)
            return descriptor


def _refuse_folder(folder: Path) -> None:
    raise RefusedError(
        f"no file can be made in the folder {folder}, and a file is only replaced by one that is "
        "made whole beside it; choose a folder of your own"
    )


# ---- workplaces


def _make_workplace(folder: Path) -> tuple[Path, int | None]:
    """Make a folder of a random name and lock it, so that others see that it is in use."""
    while True:
        made = folder / f".unfinished-{secrets.token_hex(8)}"
        try:
            made.mkdir(0o700)
        except FileExistsError:
            continue
        except PermissionError:
            _refuse_folder(folder)
        if fcntl is None:
            return made, None
        lock = None
        # Somebody who tidies up may take it away, as long as it is not locked.
        with suppress(FileNotFoundError, BlockingIOError):
            lock = os.open(made, os.O_RDONLY)
            _lock(lock)
            if os.path.samestat(made.stat(), os.fstat(lock)):
                return made, lock
        if lock is not None:
            os.close(lock)


def _lock(descriptor: int) -> bool:
    """Say whether the disk knows locks; BlockingIOError where another one has this."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return False
    return True


def _remove_if_left(folder: Path) -> None:
    """Remove a workplace that nobody works in any more."""
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
    """Give a finished file its name; FileExistsError where another program has been faster."""
    if os.name == "nt":
        part.rename(target)
        return
    # Renaming would replace what is there; a second name is refused.
    try:
        target.hardlink_to(part)
    except FileExistsError:
        raise
    except OSError:  # a disk without second names
        target.touch(0o600, exist_ok=False)
        part.replace(target)


# ---- modes, and the disk


def _set_rights(part: Path, target: Path, source: Path | None, *, alike: bool) -> None:
    """Give a finished file the mode, owner and group that it is to have."""
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
        mode &= 0o700  # it is gone, and with it what it said of its readers
    if origin is not None:
        if not origin.st_mode & stat.S_IROTH:
            mode &= ~0o007
        if not origin.st_mode & stat.S_IRGRP or part.stat().st_gid != origin.st_gid:
            mode = _without_group(mode)
    if mode != _mode(part):
        part.chmod(mode)


def _without_group(mode: int) -> int:
    """Give the group, which may be another one, no more than everybody has."""
    return mode & ~0o070 | (mode & 0o007) << 3


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


def _take_owner(part: Path, model: os.stat_result) -> bool:
    """Give a file the owner and group of another as far as that is allowed; say if the group is."""
    if not hasattr(os, "chown"):
        return True
    with suppress(OSError):
        os.chown(part, -1, model.st_gid)
    with suppress(OSError):
        os.chown(part, model.st_uid, -1)
    return part.stat().st_gid == model.st_gid


def _sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, where the system can tell."""
    if os.name == "nt":
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

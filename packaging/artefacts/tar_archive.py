"""A folder as one compressed file, the same bytes from the same contents."""

import lzma
import platform
import tarfile
from pathlib import Path
from typing import Any

DICTIONARY = 64 * 2**20
"""Bytes in which equal parts are found: those of two large libraries are far apart."""


def write_tar_xz(folder: Path, archive: Path, top: str, seconds: int, level: int) -> None:
    """Write a folder as ``archive``, in which it is named ``top``, compressed at a level of xz.

    Entries are sorted, belong to root, and have one time.
    """
    with (
        lzma.open(archive, "wb", check=lzma.CHECK_CRC64, filters=_filters(level)) as compressed,
        tarfile.open(fileobj=compressed, mode="w", format=tarfile.GNU_FORMAT) as tar,
    ):
        for path in [folder, *sorted(folder.rglob("*"))]:
            name = (Path(top) / path.relative_to(folder)).as_posix()
            entry = _plain(tar.gettarinfo(path, name), seconds)
            if entry.isreg():
                with path.open("rb") as content:
                    tar.addfile(entry, content)
            else:
                tar.addfile(entry)


def _filters(level: int) -> list[dict[str, Any]]:
    filters: list[dict[str, Any]] = [
        {"id": lzma.FILTER_LZMA2, "preset": level, "dict_size": DICTIONARY}
    ]
    if platform.machine() == "x86_64":
        # Equal addresses in machine code become equal bytes.
        filters.insert(0, {"id": lzma.FILTER_X86})
    return filters


def _plain(entry: tarfile.TarInfo, seconds: int) -> tarfile.TarInfo:
    """Return an entry without what belongs to the machine that wrote it."""
    if entry.islnk():
        raise ValueError(f"{entry.name} is a hard link; the archive is of files and links by name.")
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mtime = seconds
    if not entry.issym():
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
    else:
        entry.mode = 0o777
    return entry

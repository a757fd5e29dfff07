"""Stamps of compiled kernels in the cache, readable without loading the compiler.

A stamp is a small file in the cache folder, written when a part of the kernels has been compiled
(`crfcore.warm`). It contains the dependencies of the machine code: compiler, interpreter, processor
and sources. Without one of them a window would compile while a key waits.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

from crfcore import shipped_kernels
from crfcore.kernel_sources import LIBRARY, sources_of
from crfcore.machine import processor
from crfcore.private_folders import kernel_folder
from crfcore.whole_files import writing

ROOM = 100_000_000
"""Bytes that have to be free for all kernels, which take half of that."""


def cache_folder() -> Path | None:
    """Return the cache folder of compiled kernels; None if the compiler is off."""
    named = os.environ.get("NUMBA_CACHE_DIR", "")
    is_off = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
    if is_off:
        return None
    return Path(named) if named else kernel_folder()


def is_stamped(folder: Path, part: str) -> bool:
    """Return whether a part has been compiled from these sources; False if unknown."""
    try:
        return place_of(folder, part).read_text(encoding="utf-8") == _dependencies()
    except (OSError, UnicodeDecodeError):
        return False


def is_ready(folder: Path, part: str) -> bool:
    """Return whether a part can be loaded without compiling: from the cache or the archive."""
    return is_stamped(folder, part) or shipped_kernels.has_part(part)


def shipped_only(folder: Path | None, parts: Iterable[str]) -> list[str]:
    """Return the parts of which only shipped code can be loaded: this machine's own is missing.

    Empty where it could not be kept.
    """
    if folder is None or _is_elsewhere_at_next_start() or not _can_be_written(folder):
        return []
    return [
        part for part in parts if shipped_kernels.has_part(part) and not is_stamped(folder, part)
    ]


def _is_elsewhere_at_next_start() -> bool:
    """Return whether this is an AppImage, which each start mounts at another place.

    The cache knows kernels by the place of their sources, and would grow with each start.
    """
    mounted = os.environ.get("APPDIR", "")
    return bool(mounted) and LIBRARY.resolve().is_relative_to(Path(mounted).resolve())


def _can_be_written(folder: Path) -> bool:
    """Return whether a folder is there, or can be made, and has room for the kernels."""
    for place in (folder, *folder.parents):
        if place.exists():
            may_write = place.is_dir() and os.access(place, os.W_OK | os.X_OK)
            return may_write and shutil.disk_usage(place).free > ROOM
    return False


def stamp(folder: Path, part: str) -> None:
    """Record that a part has been compiled; without a writable folder it is compiled again."""
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with writing(place_of(folder, part)) as file:
            file.write(_dependencies().encode("utf-8"))


def place_of(folder: Path, part: str) -> Path:
    """Return the file of a part in a cache folder."""
    # Several installations share the folder, each with its own stamps.
    return folder / f"compiled-{_installation()}-{part}.txt"


@cache
def _installation() -> str:
    return hashlib.blake2b(os.fsencode(LIBRARY), digest_size=8).hexdigest()


@cache
def _dependencies() -> str:
    # Machines with different processors may share a home folder.
    lines = [f"numba {version('numba')} python {sys.version}", processor()]
    for source in sources_of(LIBRARY.rglob("*_kernels.py")):
        # In a frozen program the sources may be missing.
        with suppress(OSError):
            status = source.stat()
            lines.append(f"{source} {status.st_size} {status.st_mtime_ns}")
    return "\n".join(lines)

"""Machine code for any processor of a platform, shipped beside the sources as an archive.

``crfcore/kernels.zip``, made by `crfcore.kernel_archive`, is read where the user's cache has no
code of this machine's own processor yet, so that a program that was just installed does not compile
first. Nothing is written for that. The archive counts only for the sources, numba and Python that
it was made from. It is as trusted as the sources beside it, since its machine code is executed. The
environment variable ``CRFCORE_OWN_KERNELS=1`` leaves it out.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
import zipfile
import zlib
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from crfcore.kernel_sources import LIBRARY, sources_of

ARCHIVE = LIBRARY / "kernels.zip"

ABOUT = "about.json"
DIGEST_BYTES = 32

_DAMAGED = (
    OSError,
    EOFError,
    LookupError,
    RuntimeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)
"""Exceptions of an archive that is missing, or of which bytes are lost or altered."""

_state = {"ignored": False, "used": False}


def ignore() -> None:
    """Do not read the archive in this process, which compiles code of this machine's own."""
    _state["ignored"] = True


def is_used() -> bool:
    """Return whether code of the archive was loaded in this process.

    What is compiled later may contain it, and must not be kept as this machine's own.
    """
    return _state["used"]


def has_part(part: str) -> bool:
    """Return whether an archive that fits has the kernels of a part; see `crfcore.warm.PARTS`."""
    return part in _shipped_parts()


def shipped_code(source: Path, name: str, key: tuple[Any, ...]) -> bytes | None:
    """Return the pickled code of a kernel, or None if the archive does not have it.

    Parameters
    ----------
    source : Path
        The kernel's file.
    name : str
        Its name within the file, with its line.
    key : tuple
        Its signature, and digests of its bytecode; as for `entry_name`.
    """
    if not _shipped_parts():
        return None
    try:
        stored = _opened(ARCHIVE, os.getpid()).read(entry_name(source, name, key))
    except _DAMAGED:
        return None
    digest, content = stored[:DIGEST_BYTES], stored[DIGEST_BYTES:]
    if hashlib.sha256(content).digest() != digest:
        return None
    _state["used"] = True
    return content


def entry_name(source: Path, name: str, key: tuple[Any, ...]) -> str:
    """Return the name of a kernel in the archive; the texts of numba's types are unique."""
    module = source.relative_to(LIBRARY).with_suffix("").as_posix()
    digest = hashlib.blake2b(str(key).encode("utf-8"), digest_size=12).hexdigest()
    return f"{module}/{name}-{digest}"


def _shipped_parts() -> frozenset[str]:
    is_left_out = os.environ.get("CRFCORE_OWN_KERNELS", "0") not in ("", "0")
    return frozenset() if _state["ignored"] or is_left_out else parts_of(ARCHIVE)


@cache
def _opened(path: Path, _process: int) -> zipfile.ZipFile:
    # A file that is open in a process and its fork has one position for both.
    return zipfile.ZipFile(path)


@cache
def parts_of(path: Path) -> frozenset[str]:
    """Return the parts of an archive; none if it does not fit this program."""
    try:
        with zipfile.ZipFile(path) as archive:
            about = json.loads(archive.read(ABOUT))
        parts = frozenset(map(str, about.pop("parts")))
        return parts if about == platform_of_code() else frozenset()
    except (*_DAMAGED, AttributeError, TypeError):
        return frozenset()


def platform_of_code() -> dict[str, str]:
    """Return what machine code depends on, besides the processor's model."""
    digest = hashlib.sha256()
    for source in sources_of(LIBRARY.rglob("*_kernels.py")):
        digest.update(source.name.encode("utf-8"))
        digest.update(source.read_bytes())
    return {
        "numba": version("numba"),
        "python": str(sys.implementation.cache_tag),
        "system": sys.platform,
        "machine": platform.machine(),
        "sources": digest.hexdigest(),
    }

"""Where libraries of the program look for others: in no folder of the machine that built them.

Python's own libraries name the folder that it was installed to, and some wheels one of theirs. On
other machines such a folder is missing, or somebody else's; and it tells who built the program.
"""

import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

_ELF = b"\x7fELF\x02\x01"
"""The first bytes of programs and libraries, of 64 bits, with the lowest byte first."""

_LOADED, _DYNAMIC = 1, 2
"""Kinds of segments: what is loaded to an address; the table that the system's loader reads."""

_END, _TEXTS, _PATHS = 0, 5, (15, 29)
"""Tags in that table: no more entries; the address of all names; search paths, old and new."""

_HEADER = struct.Struct("<32xQ14xHH")
_SEGMENT = struct.Struct("<I4xQQ8xQ")
_ENTRY = struct.Struct("<qQ")

_AT_THE_FILE = (b"$ORIGIN", b"${ORIGIN}")


def keep_relative_paths(folder: Path) -> list[Path]:
    """Remove search paths that do not begin at the file itself; return the changed files."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink()]
    return [path for path in files if _is_elf(path) and _change(path)]


def _is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_ELF)) == _ELF


def _change(path: Path) -> bool:
    """Change a file where that is needed; return whether it was."""
    before = path.read_bytes()
    after = without_foreign_paths(before)
    if after == before:
        return False
    names = _names(path)
    path.write_bytes(after)
    if _names(path) != names:
        path.write_bytes(before)
        raise RuntimeError(
            f"{path}: a name that has to stay shares its bytes with the search path, which has to "
            "go; build with a copy of this library without one (patchelf --remove-rpath)."
        )
    return True


def _names(path: Path) -> list[str]:
    """Return what the system's loader reads of a file, but for search paths."""
    command = ["objdump", "--private-headers", "--dynamic-syms", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    return [line for line in lines if not line.strip().startswith(("RPATH", "RUNPATH"))]


def without_foreign_paths(library: bytes) -> bytes:
    """Return the bytes of a library whose search paths all begin at the library itself.

    All else stays at its place. Linkers let names that end alike share their bytes: the caller has
    to see to it that none was part of a path.
    """
    changed = bytearray(library)
    segments = list(_segments(library))
    for kind, start, _, size in segments:
        if kind == _DYNAMIC:
            entries = list(_ENTRY.iter_unpack(library[start : start + size]))
            texts = _place(dict(entries)[_TEXTS], segments)
            kept = [
                (tag, value)
                for tag, value in entries
                if tag not in _PATHS or _shorten(changed, texts + value)
            ]
            kept += [(_END, 0)] * (len(entries) - len(kept))
            changed[start : start + size] = b"".join(_ENTRY.pack(*entry) for entry in kept)
    return bytes(changed)


def _segments(library: bytes) -> Iterator[tuple[int, int, int, int]]:
    """Yield kind, place in the file, address and size of each segment."""
    first, size, number = _HEADER.unpack_from(library)
    for index in range(number):
        yield _SEGMENT.unpack_from(library, first + index * size)


def _place(address: int, segments: list[tuple[int, int, int, int]]) -> int:
    """Return the place in the file of what is loaded to an address."""
    return next(
        start + address - first
        for kind, start, first, size in segments
        if kind == _LOADED and first <= address < first + size
    )


def _shorten(library: bytearray, start: int) -> bool:
    """Keep the folders of a search path that begin at the file; return whether there are any."""
    end = library.index(b"\0", start)
    folders = bytes(library[start:end]).split(b":")
    kept = b":".join(folder for folder in folders if folder.startswith(_AT_THE_FILE))
    library[start:end] = kept.ljust(end - start, b"\0")
    return bool(kept)

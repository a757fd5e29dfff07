"""Which shared libraries the files of a folder need that the folder does not contain."""

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

_ELF = b"\x7fELF"
_NEEDED = re.compile(r"^\s+NEEDED\s+(\S+)$", re.MULTILINE)
_GLIBC = re.compile(r"\bGLIBC_(\d+)\.(\d+)")


class Needs(NamedTuple):
    """What a folder of programs asks of the system."""

    libraries: frozenset[str]
    """File names of shared libraries, as the system's loader looks them up."""
    glibc: tuple[int, int]
    """The oldest version of glibc that has all symbols."""


def needs_of(folder: Path) -> Needs:
    """Return what the programs and libraries in a folder ask of the system."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    tables = [headers(path) for path in files if not path.is_symlink() and _is_elf(path)]
    return asked(tables, {path.name for path in files})


def headers(path: Path) -> str:
    """Return the headers of a program or library, as text."""
    done = subprocess.run(["objdump", "-p", path], capture_output=True, text=True, check=True)
    return done.stdout


def asked(tables: list[str], carried: set[str]) -> Needs:
    """Return what headers ask for beside the files that are carried along."""
    needed = {name for table in tables for name in _NEEDED.findall(table)}
    versions = [(int(a), int(b)) for table in tables for a, b in _GLIBC.findall(table)]
    return Needs(frozenset(needed - carried), max(versions, default=(2, 0)))


def _is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_ELF)) == _ELF

"""The source files that the machine code of kernels is made from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

LIBRARY = Path(__file__).parent

_IMPORT_OF_LIBRARY = re.compile(r"^[ \t]*from crfcore\.([\w.]+) import", re.MULTILINE)
"""Indented ones, too: what is imported for annotations alone may be the type of an argument."""


def sources_of(files: Iterable[Path]) -> list[Path]:
    """Return some files of kernels, and all files of the library that they import, sorted.

    A kernel's machine code contains the kernels that it calls, which may be in other files, and
    depends on the settings of the compiler. In a frozen program the sources may be missing.
    """
    found = {*files, LIBRARY / "jit.py"}
    waiting = list(found)
    while waiting:
        imported = set(_imported_by(waiting.pop())) - found
        found |= imported
        waiting += imported
    return sorted(found)


def _imported_by(path: Path) -> list[Path]:
    """Return the files of the library that a file imports."""
    try:
        source = path.read_text(encoding="utf-8")
    except OSError:
        return []
    modules = _IMPORT_OF_LIBRARY.findall(source)
    files = [LIBRARY.joinpath(*module.split(".")).with_suffix(".py") for module in modules]
    return [file for file in files if file.is_file()]

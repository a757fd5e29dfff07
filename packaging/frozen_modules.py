"""The modules inside a program that PyInstaller has made."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

INNER = "_internal"
"""PyInstaller's folder in a built program, beside the program itself."""

PROGRAMS = ("tagwright", "tagwright.exe")
ARCHIVE = "PYZ.pyz"
"""The archive of modules at the end of the program, as PyInstaller names it."""


def is_frozen(program: Path) -> bool:
    """Return whether a folder is that of a program of PyInstaller."""
    return (program / INNER).is_dir() and executable_in(program) is not None


def executable_in(program: Path) -> Path | None:
    """Return the program in its folder."""
    return next((program / name for name in PROGRAMS if (program / name).is_file()), None)


def frozen_files(program: Path) -> set[str]:
    """Return the names that a program's modules have as files of distributions."""
    executable = executable_in(program)
    if executable is None or not is_frozen(program):
        return set()
    # By name: mypy would ask for types that PyInstaller does not bring with it.
    readers = import_module("PyInstaller.archive.readers")
    archive = readers.CArchiveReader(str(executable)).open_embedded_archive(ARCHIVE)
    paths = [str(name).replace(".", "/") for name in archive.toc]
    return {f"{path}.py" for path in paths} | {f"{path}/__init__.py" for path in paths}

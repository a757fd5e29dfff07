"""What the frozen program contains: the modules to look for, and the files to leave out.

Used by `tagwright.spec`, on lists as PyInstaller makes them: (name in the folder, source, kind).
"""

import fnmatch
from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath

Entry = tuple[str, str, str]
"""Name in the program's folder, file or target of a link, kind of PyInstaller's."""

HIDDEN = [
    # numba asks for the functions of BLAS here, without an import that could be seen.
    "scipy.linalg.cython_blas",
    "scipy.linalg.cython_lapack",
    # Imported by compiled modules of numba.
    "numba._devicearray",
]

UNUSED = [
    # Optional for the packages that we use; in the environment for tests or clusters, or by chance.
    *("IPython", "PIL", "PyQt5", "PyQt6", "cffi", "conllu", "coverage", "cupy", "dask"),
    *("distributed", "hypothesis", "jinja2", "joblib", "lib2to3", "matplotlib", "mypy", "pandas"),
    *("pip", "pkg_resources", "psutil", "pycrfsuite", "pytest", "setuptools", "sklearn"),
    *("tkinter", "tornado", "yaml"),
    # Parts of packages.
    *("numba.cuda", "numba.tests", "numba.testing", "numba.np.ufunc.omppool"),
    *("numba.np.ufunc.tbbpool", "numpy.distutils", "numpy.tests"),
    *("pyqtgraph.examples", "pyqtgraph.opengl", "sqlite3.test"),
    # The program uses no network. QtOpenGL stays: pyqtgraph imports it.
    *("PySide6.QtQml", "PySide6.QtQuick"),
    *("ssl", "_ssl"),
    # Only for Python's own prompt and debugger; readline's licence is the GPL.
    *("curses", "_curses", "doctest", "pdb", "readline"),
]

PLUGINS = [
    *("platforms/*qxcb*", "platforms/*qwayland*", "platforms/*qoffscreen*"),
    *("platforms/*qwindows*", "platforms/*qcocoa*", "styles/*"),
    *("iconengines/*", "imageformats/*qsvg*", "imageformats/*qjpeg*", "imageformats/*qico*"),
    *("platforminputcontexts/*compose*", "platforminputcontexts/*ibus*"),
    *("platformthemes/*xdgdesktopportal*", "wayland-*", "xcbglintegrations/*"),
]
"""Qt's plugins that are kept. The theme of GTK would bring GTK with it."""

TRANSLATIONS = ["qtbase_*"]
"""Qt's translations that are kept: those of its own dialogs and buttons."""

_PLUGINS, _TRANSLATIONS = "/plugins/", "/translations/"


def modules_of(root: Path, package: str, without: str | None = None) -> list[str]:
    """Return the names of all modules of a package; many are imported by name, when needed."""
    names = []
    for file in sorted((root / package).rglob("*.py")):
        parts = file.relative_to(root).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if without is None or not f"{name}.".startswith(f"{without}."):
            names.append(name)
    return names


def is_wanted(entry: Entry) -> bool:
    """Return whether a file is kept, as far as its own name tells."""
    name = PurePosixPath(entry[0].replace("\\", "/"))
    text = name.as_posix()
    if text.startswith("PySide6/") and _PLUGINS in text:
        return _matches(text.partition(_PLUGINS)[2], PLUGINS)
    if text.startswith("PySide6/") and _TRANSLATIONS in text:
        return _matches(text.partition(_TRANSLATIONS)[2], TRANSLATIONS)
    # Of metadata only the version is read; other files name the folders of this environment.
    if name.parts[0].endswith(".dist-info"):
        return name.name == "METADATA"
    return "tests" not in name.parts


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch.fnmatch(name, pattern) for pattern in patterns)


def without_unneeded_libraries(
    entries: list[Entry], needed_by: Callable[[str], set[str]]
) -> list[Entry]:
    """Return the entries without shared libraries that nothing else in the list needs.

    They came with plugins and modules that were left out. ``needed_by`` returns the file names of
    the libraries that a file names as needed.
    """
    libraries = [entry for entry in entries if _is_library(entry)]
    names = {_file(entry) for entry in libraries}
    waiting = [entry for entry in entries if not _is_library(entry)]
    found: set[str] = set()
    while waiting:
        _, source, kind = waiting.pop()
        if kind in ("BINARY", "EXTENSION"):
            new = (needed_by(source) & names) - found
            found |= new
            # A library may be there again as a link.
            waiting += [entry for entry in libraries if _file(entry) in new]
    return [entry for entry in entries if not _is_library(entry) or _file(entry) in found]


def without_dead_links(entries: list[Entry]) -> list[Entry]:
    """Return the entries without links to files that are not among them."""
    names = {PurePosixPath(name) for name, _, _ in entries}
    return [
        (name, source, kind)
        for name, source, kind in entries
        if kind != "SYMLINK" or PurePosixPath(name).parent / source in names
    ]


def _is_library(entry: Entry) -> bool:
    """Return whether an entry is a library that is loaded for others, or a link to one."""
    name, _, kind = entry
    if kind not in ("BINARY", "SYMLINK") or ".so" not in name or ".abi3." in name:
        return False
    return _file(entry).startswith("lib") and not name.startswith(_LOADED_BY_NAME)


_LOADED_BY_NAME = ("libpython", "llvmlite/", "PySide6/Qt/plugins/")
"""Loaded by the bootloader, by ctypes, by Qt."""


def _file(entry: Entry) -> str:
    return PurePosixPath(entry[0]).name

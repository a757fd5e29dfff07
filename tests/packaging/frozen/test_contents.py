"""What the frozen program contains, and what it leaves out."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.packaging.scripts import PACKAGING, script_module

contents = script_module("frozen.contents")
ROOT = PACKAGING.parent
EXTRAS = {"distributed", "sklearn"}
"""What clusters and scikit-learn's pipelines need; without it the program says so."""


def sources() -> Iterator[Path]:
    for package in ("app", "crfcore"):
        yield from (path for path in (ROOT / package).rglob("*.py") if "lab" not in path.parts)


def imported(path: Path) -> Iterator[str]:
    """Yield the modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_no_module_that_the_program_imports_is_left_out():
    unused = tuple(f"{name}." for name in contents.UNUSED)
    found = {
        name: path.name
        for path in sources()
        for name in imported(path)
        if f"{name}.".startswith(unused)
    }
    assert {name.partition(".")[0] for name in found} == EXTRAS


IMPORT_ALL = """
import sys
from importlib import import_module
unused, *names = (line.split() for line in sys.stdin)
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if f'{name}.'.startswith(tuple(unused)):
            raise ModuleNotFoundError(f'{name} is left out')
sys.meta_path.insert(0, Blocked())
for module, name in names:
    found = import_module(module)
    if not hasattr(found, name):
        import_module(f'{module}.{name}')
"""


def test_other_packages_work_without_what_is_left_out():
    # They may import more than their names tell: NumPy imports numpy.f2py for a look at its names.
    names = {
        (node.module, alias.name)
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and not node.level
        for alias in node.names
        if node.module.partition(".")[0] not in {"app", "crfcore", *EXTRAS}
    }
    assert ("scipy.optimize", "nnls") in names
    lines = [" ".join(f"{name}." for name in contents.UNUSED), *map(" ".join, sorted(names))]
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_every_module_is_named_and_none_of_the_lab():
    names = contents.modules_of(ROOT, "app", without="app.lab")
    assert "app.views.simulation_picture" in names
    assert "app" in names
    assert "app.cli.lab" in names
    assert not [name for name in names if name == "app.lab" or name.startswith("app.lab.")]
    assert len(contents.modules_of(ROOT, "app")) > len(names)


def test_every_module_that_is_started_as_a_process_may_be():
    called = re.compile(r"python_module\(\s*\"([\w.]+)\"")
    started = {name for path in sources() for name in called.findall(path.read_text("utf-8"))}
    start = (PACKAGING / "frozen" / "tagwright.py").read_text(encoding="utf-8")
    allowed = re.search(r"^CHILD_MODULES = (.+)$", start, re.MULTILINE)
    assert allowed is not None
    assert set(ast.literal_eval(allowed[1])) == started


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6\\plugins\\platforms\\qwindows.dll", True),
        ("PySide6/Qt/plugins/platforms/libqeglfs.so", False),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", False),
        ("PySide6/Qt/translations/qtbase_de.qm", True),
        ("PySide6/Qt/translations/qt_help_de.qm", False),
        ("PySide6/Qt/lib/libQt6Core.so.6", True),
        ("numba-0.68.1.dist-info/METADATA", True),
        ("tagwright-0.1.0.dist-info/direct_url.json", False),
        ("numpy/tests/data.csv", False),
        ("app/_resources/sample/labelled.conll", True),
    ],
)
def test_files_are_kept_by_their_names(name, kept):
    assert contents.is_wanted((name, "/source", "DATA")) is kept


def test_libraries_are_kept_that_something_needs():
    entries = [
        ("PySide6/QtGui.abi3.so", "QtGui", "EXTENSION"),
        ("PySide6/Qt/lib/libQt6Gui.so.6", "Gui", "BINARY"),
        ("libQt6Gui.so.6", "PySide6/Qt/lib/libQt6Gui.so.6", "SYMLINK"),
        ("libpng16.so.16", "png", "BINARY"),
        ("libgtk-3.so.0", "gtk", "BINARY"),
        ("libpango.so.0", "pango", "BINARY"),
        ("libpython3.11.so.1.0", "python", "BINARY"),
        ("llvmlite/binding/libllvmlite.so", "llvm", "BINARY"),
        ("notes.txt", "notes", "DATA"),
    ]
    needed = {
        "QtGui": {"libQt6Gui.so.6", "libc.so.6"},
        "Gui": {"libpng16.so.16"},
        "gtk": {"libpango.so.0"},
    }
    kept = contents.without_unneeded_libraries(entries, lambda file: needed.get(file, set()))
    left_out = {name for name, _, _ in entries} - {name for name, _, _ in kept}
    assert left_out == {"libgtk-3.so.0", "libpango.so.0"}


def test_links_to_files_that_are_left_out_are_left_out():
    entries = [
        ("libQt6Gui.so.6", "PySide6/Qt/lib/libQt6Gui.so.6", "SYMLINK"),
        ("libQt6Qml.so.6", "PySide6/Qt/lib/libQt6Qml.so.6", "SYMLINK"),
        ("PySide6/Qt/lib/libQt6Gui.so.6", "/source", "BINARY"),
    ]
    assert contents.without_dead_links(entries) == [entries[0], entries[2]]

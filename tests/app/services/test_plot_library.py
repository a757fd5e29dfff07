"""Tests of importing the plot library in slices."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer

from app.services import plot_library
from app.services.plot_library import PlotLibrary
from app.services.threads import UI_PRIORITY

SUBMODULES = 8
BODY = """
import threading, time

threads = [threading.current_thread().name]


def some_code():
    pass


end = time.monotonic() + 0.02
while time.monotonic() < end:
    some_code()
"""


@pytest.fixture
def slow_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Yield the name of a package that takes a fifth of a second to import."""
    package = tmp_path / "slow_plots"
    package.mkdir()
    names = [f"part_{number}" for number in range(SUBMODULES)]
    for name in names:
        (package / f"{name}.py").write_text(BODY, encoding="utf-8")
    (package / "__init__.py").write_text(f"from . import {', '.join(names)}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield "slow_plots"
    for name in [one for one in sys.modules if one.startswith("slow_plots")]:
        del sys.modules[name]


def test_it_is_loaded_and_the_window_is_told(qtbot):
    plots = PlotLibrary()
    with qtbot.waitSignal(plots.loaded):
        plots.load()
    assert "pyqtgraph" in sys.modules
    with qtbot.waitSignal(plots.loaded):
        plots.load()
    plots.close()


def test_the_window_goes_on_between_slices_and_waits_during_them(qtbot, slow_library):
    turns, in_slice = [], []
    plots = PlotLibrary(library=slow_library)
    wait_for_slice = plots._wait_for_slice

    def watched() -> None:
        in_slice.append(True)
        wait_for_slice()
        in_slice.clear()

    plots._wait_for_slice = watched
    ticks = QTimer(interval=0)
    ticks.timeout.connect(lambda: turns.append(bool(in_slice)))
    ticks.start()
    with qtbot.waitSignal(plots.loaded):
        plots.load()
        plots.load()  # the same import
    ticks.stop()
    assert len(turns) > 2 * SUBMODULES
    assert not any(turns), "no event is handled while the thread imports"
    assert sys.modules[f"{slow_library}.part_0"].threads == ["plots"]
    assert sys.getprofile() is None
    plots.close()


def test_it_waits_while_a_key_is_handled(qtbot, slow_library, monkeypatch):
    monkeypatch.setattr(plot_library, "QUICK_SUCCESSION", 60.0)
    UI_PRIORITY.claim_for_key()
    UI_PRIORITY.release()
    plots = PlotLibrary(library=slow_library)
    plots.load()
    qtbot.wait(50)
    assert slow_library not in sys.modules
    monkeypatch.setattr(plot_library, "QUICK_SUCCESSION", 0.0)
    qtbot.waitUntil(lambda: f"{slow_library}.part_{SUBMODULES - 1}" in sys.modules)
    plots.close()


def test_the_end_waits_for_the_import(qtbot, slow_library):
    plots = PlotLibrary(library=slow_library)
    received = []
    plots.loaded.connect(lambda: received.append(True))
    plots.load()
    plots.close()
    assert f"{slow_library}.part_{SUBMODULES - 1}" in sys.modules
    assert all(thread.name != "plots" for thread in threading.enumerate())
    plots.load()
    assert not received


def test_what_the_compiler_imports_as_well_is_imported_from_its_name_on(qtbot, monkeypatch):
    """Two threads that begin at both ends of a package make one of its imports fail."""
    names = []
    monkeypatch.setattr(plot_library, "import_module", names.append)
    plots = PlotLibrary()
    with qtbot.waitSignal(plots.loaded):
        plots.load()
    plots.close()
    assert names == ["colorama", "pyqtgraph"]


def test_a_library_that_cannot_be_imported_is_a_bug_that_is_reported(qtbot, monkeypatch):
    received = []
    monkeypatch.setattr("sys.excepthook", lambda kind, error, trace: received.append(kind))
    plots = PlotLibrary(library="no_such_library")
    plots.load()
    loaded = []
    plots.loaded.connect(lambda: loaded.append(True))
    qtbot.waitUntil(lambda: received == [ModuleNotFoundError])
    qtbot.waitUntil(lambda: plots._thread is None)
    plots.close()
    assert not loaded


def test_a_library_that_was_never_wanted_needs_no_end(qtbot):
    PlotLibrary().close()

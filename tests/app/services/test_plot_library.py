"""Tests of importing the plot library on a thread."""

from __future__ import annotations

import sys
import threading

from app.services import plot_library
from app.services.plot_library import PlotLibrary


def test_it_is_loaded_on_a_thread_and_told(qtbot):
    plots = PlotLibrary()
    with qtbot.waitSignal(plots.loaded):
        plots.load()
    assert "pyqtgraph" in sys.modules
    plots.close()


def test_a_second_wish_while_it_loads_is_the_same_and_the_end_waits(qtbot, monkeypatch):
    begun, may_go_on = [], threading.Event()
    monkeypatch.setattr(
        plot_library, "give_way", lambda: (begun.append(threading.get_ident()), may_go_on.wait())
    )
    plots = PlotLibrary()
    plots.load()
    plots.load()
    may_go_on.set()
    plots.close()
    assert len(begun) == 1
    assert begun[0] != threading.get_ident()
    plots.load()
    assert len(begun) == 1


def test_what_was_never_wanted_needs_no_end(qtbot):
    PlotLibrary().close()

"""The table of approximations, with small grids and a corpus of a few sentences."""

from __future__ import annotations

from pathlib import Path

from app.lab.reproduce import approximations
from app.lab.reproduce.context import Context
from app.lab.reproduce.tables import table_named
from tests.app.lab.reproduce.test_sen_names import corpus


def test_bounds_hold_and_propagation_is_near(tmp_path: Path, monkeypatch) -> None:
    for name, value in (("SIDE", 3), ("COUPLINGS", (1.0,)), ("SWEEPS", 50)):
        monkeypatch.setattr(approximations, name, value)
    table = table_named("approximations")
    rows = list(table.rows(Context(corpus(tmp_path), seeds=2)))
    ours = {(row.name, row.variant): row.ours for row in rows}
    assert ours["grid, pairs ±1: reweighted", "log Z"] >= 0.0
    assert ours["grid, pairs ±1: mean field", "log Z"] <= 0.0
    assert ours["grid, pairs ±1: Gibbs", "log Z"] is None
    assert ours["documents: propagation in the graph", ""] < 0.05
    assert ours["documents: mean field between sentences", "log Z"] <= 1e-9
    assert (ours["documents: number", ""], ours["documents: too wide to be exact", ""]) == (2, 0)
    assert len(table.remarks(rows)) == 3

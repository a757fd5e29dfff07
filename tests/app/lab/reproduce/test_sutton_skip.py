"""The table on skip-chains, with a few documents."""

from __future__ import annotations

import gzip
from pathlib import Path

from app.lab.reproduce.context import Context
from app.lab.reproduce.sutton_skip import FIGURES, WAYS, SkipTable
from tests.app.lab.reproduce.test_finkel import TEST, TRAIN


def test_each_way_has_its_figures(tmp_path: Path) -> None:
    (tmp_path / "conll2002").mkdir()
    for name, text in (("train", TRAIN), ("testa", TEST), ("testb", TEST)):
        path = tmp_path / "conll2002" / f"ned.{name}.gz"
        path.write_bytes(gzip.compress(text.encode()))
    table = SkipTable()
    found = list(table.rows(Context(tmp_path)))
    rows = {row.name: row for row in found if not row.variant}
    assert len(found) == 2 * len(rows) == 2 * (len(FIGURES) * len(WAYS) + 1)
    for row in found:
        assert row.ours == rows[row.name].ours
    assert rows["groups"].ours == 2
    for way in WAYS:
        assert 0.0 <= rows[f"F1: {way}"].ours <= 1.0
        # All names of these documents are repeated.
        assert rows[f"F1 of tied names: {way}"].ours == rows[f"F1: {way}"].ours
    alone, joined = (rows[f"F1: {way}"].ours for way in ("chain", "next equal word"))
    assert joined >= alone
    counts = [rows[f"inconsistent groups: {way}"].ours for way in ("chain", "next equal word")]
    assert counts[0] >= counts[1]
    assert "seminars" in table.remarks(found)[0]
    assert table.minutes > 0

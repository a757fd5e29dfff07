"""The table on feature induction, with a corpus of two sentences."""

from __future__ import annotations

from pathlib import Path

from app.lab.reproduce.context import Context
from app.lab.reproduce.tables import table_named
from tests.app.lab.benchmarks.small_corpus import write_small_corpus


def test_each_model_has_a_score_and_a_size(tmp_path: Path) -> None:
    write_small_corpus(tmp_path)
    table = table_named("gupta-4.2")
    rows = list(table.rows(Context(tmp_path)))
    assert [row.kind for row in rows] == ["fraction", "count"] * 4
    assert rows[0].ours == 1.0
    sizes = [row.ours for row in rows[1::2]]
    assert all(size is not None for size in sizes)
    assert sizes[2] < sizes[0]
    assert len(table.remarks(rows)) == 2

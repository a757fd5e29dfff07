"""The table on boosted trees, with a corpus of two sentences."""

from __future__ import annotations

from pathlib import Path

from app.lab.reproduce import gupta_boosting
from app.lab.reproduce.context import Context
from app.lab.reproduce.tables import table_named
from tests.app.lab.benchmarks.small_corpus import write_small_corpus


def test_trees_and_weights_chunk_the_same_sentences(tmp_path: Path) -> None:
    write_small_corpus(tmp_path)
    table = table_named("gupta-2.5")
    assert isinstance(table, gupta_boosting.BoostingTable)
    assert table.minutes < 5.0
    rows = list(table.rows(Context(tmp_path, limit=20)))
    assert [row.name for row in rows] == [model.name for model in gupta_boosting.MODELS]
    assert all(row.ours is not None and 0.0 <= row.ours <= 1.0 for row in rows)
    assert rows[0].ours == 1.0
    assert "conjunctions" in table.remarks(rows)[0]

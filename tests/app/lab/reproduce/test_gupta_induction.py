"""The table on feature induction, with a corpus of two sentences."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.lab.reproduce.context import Context
from app.lab.reproduce.tables import table_named
from tests.app.lab.benchmarks.small_corpus import write_small_corpus
from tests.app.lab.reproduce.test_gupta_segments import write_dutch


@pytest.mark.parametrize(
    ("name", "write"), [("gupta-4.2", write_small_corpus), ("gupta-4.2-dutch", write_dutch)]
)
def test_each_model_has_a_score_and_a_size(
    tmp_path: Path, name: str, write: Callable[[Path], object]
) -> None:
    write(tmp_path)
    table = table_named(name)
    rows = list(table.rows(Context(tmp_path)))
    assert [row.kind for row in rows] == ["fraction", "count"] * 4
    assert rows[0].ours == 1.0
    sizes = [row.ours for row in rows[1::2]]
    assert all(size is not None for size in sizes)
    assert sizes[2] < sizes[0]
    assert len(table.remarks(rows)) == 2 + (name == "gupta-4.2-dutch")

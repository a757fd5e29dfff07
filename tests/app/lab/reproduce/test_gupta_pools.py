"""The table on opinion pools, with corpora of a few sentences."""

from __future__ import annotations

import gzip
from pathlib import Path

from app.lab.reproduce import gupta_pools
from app.lab.reproduce.context import Context
from app.lab.reproduce.tables import table_named
from tests.app.lab.benchmarks.small_corpus import write_small_corpus

TEXT = (
    "Jan N B-PER\nwoont V O\nin Prep O\nGent N B-LOC\n\nPiet N B-PER\nslaapt V O\n\n"
    "Anna N B-PER\nreist V O\n\nin Prep O\nBrugge N B-LOC\n\n"
)
TEST = "Jan N B-PER\nslaapt V O\nin Prep O\nGent N B-LOC\n\n"


def test_there_are_four_rows_for_each_task(tmp_path: Path) -> None:
    write_small_corpus(tmp_path)
    (tmp_path / "conll2002").mkdir()
    for name, text in (("ned.train", TEXT), ("ned.testa", TEXT), ("ned.testb", TEST)):
        (tmp_path / "conll2002" / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
    table = table_named("gupta-2.6")
    rows = list(table.rows(Context(tmp_path, seeds=1)))
    assert len(rows) == len(gupta_pools.TASKS) * len(gupta_pools.FIGURES)
    assert rows[0].name == "Dutch, 100 sentences: full model, no penalty"
    assert rows[0].ours == 1.0
    assert all(row.ours is not None and row.paper is None for row in rows)
    assert len(table.remarks(rows)) == 2

"""The table on semi-Markov models, with a corpus of a few sentences."""

from __future__ import annotations

import gzip
from pathlib import Path

from app.lab.reproduce import gupta_segments
from app.lab.reproduce.context import Context
from app.lab.reproduce.tables import table_named

TEXT = (
    "Jan N B-PER\nwoont V O\nin Prep O\nGent N B-LOC\n\nPiet N B-PER\nSmit N I-PER\nslaapt V O\n\n"
    "Anna N B-PER\nreist V O\n\nin Prep O\nBrugge N B-LOC\n\n"
)
TEST = "Jan N B-PER\nslaapt V O\nin Prep O\nGent N B-LOC\n\n"


def write_dutch(folder: Path) -> None:
    """Write a corpus of a few sentences."""
    (folder / "conll2002").mkdir()
    for name, text in (("ned.train", TEXT * 2), ("ned.testa", TEXT), ("ned.testb", TEST)):
        (folder / "conll2002" / f"{name}.gz").write_bytes(gzip.compress(text.encode()))


def test_there_is_a_row_and_the_chain_beside_it_for_each_task(tmp_path: Path) -> None:
    write_dutch(tmp_path)
    table = table_named("gupta-3")
    rows = list(table.rows(Context(tmp_path, seeds=1)))
    assert len(rows) == 2 * len(gupta_segments.TASKS)
    assert rows[0].name == rows[1].name == "100 sentences, with lists"
    assert (rows[0].variant, rows[1].variant) == ("", gupta_segments.CHAIN)
    assert all(row.ours is not None and row.paper is None for row in rows)
    assert len(table.remarks(rows)) == 3

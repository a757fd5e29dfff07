"""The table on Dutch names, with a corpus of a few sentences."""

from __future__ import annotations

import gzip
from pathlib import Path

from app.lab.reproduce import zhu_dutch
from app.lab.reproduce.context import Context

TEXT = "Jan N B-PER\nwoont V O\nin Prep O\nGent N B-LOC\n\nJa Adv O\n\nPiet N B-PER\nslaapt V O\n\n"
TEST = "Jan N B-PER\nslaapt V O\nnu Adv O\n\n"


def test_there_are_five_rows_for_each_method(tmp_path: Path) -> None:
    (tmp_path / "conll2002").mkdir()
    for name, text in (("ned.train", TEXT), ("ned.testa", TEXT), ("ned.testb", TEST)):
        (tmp_path / "conll2002" / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
    table = zhu_dutch.DutchTable()
    rows = list(table.rows(Context(tmp_path)))
    assert len(rows) == 5 * len(zhu_dutch.METHODS)
    assert rows[0].paper == 0.9611
    assert rows[1].ours == 1.0
    assert "two tokens" in table.remarks(rows)[0]

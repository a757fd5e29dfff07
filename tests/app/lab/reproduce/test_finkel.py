"""The table on names that documents repeat, with a few documents."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from app.lab.reproduce.context import Context
from app.lab.reproduce.finkel import PARTS, WAYS, DocumentsTable


def _document(name: str, title: str, kind: str) -> str:
    return (
        f"-DOCSTART- -DOCSTART- O\n{title} N O\n{name} N B-{kind}\nx N O\n\n"
        f"zag V O\n{name} N B-{kind}\n\n{name} N B-{kind}\nging V O\n\n"
    )


TRAIN = "".join(
    _document(name, *(("heer", "PER") if number < 4 else ("firma", "ORG")))
    for number, name in enumerate(("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"))
)
TEST = _document("Zoe", "firma", "ORG") + _document("Yan", "heer", "PER")


def test_each_way_has_its_score_and_its_groups(tmp_path: Path) -> None:
    (tmp_path / "conll2002").mkdir()
    for name, text in (("train", TRAIN), ("testa", TEST), ("testb", TEST)):
        path = tmp_path / "conll2002" / f"ned.{name}.gz"
        path.write_bytes(gzip.compress(text.encode()))
    table = DocumentsTable()
    rows = {row.name: row for row in table.rows(Context(tmp_path))}
    assert len(rows) == len(PARTS) * len(WAYS) + len(WAYS) + 2
    alone, both = (rows[f"testb: {way}"] for way in ("chain", "columns and ties"))
    assert alone.saved is None
    assert both.ours == rows["testa: columns and ties"].ours >= alone.ours > 0.0
    assert both.saved == pytest.approx((both.ours - alone.ours) / (1.0 - alone.ours or 1.0))
    assert rows["testb, groups"].ours == 2
    assert rows["testb, inconsistent groups: labels"].ours == 0
    assert "Krishnan" in table.remarks(list(rows.values()))[0]
    assert table.minutes > 0

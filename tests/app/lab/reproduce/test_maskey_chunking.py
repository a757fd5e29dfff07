"""The table on chunks, with a corpus of two sentences."""

from __future__ import annotations

from pathlib import Path

from app.lab.reproduce import maskey_chunking
from app.lab.reproduce.context import Context
from tests.app.lab.benchmarks.small_corpus import write_small_corpus


def test_noun_phrases_and_all_chunks(tmp_path: Path) -> None:
    write_small_corpus(tmp_path)
    table = maskey_chunking.ChunkingTable()
    rows = {row.name: row for row in table.rows(Context(tmp_path))}
    assert rows["CRF, noun phrases"].paper == 0.9438
    assert rows["CRF, noun phrases"].ours == 1.0
    assert rows["CRF, all chunks"].ours == 1.0
    assert rows["MEMM, noun phrases"].paper == 0.937
    assert rows["MEMM, noun phrases"].ours == 1.0
    assert rows["SVM combination, noun phrases"].ours is None
    assert table.remarks(list(rows.values()))

"""The table on chunks, with a corpus of two sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.lab.reproduce import maskey_chunking
from app.lab.reproduce.context import Context
from tests.app.lab.benchmarks.small_corpus import write_small_corpus
from tests.app.lab.benchmarks.test_little_data import corpora

__all__ = ["corpora"]


def test_noun_phrases_and_all_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_small_corpus(tmp_path)
    monkeypatch.setattr(maskey_chunking, "_text", lambda _: [["he", "sees", "it"]] * 3)
    table = maskey_chunking.ChunkingTable()
    rows = {row.name: row for row in table.rows(Context(tmp_path))}
    assert rows["CRF, noun phrases"].paper == 0.9438
    assert rows["CRF, noun phrases"].ours == 1.0
    assert rows["CRF, all chunks"].ours == 1.0
    assert rows["CRF by softmax-margin with word vectors, all chunks"].ours == 1.0
    assert rows["MEMM, noun phrases"].paper == 0.937
    assert rows["MEMM, noun phrases"].ours == 1.0
    assert rows["SVM combination, noun phrases"].ours is None
    assert table.remarks(list(rows.values()))


def test_word_vectors_are_learned_from_three_corpora(corpora: Path) -> None:
    text = maskey_chunking._text(Context(corpora, limit=4))
    assert [words[-1][0] for words in text] == ["P"] * (2 * 4 + 3 * 4 + 4)

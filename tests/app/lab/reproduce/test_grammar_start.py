"""The table of chunks by a grammar, with a corpus of a few sentences."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from app.lab.reproduce import grammar_start
from app.lab.reproduce.context import Context
from app.lab.reproduce.tables import table_named

TEXT = (
    "The DT B-NP\nbig JJ I-NP\nfirm NN I-NP\nwants VBZ B-VP\nto TO I-VP\nsell VB I-VP\n"
    "in IN B-PP\nMay NNP B-NP\n. . O\n\n"
    "It PRP B-NP\nalso RB B-ADVP\nsells VBZ B-VP\nold JJ B-NP\ncars NNS I-NP\n. . O\n\n"
)


def test_there_are_rows_with_and_without_the_column(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "conll2000").mkdir()
    for name, times in (("train", 6), ("test", 2)):
        path = tmp_path / "conll2000" / f"{name}.txt.gz"
        path.write_bytes(gzip.compress(TEXT.encode() * times))
    monkeypatch.setattr(grammar_start, "SIZES", (4, 20))
    monkeypatch.setattr(grammar_start, "LEARNED_SIZES", (4,))
    table = table_named("grammar-start")
    rows = list(table.rows(Context(tmp_path, seeds=1)))
    ours = {(row.name, row.variant): row.ours for row in rows}
    assert len(ours) == len(rows) == 1 + 2 * (5 + 3)
    # "also" before a verb is a part of the chunk of the verb by the rules, and is not by the text.
    assert ours["0 sentences: the grammar", ""] == pytest.approx(12 / 15)
    for n in (4, 20):
        one = f"{n} sentences: "
        gain = ours[f"{one}with the grammar's column", ""] - ours[f"{one}without", ""]
        assert ours[f"{one}gain by the column", ""] == gain
    assert ours["20 sentences: with the grammar's column", "c2 = 0.1"] == 1.0
    assert len(table.remarks(rows)) == 4
    assert len(list(table.rows(Context(tmp_path, limit=3, seeds=1)))) == len(rows)

"""The table of collective classification, with a corpus of a few sentences."""

from __future__ import annotations

import gzip
from pathlib import Path

from app.lab.corpora.dutch import dutch_sentences
from app.lab.reproduce import sen_names
from app.lab.reproduce.context import Context
from app.lab.reproduce.sen_names import METHODS, mentions_of
from app.lab.reproduce.tables import table_named

TEXT = (
    "-DOCSTART- -DOCSTART- O\nJan N B-PER\nSmit N I-PER\nwoont V O\nin Prep O\nGent N B-LOC\n\n"
    "Smit N B-PER\nslaapt V O\n\nGent N B-LOC\nslaapt V O\n\n"
)


def corpus(folder: Path) -> Path:
    (folder / "conll2002").mkdir()
    for name, times in (("ned.train", 8), ("ned.testa", 2), ("ned.testb", 2)):
        (folder / "conll2002" / f"{name}.gz").write_bytes(gzip.compress(TEXT.encode() * times))
    return folder


def test_names_have_documents_words_and_links(tmp_path: Path) -> None:
    found = mentions_of(dutch_sentences(corpus(tmp_path), "ned.testa.gz"))
    assert found.documents.tolist() == [0] * 4 + [1] * 4
    assert found.phrases[:3] == [["Jan", "Smit"], ["Gent"], ["Smit"]]
    assert found.types[:3] == ["PER", "LOC", "PER"]
    assert "-1=in" in found.attributes[1]
    assert "initial=True" in found.attributes[0]
    # "Gent" twice is equal, "Smit" is contained in "Jan Smit".
    assert found.links.pairs[:2].tolist() == [[1, 3], [5, 7]]
    assert found.links.kinds.tolist() == [0, 0, 1, 1]


def test_there_is_a_row_for_each_method_and_file(tmp_path: Path, monkeypatch) -> None:
    for name, value in (("PASSES", 1), ("SWEEPS", 5), ("BURN_IN", 2)):
        monkeypatch.setattr(sen_names, name, value)
    table = table_named("sen-names")
    rows = list(table.rows(Context(corpus(tmp_path))))
    assert [row.name for row in rows[::2]] == list(METHODS)
    assert [row.variant for row in rows[:2]] == ["", "testa"]
    assert all(row.ours == 1.0 for row in rows)
    assert len(table.remarks(rows)) == 3
    assert len(list(table.rows(Context(tmp_path, limit=3)))) == len(rows)

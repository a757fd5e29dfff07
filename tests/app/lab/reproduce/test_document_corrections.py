"""The table on corrections in documents, with documents of a few sentences."""

from __future__ import annotations

import gzip
from pathlib import Path

from app.lab.reproduce.context import Context
from app.lab.reproduce.document_corrections import (
    ALONE,
    BOTH,
    SETTINGS,
    WAYS,
    DocumentCorrectionsTable,
)
from app.lab.reproduce.dutch_documents import dutch_documents

TRAIN = (
    "-DOCSTART- -DOCSTART- O\nmijnheer N O\nJan N B-PER\nkomt V O\n\nin Prep O\nGent N B-LOC\n\n"
) * 3
TEST = (
    "-DOCSTART- -DOCSTART- O\nVan Prep B-PER\nZoo N I-PER\nkomt V O\n\nin Prep O\nVan Prep B-PER\n"
    "Zoo N I-PER\n\nja Adv O\n\n"
    "-DOCSTART- -DOCSTART- O\nGent N B-LOC\nkomt V O\n\n"
)


def _context(folder: Path, **options: int) -> Context:
    (folder / "conll2002").mkdir()
    for name, text in (("ned.train", TRAIN), ("ned.testb", TEST)):
        (folder / "conll2002" / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
    return Context(folder, **options)


def test_documents_are_without_their_marks(tmp_path: Path) -> None:
    context = _context(tmp_path)
    test = dutch_documents(context, "ned.testb.gz")
    assert test.numbers.tolist() == [0, 0, 0, 1]
    assert test.words[0] == ["Van", "Zoo", "komt"]
    assert test.tags[0] == ["B-PER", "I-PER", "O"]
    assert test.first_documents(1).words == test.words[:3]
    context.limit = 2
    assert dutch_documents(context, "ned.testb.gz").numbers.tolist() == [0, 0]


def test_a_correction_saves_one_in_the_same_document(tmp_path: Path) -> None:
    table = DocumentCorrectionsTable()
    context = _context(tmp_path, seeds=1)
    rows = list(table.rows(context))
    assert len(rows) == len(SETTINGS) * len(WAYS)
    by_name = {row.name: row for row in rows}
    for setting in SETTINGS:
        alone, both = (by_name[f"{setting.name}: {way}"] for way in (ALONE, BOTH))
        # The unknown name is corrected twice, or once.
        assert alone.saved is None
        assert both.ours == alone.ours - 1
        assert both.saved == 1.0 - both.ours / alone.ours
    assert "by copying" in table.remarks(rows)[0]
    assert table.minutes > 0
    assert len(context.kept) == len(SETTINGS)

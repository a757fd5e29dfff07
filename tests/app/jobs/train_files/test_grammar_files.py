"""Grammars that are given as files."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from app.domain.gazetteers import Gazetteer, Listed
from app.jobs.train_files import grammar_files
from app.jobs.train_files.grammar_files import column_lists, report_grammars
from crfcore.errors import DataError
from crfcore.features.column_table import ColumnTable

TABLE = ColumnTable.from_words([["Anna", "Ulm"]])
DATA = SimpleNamespace(lists=(), table=TABLE)


def read(path):
    options = SimpleNamespace(grammars=(path,), gazetteers=())
    return column_lists(options, DATA, ["O", "B-PER"])


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_byte_order_mark_is_no_part_of_a_grammar(tmp_path, end):
    path = tmp_path / "names.txt"
    path.write_bytes(f'\ufeffPER -> "Anna"{end}  | "Ulm"{end}'.encode())
    (found,) = read(path)
    assert len(found.islands.grammar.rules) == 2


def test_a_file_that_is_no_grammar_is_named(tmp_path):
    path = tmp_path / "names.txt"
    path.write_text('PER -> "Anna" |\n')
    with pytest.raises(DataError, match=r"names\.txt, line 1, column 16: Found"):
        read(path)
    with pytest.raises(DataError, match="folder"):
        read(tmp_path)


def test_a_grammar_of_a_column_that_is_missing_is_named(tmp_path):
    path = tmp_path / "tags.txt"
    path.write_text("PER -> <1=NNP>\n")
    with pytest.raises(DataError, match=r"tags\.txt: The grammar reads column 1, and the last one"):
        read(path)


def test_that_many_sentences_are_parsed_is_reported(tmp_path, monkeypatch):
    path = tmp_path / "names.txt"
    path.write_text('PER -> "Anna"\n')
    said = []
    monkeypatch.setattr(grammar_files, "MANY_TOKENS", 3)
    report_grammars(read(path), DATA, said.append)
    assert said == []
    monkeypatch.setattr(grammar_files, "MANY_TOKENS", 2)
    report_grammars(read(path), DATA, said.append)
    assert len(said) == 1
    assert said[0].startswith("Finding the spans of names in 2 tokens")
    report_grammars([], DATA, said.append)
    assert len(said) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('PER -> "Anna" |\n', "line 1, column 16: "),
        ("PER -> <1=NNP>\n", "It reads column 1; the texts have columns 0 to 0"),
    ],
)
def test_a_grammar_of_a_project_that_cannot_be_used_is_reported(text, reason):
    listed = Listed(Gazetteer(1, "names", grammar=text), {}, types=("PER",))
    data = SimpleNamespace(lists=(listed,), table=TABLE)
    said = []
    report_grammars([], data, said.append)
    assert len(said) == 1
    assert said[0].startswith(f"The grammar “names” is not used: {reason}")

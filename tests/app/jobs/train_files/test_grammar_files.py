"""Grammars that are given as files."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from app.jobs.train_files.grammar_files import column_lists
from crfcore.errors import DataError

DATA = SimpleNamespace(lists=(), table=None)


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

"""CoNLL-2000 as a table of columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.lab.corpora.conll2000 import corpus_file, read_tagged
from app.lab.corpora.files import CorpusError
from tests.app.lab.benchmarks.small_corpus import write_small_corpus


def test_without_a_corpus_it_says_where_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"--corpora or in .*TAGWRIGHT_CORPORA.* NLTK"):
        corpus_file(None, "train.txt.gz")
    with pytest.raises(CorpusError, match=r"train\.txt\.gz: there is no such file"):
        corpus_file(tmp_path, "train.txt.gz")


def test_the_last_column_is_the_tag(tmp_path: Path) -> None:
    write_small_corpus(tmp_path)
    text = read_tagged(corpus_file(tmp_path, "train.txt.gz"))
    assert (text.table.n_columns, text.table.n_tokens) == (2, 12)
    assert text.tags[0] == ["B-NP", "I-NP", "B-VP", "B-PP", "B-NP", "O"]

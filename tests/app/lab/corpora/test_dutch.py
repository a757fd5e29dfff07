"""Dutch named entities, with the marks of articles."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from app.lab.corpora.dutch import DUTCH, dutch_sentences
from app.lab.corpora.files import CorpusError
from crfcore.errors import DataError

TEXT = """\
-DOCSTART- -DOCSTART- O
De Art O

Ja Adv O

In Prep O
Gent N B-LOC

"""


def write(folder: Path, text: str) -> Path:
    (folder / "conll2002").mkdir()
    (folder / "conll2002" / "ned.train.gz").write_bytes(gzip.compress(text.encode()))
    return folder


def test_the_mark_of_an_article_is_a_token(tmp_path: Path) -> None:
    write(tmp_path, TEXT)
    sentences = dutch_sentences(tmp_path, "ned.train.gz")
    assert [s.words for s in sentences] == [["-DOCSTART-", "De"], ["Ja"], ["In", "Gent"]]
    assert sentences[2].tags == ["O", "B-LOC"]
    assert len(dutch_sentences(tmp_path, "ned.train.gz", least=2)) == 2


def test_the_last_sentence_needs_no_blank_line(tmp_path: Path) -> None:
    write(tmp_path, "Ja Adv O")
    assert [s.words for s in dutch_sentences(tmp_path, "ned.train.gz")] == [["Ja"]]


def test_a_row_of_other_fields_is_rejected(tmp_path: Path) -> None:
    write(tmp_path, "Ja Adv O\nnee O\n\n")
    with pytest.raises(DataError, match="2 fields") as caught:
        dutch_sentences(tmp_path, "ned.train.gz")
    assert caught.value.line == 2


def test_it_says_what_is_missing() -> None:
    with pytest.raises(CorpusError, match="Dutch"):
        dutch_sentences(None, "ned.train.gz")


@pytest.mark.skipif("TAGWRIGHT_CORPORA" not in os.environ, reason="TAGWRIGHT_CORPORA is not set")
def test_there_are_as_many_sentences_as_the_paper_counts() -> None:
    folder = Path(os.environ["TAGWRIGHT_CORPORA"])
    counts = [len(dutch_sentences(folder, name, least=2)) for name in DUTCH.files]
    assert counts == [13_221, 2_306, 4_211]  # 002 has 2,305 in the second

"""The English Web Treebank."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from app.lab.corpora.ewt import ewt_sentences
from app.lab.corpora.files import CorpusError

TEXT = (
    "# text = Don't go\n"
    "1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\tDo\tdo\tAUX\tVB\t_\t3\taux\t_\t_\n"
    "2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t_\t_\n"
    "3\tgo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n\n"
)


def test_words_and_parts_of_speech(tmp_path: Path) -> None:
    (tmp_path / "ud").mkdir()
    (tmp_path / "ud" / "en_ewt-ud-dev.conllu.gz").write_bytes(gzip.compress(TEXT.encode()))
    (sentence,) = ewt_sentences(tmp_path, "dev")
    assert (sentence.words, sentence.tags) == (["Do", "n't", "go"], ["AUX", "PART", "VERB"])
    assert ewt_sentences(tmp_path, "dev", tag="xpos")[0].tags == ["VB", "RB", "VB"]
    with pytest.raises(CorpusError, match="Web Treebank"):
        ewt_sentences(tmp_path, "train")

"""The substitute for a Brown task."""

from __future__ import annotations

import gzip
from itertools import cycle, islice
from pathlib import Path

import pytest

from app.lab.corpora.brown import brown_sentences, with_labels
from app.lab.corpora.files import CorpusError, TaggedSentence


def line_of(n_tokens: int, tags: str) -> str:
    pairs = zip(range(n_tokens), islice(cycle(tags.split()), n_tokens), strict=True)
    return "".join(f"word{token_index % 7} {tag}\n" for token_index, tag in pairs) + "\n"


@pytest.fixture
def small_corpus(tmp_path: Path) -> Path:
    text = (
        line_of(15, "at nn-tl vb")
        + line_of(14, "uh")
        + line_of(64, "at jj-tl-nc nn")
        + line_of(65, "uh")
        + 3 * line_of(20, "nn vb at")
    )
    (tmp_path / "brown").mkdir()
    (tmp_path / "brown" / "brown.tagged.txt.gz").write_bytes(gzip.compress(text.encode()))
    return tmp_path


def test_sentences_of_some_lengths_are_kept_and_suffixes_dropped(small_corpus: Path) -> None:
    sentences = brown_sentences(small_corpus)
    assert [len(sentence.words) for sentence in sentences] == [15, 64, 20, 20, 20]
    assert {tag for sentence in sentences for tag in sentence.tags} == {"at", "nn", "vb", "jj"}


def test_so_many_labels_are_chosen() -> None:
    sentences = [
        TaggedSentence(list(tags), list(tags)) for tags in ("ab", "aa", "abcde", "bc", "ba", "cc")
    ]
    chosen = with_labels(sentences, 3, 4)
    assert ["".join(sentence.tags) for sentence in chosen] == ["ab", "bc", "aa", "ba"]


@pytest.mark.parametrize("folder", [None, Path("nowhere")])
def test_a_corpus_that_is_missing_is_requested(folder: Path | None) -> None:
    with pytest.raises(CorpusError, match="Brown"):
        brown_sentences(folder)

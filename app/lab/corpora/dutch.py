"""The Dutch named entities of CoNLL-2002."""

from __future__ import annotations

from pathlib import Path

from app.lab.corpora.files import Corpus, TaggedSentence
from crfcore.errors import DataError
from crfcore.text.lines import read_text

DUTCH = Corpus(
    "the Dutch part of CoNLL-2002",
    "conll2002",
    ("ned.train.gz", "ned.testa.gz", "ned.testb.gz"),
    "It is part of NLTK's data (nltk_data, corpora, conll2002).",
)

COLUMNS = 3
"""Word, part of speech, tag."""


def dutch_sentences(corpora: Path | None, name: str, *, least: int = 1) -> list[TaggedSentence]:
    """Return the sentences of ``ned.train.gz``, ``ned.testa.gz`` or ``ned.testb.gz``.

    The mark of an article, ``-DOCSTART-``, is the first token of the following sentence, as in the
    files; sentences of fewer than ``least`` tokens are left out.
    """
    path = DUTCH.file(corpora, name)
    sentences: list[TaggedSentence] = []
    words: list[str] = []
    tags: list[str] = []
    for number, line in enumerate([*read_text(path).split("\n"), ""], 1):
        fields = line.split(" ")
        if not line:
            if len(words) >= max(least, 1):
                sentences.append(TaggedSentence(words, tags))
            words, tags = [], []
        elif len(fields) == COLUMNS:
            words.append(fields[0])
            tags.append(fields[-1])
        else:
            raise DataError(
                f"There are {len(fields)} fields; expected a word, its part of speech and its tag.",
                path=path,
                line=number,
            )
    return sentences

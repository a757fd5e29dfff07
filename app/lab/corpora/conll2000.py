"""The CoNLL-2000 corpus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.lab.corpora.files import Corpus, TaggedSentence
from crfcore.features.column_table import ColumnTable
from crfcore.text.columns import parse_columns
from crfcore.text.lines import read_text


@dataclass(frozen=True, slots=True)
class TaggedText:
    """Sentences as a table of words and parts of speech, and their chunk tags."""

    table: ColumnTable
    tags: list[list[str]]

    @classmethod
    def of(cls, sentences: Sequence[TaggedSentence]) -> TaggedText:
        """Return sentences with a table of their words alone."""
        table = ColumnTable.from_words([sentence.words for sentence in sentences])
        return cls(table, [sentence.tags for sentence in sentences])

    def select(self, places: Sequence[int]) -> TaggedText:
        """Return some sentences, in the order of their places."""
        return TaggedText(self.table.select(places), [self.tags[place] for place in places])

    def first(self, n: int | None) -> TaggedText:
        """Return the first n sentences, None for all."""
        return self.select(range(len(self.tags[:n])))


CONLL_2000 = Corpus(
    "the CoNLL-2000 corpus",
    "conll2000",
    ("train.txt.gz", "test.txt.gz"),
    "It is part of NLTK's data (nltk_data, corpora, conll2000).",
)


def corpus_file(corpora: Path | None, name: str) -> Path:
    """Return a file of the corpus; CorpusError says where to get it."""
    return CONLL_2000.file(corpora, name)


def read_part(corpora: Path | None, part: str) -> TaggedText:
    """Read "train" or "test"; CorpusError says where to get it."""
    return read_tagged(corpus_file(corpora, f"{part}.txt.gz"))


def read_tagged(path: Path) -> TaggedText:
    """Read a column file whose last column is the tag."""
    sentences = parse_columns(read_text(path), path=path).sentences
    return TaggedText(
        ColumnTable.from_sentences([[row[:-1] for row in s.fields] for s in sentences]),
        [[row[-1] for row in s.fields] for s in sentences],
    )

"""The CoNLL-2000 corpus."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.lab.corpora.files import Corpus
from crfcore.features.column_table import ColumnTable
from crfcore.text.columns import parse_columns
from crfcore.text.lines import read_text


@dataclass(frozen=True, slots=True)
class TaggedText:
    """Sentences as a table of words and parts of speech, and their chunk tags."""

    table: ColumnTable
    tags: list[list[str]]


CONLL_2000 = Corpus(
    "the CoNLL-2000 corpus",
    "conll2000",
    ("train.txt.gz", "test.txt.gz"),
    "It is part of NLTK's data (nltk_data, corpora, conll2000).",
)


def corpus_file(corpora: Path | None, name: str) -> Path:
    """Return a file of the corpus; CorpusError says where to get it."""
    return CONLL_2000.file(corpora, name)


def read_tagged(path: Path) -> TaggedText:
    """Read a column file whose last column is the tag."""
    sentences = parse_columns(read_text(path), path=path).sentences
    return TaggedText(
        ColumnTable.from_sentences([[row[:-1] for row in s.fields] for s in sentences]),
        [[row[-1] for row in s.fields] for s in sentences],
    )

"""The English Web Treebank of Universal Dependencies."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from app.lab.corpora.files import Corpus, TaggedSentence
from crfcore.text.conllu import CONLLU_COLUMNS, parse_conllu
from crfcore.text.lines import read_text

EWT = Corpus(
    "the English Web Treebank",
    "ud",
    ("en_ewt-ud-train.conllu.gz", "en_ewt-ud-dev.conllu.gz", "en_ewt-ud-test.conllu.gz"),
    "It is UD_English-EWT of Universal Dependencies (universaldependencies.org).",
)


def ewt_sentences(
    corpora: Path | None, part: Literal["train", "dev", "test"], *, tag: str = "upos"
) -> list[TaggedSentence]:
    """Return the words of a part of the treebank, and the parts of speech in a column."""
    path = EWT.file(corpora, f"en_ewt-ud-{part}.conllu.gz")
    form, wanted = CONLLU_COLUMNS.index("form"), CONLLU_COLUMNS.index(tag)
    return [
        TaggedSentence([row[form] for row in s.fields], [row[wanted] for row in s.fields])
        for s in parse_conllu(read_text(path), path=path).sentences
    ]

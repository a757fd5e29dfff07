"""A tagging task with many labels from the Brown corpus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

from app.lab.corpora.files import Corpus, TaggedSentence
from crfcore.text.columns import parse_columns
from crfcore.text.lines import read_text

LENGTHS = range(15, 65)
"""Numbers of tokens of selected sentences."""

DROPPED = ("-tl", "-nc")
"""Suffixes removed from tags: words in titles, and cited words."""


BROWN = Corpus(
    "the Brown corpus",
    "brown",
    ("brown.tagged.txt.gz",),
    "It holds a word and a tag on each line, and is part of NLTK's data (nltk_data, corpora, "
    "brown).",
)


def brown_sentences(corpora: Path | None) -> list[TaggedSentence]:
    """Return the sentences of 15 to 64 tokens: 34,627 of them, with 252 tags.

    The size is that of the Brown task in Zhu et al., whose selection is not available.
    """
    path = BROWN.file(corpora, *BROWN.files)
    sentences = []
    for sentence in parse_columns(read_text(path), path=path).sentences:
        if len(sentence.fields) in LENGTHS:
            words = [fields[0] for fields in sentence.fields]
            sentences.append(TaggedSentence(words, [_plain(row[-1]) for row in sentence.fields]))
    return sentences


def _plain(tag: str) -> str:
    while True:
        for suffix in DROPPED:
            if tag.endswith(suffix) and len(tag) > len(suffix):
                tag = tag.removesuffix(suffix)
                break
        else:
            return tag


def with_labels(
    sentences: Sequence[TaggedSentence], n_labels: int, n_sentences: int
) -> list[TaggedSentence]:
    """Return sentences with a number of labels: the first ones of each label, then others."""
    seen: set[str] = set()
    firsts = []
    for sentence in sentences:
        tags = seen.union(sentence.tags)
        if len(seen) < len(tags) <= n_labels:
            seen = tags
            firsts.append(sentence)
    return [*firsts, *islice(_others(sentences, firsts, seen), n_sentences - len(firsts))]


def _others(
    sentences: Sequence[TaggedSentence], firsts: Sequence[TaggedSentence], tags: set[str]
) -> Iterable[TaggedSentence]:
    taken = {id(sentence) for sentence in firsts}
    for sentence in sentences:
        if id(sentence) not in taken and tags.issuperset(sentence.tags):
            yield sentence

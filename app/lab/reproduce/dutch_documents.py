"""The documents of the Dutch part of CoNLL-2002."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.lab.corpora.dutch import dutch_sentences
from app.lab.reproduce.context import Context
from crfcore.features.column_table import ColumnTable
from crfcore.features.word_cases import learn_cases
from crfcore.graphs.ties import Ties, tie, tied_tokens
from crfcore.text.columns import DOCUMENT_MARK
from crfcore.text.tag_schemes import split_tag


@dataclass(frozen=True, slots=True, eq=False)
class Documents:
    """Sentences of documents with their tags, without the rows that mark documents."""

    words: list[list[str]]
    tags: list[list[str]]
    numbers: NDArray[np.int64]

    def first(self, n: int | None) -> Documents:
        """Return the first sentences."""
        return Documents(self.words[:n], self.tags[:n], self.numbers[:n])

    def first_documents(self, n: int) -> Documents:
        """Return the first documents."""
        return self.first(int(np.count_nonzero(self.numbers < n)))

    @property
    def table(self) -> ColumnTable:
        """The words."""
        return ColumnTable.from_words(self.words)


def dutch_documents(context: Context, name: str) -> Documents:
    """Return the documents of ``ned.train.gz``, ``ned.testa.gz`` or ``ned.testb.gz``."""
    words: list[list[str]] = []
    tags: list[list[str]] = []
    numbers: list[int] = []
    number = -1
    for sentence in dutch_sentences(context.corpora, name):
        own_words, own_tags = list(sentence.words), list(sentence.tags)
        if own_words[0] == DOCUMENT_MARK:
            number += 1
            del own_words[0], own_tags[0]
        if own_words:
            words.append(own_words)
            tags.append(own_tags)
            numbers.append(number)
    return Documents(words, tags, np.array(numbers, np.int64)).first(context.limit)


def groups_of_names(training: Documents, documents: Documents) -> Ties:
    """Return the groups of equal names of documents; training says which words are names."""
    table = documents.table
    words, offsets = table.columns[0], table.offsets
    tied = tied_tokens(words, offsets, cases=learn_cases(training.table))
    return tie(words, offsets, documents.numbers, tied)


def n_inconsistent(groups: Ties, labels: Sequence[Sequence[str]]) -> int:
    """Return the number of groups whose tokens have several types, "O" among them."""
    types = np.array([split_tag(tag)[1] for tags in labels for tag in tags], dtype=object)
    several = [len(set(types[groups.tokens(group)])) > 1 for group in range(groups.n_groups)]
    return sum(several)

"""Attributes of many sentences, with the vectors of words once instead of at each token."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from crfcore.features.dataset import Dataset
from crfcore.features.token_attributes import TokenAttributes
from crfcore.features.vector_lines import unfold_vectors


@dataclass(frozen=True, eq=False)
class CondensedDataset:
    """The attributes of sentences, of which datasets of some sentences are made.

    A dataset has 12 bytes for each dimension of each token's vectors, which is most of its memory
    where there are vectors. Here each distinct vector is kept once.

    Attributes
    ----------
    others : TokenAttributes
        What `TemplateExtractor.fit_without_vectors` returns.
    """

    others: TokenAttributes

    @property
    def n_sentences(self) -> int:
        """The number of sentences."""
        return self.others.n_sentences

    @property
    def n_tokens(self) -> int:
        """The number of tokens."""
        return self.others.n_tokens

    def select(self, sentence_indices: Any) -> Dataset:
        """Return some of the sentences as `Dataset.select` would.

        Raises
        ------
        SentenceIndexError
            An index is out of range, or a mask has another length.
        """
        return Dataset.of(unfold_vectors(self.others.select(sentence_indices)))

    def whole(self) -> Dataset:
        """Return all sentences."""
        return Dataset.of(unfold_vectors(self.others))

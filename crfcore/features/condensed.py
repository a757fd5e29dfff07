"""Attributes of many sentences, with the vectors of words once instead of at each token."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from crfcore.arrays import OffsetArray
from crfcore.features.dataset import Dataset
from crfcore.features.segments import as_sentence_indices, chosen_offsets
from crfcore.features.token_attributes import TokenAttributes
from crfcore.features.vector_lines import after_vectors, apart_from_vectors, unfold_vectors


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
        return unfold_vectors(self.to_train(sentence_indices))

    def to_train(self, sentence_indices: Any) -> Dataset:
        """Return some of the sentences, with the attributes of vectors apart.

        `LinearChainCRF.fit` takes them so; others need `select`.
        """
        return Dataset.of(apart_from_vectors(self.others.select(sentence_indices)))

    def offsets_of(self, sentence_indices: Any) -> OffsetArray:
        """Return the offsets that `select` would have."""
        offsets = self.others.offsets
        return chosen_offsets(offsets, as_sentence_indices(sentence_indices, self.n_sentences))

    def whole(self) -> Dataset:
        """Return all sentences."""
        return Dataset.of(after_vectors(self.others))

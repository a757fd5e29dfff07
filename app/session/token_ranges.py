"""Reductions over the tokens of many sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from app.domain.project import Corpus

DENSE = 3
"""Sentences within at most so many times their tokens are read as one slice."""


@dataclass(frozen=True, slots=True, eq=False)
class TokenRanges:
    """The tokens of some sentences: one slice that contains them all, if they are dense.

    A slice is read in place; gathering a million tokens takes ten times as long. ``at`` are indices
    in the flat arrays, ``heads`` the starts of the sentences in them, ``filled`` which sentences
    have tokens, and ``rows`` which of them are wanted.
    """

    at: slice | NDArray[np.int64]
    heads: NDArray[np.int64]
    filled: NDArray[np.bool_]
    rows: slice | NDArray[np.int64]

    @classmethod
    def over(cls, corpus: Corpus, sentence_indices: NDArray[np.int64]) -> TokenRanges:
        """Return the ranges of these sentences."""
        lengths = corpus.lengths(sentence_indices)
        total = int(lengths.sum())
        if len(sentence_indices) and (np.diff(sentence_indices) > 0).all():
            first, last = int(sentence_indices[0]), int(sentence_indices[-1]) + 1
            at = slice(int(corpus.offsets[first]), int(corpus.offsets[last]))
            if at.stop - at.start <= DENSE * total and last - first <= DENSE * len(
                sentence_indices
            ):
                starts = corpus.offsets[first : last + 1]
                heads = starts[:-1] - at.start
                return cls(at, heads, np.diff(starts) > 0, sentence_indices - first)
        heads = np.cumsum(lengths) - lengths
        flat = np.arange(total) + np.repeat(corpus.offsets[sentence_indices] - heads, lengths)
        return cls(flat, heads, lengths > 0, slice(None))

    def reduced(
        self, by: np.ufunc, values: NDArray[Any], empty: float, kind: DTypeLike
    ) -> NDArray[Any]:
        """Return the values of each sentence's tokens reduced; ``empty`` for one without tokens."""
        result = np.full(len(self.heads), empty, kind)
        if self.filled.any():
            result[self.filled] = by.reduceat(values, self.heads[self.filled], dtype=kind)
        return result[self.rows]

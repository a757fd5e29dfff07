"""Something about the tokens of many sentences at once, a number for each sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from app.domain.project import Corpus

DENSE = 3
"""Sentences that stand among at most so many times their tokens are looked at as one ranges."""


@dataclass(frozen=True, slots=True, eq=False)
class TokenRanges:
    """Where the tokens of some sentences stand: one slice that holds them all, if they are dense.

    A slice of a million tokens is read in place; gathering them one by one takes ten times as
    long. ``at`` are places in the flat arrays, ``heads`` where the sentences begin in what stands
    there, ``filled`` which of them have tokens, and ``rows`` which of them were asked for.
    """

    at: slice | NDArray[np.int64]
    heads: NDArray[np.int64]
    filled: NDArray[np.bool_]
    rows: slice | NDArray[np.int64]

    @classmethod
    def over(cls, corpus: Corpus, sentence_indices: NDArray[np.int64]) -> TokenRanges:
        """Return where the tokens of sentences stand."""
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
        """Return what the values of each sentence's tokens come to; ``empty`` where it has none."""
        result = np.full(len(self.heads), empty, kind)
        if self.filled.any():
            result[self.filled] = by.reduceat(values, self.heads[self.filled], dtype=kind)
        return result[self.rows]

"""Attributes of the tokens of sentences, as flat arrays: what extractors make.

Tokens of all sentences stand one after the other; sentence i is ``offsets[i]:offsets[i + 1]``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.features.segments import as_places, chosen_offsets, copied_segments, offsets_of


def _no_ids() -> IdArray:
    return np.zeros(0, np.int32)


def _no_offsets() -> OffsetArray:
    return np.zeros(0, np.int64)


def _no_values() -> FloatArray:
    return np.zeros(0, np.float64)


@dataclass(frozen=True, eq=False)
class TokenAttributes:
    """The attributes of every token, as compressed sparse rows.

    Attributes
    ----------
    offsets : int64 (N + 1,)
        Tokens of sentence i are ``offsets[i]:offsets[i + 1]``.
    indptr : int64 (T + 1,)
        Attributes of token t are ``attributes[indptr[t]:indptr[t + 1]]``. An attribute may stand
        twice in a row (a template without identifiers, read as a bag of words); it counts twice.
    attributes : int32 (indptr[T],)
        Ids, in no particular order within a token.
    values : float64 (indptr[T],) or (0,)
        Values of the attributes; empty where all of them are 1.
    n_attributes : int
        Ids are below this number.
    edge_indptr : int64 (T + 1,) or (0,)
        Attributes of the edge that leads into token t, which a template's ``B`` lines with macros
        give; none for the first token of a sentence. Empty where `n_edge_attributes` is 0.
    edge_attributes : int32 (edge_indptr[T],) or (0,)
        Their ids, counted apart from those of tokens.
    n_edge_attributes : int
        Ids of edge attributes are below this number.
    made_by : extractor, optional
        What gave the ids, where a training may learn with it; see `Dataset.from_columns`.
    """

    offsets: OffsetArray
    indptr: OffsetArray
    attributes: IdArray
    n_attributes: int
    values: FloatArray = field(default_factory=_no_values)
    edge_indptr: OffsetArray = field(default_factory=_no_offsets)
    edge_attributes: IdArray = field(default_factory=_no_ids)
    n_edge_attributes: int = 0
    made_by: Any = None

    @property
    def n_sentences(self) -> int:
        """How many sentences there are."""
        return len(self.offsets) - 1

    @property
    def n_tokens(self) -> int:
        """How many tokens there are."""
        return int(self.offsets[-1])

    @property
    def has_values(self) -> bool:
        """Whether attributes have values other than 1."""
        return len(self.values) > 0

    def select(self, places: Any) -> Self:
        """Return the sentences at some places; attribute ids keep their meaning.

        Parameters
        ----------
        places : int (M,)
            Places of sentences, in any order.

        Returns
        -------
        The same class
            M sentences.

        Raises
        ------
        IndexError
            There is no sentence at one of the places.
        """
        chosen = as_places(places, self.n_sentences)
        out = chosen_offsets(self.offsets, chosen)
        indptr, rows = self._rows_of(chosen, out, self.indptr)
        attributes = self._gather(chosen, rows, self.indptr, self.attributes)
        values = self.values
        if self.has_values:
            values = self._gather(chosen, rows, self.indptr, self.values)
        edge_indptr, edge_attributes = self.edge_indptr, self.edge_attributes
        if self.n_edge_attributes:
            edge_indptr, rows = self._rows_of(chosen, out, self.edge_indptr)
            edge_attributes = self._gather(chosen, rows, self.edge_indptr, self.edge_attributes)
        return type(self)(
            out,
            indptr,
            attributes,
            self.n_attributes,
            values,
            edge_indptr,
            edge_attributes,
            self.n_edge_attributes,
            self.made_by,
        )

    def _rows_of(
        self, places: OffsetArray, out: OffsetArray, indptr: OffsetArray
    ) -> tuple[OffsetArray, OffsetArray]:
        """Return row pointers of the chosen tokens, and where each chosen sentence starts."""
        # Of the chosen tokens alone: one sentence of a million tokens is asked for at every key.
        starts = copied_segments(self.offsets, places, out, indptr[:-1])
        ends = copied_segments(self.offsets, places, out, indptr[1:])
        chosen_indptr = offsets_of(ends - starts)
        return chosen_indptr, chosen_indptr[out]

    def _gather(
        self, places: OffsetArray, rows: OffsetArray, indptr: OffsetArray, source: NDArray[Any]
    ) -> NDArray[Any]:
        # The rows of a sentence lie together, so a sentence is one segment here too.
        starts = indptr[self.offsets[places]]
        return copied_segments(starts, np.arange(len(places)), rows, source)

"""Attributes of the tokens of sentences, as flat arrays: the output of extractors.

Tokens of all sentences are concatenated; sentence i is ``offsets[i]:offsets[i + 1]``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import Float32Array, FloatArray, IdArray, OffsetArray
from crfcore.features.column_table import ColumnTable
from crfcore.features.segments import (
    as_sentence_indices,
    chosen_offsets,
    copied_segments,
    offsets_of,
)


def _no_ids() -> IdArray:
    return np.zeros(0, np.int32)


def _no_offsets() -> OffsetArray:
    return np.zeros(0, np.int64)


def _no_values() -> FloatArray:
    return np.zeros(0, np.float64)


@dataclass(frozen=True, eq=False)
class VectorRows:
    """Vectors of tokens as rows of a table: their attributes once for each distinct vector.

    Attributes
    ----------
    rows : int32 (T, M)
        The rows of `vectors` that each token has, -1 for none.
    ids : int32 (M, K)
        The attribute of each dimension, for each of a token's vectors; -1 for none.
    vectors : float32 (D, K)
        The values of these attributes.
    """

    rows: IdArray
    ids: IdArray
    vectors: Float32Array

    @property
    def attributes(self) -> IdArray:
        """The attributes of all dimensions."""
        return self.ids[self.ids >= 0]

    def of_tokens(self, tokens: Any) -> VectorRows:
        """Return the same for some tokens: a slice or int (T',)."""
        return VectorRows(np.ascontiguousarray(self.rows[tokens]), self.ids, self.vectors)


@dataclass(frozen=True, eq=False)
class TokenAttributes:
    """The attributes of every token, as compressed sparse rows.

    Attributes
    ----------
    offsets : int64 (N + 1,)
        Tokens of sentence i are ``offsets[i]:offsets[i + 1]``.
    indptr : int64 (T + 1,)
        Attributes of token t are ``attributes[indptr[t]:indptr[t + 1]]``. An attribute may be
        repeated in a row (a template without identifiers, read as a bag of words); it then counts
        twice.
    attributes : int32 (indptr[T],)
        Ids, in no particular order within a token.
    values : float64 (indptr[T],) or (0,)
        Values of the attributes; empty where all of them are 1.
    n_attributes : int
        Ids are below this number.
    edge_indptr : int64 (T + 1,) or (0,)
        Attributes of the edge into token t, from a template's ``B`` lines with macros; none for the
        first token of a sentence. Empty where `n_edge_attributes` is 0.
    edge_attributes : int32 (edge_indptr[T],) or (0,)
        Their ids, separate from those of tokens.
    n_edge_attributes : int
        Ids of edge attributes are below this number.
    made_by : extractor, optional
        The extractor, if trainings may use it; see `Dataset.from_columns`.
    table : ColumnTable, optional
        The columns that a template has read, for attributes of segments.
    vector_rows : VectorRows, optional
        Which of the attributes and values above are rows of a table of vectors; all other
        attributes then have the value 1. Training scores each distinct vector once.
    label_scores : float64 (T, L), optional
        Added to the scores of labels in prediction, in nats, such as what confirmed names of the
        document tell (`crfcore.graphs`). Training does not use them.
    vectors_apart : bool
        Whether the attributes of `vector_rows` are missing above; all values are then 1. Only
        for training, which takes less memory then (`crfcore.features.vector_lines`).
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
    vector_rows: VectorRows | None = None
    table: ColumnTable | None = None
    label_scores: FloatArray | None = None
    vectors_apart: bool = False

    @property
    def n_sentences(self) -> int:
        """The number of sentences."""
        return len(self.offsets) - 1

    @property
    def n_tokens(self) -> int:
        """The number of tokens."""
        return int(self.offsets[-1])

    @property
    def has_values(self) -> bool:
        """Whether attributes have values other than 1."""
        return len(self.values) > 0

    def select(self, places: Any) -> Self:
        """Return some of the sentences, with the same attribute ids.

        Parameters
        ----------
        places : int (M,), or bool (N,)
            Indices of sentences, in any order; or True for those to return.

        Returns
        -------
        The same class
            M sentences.

        Raises
        ------
        SentenceIndexError
            An index is out of range, or a mask has another length.
        """
        chosen = as_sentence_indices(places, self.n_sentences)
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
            self._vector_rows_of(chosen, out),
            None if self.table is None else self.table.select(chosen),
            None if self.label_scores is None else self.label_scores[self._tokens_of(chosen, out)],
            self.vectors_apart,
        )

    def _vector_rows_of(self, chosen: OffsetArray, out: OffsetArray) -> VectorRows | None:
        if self.vector_rows is None:
            return None
        return self.vector_rows.of_tokens(self._tokens_of(chosen, out))

    def _tokens_of(self, chosen: OffsetArray, out: OffsetArray) -> OffsetArray:
        """Return the tokens of some sentences."""
        return copied_segments(self.offsets, chosen, out, np.arange(self.n_tokens))

    def _rows_of(
        self, places: OffsetArray, out: OffsetArray, indptr: OffsetArray
    ) -> tuple[OffsetArray, OffsetArray]:
        """Return row pointers of the chosen tokens, and the start of each chosen sentence."""
        # Only of the chosen tokens: the window selects one sentence of a million tokens per key.
        starts = copied_segments(self.offsets, places, out, indptr[:-1])
        ends = copied_segments(self.offsets, places, out, indptr[1:])
        chosen_indptr = offsets_of(ends - starts)
        return chosen_indptr, chosen_indptr[out]

    def _gather(
        self, places: OffsetArray, rows: OffsetArray, indptr: OffsetArray, source: NDArray[Any]
    ) -> NDArray[Any]:
        # The rows of a sentence are contiguous, so a sentence is one segment here too.
        starts = indptr[self.offsets[places]]
        return copied_segments(starts, np.arange(len(places)), rows, source)


class WithoutEdges:
    """An extractor of attributes of single tokens alone."""

    @property
    def n_edge_attributes(self) -> int:
        """The number of edge attributes, 0."""
        return 0

    def edge_attribute_names(self) -> list[str]:
        """Return the edge attributes: none."""
        return []

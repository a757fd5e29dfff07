"""Attributes of the tokens of sentences, as flat arrays.

Tokens of all sentences stand one after the other; sentence i is ``offsets[i]:offsets[i + 1]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.features.segments import (
    as_places,
    chosen_offsets,
    copied_segments,
    offsets_of,
)

_READING = "crfcore.features.reading"
"""What knows all kinds of sentences, and what reads them."""


def _no_ids() -> IdArray:
    return np.zeros(0, np.int32)


def _no_offsets() -> OffsetArray:
    return np.zeros(0, np.int64)


def _no_values() -> FloatArray:
    return np.zeros(0, np.float64)


@dataclass(frozen=True, eq=False)
class Dataset:
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
        What gave the ids, where a training may learn with it; see `from_columns`, `from_items`,
        `from_matrix` and `from_blocks`.
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

    @classmethod
    def from_columns(cls, sentences: Any, template: Any, *, min_count: int = 1) -> Dataset:
        """Make a dataset from columns of strings and a template.

        It can be given to every `LinearChainCRF.fit`, whole or in parts (`select`), without
        reading the sentences again.

        Parameters
        ----------
        sentences : ColumnTable, or sentences of tokens that are sequences of fields
        template : str or Template
            A preset's name, a file, or the text of a template.
        min_count : int
            Attributes seen on fewer tokens (or edges) get no id, like ``-f`` of CRF++.

        Returns
        -------
        Dataset

        Raises
        ------
        TemplateError
            The template cannot be read, or reads a column that the data does not have.
        """
        return _learned(sentences, template, min_count)

    @classmethod
    def from_items(cls, sentences: Any, *, min_count: int = 1) -> Dataset:
        """Make a dataset from sentences of attribute dicts or lists, as for python-crfsuite.

        Parameters
        ----------
        sentences : iterable of iterables of attribute dicts or lists
        min_count : int
            Attributes given fewer times get no id.

        Returns
        -------
        Dataset

        Raises
        ------
        DataError
            An attribute is none of what an item may hold; names sentence and token.
        """
        return _learned(sentences, None, min_count)

    @classmethod
    def from_matrix(
        cls,
        rows: Any,
        *,
        lengths: Any = None,
        offsets: Any = None,
        names: Sequence[str] | None = None,
        min_count: int = 1,
    ) -> Dataset:
        """Make a dataset from a matrix with a row for each token; parameters as for `Matrix`.

        Columns with fewer than `min_count` entries other than 0 get no id.
        """
        matrix = import_module(_READING).Matrix(rows, lengths=lengths, offsets=offsets, names=names)
        return _learned(matrix, None, min_count)

    @classmethod
    def from_blocks(cls, *blocks: Any, template: Any = None, min_count: int = 1) -> Dataset:
        """Make a dataset whose tokens have the attributes of several blocks.

        Parameters
        ----------
        *blocks
            As for `Blocks`: columns, items, matrices, of the same sentences.
        template : str or Template, optional
            For the blocks that are columns.
        min_count : int
            Attributes seen fewer times get no id.

        Returns
        -------
        Dataset
        """
        return _learned(import_module(_READING).Blocks(*blocks), template, min_count)

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

    def select(self, places: Any) -> Dataset:
        """Return the sentences at some places; attribute ids keep their meaning.

        Parameters
        ----------
        places : int (M,)
            Places of sentences, in any order.

        Returns
        -------
        Dataset
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
        return Dataset(
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


def _learned(sentences: Any, template: Any, min_count: int) -> Dataset:
    """Return the dataset of a new extractor, which is made of datasets and so found by name."""
    return cast("Dataset", import_module(_READING).learned(sentences, template, min_count))

"""Lines of a template that read word vectors, ``%vector[row]``, and the attributes they give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, counts_before
from crfcore.errors import CrfError
from crfcore.features.column_table import ColumnTable
from crfcore.features.extraction_kernels import shift_cells
from crfcore.features.feature_set import AttributeRows
from crfcore.features.matrix_kernels import translate_rows
from crfcore.features.segments import MISSING
from crfcore.features.template import Feature
from crfcore.features.token_attributes import TokenAttributes, VectorRows
from crfcore.features.vector_lines_kernels import count_entries, fill_entries
from crfcore.features.word_vectors import WordVectors
from crfcore.messages import message

MAX_ATTRIBUTES = 10_000
"""The most attributes of vectors that a token may have: all of a text are in memory at once."""


@dataclass(frozen=True, eq=False)
class VectorLines:
    """The lines of a template that read vectors: an attribute for each dimension of each.

    Their attributes come before all others, so that the ids stay when others are added.

    Attributes
    ----------
    lines : tuple of M Feature
    ids : int32 (M, K)
        The attribute of each dimension of each line, -1 where it has been left out.
    vectors : WordVectors or None
        None if there are none; then there is no line.
    """

    lines: tuple[Feature, ...]
    ids: IdArray
    vectors: WordVectors | None

    @classmethod
    def of(cls, features: Sequence[Feature], vectors: WordVectors | None) -> VectorLines:
        """Return those of some lines that read vectors, if there are vectors."""
        lines = () if vectors is None else tuple(filter(reads_vector, features))
        n_dimensions = 0 if vectors is None else vectors.n_dimensions
        if len(lines) * n_dimensions > MAX_ATTRIBUTES:
            raise CrfError(
                message(
                    "The template has {n_lines:,} lines that read word vectors of {n_dimensions} "
                    "dimensions, {max_attributes:,} attributes for each token are possible; "
                    "leave some lines out.",
                    n_lines=len(lines),
                    n_dimensions=n_dimensions,
                    max_attributes=MAX_ATTRIBUTES,
                )
            )
        ids = np.arange(len(lines) * n_dimensions, dtype=np.int32)
        return cls(lines, ids.reshape(len(lines), n_dimensions), vectors)

    @property
    def n_attributes(self) -> int:
        """The number of their attributes."""
        return int(np.count_nonzero(self.ids >= 0))

    def names(self) -> list[str]:
        """Return the attributes in the order of their ids: "Uv:0" is the first dimension."""
        return [
            f"{line.literals[0]}{dimension}{line.literals[1]}"
            for line, ids in zip(self.lines, self.ids.tolist(), strict=True)
            for dimension, attribute in enumerate(ids)
            if attribute >= 0
        ]

    def ids_in(self, other: VectorLines) -> IdArray:
        """Return the ids that the same dimensions of the same lines have among others, or -1."""
        found = np.full(self.ids.shape, MISSING, np.int32)
        width = min(self.ids.shape[1], other.ids.shape[1])
        for number, line in enumerate(self.lines):
            if line in other.lines:
                found[number, :width] = other.ids[other.lines.index(line), :width]
        return found[self.ids >= 0]

    def keep(self, mask: NDArray[np.bool_]) -> VectorLines:
        """Return the same lines with some of the attributes, renumbered in the same order."""
        kept = self.ids >= 0
        kept[kept] = mask
        ids = np.where(kept, counts_before(kept.ravel())[:-1].reshape(kept.shape), MISSING)
        return replace(self, ids=ids.astype(np.int32))

    def with_ids(self, ids: IdArray) -> VectorLines:
        """Return the same lines with the ids of a file; ValueError if they do not fit."""
        used = ids[ids >= 0]
        fits = ids.dtype == np.int32 and ids.shape == self.ids.shape
        if not fits or not np.array_equal(used, np.arange(len(used))) or np.any(ids < MISSING):
            raise ValueError(message("the attributes of its word vectors do not fit"))
        return replace(self, ids=np.require(ids, np.int32, ["C", "W"]))

    def reading(self, table: ColumnTable) -> VectorRows | None:
        """Return the vectors of a table's tokens, None if no line reads any."""
        if self.vectors is None or not self.lines:
            return None
        offsets = np.array(table.offsets, np.int64)
        own, vectors = self.vectors.of_tokens(table.columns[0], offsets)
        rows = np.empty((len(own), len(self.lines)), np.int32)
        for number, line in enumerate(self.lines):
            row = line.macros[0].row
            shifted = np.empty_like(own)
            nothing = np.full(max(abs(row), 1), MISSING, np.int32)
            shift_cells(own, offsets, row, nothing, shifted)
            rows[:, number] = shifted
        return VectorRows(rows, self.ids, vectors)


def with_vectors(
    vectors: VectorRows, others: AttributeRows, shift: int | None = None
) -> AttributeRows:
    """Return attributes of tokens with those of their vectors before them.

    To the ids of the others ``shift`` is added, by default the number of attributes of vectors.
    """
    indptr = np.empty(len(vectors.rows) + 1, np.int64)
    count_entries(others.indptr, vectors.rows, vectors.ids, vectors.vectors, indptr)
    attributes = np.empty(int(indptr[-1]), np.int32)
    values = np.empty(len(attributes))
    fill_entries(
        others.indptr,
        others.attributes,
        len(vectors.attributes) if shift is None else shift,
        vectors.rows,
        vectors.ids,
        vectors.vectors,
        indptr,
        attributes,
        values,
    )
    return AttributeRows(indptr, attributes, values, vectors)


def apart_from_vectors(others: TokenAttributes) -> TokenAttributes:
    """Return attributes with the ids that they have after those of their ``vector_rows``.

    The ids are given as if there were no vectors. Attributes of vectors stay apart: they take 12
    bytes for each dimension of each token, most of the memory of a dataset.
    """
    if others.vector_rows is None:
        return others
    shift = np.int32(len(others.vector_rows.attributes))
    return replace(others, attributes=others.attributes + shift, vectors_apart=True)


AnyAttributes = TypeVar("AnyAttributes", bound=TokenAttributes)


def unfold_vectors(dataset: AnyAttributes) -> AnyAttributes:
    """Return attributes with those of vectors that are apart before them."""
    if dataset.vector_rows is None or not dataset.vectors_apart:
        return dataset
    rows = with_vectors(
        dataset.vector_rows, AttributeRows(dataset.indptr, dataset.attributes), shift=0
    )
    return replace(
        dataset,
        indptr=rows.indptr,
        attributes=rows.attributes,
        values=rows.values,
        vectors_apart=False,
    )


def after_vectors(others: TokenAttributes) -> TokenAttributes:
    """Return attributes, whose ids are given as if there were no vectors, with those of vectors."""
    return unfold_vectors(apart_from_vectors(others))


def without_vectors(dataset: AnyAttributes) -> AnyAttributes:
    """Return attributes without those of vectors, and without these themselves."""
    known = dataset.vector_rows
    if known is None:
        return dataset
    if dataset.vectors_apart:
        return replace(dataset, vector_rows=None, vectors_apart=False)
    ids = np.arange(dataset.n_attributes, dtype=np.int32)
    ids[known.attributes] = MISSING
    indptr = np.empty_like(dataset.indptr)
    attributes, values = np.empty_like(dataset.attributes), np.empty_like(dataset.values)
    n = translate_rows(
        dataset.indptr, dataset.attributes, dataset.values, ids, indptr, attributes, values
    )
    values = values[:n]
    return replace(
        dataset,
        indptr=indptr,
        attributes=attributes[:n],
        values=np.zeros(0) if (values == 1.0).all() else values,
        vector_rows=None,
    )


def reads_vector(line: Feature) -> bool:
    """Return whether a line of a template reads vectors."""
    return any(macro.function == "vector" for macro in line.macros)

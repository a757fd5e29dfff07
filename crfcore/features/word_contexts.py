"""The words of a text and the words around them: counts as a sparse matrix."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from crfcore.arrays import Float32Array, FloatArray, IdArray, OffsetArray
from crfcore.errors import DataError, shown
from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.extraction_kernels import count_numbers
from crfcore.features.long_computation import Steps
from crfcore.features.segments import MISSING, offsets_of
from crfcore.features.word_vector_kernels import (
    add_squared_product,
    count_contexts,
    counts_to_ppmi,
    orthonormalise,
    pad_contexts,
    project_rows,
    sort_by_word,
)

N_OFFSETS = 4
"""Contexts are two words before and two words after."""

_BLOCKS = 16
"""Into so many parts rows are divided, whatever the number of threads: sums have the same bits."""


def word_column(sentences: Any) -> tuple[Column, OffsetArray]:
    """Return the words of sentences, and where sentences begin.

    Parameters
    ----------
    sentences : ColumnTable, or sequence of sequences of str
        Column 0 of a table.

    Raises
    ------
    DataError
        A token is no string.
    """
    if isinstance(sentences, ColumnTable):
        return sentences.columns[0], np.array(sentences.offsets, np.int64)
    try:
        table = ColumnTable.from_words(sentences)
    except TypeError:
        raise _no_words(sentences) from None
    for word in table.columns[0].values:
        if not isinstance(word, str):
            raise _no_words(word)
    return table.columns[0], table.offsets


def _no_words(found: Any) -> DataError:
    return DataError(
        f"Sentences of words are lists of strings; found {shown(found)}. For tokens of several "
        "fields use ColumnTable.from_sentences."
    )


def frequencies(column: Column) -> OffsetArray:
    """Return how often each of a column's values occurs, int64 (V,)."""
    counts = np.zeros(len(column.values), np.int64)
    count_numbers(np.ascontiguousarray(column.ids, np.int32), counts)
    return counts


def by_frequency(counts: OffsetArray) -> OffsetArray:
    """Return the values that occur, the most frequent first, int64 (W,)."""
    order = np.argsort(-counts, kind="stable")
    return order[: int(np.count_nonzero(counts))].astype(np.int64)


def distinct_values(column: Column) -> OffsetArray:
    """Return the values that occur, in rising order, int64 (W,): quickly for few tokens."""
    if len(column.ids) < len(column.values):
        return np.unique(column.ids[column.ids >= 0]).astype(np.int64)
    # One more entry, the last, so that the id -1 writes it.
    occurs = np.zeros(len(column.values) + 1, np.bool_)
    occurs[column.ids] = True
    return np.flatnonzero(occurs[:-1]).astype(np.int64)


def renumbered(ids: IdArray, order: OffsetArray) -> IdArray:
    """Return ids as places in an order of values, -1 for values that are not in it."""
    if not len(order):
        return np.full(len(ids), MISSING, np.int32)
    if len(ids) < int(order.max()):
        # Fewer tokens than values: a sentence beside the words of a project.
        places = np.argsort(order)
        found = np.minimum(np.searchsorted(order[places], ids), len(order) - 1)
        return np.where(order[places][found] == ids, places[found], MISSING).astype(np.int32)
    # One more entry, the last, so that the id -1 stays what it is.
    numbers = np.full(max(int(order.max()), int(ids.max(initial=0))) + 2, MISSING, np.int32)
    numbers[order] = np.arange(len(order), dtype=np.int32)
    return numbers[ids]


@dataclass(frozen=True, slots=True, eq=False)
class ContextRows:
    """Words as rows of a sparse matrix whose columns are their contexts.

    Attributes
    ----------
    indptr : int64 (W + 1,)
        Row w begins at entry ``4 indptr[w]``.
    ends : int64 (W,)
        Where it ends.
    columns : int32 (n,)
    values : float32 (n,)
    totals : int64 (4 M,)
        The sum of the counts of each column.
    """

    indptr: OffsetArray
    ends: OffsetArray
    columns: IdArray
    values: Float32Array
    totals: OffsetArray

    @property
    def blocks(self) -> list[tuple[int, int]]:
        """Parts of the rows, of about as many tokens; they depend on the text alone."""
        goals = np.linspace(0, int(self.indptr[-1]), _BLOCKS + 1)[1:-1]
        inner = np.searchsorted(self.indptr[:-1], goals).tolist()
        return list(pairwise(sorted({0, *inner, len(self.ends)})))


def places_of_words(
    words: IdArray,
    offsets: OffsetArray,
    n_words: int,
    written: IdArray | None = None,
    border: int = MISSING,
) -> tuple[OffsetArray, OffsetArray, IdArray]:
    """Return where each word is in a text that has two borders around each sentence.

    Parameters
    ----------
    words : int32 (T,)
        -1 for tokens that are not looked for.
    offsets : int64 (N + 1,)
    n_words : int
        W.
    written : int32 (T,), optional
        Written into the text in place of words.
    border : int

    Returns
    -------
    int64 (W + 1,), int64 (n,), int32 (T + 2 (N + 1),)
        Word w is at ``places[indptr[w]:indptr[w + 1]]`` of the text.
    """
    counts = np.zeros(n_words, np.int64)
    count_numbers(words, counts)
    indptr = offsets_of(counts)
    places = np.empty(int(indptr[-1]), np.int64)
    sort_by_word(words, offsets, indptr[:-1].copy(), places)
    padded = np.empty(len(words) + 2 * len(offsets), np.int32)
    pad_contexts(words if written is None else written, offsets, border, padded)
    return indptr, places, padded


def count_rows(
    words: IdArray,
    offsets: OffsetArray,
    n_words: int,
    context_ids: IdArray,
    n_contexts: int,
    steps: Steps,
) -> ContextRows:
    """Count the contexts of words.

    Parameters
    ----------
    words : int32 (T,)
        The row of each token, -1 for tokens that are not counted.
    offsets : int64 (N + 1,)
    n_words : int
    context_ids : int32 (T,)
        The number of each token as a context, -1 for none.
    n_contexts : int
        M, the border among them, which is the last one.
    steps : Steps
    """
    indptr, places, padded = places_of_words(words, offsets, n_words, context_ids, n_contexts - 1)
    n_columns = N_OFFSETS * n_contexts
    n_entries = N_OFFSETS * len(places)
    rows = ContextRows(
        indptr,
        np.zeros(n_words, np.int64),
        np.empty(n_entries, np.int32),
        np.empty(n_entries, np.float32),
        np.zeros(n_columns, np.int64),
    )

    def count(first: int, last: int) -> OffsetArray:
        totals = np.zeros(n_columns, np.int64)
        count_contexts(
            first,
            last,
            indptr,
            places,
            padded,
            n_contexts,
            np.zeros(n_columns, np.int32),
            totals,
            rows.columns,
            rows.values,
            rows.ends,
        )
        return totals

    for totals in steps.each(count, rows.blocks):
        np.add(rows.totals, totals, out=rows.totals)
    return rows


def to_ppmi(rows: ContextRows, weights: FloatArray, steps: Steps) -> None:
    """Turn counts into positive pointwise mutual information; weights as of `context_weights`."""

    def work(first: int, last: int) -> None:
        counts_to_ppmi(first, last, rows.indptr, rows.ends, rows.columns, rows.values, weights)

    for _ in steps.each(work, rows.blocks):
        pass


def context_weights(totals: OffsetArray, exponent: float = 0.75) -> FloatArray:
    """Return log(N / n̂(c)) of each column, where n̂(c) ∝ n(c)^exponent and Σ n̂ = N.

    Levy, Goldberg and Dagan (2015) smooth contexts so. 0 for columns that never occur.
    """
    smoothed = np.where(totals > 0, totals.astype(np.float64) ** exponent, 0.0)
    weights = np.zeros(len(totals))
    seen = totals > 0
    weights[seen] = np.log(smoothed.sum() / smoothed[seen])
    return weights


def squared_product(rows: ContextRows, basis: FloatArray, steps: Steps) -> FloatArray:
    """Return AᵀAQ, float64 (4 M, K), of the rows A and a basis Q (4 M, K)."""
    basis = np.ascontiguousarray(basis)
    total = np.zeros_like(basis)

    def work(first: int, last: int) -> FloatArray:
        products = np.zeros_like(basis)
        row = np.empty(basis.shape[1])
        add_squared_product(
            first,
            last,
            rows.indptr,
            rows.ends,
            rows.columns,
            rows.values,
            basis,
            row,
            products,
        )
        return products

    for products in steps.each(work, rows.blocks):
        total += products
    return total


def orthonormal(basis: FloatArray) -> FloatArray:
    """Return an orthonormal basis (D, K) of the columns of a matrix (D, K)."""
    rows = np.ascontiguousarray(basis.T)
    orthonormalise(rows)
    return np.ascontiguousarray(rows.T)


def projected(
    rows: ContextRows, projection: Float32Array, length: float, steps: Steps
) -> Float32Array:
    """Return the rows times a projection (4 M, K), each scaled to one length, float32 (W, K).

    A product that is not greater than its rounding errors is 0.
    """
    noise = _rounding_errors(projection)
    vectors = np.empty((len(rows.ends), projection.shape[1]), np.float32)

    def work(first: int, last: int) -> None:
        row = np.empty(projection.shape[1])
        project_rows(
            first,
            last,
            rows.indptr,
            rows.ends,
            rows.columns,
            rows.values,
            projection,
            noise,
            length,
            row,
            vectors,
        )

    for _ in steps.each(work, rows.blocks):
        pass
    return vectors


def _rounding_errors(projection: Float32Array) -> FloatArray:
    """Return the size of rounding errors in each row of a projection (4 M, K), float64 (4 M,).

    Its numbers are rounded to single precision, and come from a matrix with orthonormal columns
    whose entries that should be 0 are some multiples of double precision.
    """
    squares = np.einsum("ij,ij->i", projection, projection, dtype=np.float64)
    single, double = np.finfo(np.float32).eps, np.finfo(np.float64).eps
    return np.asarray(single * np.sqrt(squares) + 100.0 * double * np.sqrt(squares.sum()))

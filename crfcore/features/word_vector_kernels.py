"""Kernels for word vectors: counts of contexts, their PPMI, and products with the sparse matrix."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import Float32Array, FloatArray, IdArray, OffsetArray
from crfcore.jit import kernel


@kernel
def pad_contexts(contexts: IdArray, offsets: OffsetArray, border: int, padded: IdArray) -> None:
    """Copy the contexts of tokens, with two borders before, between and after sentences.

    Parameters
    ----------
    contexts : int32 (T,)
        The number of each token as a context.
    offsets : int64 (N + 1,)
    border : int
        The number of the border.
    padded : int32 (T + 2 (N + 1),), written
        Token t of sentence i is at t + 2 (i + 1).
    """
    padded[0] = border
    padded[1] = border
    for i in range(len(offsets) - 1):
        shift = 2 * (i + 1)
        for t in range(offsets[i], offsets[i + 1]):
            padded[t + shift] = contexts[t]
        padded[offsets[i + 1] + shift] = border
        padded[offsets[i + 1] + shift + 1] = border


@kernel
def sort_by_word(
    words: IdArray, offsets: OffsetArray, following: OffsetArray, places: OffsetArray
) -> None:
    """Write the places of tokens in the padded text, those of one word beside each other.

    Parameters
    ----------
    words : int32 (T,)
        Tokens whose word is negative are left out.
    offsets : int64 (N + 1,)
    following : int64 (W,)
        Where the places of each word begin; overwritten with where they end.
    places : int64 (n,), written
    """
    for i in range(len(offsets) - 1):
        for t in range(offsets[i], offsets[i + 1]):
            word = words[t]
            if word >= 0:
                places[following[word]] = t + 2 * (i + 1)
                following[word] += 1


@kernel
def count_contexts(
    first: int,
    last: int,
    indptr: OffsetArray,
    places: OffsetArray,
    padded: IdArray,
    n_contexts: int,
    counts: IdArray,
    totals: OffsetArray,
    columns: IdArray,
    values: Float32Array,
    ends: OffsetArray,
) -> None:
    """Count the contexts of some words.

    Parameters
    ----------
    first, last : int
        Words first..last-1.
    indptr : int64 (W + 1,)
        Word w has the places ``places[indptr[w]:indptr[w + 1]]``.
    places : int64 (n,)
    padded : int32
        As of `pad_contexts`.
    n_contexts : int
        M, the border among them; at offset o, context c is column o·M + c, o from 0 to 3.
    counts : int32 (4 M,), workspace
        Zeros, before and after.
    totals : int64 (4 M,)
        The counts are added.
    columns, values : int32, float32 (4 n,), written
        The columns of word w and their counts, from ``4 indptr[w]`` to ``ends[w]``.
    ends : int64 (W,), written
    """
    for word in range(first, last):
        start = 4 * indptr[word]
        end = start
        for at in range(indptr[word], indptr[word + 1]):
            for offset in range(4):
                shift = offset - 2 if offset < 2 else offset - 1
                context = padded[places[at] + shift]
                if context >= 0:
                    column = offset * n_contexts + context
                    if counts[column] == 0:
                        columns[end] = column
                        end += 1
                    counts[column] += 1
        for at in range(start, end):
            column = columns[at]
            values[at] = counts[column]
            totals[column] += counts[column]
            counts[column] = 0
        ends[word] = end


@kernel
def counts_to_ppmi(
    first: int,
    last: int,
    indptr: OffsetArray,
    ends: OffsetArray,
    columns: IdArray,
    values: Float32Array,
    weights: FloatArray,
) -> None:
    """Turn the counts of some words into positive pointwise mutual information.

    Parameters
    ----------
    first, last : int
    indptr, ends, columns
        As of `count_contexts`; entries without positive information are removed from columns.
    values : float32
        Counts; overwritten with max(0, log(count / Σ counts of the word) + weight of the column).
    weights : float64 (4 M,)
    """
    for word in range(first, last):
        start = 4 * indptr[word]
        total = 0.0
        for at in range(start, ends[word]):
            total += values[at]
        kept = start
        for at in range(start, ends[word]):
            column = columns[at]
            information = np.log(values[at] / total) + weights[column]
            if information > 0.0:
                columns[kept] = column
                values[kept] = information
                kept += 1
        ends[word] = kept


@kernel
def add_squared_product(
    first: int,
    last: int,
    indptr: OffsetArray,
    ends: OffsetArray,
    columns: IdArray,
    values: Float32Array,
    basis: FloatArray,
    row: FloatArray,
    products: FloatArray,
) -> None:
    """Add AᵀAQ of some rows of the sparse matrix A.

    Parameters
    ----------
    first, last, indptr, ends, columns, values
        Rows as of `count_contexts`.
    basis : float64 (4 M, K)
        Q.
    row : float64 (K,), workspace
    products : float64 (4 M, K)
        The product is added.
    """
    n = len(row)
    for word in range(first, last):
        row[:] = 0.0
        for at in range(4 * indptr[word], ends[word]):
            value = np.float64(values[at])
            column = columns[at]
            for k in range(n):
                row[k] += value * basis[column, k]
        for at in range(4 * indptr[word], ends[word]):
            value = np.float64(values[at])
            column = columns[at]
            for k in range(n):
                products[column, k] += value * row[k]


@kernel
def project_rows(
    first: int,
    last: int,
    indptr: OffsetArray,
    ends: OffsetArray,
    columns: IdArray,
    values: Float32Array,
    projection: Float32Array,
    noise: FloatArray,
    length: float,
    row: FloatArray,
    vectors: Float32Array,
) -> None:
    """Write the products of some rows with a projection, scaled to one length.

    Parameters
    ----------
    first, last, indptr, ends, columns, values
        Rows as of `count_contexts`.
    projection : float32 (4 M, K)
    noise : float64 (4 M,)
        The size of rounding errors in each row of the projection.
    length : float
    row : float64 (K,), workspace
    vectors : float32 (W, K), written
        0 where the product is, but for rounding errors.
    """
    n = len(row)
    for word in range(first, last):
        row[:] = 0.0
        for at in range(4 * indptr[word], ends[word]):
            value = np.float64(values[at])
            column = columns[at]
            for k in range(n):
                row[k] += value * projection[column, k]
        squares = 0.0
        for k in range(n):
            squares += row[k] * row[k]
        least = 0.0
        for at in range(4 * indptr[word], ends[word]):
            least += np.float64(values[at]) * noise[columns[at]]
        size = np.sqrt(squares)
        scale = length / size if size > least else 0.0
        for k in range(n):
            vectors[word, k] = row[k] * scale


@kernel
def orthonormalise(vectors: FloatArray) -> None:
    """Make rows (K, D) orthogonal to each other and of length 1, by Gram and Schmidt, twice.

    A row that depends on those before it becomes 0.
    """
    n, width = vectors.shape
    for i in range(n):
        squares = 0.0
        for d in range(width):
            squares += vectors[i, d] * vectors[i, d]
        before = np.sqrt(squares)
        for _ in range(2):
            for j in range(i):
                product = 0.0
                for d in range(width):
                    product += vectors[i, d] * vectors[j, d]
                for d in range(width):
                    vectors[i, d] -= product * vectors[j, d]
        squares = 0.0
        for d in range(width):
            squares += vectors[i, d] * vectors[i, d]
        after = np.sqrt(squares)
        scale = 1.0 / after if after > 1e-10 * before else 0.0
        for d in range(width):
            vectors[i, d] *= scale

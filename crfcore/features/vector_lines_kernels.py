"""Kernels that put vectors before the other attributes of tokens."""

from __future__ import annotations

from crfcore.arrays import Float32Array, FloatArray, IdArray, OffsetArray
from crfcore.jit import kernel


@kernel
def count_entries(
    indptr: OffsetArray,
    rows: IdArray,
    ids: IdArray,
    vectors: Float32Array,
    out_indptr: OffsetArray,
) -> None:
    """Write where the attributes of tokens begin when vectors are among them.

    Parameters
    ----------
    indptr : int64 (T + 1,)
        Of the other attributes.
    rows : int32 (T, M)
        The vector that each of M lines reads for each token, negative for none.
    ids : int32 (M, K)
        The attribute of each dimension of each line, negative for none.
    vectors : float32 (D, K)
        Entries that are 0 give no attribute.
    out_indptr : int64 (T + 1,), written
    """
    out_indptr[0] = 0
    for t in range(rows.shape[0]):
        n = indptr[t + 1] - indptr[t]
        for m in range(rows.shape[1]):
            if rows[t, m] >= 0:
                for k in range(vectors.shape[1]):
                    if ids[m, k] >= 0 and vectors[rows[t, m], k] != 0.0:
                        n += 1
        out_indptr[t + 1] = out_indptr[t] + n


@kernel
def fill_entries(
    indptr: OffsetArray,
    attributes: IdArray,
    shift: int,
    rows: IdArray,
    ids: IdArray,
    vectors: Float32Array,
    out_indptr: OffsetArray,
    out_attributes: IdArray,
    out_values: FloatArray,
) -> None:
    """Write vectors and the other attributes of tokens, whose ids grow by a number.

    Parameters
    ----------
    indptr, rows, ids, vectors, out_indptr
        As of `count_entries`.
    attributes : int32 (indptr[T],)
    shift : int
        Is added to them.
    out_attributes, out_values : int32, float64 (out_indptr[T],), written
    """
    for t in range(rows.shape[0]):
        place = out_indptr[t]
        for m in range(rows.shape[1]):
            row = rows[t, m]
            if row >= 0:
                for k in range(vectors.shape[1]):
                    if ids[m, k] >= 0 and vectors[row, k] != 0.0:
                        out_attributes[place] = ids[m, k]
                        out_values[place] = vectors[row, k]
                        place += 1
        for at in range(indptr[t], indptr[t + 1]):
            out_attributes[place] = attributes[at] + shift
            out_values[place] = 1.0
            place += 1

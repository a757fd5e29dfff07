"""Kernels that turn matrices into rows of attribute ids, and put such rows side by side."""

from __future__ import annotations

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.jit import kernel


@kernel
def count_nonzero(block: FloatArray) -> int:
    """Return how many entries of a block (R, K) are not 0."""
    n = 0
    for row in range(block.shape[0]):
        for column in range(block.shape[1]):
            if block[row, column] != 0.0:
                n += 1
    return n


@kernel
def pack_block(
    block: FloatArray, place: int, ends: OffsetArray, columns: IdArray, values: FloatArray
) -> int:
    """Write the entries of a block that are not 0 one after the other.

    Parameters
    ----------
    block : float64 (R, K)
    place : int
        Where the first one goes.
    ends : int64 (R,)
        Filled: where each row ends.
    columns : int32 (n,)
        Filled.
    values : float64 (n,)
        Filled.

    Returns
    -------
    int
        Where the last row ends.
    """
    for row in range(block.shape[0]):
        for column in range(block.shape[1]):
            if block[row, column] != 0.0:
                columns[place] = column
                values[place] = block[row, column]
                place += 1
        ends[row] = place
    return place


@kernel
def translate_rows(
    indptr: OffsetArray,
    columns: IdArray,
    values: FloatArray,
    ids: IdArray,
    out_indptr: OffsetArray,
    out_attributes: IdArray,
    out_values: FloatArray,
) -> int:
    """Give the columns of rows other numbers, and leave out those that have none.

    Parameters
    ----------
    indptr : int64 (T + 1,)
    columns : int32 (n,)
    values : float64 (n,)
    ids : int32 (K,)
        The number of each column, or -1.
    out_indptr, out_attributes, out_values
        Filled, as far as entries are left.

    Returns
    -------
    int
        How many entries are left.
    """
    place = 0
    out_indptr[0] = 0
    for t in range(len(indptr) - 1):
        for k in range(indptr[t], indptr[t + 1]):
            number = ids[columns[k]]
            if number >= 0:
                out_attributes[place] = number
                out_values[place] = values[k]
                place += 1
        out_indptr[t + 1] = place
    return place


@kernel
def place_rows(
    indptr: OffsetArray,
    attributes: IdArray,
    values: FloatArray,
    shift: int,
    places: OffsetArray,
    out_attributes: IdArray,
    out_values: FloatArray,
) -> None:
    """Write rows into wider ones.

    Parameters
    ----------
    indptr : int64 (T + 1,)
    attributes : int32 (n,)
    values : float64 (n,) or (0,)
        Empty where all are 1.
    shift : int
        Added to every attribute.
    places : int64 (T,)
        Where each row goes; moved behind it.
    out_attributes : int32 (m,)
        Filled.
    out_values : float64 (m,) or (0,)
        Filled, unless empty.
    """
    for t in range(len(indptr) - 1):
        place = places[t]
        for k in range(indptr[t], indptr[t + 1]):
            out_attributes[place] = attributes[k] + shift
            if len(out_values) > 0:
                out_values[place] = values[k] if len(values) > 0 else 1.0
            place += 1
        places[t] = place

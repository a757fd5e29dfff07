"""Kernels that convert matrices to rows of attribute ids, and concatenate such rows."""

from __future__ import annotations

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.jit import kernel


@kernel
def count_nonzero(block: FloatArray) -> int:
    """Return the number of non-zero entries of a block (R, K)."""
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
    """Write the non-zero entries of a block, concatenated.

    Parameters
    ----------
    block : float64 (R, K)
    place : int
        The position of the first one.
    ends : int64 (R,)
        Filled: the end of each row.
    columns : int32 (n,)
        Filled.
    values : float64 (n,)
        Filled.

    Returns
    -------
    int
        The end of the last row.
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
    """Renumber the columns of rows, and leave out those without an id.

    Parameters
    ----------
    indptr : int64 (T + 1,)
    columns : int32 (n,)
    values : float64 (n,) or (0,)
        Empty if all are 1; no values are written then.
    ids : int32 (K,)
        The id of each column, or -1.
    out_indptr, out_attributes, out_values
        Filled with the remaining entries; as long as the others.

    Returns
    -------
    int
        The number of remaining entries.
    """
    valued = len(values) > 0
    place = 0
    out_indptr[0] = 0
    for t in range(len(indptr) - 1):
        for k in range(indptr[t], indptr[t + 1]):
            number = ids[columns[k]]
            if number >= 0:
                out_attributes[place] = number
                if valued:
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
        Empty if all are 1.
    shift : int
        Added to every attribute.
    places : int64 (T,)
        The position of each row; moved to its end.
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

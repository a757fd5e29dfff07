"""Kernels that turn columns of numbers into rows of attribute ids."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, OffsetArray
from crfcore.jit import kernel


@kernel
def shift_cells(
    cells: IdArray, offsets: OffsetArray, row: int, borders: IdArray, shifted: IdArray
) -> None:
    """Read, for every token, the cell at a row offset in its sentence.

    Parameters
    ----------
    cells : int32 (T,)
        The column.
    offsets : int64 (N + 1,)
        Where sentences start.
    row : int
        The offset; negative is towards the beginning.
    borders : int32 (at least abs(row),)
        ``borders[d - 1]`` is the value at distance d outside the sentence, on the side of `row`.
    shifted : int32 (T,)
        Filled.
    """
    for i in range(len(offsets) - 1):
        first, end = offsets[i], offsets[i + 1]
        for t in range(first, end):
            place = t + row
            if place < first:
                shifted[t] = borders[first - place - 1]
            elif place >= end:
                shifted[t] = borders[place - end]
            else:
                shifted[t] = cells[place]


@kernel
def fixed_cells(
    cells: IdArray,
    offsets: OffsetArray,
    row: int,
    before: IdArray,
    behind: IdArray,
    fixed: IdArray,
) -> None:
    """Read, for every token, the cell at a fixed position of its sentence.

    Parameters
    ----------
    cells : int32 (T,)
        The column.
    offsets : int64 (N + 1,)
        Where sentences start.
    row : int
        1 is the sentence's first token, 2 the second; -1 is the last one, -2 the one before it.
    before, behind : int32 (abs(row) + 1,)
        ``before[d - 1]`` is the value at distance d before the sentence, ``behind[d - 1]`` after
        it.
    fixed : int32 (T,)
        Filled.
    """
    for i in range(len(offsets) - 1):
        first, end = offsets[i], offsets[i + 1]
        place = end + row if row < 0 else first + row - 1
        for t in range(first, end):
            if place < first:
                fixed[t] = before[first - place - 1]
            elif place >= end:
                fixed[t] = behind[place - end]
            else:
                fixed[t] = cells[place]


@kernel
def count_numbers(numbers: IdArray, counts: NDArray[np.int64]) -> None:
    """Count numbers into `counts` (int64), ignoring negative ones."""
    for i in range(len(numbers)):
        if numbers[i] >= 0:
            counts[numbers[i]] += 1


@kernel
def translate_into_column(
    numbers: IdArray, translation: IdArray, rows: IdArray, column: int
) -> int:
    """Translate numbers into one column of a table.

    Parameters
    ----------
    numbers : int32 (T,)
        Negative means none.
    translation : int32 (m,)
        The new value of each number.
    rows : int32 (T, K)
        Column `column` is filled, with -1 for missing values.
    column : int

    Returns
    -------
    int
        The number of values written.
    """
    present = 0
    for t in range(len(numbers)):
        if numbers[t] >= 0:
            rows[t, column] = translation[numbers[t]]
            present += 1
        else:
            rows[t, column] = -1
    return present


@kernel
def pack_rows(rows: IdArray, indptr: OffsetArray, packed: IdArray) -> None:
    """Write the non-negative entries of a table, concatenated.

    Parameters
    ----------
    rows : int32 (T, K)
    indptr : int64 (T + 1,)
        Filled: row t becomes ``packed[indptr[t]:indptr[t + 1]]``.
    packed : int32 (n,)
        Filled; of the length of non-negative entries.
    """
    place = 0
    indptr[0] = 0
    for t in range(rows.shape[0]):
        for k in range(rows.shape[1]):
            if rows[t, k] >= 0:
                packed[place] = rows[t, k]
                place += 1
        indptr[t + 1] = place

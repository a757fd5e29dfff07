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
    """Read, for every token, the cell that lies some rows away in its sentence.

    Parameters
    ----------
    cells : int32 (T,)
        The column.
    offsets : int64 (N + 1,)
        Where sentences start.
    row : int
        How far away; negative is towards the beginning.
    borders : int32 (at least abs(row),)
        ``borders[d - 1]`` stands d places outside the sentence, on the side of `row`.
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
    """Read, for every token, the cell of one place of its sentence.

    Parameters
    ----------
    cells : int32 (T,)
        The column.
    offsets : int64 (N + 1,)
        Where sentences start.
    row : int
        1 is the sentence's first token, 2 the second; -1 is the last one, -2 the one ahead of it.
    before, behind : int32 (abs(row) + 1,)
        ``before[d - 1]`` stands d places ahead of the sentence, ``behind[d - 1]`` behind it.
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
    """Add to `counts` (int64) how often each number occurs; negative ones do not count."""
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
        What each number becomes.
    rows : int32 (T, K)
        Column `column` is filled, with -1 where there is none.
    column : int

    Returns
    -------
    int
        How many there are.
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
    """Write the entries of a table one after the other, leaving negative ones out.

    Parameters
    ----------
    rows : int32 (T, K)
    indptr : int64 (T + 1,)
        Filled: row t becomes ``packed[indptr[t]:indptr[t + 1]]``.
    packed : int32 (n,)
        Filled; as long as there are entries that are not negative.
    """
    place = 0
    indptr[0] = 0
    for t in range(rows.shape[0]):
        for k in range(rows.shape[1]):
            if rows[t, k] >= 0:
                packed[place] = rows[t, k]
                place += 1
        indptr[t + 1] = place

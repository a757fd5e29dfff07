"""Kernels that add chosen rows of a matrix to other rows, and these to chosen rows.

Matrices are C-contiguous, of one precision, with the padded width of labels. Position p has the
rows ``numbers[starts[p] : starts[p + 1]]``. The width decides outside the loop over positions:
calls for each position take as long as adding four rows.
"""

from __future__ import annotations

from crfcore.arrays import AnyFloatArray, IdArray, OffsetArray
from crfcore.inference.row_vectors import (
    gather_1,
    gather_2,
    gather_3,
    gather_4,
    scatter_1,
    scatter_2,
    scatter_3,
    scatter_4,
)
from crfcore.jit import kernel


@kernel
def add_rows(
    matrix: AnyFloatArray,
    numbers: IdArray,
    starts: OffsetArray,
    first: int,
    last: int,
    sums: AnyFloatArray,
) -> None:
    """Add the rows of positions first..last-1 in a matrix to sums[0 : last - first]."""
    width = sums.shape[1]
    n_whole = width - width % 32
    for y in range(0, n_whole, 32):
        for p in range(first, last):
            gather_4(matrix, numbers, starts[p], starts[p + 1], y, sums, p - first)
    rest = width - n_whole
    if rest == 24:
        for p in range(first, last):
            gather_3(matrix, numbers, starts[p], starts[p + 1], n_whole, sums, p - first)
    elif rest == 16:
        for p in range(first, last):
            gather_2(matrix, numbers, starts[p], starts[p + 1], n_whole, sums, p - first)
    elif rest == 8:
        for p in range(first, last):
            gather_1(matrix, numbers, starts[p], starts[p + 1], n_whole, sums, p - first)


@kernel
def add_to_rows(
    matrix: AnyFloatArray,
    numbers: IdArray,
    starts: OffsetArray,
    first: int,
    last: int,
    amounts: AnyFloatArray,
) -> None:
    """Add amounts[0 : last - first] to the rows of positions first..last-1 in a matrix."""
    width = amounts.shape[1]
    n_whole = width - width % 32
    for y in range(0, n_whole, 32):
        for p in range(first, last):
            scatter_4(matrix, numbers, starts[p], starts[p + 1], y, amounts, p - first)
    rest = width - n_whole
    if rest == 24:
        for p in range(first, last):
            scatter_3(matrix, numbers, starts[p], starts[p + 1], n_whole, amounts, p - first)
    elif rest == 16:
        for p in range(first, last):
            scatter_2(matrix, numbers, starts[p], starts[p + 1], n_whole, amounts, p - first)
    elif rest == 8:
        for p in range(first, last):
            scatter_1(matrix, numbers, starts[p], starts[p + 1], n_whole, amounts, p - first)

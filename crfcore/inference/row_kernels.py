"""Kernels that add chosen rows of a matrix to one row, and one row to chosen rows.

Matrices are C-contiguous, of one precision, with the padded width of labels.
"""

from __future__ import annotations

from crfcore.arrays import AnyFloatArray, IdArray
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
    first: int,
    last: int,
    sums: AnyFloatArray,
    number: int,
) -> None:
    """Add the rows numbers[first], …, numbers[last - 1] of a matrix to sums[number]."""
    width = sums.shape[1]
    n_whole = width - width % 32
    for y in range(0, n_whole, 32):
        gather_4(matrix, numbers, first, last, y, sums, number)
    rest = width - n_whole
    if rest == 24:
        gather_3(matrix, numbers, first, last, n_whole, sums, number)
    elif rest == 16:
        gather_2(matrix, numbers, first, last, n_whole, sums, number)
    elif rest == 8:
        gather_1(matrix, numbers, first, last, n_whole, sums, number)


@kernel
def add_to_rows(
    matrix: AnyFloatArray,
    numbers: IdArray,
    first: int,
    last: int,
    amounts: AnyFloatArray,
    number: int,
) -> None:
    """Add amounts[number] to the rows numbers[first], …, numbers[last - 1] of a matrix."""
    width = amounts.shape[1]
    n_whole = width - width % 32
    for y in range(0, n_whole, 32):
        scatter_4(matrix, numbers, first, last, y, amounts, number)
    rest = width - n_whole
    if rest == 24:
        scatter_3(matrix, numbers, first, last, n_whole, amounts, number)
    elif rest == 16:
        scatter_2(matrix, numbers, first, last, n_whole, amounts, number)
    elif rest == 8:
        scatter_1(matrix, numbers, first, last, n_whole, amounts, number)

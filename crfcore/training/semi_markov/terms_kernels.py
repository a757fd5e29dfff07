"""Kernels for the gradient of the weights of segments."""

from __future__ import annotations

from crfcore.arrays import FloatArray, IdArray
from crfcore.jit import kernel


@kernel
def add_rows(groups: IdArray, amounts: FloatArray, sums: FloatArray) -> None:
    """Add the rows of each group.

    Parameters
    ----------
    groups : (n,) array
        The group of each row.
    amounts : (n, W) array
    sums : (D, W) array
        To which they are added.
    """
    width = amounts.shape[1]
    for row in range(len(groups)):
        group = groups[row]
        for column in range(width):
            sums[group, column] += amounts[row, column]

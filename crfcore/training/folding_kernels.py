"""Kernels that find attributes of exactly the same tokens."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, HashArray, IdArray, OffsetArray
from crfcore.jit import kernel

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


@kernel
def mixed(number: np.uint64) -> np.uint64:
    """Return 64 pseudo-random bits of a number (SplitMix64)."""
    number = number + _GOLDEN
    number = (number ^ (number >> np.uint64(30))) * _FIRST
    number = (number ^ (number >> np.uint64(27))) * _SECOND
    return number ^ (number >> np.uint64(31))


@kernel
def sum_of_marks(
    first: int, last: int, indptr: OffsetArray, attributes: IdArray, marks: HashArray
) -> None:
    """Add two random marks of each of the tokens first..last-1 to the marks of its attributes.

    ``marks`` is (A, 2) unsigned 64-bit integers, which wrap around.
    """
    for t in range(first, last):
        one = mixed(np.uint64(t))
        two = mixed(one)
        for k in range(indptr[t], indptr[t + 1]):
            marks[attributes[k], 0] += one
            marks[attributes[k], 1] += two


@kernel
def number_by_marks(
    marks: HashArray,
    state_indptr: OffsetArray,
    state_labels: IdArray,
    table: IdArray,
    numbers: IdArray,
    leaders: IdArray,
    sizes: IdArray,
) -> int:
    """Assign the same number to attributes with equal marks and equal labels.

    Parameters
    ----------
    table : (power of two,) array of −1, workspace
        Open addressing; at least twice the number of attributes.
    numbers : (A,) array, written
    leaders, sizes : (A,) arrays, written
        The first attribute of each number, and the number of attributes.

    Returns
    -------
    int
        The count of numbers.
    """
    n_numbers = 0
    last_slot = np.uint64(table.shape[0] - 1)
    for a in range(marks.shape[0]):
        slot = mixed(marks[a, 0] ^ marks[a, 1]) & last_slot
        n_labels = state_indptr[a + 1] - state_indptr[a]
        while table[slot] >= 0:
            b = leaders[table[slot]]
            equal = marks[a, 0] == marks[b, 0] and marks[a, 1] == marks[b, 1]
            equal = equal and state_indptr[b + 1] - state_indptr[b] == n_labels
            if equal:
                for j in range(n_labels):
                    if state_labels[state_indptr[a] + j] != state_labels[state_indptr[b] + j]:
                        equal = False
            if equal:
                break
            slot = (slot + np.uint64(1)) & last_slot
        if table[slot] < 0:
            table[slot] = n_numbers
            leaders[n_numbers] = a
            sizes[n_numbers] = 0
            n_numbers += 1
        numbers[a] = table[slot]
        sizes[table[slot]] += 1
    return n_numbers


@kernel
def fold_weights(
    numbers: IdArray,
    state_indptr: OffsetArray,
    folded_indptr: OffsetArray,
    weights: FloatArray,
    folded: FloatArray,
) -> None:
    """Add the weights of each group of attributes to the group's own."""
    for a in range(numbers.shape[0]):
        to = folded_indptr[numbers[a]]
        for j in range(state_indptr[a], state_indptr[a + 1]):
            folded[to + j - state_indptr[a]] += weights[j]


@kernel
def unfold_weights(
    numbers: IdArray,
    sizes: IdArray,
    state_indptr: OffsetArray,
    folded_indptr: OffsetArray,
    folded: FloatArray,
    weights: FloatArray,
) -> None:
    """Divide each group's weights among its attributes."""
    for a in range(numbers.shape[0]):
        number = numbers[a]
        for j in range(state_indptr[a], state_indptr[a + 1]):
            weights[j] = folded[folded_indptr[number] + j - state_indptr[a]] / sizes[number]

"""Kernels that find the attributes of tokens, line by line of a template, in blocks of tokens.

Cells are ids of strings; negative ones are missing. A line of one cell has a table indexed by the
cell. A line of M cells has M − 1 hash tables with open addressing: the first maps the pair of its
first two cells to a number, each further one the pair of that number and the next cell; the last
one's numbers are attributes. A slot is free if its first number is negative.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, OffsetArray
from crfcore.jit import kernel

# Odd random numbers below 2 to the 31, so that products and sums do not overflow.
_FIRST_FACTOR = 1640531527
_SECOND_FACTOR = 1252489283

BLOCK = 512
"""Tokens per block, so that arrays stay in the cache."""


@kernel
def slot_of(first: int, second: int, bits: int) -> int:
    """Return the slot where the search for a pair begins, below 2 ** bits."""
    mixed = np.int64(first) * _FIRST_FACTOR + np.int64(second) * _SECOND_FACTOR
    return int((mixed & 0xFFFFFFFF) >> (32 - bits))


@kernel
def insert_pairs(
    firsts: IdArray, seconds: IdArray, numbers: IdArray, bits: int, slots: IdArray, found: IdArray
) -> None:
    """Insert pairs into a table.

    Parameters
    ----------
    firsts, seconds : int32 (n,)
        Not negative; pairs may be repeated.
    numbers : int32 (n,), or (0,)
        The value of each pair; empty: consecutive numbers in the order of appearance.
    bits : int
    slots : int32 (2 ** bits, 3)
        First, second, number; (−1, ·, ·) if free. More slots are free than there are pairs.
    found : int32 (n,)
        Filled with the value of each pair, for equal ones that of the first.
    """
    last = (1 << bits) - 1
    n_distinct = 0
    for i in range(len(firsts)):
        slot = slot_of(firsts[i], seconds[i], bits)
        while slots[slot, 0] >= 0 and not (
            slots[slot, 0] == firsts[i] and slots[slot, 1] == seconds[i]
        ):
            slot = (slot + 1) & last
        if slots[slot, 0] < 0:
            slots[slot, 0] = firsts[i]
            slots[slot, 1] = seconds[i]
            slots[slot, 2] = numbers[i] if len(numbers) > 0 else n_distinct
            n_distinct += 1
        found[i] = slots[slot, 2]


@kernel
def find_pairs(
    firsts: IdArray, seconds: IdArray, n: int, slots: IdArray, start: int, bits: int
) -> None:
    """Replace the first n of `firsts` by the values of the pairs; −1 if unknown.

    Parameters
    ----------
    firsts, seconds : int32 (at least n,)
    slots : int32 (·, 3)
        The table is ``slots[start : start + 2 ** bits]``.
    """
    last = (1 << bits) - 1
    for i in range(n):
        first = firsts[i]
        second = seconds[i]
        number = -1
        if first >= 0 and second >= 0:
            slot = slot_of(first, second, bits)
            while slots[start + slot, 0] >= 0:
                if slots[start + slot, 0] == first and slots[start + slot, 1] == second:
                    number = slots[start + slot, 2]
                    break
                slot = (slot + 1) & last
        firsts[i] = number


@kernel
def pad_sentences(cells: IdArray, offsets: OffsetArray, borders: IdArray, padded: IdArray) -> None:
    """Write a column padded outside its sentences.

    Parameters
    ----------
    cells : int32 (T,)
    offsets : int64 (N + 1,)
    borders : int32 (2 · R,)
        The values before a sentence, from the farthest to the nearest; then those after it, from
        the nearest to the farthest.
    padded : int32 (T + 2 · R · N,), written
        R borders, the first sentence, R borders, R borders, the second …
    """
    n_borders = len(borders) // 2
    place = 0
    for i in range(len(offsets) - 1):
        for k in range(n_borders):
            padded[place] = borders[k]
            place += 1
        for t in range(offsets[i], offsets[i + 1]):
            padded[place] = cells[t]
            place += 1
        for k in range(n_borders):
            padded[place] = borders[n_borders + k]
            place += 1


@kernel
def place_tokens(offsets: OffsetArray, n_borders: int, places: OffsetArray) -> None:
    """Write the position of each token in columns of `pad_sentences`."""
    for i in range(len(offsets) - 1):
        shift = (2 * i + 1) * n_borders
        for t in range(offsets[i], offsets[i + 1]):
            places[t] = t + shift


@kernel
def look_up(
    columns: IdArray,
    places: OffsetArray,
    lines: OffsetArray,
    cells: NDArray[np.int64],
    tables: NDArray[np.int64],
    direct: IdArray,
    slots: IdArray,
    is_start: NDArray[np.uint8],
    indptr: OffsetArray,
    attributes: IdArray,
) -> int:
    """Write the known attributes of all tokens, in the order of the lines.

    Parameters
    ----------
    columns : int32 (C, ·)
        Padded columns.
    places : int64 (T,)
        The position of each token in them.
    lines : int64 (K + 1,)
        Line k has the cells ``cells[lines[k]:lines[k + 1]]`` and as many tables.
    cells : int64 (·, 2)
        Column and row (relative to the token) of each cell.
    tables : int64 (·, 2)
        Start and bits of the table after this cell; (start, −1) is a position in `direct`, (·, −2)
        is none; (attribute, −3) is a constant.
    direct : int32 (·,)
        Attributes by cell; each table is preceded by −1.
    slots : int32 (·, 3)
        The hash tables.
    is_start : uint8 (T,) or (0,)
        1: the token has no attributes (the first of a sentence, for edges).
    indptr : int64 (T + 1,), written
    attributes : int32 (at least as many as are found,), written

    Returns
    -------
    int
        The number of attributes found.
    """
    n_lines = len(lines) - 1
    numbers = np.empty((n_lines, BLOCK), np.int32)
    seconds = np.empty(BLOCK, np.int32)
    n_found = 0
    indptr[0] = 0
    for begin in range(0, len(places), BLOCK):
        n = min(BLOCK, len(places) - begin)
        for k in range(n_lines):
            found = numbers[k]
            for m in range(lines[k], lines[k + 1]):
                column = columns[cells[m, 0]]
                row = cells[m, 1]
                target = found if m == lines[k] else seconds
                for i in range(n):
                    target[i] = column[places[begin + i] + row]
                start = tables[m, 0]
                if tables[m, 1] == -1:
                    for i in range(n):
                        found[i] = direct[start + 1 + found[i]]
                elif tables[m, 1] == -3:
                    for i in range(n):
                        found[i] = start
                elif tables[m, 1] >= 0:
                    find_pairs(found, seconds, n, slots, start, tables[m, 1])
        for i in range(n):
            if len(is_start) == 0 or is_start[begin + i] == 0:
                for k in range(n_lines):
                    if numbers[k, i] >= 0:
                        attributes[n_found] = numbers[k, i]
                        n_found += 1
            indptr[begin + i + 1] = n_found
    return n_found

"""Kernels that find the attributes of tokens, line by line of a template, in blocks of tokens.

Cells are numbers of strings; a number below 0 means none. A line of one cell has a table that is
read at the cell's number. A line of M cells has M − 1 hash tables with open addressing: the first
gives a number to the pair of its first two cells, each further one to the pair of that number and
the next cell; the last one's numbers are attributes. A slot is free where its first number is
negative.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, OffsetArray
from crfcore.jit import kernel

# Odd numbers without a pattern, below 2 to the 31: no product or sum of two overflows.
_FIRST_FACTOR = 1640531527
_SECOND_FACTOR = 1252489283

BLOCK = 512
"""Tokens whose numbers are found together, so that they stay in the nearest cache."""


@kernel
def slot_of(first: int, second: int, bits: int) -> int:
    """Return where the search for a pair begins, below 2 to the power of `bits`."""
    mixed = np.int64(first) * _FIRST_FACTOR + np.int64(second) * _SECOND_FACTOR
    return int((mixed & 0xFFFFFFFF) >> (32 - bits))


@kernel
def insert_pairs(
    firsts: IdArray, seconds: IdArray, numbers: IdArray, bits: int, slots: IdArray, found: IdArray
) -> None:
    """Put pairs into a table.

    Parameters
    ----------
    firsts, seconds : int32 (n,)
        Not negative; a pair may stand several times.
    numbers : int32 (n,), or (0,)
        What each pair gets; empty: the next number, from 0 in the order of appearance.
    bits : int
    slots : int32 (2 ** bits, 3)
        First, second, number; (−1, ·, ·) where free. More are free than there are pairs.
    found : int32 (n,)
        Filled with what each pair has: of equal ones, what the first of them got.
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
    """Replace the first n of `firsts` by the numbers of the pairs; −1 where there is none.

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
    """Write a column with what lies outside its sentences.

    Parameters
    ----------
    cells : int32 (T,)
    offsets : int64 (N + 1,)
    borders : int32 (2 · R,)
        What stands ahead of a sentence, from the farthest to the nearest; then behind it, from
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
    """Write where each token stands in the columns that `pad_sentences` has written."""
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
        Where each token stands in them.
    lines : int64 (K + 1,)
        Line k has the cells ``cells[lines[k]:lines[k + 1]]`` and as many tables.
    cells : int64 (·, 2)
        Column and row (relative to the token) of each cell.
    tables : int64 (·, 2)
        Start and bits of the table that the line needs once it has this cell; (start, −1) is a
        place in `direct`, (·, −2) is nothing; (attribute, −3) is what every token gets.
    direct : int32 (·,)
        Attributes by number of a cell, each table with −1 ahead.
    slots : int32 (·, 3)
        The hash tables.
    is_start : uint8 (T,) or (0,)
        1: the token has no attributes (no edge leads into the first of a sentence).
    indptr : int64 (T + 1,), written
    attributes : int32 (at least as many as are found,), written

    Returns
    -------
    int
        How many were found.
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

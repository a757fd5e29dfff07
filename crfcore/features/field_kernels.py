"""Kernels that assign ids to the distinct fields of a text, by column."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, OffsetArray
from crfcore.jit import kernel

_BASIS = 2166136261
_PRIME = 16777619


@kernel
def find_fields(text: NDArray[np.uint8], separator: int, starts: OffsetArray) -> None:
    """Write the start of each field; the last one is followed by a separator too.

    Parameters
    ----------
    text : uint8 (n,)
        Fields, each followed by a separator.
    separator : int
    starts : int64 (number of fields + 1,), written
    """
    starts[0] = 0
    field = 1
    for place in range(len(text)):
        if text[place] == separator:
            starts[field] = place + 1
            field += 1


@kernel
def same_bytes(text: NDArray[np.uint8], one: int, other: int, length: int) -> bool:
    """Whether the text is equal at two positions."""
    k = 0
    while k < length and text[one + k] == text[other + k]:
        k += 1
    return k == length


@kernel
def fill_fields(hashes: OffsetArray, n_distinct: int, bits: int) -> IdArray:
    """Return a hash table of 2 ** bits slots with distinct fields, −1 for free slots."""
    slots = np.full(1 << bits, -1, np.int32)
    last = (1 << bits) - 1
    for number in range(n_distinct):
        slot = hashes[number] & last
        while slots[slot] >= 0:
            slot = (slot + 1) & last
        slots[slot] = number
    return slots


@kernel
def number_fields(
    text: NDArray[np.uint8],
    starts: OffsetArray,
    column: int,
    n_columns: int,
    ids: IdArray,
    firsts: IdArray,
) -> int:
    """Assign ids to the distinct fields of one column, in the order of appearance.

    Parameters
    ----------
    text : uint8 (n,)
        All fields, token by token.
    starts : int64 (T · n_columns + 1,)
        Written by `find_fields`.
    column, n_columns : int
    ids : int32 (T,)
        Filled: the id of each token's field.
    firsts : int32 (T,)
        Filled for distinct fields: the first token with each.

    Returns
    -------
    int
        The number of distinct fields.
    """
    n_tokens = len(ids)
    hashes = np.empty(n_tokens, np.int64)
    bits = 10
    slots = fill_fields(hashes, 0, bits)
    n_distinct = 0
    for t in range(n_tokens):
        start = starts[t * n_columns + column]
        end = starts[t * n_columns + column + 1] - 1
        # FNV-1a of 32 bits (G. Fowler, L. C. Noll, K.-P. Vo), where products fit in 64 bits.
        mixed = np.int64(_BASIS)
        for place in range(start, end):
            mixed = ((mixed ^ np.int64(text[place])) * np.int64(_PRIME)) & np.int64(0xFFFFFFFF)
        mixed ^= mixed >> 15
        last = (1 << bits) - 1
        slot = mixed & last
        number = slots[slot]
        while number >= 0:
            if hashes[number] == mixed:
                first = firsts[number] * n_columns + column
                same = starts[first + 1] - 1 - starts[first] == end - start
                if same and same_bytes(text, starts[first], start, end - start):
                    break
            slot = (slot + 1) & last
            number = slots[slot]
        if number < 0:
            number = n_distinct
            slots[slot] = number
            hashes[number] = mixed
            firsts[number] = t
            n_distinct += 1
            if 2 * n_distinct > last:
                bits += 2
                slots = fill_fields(hashes, n_distinct, bits)
        ids[t] = number
    return n_distinct

"""Kernels that assign ids to distinct keys, by hashing with open addressing.

Keys are non-negative int64; negative ones are missing. Ids follow the order of first appearance, so
results are reproducible.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import IdArray, OffsetArray
from crfcore.jit import kernel

HASH_BITS = 32
"""Bits of a hash; the upper ones determine the slot."""


@kernel
def fill_slots(hashes: OffsetArray, n_keys: int, bits: int) -> IdArray:
    """Return the hash table of `intern_keys`.

    Parameters
    ----------
    hashes : int64 (at least n_keys,)
        Hash of each distinct key.
    n_keys : int
        The number of valid ones.
    bits : int
        The table has ``2 ** bits`` slots, at least twice the number of keys.

    Returns
    -------
    int32 (2 ** bits,)
        Id of a key, or -1.
    """
    slots = np.full(1 << bits, -1, np.int32)
    last = (1 << bits) - 1
    for number in range(n_keys):
        slot = hashes[number] >> (HASH_BITS - bits)
        while slots[slot] >= 0:
            slot = (slot + 1) & last
        slots[slot] = number
    return slots


@kernel
def intern_keys(
    keys: OffsetArray,
    hashes: OffsetArray,
    numbers: IdArray,
    distinct: OffsetArray,
    distinct_hashes: OffsetArray,
) -> int:
    """Assign ids to the distinct keys.

    Parameters
    ----------
    keys, hashes : int64 (n,)
        Keys and their hashes.
    numbers : int32 (n,)
        Filled: the id of each key, -1 for missing ones.
    distinct, distinct_hashes : int64 (n,)
        Filled for distinct keys.

    Returns
    -------
    int
        The number of distinct keys.
    """
    bits = 10
    slots = fill_slots(distinct_hashes, 0, bits)
    last = (1 << bits) - 1
    n_distinct = 0
    for i in range(len(keys)):
        key = keys[i]
        if key < 0:
            numbers[i] = -1
            continue
        slot = hashes[i] >> (HASH_BITS - bits)
        while slots[slot] >= 0 and distinct[slots[slot]] != key:
            slot = (slot + 1) & last
        if slots[slot] < 0:
            slots[slot] = n_distinct
            distinct[n_distinct] = key
            distinct_hashes[n_distinct] = hashes[i]
            n_distinct += 1
        numbers[i] = slots[slot]
        if 2 * n_distinct > last and bits < HASH_BITS:
            bits += 2
            slots = fill_slots(distinct_hashes, n_distinct, bits)
            last = (1 << bits) - 1
    return n_distinct

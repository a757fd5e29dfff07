"""Small numbers for distinct keys, and for distinct pairs of numbers; array operations only."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import IdArray, OffsetArray
from crfcore.features.intern_kernels import intern_keys

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
"""2 to the 64 over the golden ratio: Knuth, The Art of Computer Programming 3, section 6.4."""

_HALF = np.uint64(32)
_LOWER_HALF = np.int64(0xFFFFFFFF)


def pair_keys(first: IdArray, second: IdArray) -> OffsetArray:
    """Return one key for each pair of numbers.

    Parameters
    ----------
    first, second : int32 (n,)
        Not negative, but for -1, which means none.

    Returns
    -------
    int64 (n,)
        Negative where one of the two is missing.
    """
    keys = first.astype(np.int64)
    keys <<= np.int64(32)
    keys |= second
    return keys


def split_pairs(keys: OffsetArray) -> tuple[IdArray, IdArray]:
    """Return the two numbers of each key that `pair_keys` made of numbers."""
    return (keys >> np.int64(32)).astype(np.int32), (keys & _LOWER_HALF).astype(np.int32)


def _hashes(keys: OffsetArray) -> OffsetArray:
    # In numpy, where a product may overflow silently with or without the compiler.
    mixed = keys.view(np.uint64) >> _HALF
    mixed ^= keys.view(np.uint64)
    mixed *= _MULTIPLIER
    mixed >>= _HALF
    return mixed.view(np.int64)


def interned(keys: OffsetArray) -> tuple[IdArray, OffsetArray]:
    """Give numbers to the distinct keys, in the order of their first appearance.

    Parameters
    ----------
    keys : int64 (n,)
        A negative key means none.

    Returns
    -------
    numbers : int32 (n,)
        -1 where there is no key.
    distinct : int64 (m,)
        ``distinct[numbers[i]] == keys[i]``.
    """
    numbers = np.empty(len(keys), np.int32)
    distinct = np.empty(len(keys), np.int64)
    scratch = np.empty(len(keys), np.int64)
    n_distinct = intern_keys(keys, _hashes(keys), numbers, distinct, scratch)
    return numbers, distinct[:n_distinct].copy()

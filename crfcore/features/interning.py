"""Ids of distinct keys, and of distinct pairs of numbers, in array operations."""

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
        Not negative, or -1 for none.

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
    """Return the two numbers of each key; the inverse of `pair_keys`."""
    return (keys >> np.int64(32)).astype(np.int32), (keys & _LOWER_HALF).astype(np.int32)


def _hashes(keys: OffsetArray) -> OffsetArray:
    # In numpy, because the product overflows silently there, with and without the compiler.
    mixed = keys.view(np.uint64) >> _HALF
    mixed ^= keys.view(np.uint64)
    mixed *= _MULTIPLIER
    mixed >>= _HALF
    return mixed.view(np.int64)


def interned(keys: OffsetArray) -> tuple[IdArray, OffsetArray]:
    """Return ids of distinct keys, in the order of appearance.

    Parameters
    ----------
    keys : int64 (n,)
        Negative keys are missing.

    Returns
    -------
    numbers : int32 (n,)
        -1 for missing keys.
    distinct : int64 (m,)
        ``distinct[numbers[i]] == keys[i]``.
    """
    numbers = np.empty(len(keys), np.int32)
    distinct = np.empty(len(keys), np.int64)
    scratch = np.empty(len(keys), np.int64)
    n_distinct = intern_keys(keys, _hashes(keys), numbers, distinct, scratch)
    return numbers, distinct[:n_distinct].copy()

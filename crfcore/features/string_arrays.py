"""Lists of strings as two arrays, for files of named arrays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import OffsetArray
from crfcore.features.segments import offsets_of


def pack_strings(strings: Sequence[str]) -> tuple[NDArray[np.uint8], OffsetArray]:
    """Return strings as bytes and offsets.

    Parameters
    ----------
    strings : sequence of N str
        Lone surrogates are preserved.

    Returns
    -------
    uint8 (offsets[N],), int64 (N + 1,)
    """
    parts = [string.encode("utf-8", "surrogatepass") for string in strings]
    lengths = np.fromiter(map(len, parts), np.int64, len(parts))
    return np.frombuffer(b"".join(parts), np.uint8), offsets_of(lengths)


def unpack_alphabet(data: NDArray[np.uint8], offsets: OffsetArray) -> list[str]:
    """Return distinct strings, whose indices are ids.

    Raises
    ------
    ValueError
        A string is repeated, or the two arrays are inconsistent.
    """
    strings = unpack_strings(data, offsets)
    if len(set(strings)) < len(strings):
        raise ValueError("two of its strings are the same")
    return strings


def unpack_strings(data: NDArray[np.uint8], offsets: OffsetArray) -> list[str]:
    """Return the strings of `pack_strings`; ValueError if the arrays are inconsistent."""
    rising = bool(np.all(offsets[1:] >= offsets[:-1]))
    if not len(offsets) or offsets[0] != 0 or offsets[-1] != len(data) or not rising:
        raise ValueError("the places of the strings do not fit their text")
    content = data.tobytes()
    ends = offsets.tolist()
    return [content[start:end].decode("utf-8", "surrogatepass") for start, end in pairwise(ends)]

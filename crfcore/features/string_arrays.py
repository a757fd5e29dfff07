"""Lists of strings as two arrays, for files of named arrays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import OffsetArray
from crfcore.features.segments import offsets_of


def pack_strings(strings: Sequence[str]) -> tuple[NDArray[np.uint8], OffsetArray]:
    """Return strings as bytes and the places where each begins and ends.

    Parameters
    ----------
    strings : sequence of N str
        Lone surrogates are kept.

    Returns
    -------
    uint8 (offsets[N],), int64 (N + 1,)
    """
    parts = [string.encode("utf-8", "surrogatepass") for string in strings]
    lengths = np.fromiter(map(len, parts), np.int64, len(parts))
    return np.frombuffer(b"".join(parts), np.uint8), offsets_of(lengths)


def unpack_alphabet(data: NDArray[np.uint8], offsets: OffsetArray) -> list[str]:
    """Return strings of which each is another: their places are numbers that kernels follow.

    Raises
    ------
    ValueError
        A string stands there twice, or the two arrays do not fit together.
    """
    strings = unpack_strings(data, offsets)
    if len(set(strings)) < len(strings):
        message = "two of its strings are the same"
        raise ValueError(message)
    return strings


def unpack_strings(data: NDArray[np.uint8], offsets: OffsetArray) -> list[str]:
    """Return the strings that `pack_strings` packed; ValueError if the two do not fit together."""
    rising = bool(np.all(offsets[1:] >= offsets[:-1]))
    if not len(offsets) or offsets[0] != 0 or offsets[-1] != len(data) or not rising:
        message = "the places of the strings do not fit their text"
        raise ValueError(message)
    content = data.tobytes()
    ends = offsets.tolist()
    return [content[start:end].decode("utf-8", "surrogatepass") for start, end in pairwise(ends)]

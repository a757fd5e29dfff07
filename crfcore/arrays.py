"""Array types of the library.

The letters in docstrings: N sentences, T tokens (of one sentence or of all), L labels,
A attributes, F features (weights).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

FloatArray: TypeAlias = NDArray[np.float64]
"""Scores, weights, probabilities: double precision."""

Float32Array: TypeAlias = NDArray[np.float32]
"""Values for display or ranking: single precision."""

AnyFloatArray: TypeAlias = NDArray[np.float64] | NDArray[np.float32]
"""Double or single precision."""

IdArray: TypeAlias = NDArray[np.int32]
"""Ids of attributes, labels, words, label sets."""

LabelArray: TypeAlias = NDArray[np.uint16]
"""Labels in large arrays."""

OffsetArray: TypeAlias = NDArray[np.int64]
"""Offsets and indices in flat arrays: sentence i is ``offsets[i]:offsets[i + 1]``."""

HashArray: TypeAlias = NDArray[np.uint64]
"""Hashes."""

MaskArray: TypeAlias = NDArray[np.uint8]
"""Masks of 0 and 1."""


def plain_number(value: Any) -> Any:
    """Return a number of numpy as one of Python, and anything else as it is.

    A number in half precision cannot be compared with a great one: numpy warns of an overflow.
    """
    return value.item() if isinstance(value, np.generic) else value


def counts_before(mask: NDArray[np.bool_]) -> OffsetArray:
    """Return how many entries are True before each position of a mask (n,), and in all: (n + 1,).

    Other threads go on meanwhile: `numpy.cumsum` of a mask itself keeps them waiting, for seconds
    where it is long, and takes ten times as long.
    """
    before = np.zeros(len(mask) + 1, np.int64)
    np.cumsum(mask.astype(np.int64), out=before[1:])
    return before


def ranges_at(indptr: OffsetArray, ids: IdArray) -> OffsetArray:
    """Return indptr[i] to indptr[i + 1] - 1 for each id, one after another."""
    lengths = indptr[ids + 1] - indptr[ids]
    ends = np.cumsum(lengths, dtype=np.int64)
    starts = np.repeat(indptr[ids] - (ends - lengths), lengths)
    return starts + np.arange(len(starts), dtype=np.int64)


def with_prefix(arrays: Mapping[str, NDArray[Any]], prefix: str) -> dict[str, NDArray[Any]]:
    """Return the arrays whose names begin with a prefix, without it."""
    return {
        name.removeprefix(prefix): array
        for name, array in arrays.items()
        if name.startswith(prefix)
    }

"""Segments of flat arrays: where sentences start, and copies of some of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import OffsetArray
from crfcore.features.gather_kernels import copy_segments

MISSING = -1
"""The id of a string that a token does not have."""


def offsets_of(lengths: NDArray[np.integer[Any]]) -> OffsetArray:
    """Return where segments of the given lengths start, and where the last one ends.

    Parameters
    ----------
    lengths : int (N,)
        Length of each segment.

    Returns
    -------
    int64 (N + 1,)
    """
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


def as_places(places: Any, n_sentences: int) -> OffsetArray:
    """Return places of sentences as int64 (M,); IndexError for one where there is no sentence."""
    chosen = np.ascontiguousarray(places, dtype=np.int64)
    if len(chosen) and not 0 <= int(chosen.min()) <= int(chosen.max()) < n_sentences:
        message = (
            f"Places of sentences run from 0 to {n_sentences - 1}; "
            f"asked for {int(chosen.min())} to {int(chosen.max())}."
        )
        raise IndexError(message)
    return chosen


def chosen_offsets(offsets: OffsetArray, places: OffsetArray) -> OffsetArray:
    """Return the offsets (M + 1,) of the segments at some places."""
    return offsets_of(offsets[places + 1] - offsets[places])


def copied_segments(
    offsets: OffsetArray, places: OffsetArray, out: OffsetArray, source: NDArray[Any]
) -> NDArray[Any]:
    """Return the segments of `source` at some places, one after the other."""
    target = np.empty(int(out[-1]), source.dtype)
    copy_segments(offsets, places, out, np.ascontiguousarray(source), target)
    return target

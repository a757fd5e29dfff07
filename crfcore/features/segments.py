"""Segments of flat arrays: offsets, and copies of segments."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import OffsetArray
from crfcore.features.gather_kernels import copy_segments

MISSING = -1
"""The id of a missing string."""


def offsets_of(lengths: NDArray[np.integer[Any]]) -> OffsetArray:
    """Return the offsets of segments of the given lengths.

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


def as_sentence_indices(places: Any, n_sentences: int) -> OffsetArray:
    """Return sentence indices as int64 (M,); IndexError if one is out of range."""
    chosen = np.ascontiguousarray(places, dtype=np.int64)
    if len(chosen) and not 0 <= int(chosen.min()) <= int(chosen.max()) < n_sentences:
        raise IndexError(
            f"Sentence indices are 0 to {n_sentences - 1}; "
            f"found {int(chosen.min())} to {int(chosen.max())}."
        )
    return chosen


def chosen_offsets(offsets: OffsetArray, places: OffsetArray) -> OffsetArray:
    """Return the offsets (M + 1,) of some segments."""
    return offsets_of(offsets[places + 1] - offsets[places])


def copied_segments(
    offsets: OffsetArray, places: OffsetArray, out: OffsetArray, source: NDArray[Any]
) -> NDArray[Any]:
    """Return some segments of `source`, concatenated."""
    target = np.empty(int(out[-1]), source.dtype)
    copy_segments(offsets, places, out, np.ascontiguousarray(source), target)
    return target

"""Segments of flat arrays: offsets, and copies of segments."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import OffsetArray
from crfcore.errors import SentenceIndexError, shown
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
    """Return sentence indices, or those of a mask with True for some sentences, as int64 (M,).

    Raises
    ------
    SentenceIndexError
        They are no whole numbers, or one is out of range, or a mask has another length.
    """
    try:
        chosen = np.atleast_1d(np.asarray(places))
    except ValueError:
        # Lists of several lengths.
        chosen = np.zeros((1, 1))
    if chosen.dtype == np.bool_ and chosen.ndim == 1:
        if len(chosen) != n_sentences:
            raise SentenceIndexError(
                f"A mask has True or False for each sentence; there are {n_sentences:,}, and it "
                f"has {len(chosen):,} values."
            )
        return np.flatnonzero(chosen)
    if chosen.ndim != 1 or (len(chosen) and chosen.dtype.kind not in "iu"):
        raise SentenceIndexError(
            f"Sentences are chosen by a list of whole numbers, their indices, or by True or False "
            f"for each; found {shown(places)}."
        )
    wrong = chosen[(chosen < 0) | (chosen >= n_sentences)]
    if len(wrong):
        indices = f"are 0 to {n_sentences - 1}" if n_sentences else "do not exist: there are none"
        raise SentenceIndexError(f"Sentence indices {indices}; found {wrong[0]}.")
    return np.ascontiguousarray(chosen, np.int64)


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

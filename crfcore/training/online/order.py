"""In which pieces the sentences go through a kernel."""

from __future__ import annotations

import itertools

import numpy as np

from crfcore.arrays import OffsetArray
from crfcore.training.online.working import Working

WORK_AT_ONCE = 2**23
"""Tokens × (labels² + labels × attributes) of a piece: some milliseconds."""


def pieces(order: OffsetArray, working: Working) -> list[tuple[int, int]]:
    """Cut sentences in the order of their visits into pieces that take a few milliseconds.

    Returns
    -------
    list of (first, last)
        Places in the order, the last exclusive.
    """
    offsets, indptr = working.sentences.offsets, working.sentences.indptr
    starts, stops = offsets[order], offsets[order + 1]
    width = working.width
    work = (stops - starts) * width**2 + (indptr[stops] - indptr[starts]) * width
    number = np.cumsum(work) // WORK_AT_ONCE
    cuts = np.flatnonzero(np.diff(number)) + 1
    bounds = [0, *cuts.tolist(), len(order)]
    return [(first, last) for first, last in itertools.pairwise(bounds) if first < last]

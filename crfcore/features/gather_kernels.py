"""Kernels that copy sentences of flat arrays."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from crfcore.arrays import OffsetArray
from crfcore.jit import kernel


@kernel
def copy_segments(
    offsets: OffsetArray,
    segments: OffsetArray,
    out_offsets: OffsetArray,
    source: NDArray[Any],
    target: NDArray[Any],
) -> None:
    """Copy the chosen segments of a flat array, concatenated.

    Parameters
    ----------
    offsets : int64 (N + 1,)
        Segment i of `source` is ``offsets[i]:offsets[i + 1]``.
    segments : int64 (M,)
        Indices of segments, in any order, possibly repeated.
    out_offsets : int64 (M + 1,)
        The start of each chosen segment in `target`.
    source : array (offsets[N],)
        Read.
    target : array (out_offsets[M],)
        Filled.
    """
    for i in range(len(segments)):
        first = offsets[segments[i]]
        start = out_offsets[i]
        for k in range(out_offsets[i + 1] - start):
            target[start + k] = source[first + k]

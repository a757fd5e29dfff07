"""Kernel that gives the vectors of tokens their rows."""

from __future__ import annotations

from crfcore.arrays import IdArray, OffsetArray
from crfcore.jit import kernel


@kernel
def number_in_lanes(
    order: OffsetArray,
    lanes: OffsetArray,
    vectors: IdArray,
    row_of: IdArray,
    counts: OffsetArray,
    indptr: OffsetArray,
    rows: IdArray,
) -> None:
    """Give numbers to the vectors of each lane in the order in which its positions have them.

    Parameters
    ----------
    order, lanes : (T,) arrays
        The token and the lane of each position.
    vectors : (T, M) array
        The vectors of each token, or -1.
    row_of : (G, D) array, written
        The row of each vector in each lane, or -1.
    counts : (G,) array, zeros, changed
        The number of rows of each lane.
    indptr, rows : (T + 1,), (at least all vectors of tokens,) arrays, written
        The rows of each position.
    """
    row_of[:] = -1
    n = 0
    for place in range(order.shape[0]):
        lane = lanes[place]
        for m in range(vectors.shape[1]):
            vector = vectors[order[place], m]
            if vector < 0:
                continue
            if row_of[lane, vector] < 0:
                row_of[lane, vector] = counts[lane]
                counts[lane] += 1
            rows[n] = row_of[lane, vector]
            n += 1
        indptr[place + 1] = n

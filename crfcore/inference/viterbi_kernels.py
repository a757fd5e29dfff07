"""Kernels of the search for the best labelling."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.jit import kernel


@kernel
def viterbi_paths(
    offsets: OffsetArray,
    scores: FloatArray,
    transitions: FloatArray,
    allowed: MaskArray,
    n_labels: int,
    back: IdArray,
    labels: IdArray,
    path_scores: FloatArray,
) -> int:
    """Find the labelling of greatest score of every sentence.

    Parameters
    ----------
    scores : (T, at least L) array
    transitions : (1 or T, L, L) array
        Entry t leads into token t.
    allowed : (T, L) array, or (0, 0) for everything
    back : (longest sentence, L) array, workspace
    labels : (T,) array, written
    path_scores : (N,) array, written

    Returns
    -------
    int
        The first token that no labelling reaches, or that has a score of NaN or +inf; or −1.
        Among equal scores the lower label wins.
    """
    per_position = transitions.shape[0] > 1
    masked = allowed.shape[0] > 0
    best = np.empty(n_labels)
    previous = np.empty(n_labels)
    for i in range(offsets.shape[0] - 1):
        start = offsets[i]
        stop = offsets[i + 1]
        path_scores[i] = 0.0
        for t in range(start, stop):
            k = t if per_position else 0
            if t == start:
                for y in range(n_labels):
                    best[y] = 0.0
                    back[0, y] = -1
            else:
                for y in range(n_labels):
                    previous[y] = best[y]
                    best[y] = -np.inf
                    back[t - start, y] = -1
                for x in range(n_labels):
                    score = previous[x]
                    for y in range(n_labels):
                        candidate = score + transitions[k, x, y]
                        better = candidate > best[y]
                        best[y] = candidate if better else best[y]
                        back[t - start, y] = x if better else back[t - start, y]
            reached = False
            for y in range(n_labels):
                if masked and allowed[t, y] == 0:
                    best[y] = -np.inf
                elif scores[t, y] < np.inf:
                    best[y] += scores[t, y]
                else:
                    return int(t)
                reached = reached or best[y] > -np.inf
            if not reached:
                return int(t)
        if start == stop:
            continue
        label = 0
        for y in range(1, n_labels):
            if best[y] > best[label]:
                label = y
        path_scores[i] = best[label]
        for t in range(stop - 1, start - 1, -1):
            labels[t] = label
            label = back[t - start, label]
    return -1

"""Kernels of the Viterbi algorithm.

The forward pass stores only the best score of every label at every token, so that its inner loop is
additions and maxima of whole vectors; the backward pass finds the previous label by the same
arithmetic, for the labels of the best path only.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.jit import kernel


@kernel
def best_step(
    before: FloatArray, transitions: FloatArray, n_labels: int, after: FloatArray
) -> None:
    """Write max over x of before[x] + transitions[x, y] for the y of every column.

    Parameters
    ----------
    before : (at least L,) array
    transitions : (at least L, W) array
    n_labels : int
        L; rows of `transitions` from L on are not read.
    after : (at least W,) array, written
    """
    width = transitions.shape[1]
    n_whole = n_labels - n_labels % 4
    for y in range(width):
        after[y] = -np.inf
    for x in range(0, n_whole, 4):
        b0 = before[x]
        b1 = before[x + 1]
        b2 = before[x + 2]
        b3 = before[x + 3]
        for y in range(width):
            s0 = b0 + transitions[x, y]
            s1 = b1 + transitions[x + 1, y]
            s2 = b2 + transitions[x + 2, y]
            s3 = b3 + transitions[x + 3, y]
            s0 = max(s1, s0)
            s2 = max(s3, s2)
            s0 = max(s2, s0)
            after[y] = max(s0, after[y])
    for x in range(n_whole, n_labels):
        b0 = before[x]
        for y in range(width):
            after[y] = max(b0 + transitions[x, y], after[y])


@kernel
def add_scores(
    scores: FloatArray, allowed: MaskArray, t: int, n_labels: int, best: FloatArray
) -> bool:
    """Add the scores of token t to the first L of `best`; False if one is NaN or +inf."""
    n_bad = 0
    for y in range(n_labels):
        score = scores[t, y]
        n_bad += 0 if score < np.inf else 1
        best[y] += score
    if allowed.shape[0] > 0:
        # Forbidden labels may have any score.
        n_bad = 0
        for y in range(n_labels):
            if allowed[t, y] == 0:
                best[y] = -np.inf
            elif not scores[t, y] < np.inf:
                n_bad += 1
    return n_bad == 0


@kernel
def first_unreached(best: FloatArray, n_tokens: int, n_labels: int) -> int:
    """Return the first row of `best`, of n_tokens, in which all labels have −inf; or n_tokens."""
    for t in range(n_tokens):
        reached = False
        for y in range(n_labels):
            reached = reached or best[t, y] > -np.inf
        if not reached:
            return t
    return n_tokens


@kernel
def viterbi_paths(
    offsets: OffsetArray,
    scores: FloatArray,
    transitions: FloatArray,
    allowed: MaskArray,
    n_labels: int,
    best: FloatArray,
    labels: IdArray,
    path_scores: FloatArray,
) -> int:
    """Find the labelling of highest score of every sentence.

    Parameters
    ----------
    scores : (T, at least L) array
    transitions : (1 or T, at least L, W) array
        Entry t leads into token t; W is at least L, and −inf from L on.
    allowed : (T, L) array, or (0, 0) for everything
    best : (longest sentence, W) array, workspace
    labels : (T,) array, written
    path_scores : (N,) array, written

    Returns
    -------
    int
        The first token that no labelling reaches, or that has a score of NaN or +inf; or −1.
        Among equal scores the lower label wins.
    """
    per_position = transitions.shape[0] > 1
    for i in range(offsets.shape[0] - 1):
        start = offsets[i]
        stop = offsets[i + 1]
        path_scores[i] = 0.0
        if start == stop:
            continue
        for t in range(start, stop):
            if t == start:
                for y in range(best.shape[1]):
                    best[0, y] = 0.0
            else:
                k = t if per_position else 0
                best_step(best[t - start - 1], transitions[k], n_labels, best[t - start])
            if not add_scores(scores, allowed, t, n_labels, best[t - start]):
                return int(start + first_unreached(best, t - start, n_labels))
        last = stop - 1 - start
        label = 0
        for y in range(1, n_labels):
            if best[last, y] > best[last, label]:
                label = y
        if not best[last, label] > -np.inf:
            return int(start + first_unreached(best, stop - start, n_labels))
        path_scores[i] = best[last, label]
        labels[stop - 1] = label
        for t in range(stop - 1, start, -1):
            k = t if per_position else 0
            row = t - 1 - start
            greatest = -np.inf
            origin = 0
            for x in range(n_labels):
                candidate = best[row, x] + transitions[k, x, label]
                if candidate > greatest:
                    greatest = candidate
                    origin = x
            label = origin
            labels[t - 1] = label
    return -1

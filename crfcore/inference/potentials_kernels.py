"""Kernels that prepare a lattice: masks, shifts, and ranges of scores."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.jit import kernel


@kernel
def mask_and_shift(
    scores: FloatArray,
    allowed: MaskArray,
    n_labels: int,
    shifted: FloatArray,
    row_maxima: FloatArray,
    row_spreads: FloatArray,
) -> int:
    """Write scores − greatest allowed one of their row; −inf where forbidden.

    Parameters
    ----------
    scores : (T, at least L) array
    allowed : (T, L) array, or (0, 0) for everything
    n_labels : int
        L; columns of `shifted` from L on are padding and become −inf.
    shifted : (T, W) array, written; may be `scores` itself
    row_maxima : (T,) array, written
    row_spreads : (T,) array, written
        Range of the finite allowed scores.

    Returns
    -------
    int
        The first token without a label left (or with a score of NaN or +inf), or −1.
    """
    width = shifted.shape[1]
    masked = allowed.shape[0] > 0
    bad = -1
    for t in range(scores.shape[0]):
        greatest = -np.inf
        least = np.inf
        for y in range(n_labels):
            score = scores[t, y]
            if masked and allowed[t, y] == 0:
                score = -np.inf
            shifted[t, y] = score
            greatest = max(greatest, score)
            if score > -np.inf:
                least = min(least, score)
        total = 0.0
        for y in range(n_labels):
            # Comparisons lose a NaN; a sum keeps it.
            total += shifted[t, y]
            shifted[t, y] -= greatest
        for y in range(n_labels, width):
            shifted[t, y] = -np.inf
        row_maxima[t] = greatest
        row_spreads[t] = greatest - least
        if bad < 0 and (greatest == -np.inf or greatest == np.inf or np.isnan(total)):
            bad = t
    return bad


@kernel
def transition_range(transitions: FloatArray, used: MaskArray) -> tuple[float, float]:
    """Return the least finite and the greatest used transition score.

    (0, 0) if all are −inf; the greatest is +inf if any is NaN or +inf.
    """
    least = np.inf
    greatest = -np.inf
    for k in range(transitions.shape[0]):
        if used[k] == 0:
            continue
        for x in range(transitions.shape[1]):
            for y in range(transitions.shape[2]):
                score = transitions[k, x, y]
                if not score < np.inf:
                    return 0.0, np.inf
                if score > -np.inf:
                    least = min(least, score)
                    greatest = max(greatest, score)
    if greatest == -np.inf:
        return 0.0, 0.0
    return least, greatest


@kernel
def pad_transitions(
    transitions: FloatArray, used: MaskArray, greatest: float, padded: FloatArray
) -> None:
    """Write transition scores − greatest one; padding and unused entries become −inf."""
    n_labels = transitions.shape[1]
    width = padded.shape[1]
    for k in range(transitions.shape[0]):
        for x in range(width):
            for y in range(width):
                if used[k] == 1 and x < n_labels and y < n_labels:
                    padded[k, x, y] = transitions[k, x, y] - greatest
                else:
                    padded[k, x, y] = -np.inf


@kernel
def reliable_sentences(
    row_spreads: FloatArray, offsets: OffsetArray, limit: float, reliable: MaskArray
) -> None:
    """Mark the sentences with a range of scores for which no potential underflows."""
    for i in range(offsets.shape[0] - 1):
        widest = 0.0
        for t in range(offsets[i], offsets[i + 1]):
            widest = max(widest, row_spreads[t])
        reliable[i] = 1 if widest <= limit else 0

"""Kernel that scores given labellings."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.jit import kernel


@kernel
def given_path_scores(
    labels: IdArray,
    offsets: OffsetArray,
    scores: FloatArray,
    transitions: FloatArray,
    allowed: MaskArray,
    path_scores: FloatArray,
) -> None:
    """Write the score of each sentence's labelling, (N,); −inf where it is forbidden.

    Parameters
    ----------
    labels : (T,) array
        −1 for an unknown label, which is forbidden.
    scores : (T, L) array
    transitions : (1 or T, L, L) array
    allowed : (T, L) array, or (0, 0) for everything
    """
    per_position = transitions.shape[0] > 1
    masked = allowed.shape[0] > 0
    for i in range(offsets.shape[0] - 1):
        total = 0.0
        for t in range(offsets[i], offsets[i + 1]):
            y = labels[t]
            if y < 0 or (masked and allowed[t, y] == 0):
                total = -np.inf
                break
            total += scores[t, y]
            if t > offsets[i]:
                total += transitions[t if per_position else 0, labels[t - 1], y]
        path_scores[i] = total

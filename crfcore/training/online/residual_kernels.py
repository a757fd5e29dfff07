"""Kernels of the gradient of one sentence's likelihood by scores and transitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from crfcore.jit import kernel
from crfcore.training.online.sentence_kernels import (
    add_costs,
    score_sentence,
    sum_over_labellings,
    transitions_of_sentence,
)

if TYPE_CHECKING:
    from crfcore.training.online.kernel_data import Layout, Sentences, Weights, Workspace


@kernel
def residuals_of_sentence(
    sentences: Sentences, layout: Layout, weights: Weights, work: Workspace, i: int, scale: float
) -> tuple[float, int]:
    """Write expectations given the targets minus those without, into ``work``.

    The weights are ``scale`` times ``weights``; costs are added to the scores. Written are
    ``work.targets`` and ``work.target_pairs``; ``work.posteriors`` are the expectations without
    targets.

    Returns
    -------
    loss : float
        −log P(targets).
    n_matrices : int
        1 for shared transitions, else one for each token.
    """
    n_labels = layout.n_labels
    start = sentences.offsets[i]
    n = score_sentence(sentences, layout, weights, i, work)
    n_matrices = transitions_of_sentence(sentences, layout, weights, i, work.transitions)
    width = work.scores.shape[1]
    by_position = n_matrices > 1
    if scale != 1.0:
        factor = work.scores.dtype.type(scale)
        for t in range(n):
            for y in range(width):
                work.scores[t, y] *= factor
        for k in range(n_matrices):
            for x in range(n_labels):
                for y in range(n_labels):
                    work.transitions[k, x, y] *= factor
    add_costs(sentences, work, i)
    log_allowed = 0.0
    if sentences.kinds[i] == 2:
        for t in range(n):
            label = sentences.label_sets[start + t]
            log_allowed += work.scores[t, label]
            if t > 0:
                before = sentences.label_sets[start + t - 1]
                log_allowed += work.transitions[t if by_position else 0, before, label]
    else:
        # An int64: the compiler would specialise a constant for each value.
        log_allowed = sum_over_labellings(sentences, layout, work, i, n_matrices, np.int64(1))
        for t in range(n):
            for y in range(width):
                work.targets[t, y] = work.posteriors[t, y]
        for k in range(n_matrices):
            for x in range(n_labels):
                for y in range(n_labels):
                    work.target_pairs[k, x, y] = work.pairs[k, x, y]
    log_z = sum_over_labellings(sentences, layout, work, i, n_matrices, np.int64(0))
    if sentences.kinds[i] == 2:
        for t in range(n):
            for y in range(width):
                work.targets[t, y] = -work.posteriors[t, y]
            work.targets[t, sentences.label_sets[start + t]] += 1.0
        for k in range(n_matrices):
            for x in range(n_labels):
                for y in range(n_labels):
                    work.target_pairs[k, x, y] = -work.pairs[k, x, y]
        for t in range(1, n):
            before = sentences.label_sets[start + t - 1]
            here = sentences.label_sets[start + t]
            work.target_pairs[t if by_position else 0, before, here] += 1.0
    else:
        for t in range(n):
            for y in range(width):
                work.targets[t, y] -= work.posteriors[t, y]
        for k in range(n_matrices):
            for x in range(n_labels):
                for y in range(n_labels):
                    work.target_pairs[k, x, y] -= work.pairs[k, x, y]
    return log_z - log_allowed, n_matrices

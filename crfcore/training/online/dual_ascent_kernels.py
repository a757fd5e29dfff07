"""Kernels of dual coordinate ascent; see `dual_ascent`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import OffsetArray
from crfcore.jit import kernel
from crfcore.training.online.residual_kernels import residuals_of_sentence
from crfcore.training.online.sentence_kernels import (
    add_to_tokens,
    add_to_transitions,
    add_to_vectors,
)

if TYPE_CHECKING:
    from crfcore.training.online.kernel_data import Layout, Sentences, Weights, Workspace

LEAST_CHANGE = 1e-14
"""Least sum of squared changes of probabilities for an update of a token."""

LENGTH_OF_VECTORS = 4.0
"""The squared length of a vector; see `learn_vectors`."""


@kernel
def ascend(
    order: OffsetArray,
    first: int,
    last: int,
    sentences: Sentences,
    layout: Layout,
    weights: Weights,
    work: Workspace,
    token_residuals: NDArray[np.float32],
    pair_residuals: NDArray[np.float32],
    c2: float,
    caution: float,
    pair_rate: float,
) -> float:
    """Improve weights sentence by sentence: order[first], …, order[last - 1].

    Parameters
    ----------
    token_residuals : (T, W) array, changed
    pair_residuals : (N, L, L) array, changed; (0, 0, 0) to descend along the gradient of
        transitions instead, at the rate ``pair_rate``.
    caution : float
        Factor of the squared length of a change: greater values give shorter steps.

    Returns
    -------
    float
        Σ −log P(known labels) of these sentences, each just before its step.
    """
    n_labels = layout.n_labels
    width = work.scores.shape[1]
    with_pairs = pair_residuals.shape[0] > 0
    real = work.scores.dtype.type
    loss = 0.0
    for place in range(first, last):
        i = order[place]
        sentence_loss, n_matrices = residuals_of_sentence(sentences, layout, weights, work, i, 1.0)
        loss += sentence_loss
        start = sentences.offsets[i]
        n = sentences.offsets[i + 1] - start
        gain = 0.0
        length = 0.0
        extra = LENGTH_OF_VECTORS * sentences.vector_rows.shape[1]
        for t in range(n):
            square = real(0.0)
            token_gain = real(0.0)
            for y in range(width):
                change = work.targets[t, y] - token_residuals[start + t, y]
                work.targets[t, y] = change
                size = abs(change)
                square += size * size
                total = max(work.posteriors[t, y] + work.posteriors[t, y] + change, size)
                token_gain += size * size / (total + real(1e-6))
            work.scales[t] = square
            gain += float(token_gain)
            n_attributes = sentences.indptr[start + t + 1] - sentences.indptr[start + t]
            length += float(square) * (float(n_attributes) + extra)
        if with_pairs:
            square = real(0.0)
            for x in range(n_labels):
                for y in range(n_labels):
                    change = work.target_pairs[0, x, y] - pair_residuals[i, x, y]
                    work.target_pairs[0, x, y] = change
                    square += change * change
            length += float(square)
        step = gain / (gain + caution * length / (2.0 * c2) + 1e-30)
        kept = real(step)
        scale = real(step * 0.5 / c2)
        for t in range(n):
            if work.scales[t] <= LEAST_CHANGE:
                for y in range(width):
                    work.targets[t, y] = 0.0
                continue
            for y in range(width):
                token_residuals[start + t, y] += kept * work.targets[t, y]
                work.targets[t, y] *= scale
        add_to_tokens(sentences, layout, weights, i, work.targets, 0.0)
        add_to_vectors(sentences, layout, weights, i, work.targets, work)
        if with_pairs:
            for x in range(n_labels):
                for y in range(n_labels):
                    pair_residuals[i, x, y] += kept * work.target_pairs[0, x, y]
            add_to_transitions(
                sentences, layout, weights, i, n_matrices, step * 0.5 / c2, work.target_pairs
            )
        else:
            add_to_transitions(
                sentences, layout, weights, i, n_matrices, pair_rate, work.target_pairs
            )
    return loss

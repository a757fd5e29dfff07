"""Kernels of stochastic gradient descent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from crfcore.arrays import OffsetArray
from crfcore.jit import kernel
from crfcore.training.online.residual_kernels import residuals_of_sentence
from crfcore.training.online.sentence_kernels import Reals, add_to_tokens, add_to_transitions

if TYPE_CHECKING:
    from crfcore.training.online.kernel_data import Layout, Sentences, Weights, Workspace


@kernel
def square_sum(x: Reals) -> float:
    """Return Σ x²."""
    total = 0.0
    for k in range(x.shape[0]):
        total += np.float64(x[k]) * np.float64(x[k])
    return total


@kernel
def gradient_steps(
    order: OffsetArray,
    first: int,
    last: int,
    sentences: Sentences,
    layout: Layout,
    weights: Weights,
    work: Workspace,
    decay: float,
    first_rate: float,
    n_steps: int,
    scale: float,
) -> tuple[float, float]:
    """Step down the gradient of each sentence order[first], …, order[last - 1] in turn.

    The weights are scale · ``weights``, so that the penalty shrinks all of them by one product.
    Step t has the rate η_t = 1 / (λ · (t₀ + t)) with λ = ``decay`` and t₀ = 1 / (λ · first_rate).

    Returns
    -------
    loss : float
        Σ −log P(known labels), each just before its step.
    scale : float
        The new scale.
    """
    start = 1.0 / (decay * first_rate) if decay > 0.0 else 0.0
    loss = 0.0
    for place in range(first, last):
        i = order[place]
        step = n_steps + place - first
        rate = 1.0 / (decay * (start + step)) if decay > 0.0 else first_rate
        shrunk = scale * (1.0 - rate * decay)
        # A first step at the rate 1/λ erases all weights.
        if shrunk == 0.0:
            weights.rows[:] = 0.0
            weights.pairs[:] = 0.0
            weights.transitions[:] = 0.0
            weights.edges[:] = 0.0
            shrunk = 1.0
        scale = shrunk
        sentence_loss, n_matrices = residuals_of_sentence(
            sentences, layout, weights, work, i, scale
        )
        loss += sentence_loss
        gain = rate / scale
        factor = work.scores.dtype.type(gain)
        n = sentences.offsets[i + 1] - sentences.offsets[i]
        for t in range(n):
            for y in range(work.targets.shape[1]):
                work.targets[t, y] *= factor
        add_to_tokens(sentences, layout, weights, i, work.targets, 0.0)
        add_to_transitions(sentences, layout, weights, i, n_matrices, gain, work.target_pairs)
    return loss, scale

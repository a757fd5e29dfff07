"""Kernels of the forward–backward pass over batches in step-major order.

Step s of a batch is the tokens s of all its sentences that are long enough, the longest sentence
first; the steps are concatenated. So step s + 1 continues the first rows of step s, and
a step of the recursion for all sentences is one matrix product.

All arrays of floats have one precision, single or double; labels are padded to width W.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.inference.products_kernels import multiply, multiply_transposed
from crfcore.jit import kernel

# Limit of rows summed in single precision before the sum is added in double.
ROWS_AT_ONCE = 512


@kernel
def order_by_step(
    offsets: OffsetArray, sentences: OffsetArray, step_starts: OffsetArray, order: OffsetArray
) -> int:
    """Write the token of each row of a batch, and the starts of its steps.

    Parameters
    ----------
    offsets : (N + 1,) array
    sentences : (M,) array
        The sentences of the batch, none longer than the one before.
    step_starts : (longest + 1,) array, written
    order : (tokens of the batch,) array, written

    Returns
    -------
    int
        The number of rows.
    """
    n_active = sentences.shape[0]
    row = 0
    step_starts[0] = 0
    for s in range(step_starts.shape[0] - 1):
        # The first sentence, the longest, has all steps.
        while offsets[sentences[n_active - 1] + 1] - offsets[sentences[n_active - 1]] <= s:
            n_active -= 1
        for i in range(n_active):
            order[row] = offsets[sentences[i]] + s
            row += 1
        step_starts[s + 1] = row
    return row


@kernel
def shift_by_maximum(
    scores: FloatArray, n_labels: int, labels: IdArray, row_weights: FloatArray
) -> float:
    """Subtract each row's maximum; padding becomes −inf. Return the sum at the given labels.

    ``row_weights`` (rows,) are the factors of that sum, or empty if all are one.
    """
    weighted = row_weights.shape[0] > 0
    total = 0.0
    for r in range(scores.shape[0]):
        greatest = scores[r, 0]
        for y in range(1, n_labels):
            greatest = max(greatest, scores[r, y])
        for y in range(n_labels):
            scores[r, y] -= greatest
        for y in range(n_labels, scores.shape[1]):
            scores[r, y] = -np.inf
        total += scores[r, labels[r]] * (row_weights[r] if weighted else 1.0)
    return total


@kernel
def forward_by_step(
    step_starts: OffsetArray,
    n_labels: int,
    potentials: FloatArray,
    transitions: FloatArray,
    alpha: FloatArray,
    scales: FloatArray,
) -> None:
    """Run the scaled forward pass.

    alpha[t] = (alpha[t-1] · transitions) ∘ potentials[t] / scales[t], each row of sum one.
    """
    width = potentials.shape[1]
    for s in range(step_starts.shape[0] - 1):
        first = step_starts[s]
        last = step_starts[s + 1]
        if s > 0:
            before = step_starts[s - 1]
            multiply(alpha, before, last - first, transitions, n_labels, width, alpha, first)
        for r in range(first, last):
            if s == 0:
                for y in range(width):
                    alpha[r, y] = potentials[r, y]
            else:
                for y in range(width):
                    alpha[r, y] *= potentials[r, y]
            # In a loop of its own, so that its order does not depend on where the arrays are.
            total = 0.0
            for y in range(width):
                total += alpha[r, y]
            scales[r] = total
            inverse = potentials.dtype.type(1.0 / total)
            for y in range(width):
                alpha[r, y] *= inverse


@kernel
def backward_by_step(
    step_starts: OffsetArray,
    n_labels: int,
    potentials: FloatArray,
    transposed: FloatArray,
    alpha: FloatArray,
    scales: FloatArray,
    posteriors: FloatArray,
) -> None:
    """Run the scaled backward pass after `forward_by_step`; messages replace the potentials.

    With beta[last] = 1 and message[t] = potentials[t] ∘ beta[t] / scales[t]:
    beta[t-1] = message[t] · transposed, posteriors[t] = alpha[t] ∘ beta[t].
    """
    width = potentials.shape[1]
    n_steps = step_starts.shape[0] - 1
    n_going_on = 0
    for s in range(n_steps - 1, -1, -1):
        first = step_starts[s]
        last = step_starts[s + 1]
        for r in range(first, last):
            inverse = potentials.dtype.type(1.0 / scales[r])
            if r < first + n_going_on:
                for y in range(width):
                    beta = posteriors[r, y]
                    potentials[r, y] *= beta * inverse
                    posteriors[r, y] = alpha[r, y] * beta
            else:
                for y in range(width):
                    potentials[r, y] *= inverse
                    posteriors[r, y] = alpha[r, y]
        n_going_on = last - first
        if s > 0:
            before = step_starts[s - 1]
            multiply(potentials, first, n_going_on, transposed, n_labels, width, posteriors, before)


@kernel
def add_pairs_by_step(
    step_starts: OffsetArray,
    n_labels: int,
    alpha: FloatArray,
    messages: FloatArray,
    workspace: FloatArray,
    pair_sums: FloatArray,
) -> None:
    """Add Σ alpha[t-1]ᵀ message[t] (W, W); times the potentials: expected transitions."""
    width = alpha.shape[1]
    n_steps = step_starts.shape[0] - 1
    s = 1
    while s < n_steps:
        before = step_starts[s - 1]
        first = step_starts[s]
        # While no sentence ends, rows of successive steps are contiguous, so that several steps are
        # one product.
        while (
            s + 1 < n_steps
            and step_starts[s] - step_starts[s - 1] == step_starts[s + 1] - step_starts[s]
            and step_starts[s + 2] - first <= ROWS_AT_ONCE
        ):
            s += 1
        n_rows = step_starts[s + 1] - first
        multiply_transposed(alpha, before, messages, first, n_rows, n_labels, width, workspace)
        for x in range(n_labels):
            for y in range(width):
                pair_sums[x, y] += workspace[x, y]
        s += 1


@kernel
def sum_of_logs(scales: FloatArray) -> float:
    """Return Σ log scales, with few logarithms: factors are multiplied while they are safe."""
    total = 0.0
    product = 1.0
    for r in range(scales.shape[0]):
        product *= scales[r]
        if not 1e-200 < product < 1e200:
            total += np.log(product)
            product = 1.0
    return float(total + np.log(product))


@kernel
def weighted_sum_of_logs(scales: FloatArray, row_weights: FloatArray) -> float:
    """Return Σ weight · log scale."""
    total = 0.0
    for r in range(scales.shape[0]):
        total += row_weights[r] * np.log(scales[r])
    return total


@kernel
def sum_by_step(
    step_starts: OffsetArray,
    n_labels: int,
    potentials: FloatArray,
    row_weights: FloatArray,
    transitions: FloatArray,
    transposed: FloatArray,
    alpha: FloatArray,
    scales: FloatArray,
    posteriors: FloatArray,
    workspace: FloatArray,
    pair_sums: FloatArray,
) -> float:
    """Sum over all labellings: both passes, and the sums over pairs; return Σ weight · log Z.

    ``row_weights`` (rows,) are the weights of the rows' sentences, or empty if all are one.
    """
    forward_by_step(step_starts, n_labels, potentials, transitions, alpha, scales)
    backward_by_step(step_starts, n_labels, potentials, transposed, alpha, scales, posteriors)
    if row_weights.shape[0] == 0:
        value = sum_of_logs(scales)
    else:
        value = weighted_sum_of_logs(scales, row_weights)
        for r in range(alpha.shape[0]):
            weight = alpha.dtype.type(row_weights[r])
            for y in range(alpha.shape[1]):
                alpha[r, y] *= weight
    add_pairs_by_step(step_starts, n_labels, alpha, potentials, workspace, pair_sums)
    return value

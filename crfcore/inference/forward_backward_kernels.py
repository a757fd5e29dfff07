"""Kernels of the forward–backward pass, scaled and in the log domain.

Labels are padded to a multiple of eight (width W), so that the inner loops become whole
vectors; padding has potential zero. Transitions are (1, W, W), shared, or (T, W, W), where
entry t leads into token t.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.jit import kernel

# A scaled message below this may have lost mass that a later token needs (see potentials.py).
SMALLEST_MESSAGE = 1e-200


@kernel
def forward(
    start: int,
    stop: int,
    n_labels: int,
    potentials: FloatArray,
    transitions: FloatArray,
    alpha: FloatArray,
    scales: FloatArray,
) -> bool:
    """Run the scaled forward pass over tokens start..stop-1.

    alpha[t] = (alpha[t-1] · transitions) ∘ potentials[t] / scales[t], each row of sum one.
    False if the mass vanished or is so small that the log domain is needed.
    """
    width = potentials.shape[1]
    per_position = transitions.shape[0] > 1
    n_whole = n_labels - n_labels % 4
    for t in range(start, stop):
        if t == start:
            for y in range(width):
                alpha[t, y] = potentials[t, y]
        else:
            k = t if per_position else 0
            for y in range(width):
                alpha[t, y] = 0.0
            for x in range(0, n_whole, 4):
                a0 = alpha[t - 1, x]
                a1 = alpha[t - 1, x + 1]
                a2 = alpha[t - 1, x + 2]
                a3 = alpha[t - 1, x + 3]
                for y in range(width):
                    alpha[t, y] += (
                        a0 * transitions[k, x, y]
                        + a1 * transitions[k, x + 1, y]
                        + a2 * transitions[k, x + 2, y]
                        + a3 * transitions[k, x + 3, y]
                    )
            for x in range(n_whole, n_labels):
                a0 = alpha[t - 1, x]
                for y in range(width):
                    alpha[t, y] += a0 * transitions[k, x, y]
            for y in range(width):
                alpha[t, y] *= potentials[t, y]
        total = 0.0
        for y in range(width):
            total += alpha[t, y]
        if not total > SMALLEST_MESSAGE:
            return False
        scales[t] = total
        inverse = 1.0 / total
        n_small = 0
        for y in range(width):
            scaled = alpha[t, y] * inverse
            alpha[t, y] = scaled
            n_small += 1 if (scaled > 0.0 and scaled < SMALLEST_MESSAGE) else 0
        if n_small > 0:
            return False
    return True


@kernel
def backward(
    start: int,
    stop: int,
    n_labels: int,
    potentials: FloatArray,
    transitions: FloatArray,
    alpha: FloatArray,
    scales: FloatArray,
    posteriors: FloatArray,
) -> None:
    """Run the scaled backward pass over tokens start..stop-1, after `forward`.

    With beta[last] = 1 and message[t] = potentials[t] ∘ beta[t] / scales[t]:
    beta[t-1] = transitions · message[t], posteriors[t] = alpha[t] ∘ beta[t].
    The messages replace the potentials.
    """
    width = potentials.shape[1]
    per_position = transitions.shape[0] > 1
    for y in range(width):
        posteriors[stop - 1, y] = 1.0
    for t in range(stop - 1, start - 1, -1):
        inverse = 1.0 / scales[t]
        for y in range(width):
            beta = posteriors[t, y]
            # An unreachable label may have infinite backward mass.
            reached = alpha[t, y] > 0.0
            potentials[t, y] = potentials[t, y] * beta * inverse if reached else 0.0
            posteriors[t, y] = alpha[t, y] * beta if reached else 0.0
        if t > start:
            k = t if per_position else 0
            for x in range(n_labels):
                total = 0.0
                for y in range(width):
                    total += transitions[k, x, y] * potentials[t, y]
                posteriors[t - 1, x] = total
            for x in range(n_labels, width):
                posteriors[t - 1, x] = 0.0


@kernel
def add_shared_pairs(
    start: int,
    stop: int,
    n_labels: int,
    alpha: FloatArray,
    messages: FloatArray,
    pair_sums: FloatArray,
) -> None:
    """Add alpha[t-1]ᵀ message[t] of one sentence; times the potentials: expected transitions."""
    width = alpha.shape[1]
    t = start
    while t + 4 < stop:
        for x in range(n_labels):
            a0 = alpha[t, x]
            a1 = alpha[t + 1, x]
            a2 = alpha[t + 2, x]
            a3 = alpha[t + 3, x]
            for y in range(width):
                pair_sums[x, y] += (
                    a0 * messages[t + 1, y]
                    + a1 * messages[t + 2, y]
                    + a2 * messages[t + 3, y]
                    + a3 * messages[t + 4, y]
                )
        t += 4
    while t + 1 < stop:
        for x in range(n_labels):
            a0 = alpha[t, x]
            for y in range(width):
                pair_sums[x, y] += a0 * messages[t + 1, y]
        t += 1


@kernel
def add_pairs(
    offsets: OffsetArray,
    reliable: MaskArray,
    n_labels: int,
    alpha: FloatArray,
    messages: FloatArray,
    transitions: FloatArray,
    sign: float,
    pair_counts: FloatArray,
    workspace: FloatArray,
) -> None:
    """Add the expected transitions of the sentences of the scaled pass.

    Parameters
    ----------
    transitions : (1 or T, W, W) array
        Transition potentials.
    pair_counts : (1 or T, W, W) array, added to
        Expected transitions times ``sign``.
    workspace : (W, W) array
    """
    per_position = transitions.shape[0] > 1
    width = alpha.shape[1]
    workspace[:, :] = 0.0
    for i in range(offsets.shape[0] - 1):
        if reliable[i] == 0:
            continue
        if not per_position:
            add_shared_pairs(offsets[i], offsets[i + 1], n_labels, alpha, messages, workspace)
            continue
        for t in range(offsets[i] + 1, offsets[i + 1]):
            for x in range(n_labels):
                before = alpha[t - 1, x] * sign
                for y in range(width):
                    pair_counts[t, x, y] += before * transitions[t, x, y] * messages[t, y]
    if not per_position:
        for x in range(n_labels):
            for y in range(width):
                pair_counts[0, x, y] += sign * workspace[x, y] * transitions[0, x, y]


@kernel
def scaled_pass(
    offsets: OffsetArray,
    reliable: MaskArray,
    n_labels: int,
    potentials: FloatArray,
    transitions: FloatArray,
    row_maxima: FloatArray,
    greatest_transition: float,
    alpha: FloatArray,
    scales: FloatArray,
    posteriors: FloatArray,
    log_z: FloatArray,
    backwards: bool,  # noqa: FBT001 - kernels take no keywords
) -> int:
    """Run forward (and backward) over sentences; return the number for the log domain.

    Unreliable sentences get ``reliable`` 0, and their outputs are undefined. Potentials were
    divided by exp of ``row_maxima`` (T,) and of ``greatest_transition``; ``log_z`` (N,) includes
    these again.
    """
    n_failed = 0
    for i in range(offsets.shape[0] - 1):
        start = offsets[i]
        stop = offsets[i + 1]
        log_z[i] = 0.0
        if start == stop:
            reliable[i] = 1
            continue
        if reliable[i] == 1 and not forward(
            start, stop, n_labels, potentials, transitions, alpha, scales
        ):
            reliable[i] = 0
        if reliable[i] == 0:
            n_failed += 1
            continue
        total = (stop - start - 1) * greatest_transition
        for t in range(start, stop):
            total += np.log(scales[t]) + row_maxima[t]
        log_z[i] = total
        if backwards:
            backward(start, stop, n_labels, potentials, transitions, alpha, scales, posteriors)
    return n_failed


@kernel
def log_sum_exp(values: FloatArray, n: int) -> float:
    """Return log Σ exp(values[:n]); −inf when all are −inf."""
    greatest = -np.inf
    for i in range(n):
        greatest = max(greatest, values[i])
    if greatest == -np.inf:
        return -np.inf
    total = 0.0
    for i in range(n):
        total += np.exp(values[i] - greatest)
    return float(greatest + np.log(total))


@kernel
def log_domain_pass(
    start: int,
    stop: int,
    n_labels: int,
    shifted: FloatArray,
    transitions: FloatArray,
    log_alpha: FloatArray,
    log_beta: FloatArray,
    posteriors: FloatArray,
    pair_counts: FloatArray,
    pair_sign: float,
) -> tuple[float, int]:
    """Forward–backward of one sentence in the log domain.

    Parameters
    ----------
    shifted : (T, W) array
        Log potentials.
    transitions : (1 or T, at least L, at least L) array
        Log transition potentials.
    log_alpha, log_beta : (T, W) arrays, workspace
    posteriors : (T, W) array, written
    pair_counts : (1 or T, at least L, at least L) array, added to; (0, 0, 0) if not needed
        Expected transitions times ``pair_sign``.

    Returns
    -------
    log_z : float
        Logarithm of the sum over all paths; −inf if there is none.
    token : int
        The first token that no path reaches, or −1.
    """
    per_position = transitions.shape[0] > 1
    terms = np.empty(n_labels)
    for t in range(start, stop):
        k = t if per_position else 0
        reached = False
        for y in range(n_labels):
            if t == start:
                log_alpha[t, y] = shifted[t, y]
            else:
                for x in range(n_labels):
                    terms[x] = log_alpha[t - 1, x] + transitions[k, x, y]
                log_alpha[t, y] = log_sum_exp(terms, n_labels) + shifted[t, y]
            reached = reached or log_alpha[t, y] > -np.inf
        if not reached:
            return -np.inf, t
    log_z = log_sum_exp(log_alpha[stop - 1], n_labels)
    for t in range(stop - 1, start - 1, -1):
        k = t + 1 if per_position else 0
        for x in range(n_labels):
            if t == stop - 1:
                log_beta[t, x] = 0.0
            else:
                for y in range(n_labels):
                    terms[y] = transitions[k, x, y] + shifted[t + 1, y] + log_beta[t + 1, y]
                log_beta[t, x] = log_sum_exp(terms, n_labels)
            posteriors[t, x] = np.exp(log_alpha[t, x] + log_beta[t, x] - log_z)
        for x in range(n_labels, posteriors.shape[1]):
            posteriors[t, x] = 0.0
    if pair_counts.shape[0] > 0:
        for t in range(start + 1, stop):
            k = t if per_position else 0
            for x in range(n_labels):
                for y in range(n_labels):
                    pair_counts[k, x, y] += pair_sign * np.exp(
                        log_alpha[t - 1, x]
                        + transitions[k, x, y]
                        + shifted[t, y]
                        + log_beta[t, y]
                        - log_z
                    )
    return log_z, -1


@kernel
def redo_in_log_domain(
    offsets: OffsetArray,
    reliable: MaskArray,
    n_labels: int,
    shifted: FloatArray,
    transitions: FloatArray,
    row_maxima: FloatArray,
    greatest_transition: float,
    log_alpha: FloatArray,
    log_beta: FloatArray,
    posteriors: FloatArray,
    log_z: FloatArray,
    pair_counts: FloatArray,
    sign: float,
) -> tuple[int, int]:
    """Recompute the unreliable sentences of `scaled_pass`.

    Returns
    -------
    sentence, token : int
        The first sentence without any labelling and the token where the paths end, or −1, −1.
    """
    for i in range(offsets.shape[0] - 1):
        if reliable[i] == 1:
            continue
        start = offsets[i]
        stop = offsets[i + 1]
        shifted_log_z, token = log_domain_pass(
            start,
            stop,
            n_labels,
            shifted,
            transitions,
            log_alpha,
            log_beta,
            posteriors,
            pair_counts,
            sign,
        )
        if token >= 0:
            return i, token - start
        total = shifted_log_z + (stop - start - 1) * greatest_transition
        for t in range(start, stop):
            total += row_maxima[t]
        log_z[i] = total
    return -1, -1

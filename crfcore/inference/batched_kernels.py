"""Kernels of the batched scaled forward–backward pass, for many labels.

The sentences of a run are ranked by length, the longest first, and their tokens arranged by *step*:
first the first tokens of all sentences, then the second tokens of those that have one, and so on.
Position ``starts[t] + r`` is token t of the sentence of rank r, so that the messages of a step are
the rows of one matrix, and a step of the pass is a matrix product.

Messages may be of single or double precision. Rows are W columns wide, a whole number of vectors;
columns from L on are zeros.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import AnyFloatArray, FloatArray, MaskArray, OffsetArray
from crfcore.inference.products_kernels import multiply, multiply_by_blocks, multiply_transposed
from crfcore.jit import kernel

# Limit of rows summed in single precision before the sum is added in double.
PAIRS_AT_ONCE = 512


@kernel
def greatest_of_row(scores: AnyFloatArray, t: int, n_labels: int) -> float:
    """Return the greatest score of row t, NaN if any is NaN."""
    least = scores.dtype.type(-np.inf)
    m0, m1, m2, m3 = least, least, least, least
    m4, m5, m6, m7 = least, least, least, least
    n_whole = n_labels - n_labels % 8
    # Eight maxima do not depend on each other's comparisons.
    for y in range(0, n_whole, 8):
        m0 = scores[t, y] if scores[t, y] > m0 else m0
        m1 = scores[t, y + 1] if scores[t, y + 1] > m1 else m1
        m2 = scores[t, y + 2] if scores[t, y + 2] > m2 else m2
        m3 = scores[t, y + 3] if scores[t, y + 3] > m3 else m3
        m4 = scores[t, y + 4] if scores[t, y + 4] > m4 else m4
        m5 = scores[t, y + 5] if scores[t, y + 5] > m5 else m5
        m6 = scores[t, y + 6] if scores[t, y + 6] > m6 else m6
        m7 = scores[t, y + 7] if scores[t, y + 7] > m7 else m7
    for y in range(n_whole, n_labels):
        m0 = scores[t, y] if scores[t, y] > m0 else m0
    greatest = max(max(max(m0, m1), max(m2, m3)), max(max(m4, m5), max(m6, m7)))
    # Comparisons lose a NaN; a sum keeps it.
    total = scores.dtype.type(0.0)
    for y in range(n_labels):
        total += scores[t, y]
    return float(total if np.isnan(total) else greatest)


@kernel
def shift_into_places(
    scores: AnyFloatArray,
    allowed: MaskArray,
    n_labels: int,
    tokens: OffsetArray,
    placed: AnyFloatArray,
    row_maxima: FloatArray,
) -> int:
    """Write scores − greatest allowed one of their row to their positions.

    Parameters
    ----------
    scores : (T, at least L) array
    allowed : (T, L) array, or (0, 0) for everything
    n_labels : int
        L; columns of `placed` from L on become −inf.
    tokens : (T,) array
        The token at each position: its row in `scores` and `allowed`.
    placed : (T, W) array, written
        −inf where a label is forbidden.
    row_maxima : (T,) array, written
        The greatest allowed score of each position.

    Returns
    -------
    int
        The first token without a label left (or with a score of NaN or +inf), or −1.
    """
    masked = allowed.shape[0] > 0
    forbidden = placed.dtype.type(-np.inf)
    bad = -1
    for place in range(tokens.shape[0]):
        token = tokens[place]
        if masked:
            for y in range(n_labels):
                placed[place, y] = scores[token, y] if allowed[token, y] == 1 else forbidden
            greatest = greatest_of_row(placed, place, n_labels)
            for y in range(n_labels):
                placed[place, y] -= greatest
        else:
            greatest = greatest_of_row(scores, token, n_labels)
            for y in range(n_labels):
                placed[place, y] = scores[token, y] - greatest
        for y in range(n_labels, placed.shape[1]):
            placed[place, y] = forbidden
        row_maxima[place] = greatest
        finite = greatest > -np.inf and greatest < np.inf
        if not finite and (bad < 0 or token < bad):
            bad = token
    return int(bad)


@kernel
def batched_forward(
    order: OffsetArray,
    starts: OffsetArray,
    n_labels: int,
    potentials: AnyFloatArray,
    transitions: AnyFloatArray,
    chosen: OffsetArray,
    chosen_starts: OffsetArray,
    row_maxima: FloatArray,
    greatest_transition: float,
    vanishing: float,
    least_total: float,
    alpha: AnyFloatArray,
    before: AnyFloatArray,
    inverses: AnyFloatArray,
    reliable: MaskArray,
    log_z: FloatArray,
) -> None:
    """Run the scaled forward pass over all sentences of a run, a step at a time.

    alpha[place] = (alpha[place before] · transitions) ∘ potentials[place] / its sum. A sentence is
    unreliable if that sum is not above ``least_total``. Messages not above ``vanishing`` become
    zero: arithmetic with denormal numbers is slow.

    Parameters
    ----------
    starts : (steps + 1,) array
    chosen, chosen_starts : arrays
        Non-zero rows of `transitions`, as for `multiply_by_blocks`; (0,) for all.
    before : (T, W) array, written
        Alpha of the token before each position, from the second step on.
    inverses : (T,) array, written
        One over the sum of each position.
    reliable : (N,) array, changed
    log_z : (N,) array, written
        Potentials were divided by exp of ``row_maxima`` (T,) and of ``greatest_transition``;
        log Z includes these again.
    """
    zero = alpha.dtype.type(0.0)
    one = alpha.dtype.type(1.0)
    none = alpha.dtype.type(vanishing)
    width = alpha.shape[1]
    for i in range(log_z.shape[0]):
        log_z[i] = 0.0
    for t in range(starts.shape[0] - 1):
        start = starts[t]
        n_rows = starts[t + 1] - start
        if t > 0:
            for r in range(n_rows):
                for y in range(width):
                    before[start + r, y] = alpha[starts[t - 1] + r, y]
            if chosen_starts.shape[0] > 0:
                multiply_by_blocks(
                    before, start, n_rows, transitions, chosen, chosen_starts, width, alpha, start
                )
            else:
                multiply(before, start, n_rows, transitions, n_labels, width, alpha, start)
        for r in range(n_rows):
            place = start + r
            i = order[r]
            total = zero
            for y in range(width):
                mass = alpha[place, y] * potentials[place, y] if t > 0 else potentials[place, y]
                alpha[place, y] = mass
            # A loop that writes and sums is compiled twice; which one runs, and so the order of
            # the sum, depends on where the arrays are.
            for y in range(width):
                total += alpha[place, y]
            if not total > least_total:
                reliable[i] = 0
                total = one
            inverse = one / total
            inverses[place] = inverse
            for y in range(width):
                message = alpha[place, y] * inverse
                alpha[place, y] = message if message > none else zero
            log_z[i] += np.log(np.float64(total)) + row_maxima[place]
            if t > 0:
                log_z[i] += greatest_transition


@kernel
def batched_backward(
    tokens: OffsetArray,
    order: OffsetArray,
    starts: OffsetArray,
    n_labels: int,
    potentials: AnyFloatArray,
    transposed: AnyFloatArray,
    chosen: OffsetArray,
    chosen_starts: OffsetArray,
    alpha: AnyFloatArray,
    inverses: AnyFloatArray,
    greatest_mass: float,
    beta: AnyFloatArray,
    posteriors: AnyFloatArray,
    reliable: MaskArray,
) -> None:
    """Run the scaled backward pass over all sentences of a run, after `batched_forward`.

    With beta = 1 at last tokens and message = potential ∘ beta / sum: beta of the place before is
    message · transitionsᵀ, and posteriors[token] = alpha ∘ beta. The messages replace the
    potentials. A sentence is unreliable if the sum of its beta, or that divided by the position's
    sum, is not below ``greatest_mass``.

    Parameters
    ----------
    transposed : (L or more, W) array
    chosen, chosen_starts : arrays
        Its non-zero rows.
    beta : (sentences or more, W) array, workspace
    posteriors : (T, at least L) array, written
        By token, not by position.
    """
    zero = alpha.dtype.type(0.0)
    one = alpha.dtype.type(1.0)
    width = alpha.shape[1]
    last = starts.shape[0] - 2
    n_after = 0
    for t in range(last, -1, -1):
        start = starts[t]
        n_rows = starts[t + 1] - start
        if chosen_starts.shape[0] > 0:
            multiply_by_blocks(
                potentials,
                starts[t + 1],
                n_after,
                transposed,
                chosen,
                chosen_starts,
                width,
                beta,
                0,
            )
        else:
            multiply(potentials, starts[t + 1], n_after, transposed, n_labels, width, beta, 0)
        for r in range(n_after, n_rows):
            for y in range(width):
                beta[r, y] = one if y < n_labels else zero
        for r in range(n_rows):
            place = start + r
            token = tokens[place]
            inverse = inverses[place]
            total = zero
            for y in range(width):
                total += beta[r, y]
            for y in range(width):
                potentials[place, y] *= beta[r, y] * inverse
            for y in range(n_labels):
                posteriors[token, y] = alpha[place, y] * beta[r, y]
            for y in range(n_labels, posteriors.shape[1]):
                posteriors[token, y] = zero
            if not (total < greatest_mass and total * inverse < greatest_mass):
                reliable[order[r]] = 0
        n_after = n_rows


@kernel
def batched_pairs(
    order: OffsetArray,
    starts: OffsetArray,
    reliable: MaskArray,
    n_labels: int,
    before: AnyFloatArray,
    messages: AnyFloatArray,
    transitions: FloatArray,
    sign: float,
    place_weights: FloatArray,
    products: AnyFloatArray,
    sums: FloatArray,
    pair_counts: FloatArray,
) -> None:
    """Add ``sign`` times the expected transitions of the reliable sentences to pair_counts[0].

    They are weighted by ``place_weights`` (T,), if not empty.

    Parameters
    ----------
    before : (T, W) array
        Rows of unreliable sentences are overwritten with zeros here, and in `messages`.
    transitions : (L or more, L or more) array of double precision
        Transition potentials.
    products : (L, W) array, workspace
    sums : (L, W) array of double precision, workspace
    """
    width = before.shape[1]
    zero = before.dtype.type(0.0)
    for t in range(1, starts.shape[0] - 1):
        for r in range(starts[t + 1] - starts[t]):
            if reliable[order[r]] == 0:
                for y in range(width):
                    before[starts[t] + r, y] = zero
                    messages[starts[t] + r, y] = zero
            elif place_weights.shape[0] > 0:
                weight = zero + place_weights[starts[t] + r]
                for y in range(width):
                    before[starts[t] + r, y] *= weight
    for x in range(n_labels):
        for y in range(width):
            sums[x, y] = 0.0
    n_tokens = starts[starts.shape[0] - 1]
    for first in range(starts[min(1, starts.shape[0] - 1)], n_tokens, PAIRS_AT_ONCE):
        n_inner = min(PAIRS_AT_ONCE, n_tokens - first)
        multiply_transposed(before, first, messages, first, n_inner, n_labels, width, products)
        for x in range(n_labels):
            for y in range(width):
                sums[x, y] += products[x, y]
    for x in range(n_labels):
        for y in range(n_labels):
            pair_counts[0, x, y] += sign * (sums[x, y] * transitions[x, y])

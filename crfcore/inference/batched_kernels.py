"""Kernels of the scaled forward–backward pass over many sentences at once, for many labels.

The sentences of a run are ranked by length, the longest first, and their tokens arranged by
*step*: first the first tokens of all sentences, then the second tokens of those that have one,
and so on. Place ``starts[t] + r`` is token t of the sentence of rank r, so that the messages of a
step are the rows of one matrix, and a step of the pass is a product of two matrices.

Messages may be of single or double precision. Rows are S columns wide, and columns from L on hold
zeros; sums run over the first W of them, a whole number of vectors. Of a matrix of transitions
the first rows, a multiple of six, are read.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import AnyFloatArray, FloatArray, MaskArray, OffsetArray
from crfcore.jit import kernel


@kernel
def greatest_of_row(scores: AnyFloatArray, t: int, n_labels: int) -> float:
    """Return the greatest score of row t: NaN if there is one among them."""
    least = scores.dtype.type(-np.inf)
    m0, m1, m2, m3 = least, least, least, least
    m4, m5, m6, m7 = least, least, least, least
    n_whole = n_labels - n_labels % 8
    # One maximum would have to wait for the last comparison; eight need not.
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
    # A NaN is lost in comparisons; a sum keeps it.
    total = scores.dtype.type(0.0)
    for y in range(n_labels):
        total += scores[t, y]
    return float(total if np.isnan(total) else greatest)


@kernel
def shift_into_places(
    scores: AnyFloatArray,
    allowed: MaskArray,
    n_labels: int,
    offsets: OffsetArray,
    order: OffsetArray,
    starts: OffsetArray,
    placed: AnyFloatArray,
    row_maxima: FloatArray,
) -> int:
    """Write scores less the greatest allowed one of their row to their places.

    Parameters
    ----------
    scores : (T, at least L) array
    allowed : (T, L) array, or (0, 0) for everything
    n_labels : int
        L; columns of `placed` from L on become −inf.
    placed : (T, S) array, written
        −inf where a label is forbidden.
    row_maxima : (T,) array, written
        The greatest allowed score of each token.

    Returns
    -------
    int
        The first token that has no label left (or a score that is NaN or +inf), or −1.
    """
    masked = allowed.shape[0] > 0
    forbidden = placed.dtype.type(-np.inf)
    bad = -1
    for r in range(order.shape[0]):
        i = order[r]
        for t in range(offsets[i + 1] - offsets[i]):
            token = offsets[i] + t
            place = starts[t] + r
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
            row_maxima[token] = greatest
            finite = greatest > -np.inf and greatest < np.inf
            if not finite and (bad < 0 or token < bad):
                bad = token
    return bad


@kernel
def multiply(
    left: AnyFloatArray,
    first: int,
    n_rows: int,
    right: AnyFloatArray,
    n_inner: int,
    width: int,
    product: AnyFloatArray,
    to: int,
) -> None:
    """Write product[to + r] = left[first + r] · right for n_rows rows.

    Parameters
    ----------
    n_inner : int
        How many columns of `left` and rows of `right` count: a multiple of six.
    width : int
        How many columns are written.
    """
    zero = product.dtype.type(0.0)
    for r in range(n_rows):
        for y in range(width):
            product[to + r, y] = zero
    n_fours = n_rows - n_rows % 4
    for x in range(0, n_inner, 6):
        # Four rows and six terms: what one vector of `right` is multiplied with stays in
        # registers, and each load from it serves four sums.
        for r in range(0, n_fours, 4):
            i = first + r
            a0, a1, a2 = left[i, x], left[i, x + 1], left[i, x + 2]
            a3, a4, a5 = left[i, x + 3], left[i, x + 4], left[i, x + 5]
            b0, b1, b2 = left[i + 1, x], left[i + 1, x + 1], left[i + 1, x + 2]
            b3, b4, b5 = left[i + 1, x + 3], left[i + 1, x + 4], left[i + 1, x + 5]
            c0, c1, c2 = left[i + 2, x], left[i + 2, x + 1], left[i + 2, x + 2]
            c3, c4, c5 = left[i + 2, x + 3], left[i + 2, x + 4], left[i + 2, x + 5]
            d0, d1, d2 = left[i + 3, x], left[i + 3, x + 1], left[i + 3, x + 2]
            d3, d4, d5 = left[i + 3, x + 3], left[i + 3, x + 4], left[i + 3, x + 5]
            o = to + r
            for y in range(width):
                t0, t1, t2 = right[x, y], right[x + 1, y], right[x + 2, y]
                t3, t4, t5 = right[x + 3, y], right[x + 4, y], right[x + 5, y]
                product[o, y] += a0 * t0 + a1 * t1 + a2 * t2 + a3 * t3 + a4 * t4 + a5 * t5
                product[o + 1, y] += b0 * t0 + b1 * t1 + b2 * t2 + b3 * t3 + b4 * t4 + b5 * t5
                product[o + 2, y] += c0 * t0 + c1 * t1 + c2 * t2 + c3 * t3 + c4 * t4 + c5 * t5
                product[o + 3, y] += d0 * t0 + d1 * t1 + d2 * t2 + d3 * t3 + d4 * t4 + d5 * t5
        for r in range(n_fours, n_rows):
            i = first + r
            a0, a1, a2 = left[i, x], left[i, x + 1], left[i, x + 2]
            a3, a4, a5 = left[i, x + 3], left[i, x + 4], left[i, x + 5]
            o = to + r
            for y in range(width):
                product[o, y] += (
                    a0 * right[x, y]
                    + a1 * right[x + 1, y]
                    + a2 * right[x + 2, y]
                    + a3 * right[x + 3, y]
                    + a4 * right[x + 4, y]
                    + a5 * right[x + 5, y]
                )


@kernel
def add_outer_products(
    left: AnyFloatArray,
    first_left: int,
    right: AnyFloatArray,
    first_right: int,
    n_rows: int,
    n_fours: int,
    width: int,
    sums: AnyFloatArray,
) -> None:
    """Add Σ_r left[first_left + r]ᵀ right[first_right + r] over n_rows rows to `sums`.

    Parameters
    ----------
    n_fours : int
        How many columns of `left` count, and rows of `sums`: a multiple of four.
    width : int
        How many columns of `right` and `sums` count.
    """
    n_sixes = n_rows - n_rows % 6
    for r in range(0, n_sixes, 6):
        i = first_left + r
        j = first_right + r
        for x in range(0, n_fours, 4):
            a0, a1, a2 = left[i, x], left[i + 1, x], left[i + 2, x]
            a3, a4, a5 = left[i + 3, x], left[i + 4, x], left[i + 5, x]
            b0, b1, b2 = left[i, x + 1], left[i + 1, x + 1], left[i + 2, x + 1]
            b3, b4, b5 = left[i + 3, x + 1], left[i + 4, x + 1], left[i + 5, x + 1]
            c0, c1, c2 = left[i, x + 2], left[i + 1, x + 2], left[i + 2, x + 2]
            c3, c4, c5 = left[i + 3, x + 2], left[i + 4, x + 2], left[i + 5, x + 2]
            d0, d1, d2 = left[i, x + 3], left[i + 1, x + 3], left[i + 2, x + 3]
            d3, d4, d5 = left[i + 3, x + 3], left[i + 4, x + 3], left[i + 5, x + 3]
            for y in range(width):
                t0, t1, t2 = right[j, y], right[j + 1, y], right[j + 2, y]
                t3, t4, t5 = right[j + 3, y], right[j + 4, y], right[j + 5, y]
                sums[x, y] += a0 * t0 + a1 * t1 + a2 * t2 + a3 * t3 + a4 * t4 + a5 * t5
                sums[x + 1, y] += b0 * t0 + b1 * t1 + b2 * t2 + b3 * t3 + b4 * t4 + b5 * t5
                sums[x + 2, y] += c0 * t0 + c1 * t1 + c2 * t2 + c3 * t3 + c4 * t4 + c5 * t5
                sums[x + 3, y] += d0 * t0 + d1 * t1 + d2 * t2 + d3 * t3 + d4 * t4 + d5 * t5
    for r in range(n_sixes, n_rows):
        i = first_left + r
        j = first_right + r
        for x in range(n_fours):
            a0 = left[i, x]
            for y in range(width):
                sums[x, y] += a0 * right[j, y]


@kernel
def batched_forward(
    offsets: OffsetArray,
    order: OffsetArray,
    starts: OffsetArray,
    n_inner: int,
    width: int,
    potentials: AnyFloatArray,
    transitions: AnyFloatArray,
    row_maxima: FloatArray,
    greatest_transition: float,
    vanishing: float,
    least_total: float,
    alpha: AnyFloatArray,
    inverses: AnyFloatArray,
    reliable: MaskArray,
    log_z: FloatArray,
) -> None:
    """Run the scaled forward pass over all sentences of a run, a step at a time.

    alpha[place] = (alpha[place before] · transitions) ∘ potentials[place] / its sum. A sentence
    is marked as not reliable when that sum is not above ``least_total``. Messages not above
    ``vanishing`` become zero: arithmetic with numbers that are next to none is slow.

    Parameters
    ----------
    starts : (steps + 1,) array
    inverses : (T,) array, written
        One over the sum of each place.
    reliable : (N,) array, changed
    log_z : (N,) array, written
        Potentials were divided by exp of ``row_maxima`` (T,) and of ``greatest_transition``;
        that is put back.
    """
    zero = alpha.dtype.type(0.0)
    one = alpha.dtype.type(1.0)
    none = alpha.dtype.type(vanishing)
    for i in range(log_z.shape[0]):
        log_z[i] = 0.0
    for t in range(starts.shape[0] - 1):
        start = starts[t]
        n_rows = starts[t + 1] - start
        if t > 0:
            multiply(alpha, starts[t - 1], n_rows, transitions, n_inner, width, alpha, start)
        for r in range(n_rows):
            place = start + r
            i = order[r]
            total = zero
            for y in range(width):
                mass = alpha[place, y] * potentials[place, y] if t > 0 else potentials[place, y]
                alpha[place, y] = mass
                total += mass
            if not total > least_total:
                reliable[i] = 0
                total = one
            inverse = one / total
            inverses[place] = inverse
            for y in range(width):
                message = alpha[place, y] * inverse
                alpha[place, y] = message if message > none else zero
            for y in range(width, n_inner):
                alpha[place, y] = zero
            log_z[i] += np.log(np.float64(total)) + row_maxima[offsets[i] + t]
            if t > 0:
                log_z[i] += greatest_transition


@kernel
def batched_backward(
    offsets: OffsetArray,
    order: OffsetArray,
    starts: OffsetArray,
    n_labels: int,
    n_inner: int,
    width: int,
    potentials: AnyFloatArray,
    transposed: AnyFloatArray,
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
    potentials. A sentence is marked as not reliable when the sum of its beta, or of that over the
    place's sum, is not below ``greatest_mass``.

    Parameters
    ----------
    transposed : (S, S) array
    beta : (sentences or more, S) array, workspace
    posteriors : (T, at least L) array, written
        By token, not by place.
    """
    zero = alpha.dtype.type(0.0)
    one = alpha.dtype.type(1.0)
    last = starts.shape[0] - 2
    n_after = 0
    for t in range(last, -1, -1):
        start = starts[t]
        n_rows = starts[t + 1] - start
        # starts[0] is zero, but a literal zero makes the compiler unroll the wrong loop.
        multiply(potentials, starts[t + 1], n_after, transposed, n_inner, width, beta, starts[0])
        for r in range(n_after, n_rows):
            for y in range(width):
                beta[r, y] = one if y < n_labels else zero
        for r in range(n_rows):
            place = start + r
            token = offsets[order[r]] + t
            inverse = inverses[place]
            total = zero
            for y in range(width):
                mass = beta[r, y]
                total += mass
                potentials[place, y] *= mass * inverse
            for y in range(width, n_inner):
                potentials[place, y] = zero
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
    n_fours: int,
    width: int,
    alpha: AnyFloatArray,
    messages: AnyFloatArray,
    transitions: AnyFloatArray,
    sign: float,
    sums: AnyFloatArray,
    pair_counts: FloatArray,
) -> None:
    """Add ``sign`` times the expected transitions of the reliable sentences to pair_counts[0].

    Parameters
    ----------
    alpha : (T, S) array
        Rows of unreliable sentences are overwritten with zeros here, and in `messages`.
    sums : (S, S) array, workspace
    """
    zero = sums.dtype.type(0.0)
    for x in range(n_fours):
        for y in range(width):
            sums[x, y] = zero
    for t in range(starts.shape[0] - 1):
        for r in range(starts[t + 1] - starts[t]):
            if reliable[order[r]] == 0:
                for y in range(alpha.shape[1]):
                    alpha[starts[t] + r, y] = zero
                    messages[starts[t] + r, y] = zero
    for t in range(1, starts.shape[0] - 1):
        n_rows = starts[t + 1] - starts[t]
        add_outer_products(alpha, starts[t - 1], messages, starts[t], n_rows, n_fours, width, sums)
    for x in range(n_labels):
        for y in range(n_labels):
            pair_counts[0, x, y] += sign * (sums[x, y] * transitions[x, y])

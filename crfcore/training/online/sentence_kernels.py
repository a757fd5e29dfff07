"""Kernels on one sentence: scores, sums over labellings, and updates of weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.inference.forward_backward_kernels import log_domain_pass
from crfcore.inference.products_kernels import multiply_from, multiply_transposed
from crfcore.jit import kernel

if TYPE_CHECKING:
    from crfcore.training.online.kernel_data import Layout, Sentences, Weights, Workspace

Reals = NDArray[np.floating]

LEAST_EXPONENT = -700.0
"""exp of smaller numbers is taken as 0."""

VANISHING = -1e6
"""Its exponential is zero."""

LOG2_E = 1.4426950408889634
LN2_HIGH = 0.693147180369123816490
LN2_LOW = 1.90821492927058770002e-10


@kernel
def mark_rows(layout: Layout) -> None:
    """Write the labels of rows, and the positions of their weights, into the layout."""
    width = layout.row_masks.shape[1]
    for a in range(layout.row_of.shape[0]):
        r = layout.row_of[a]
        if r >= 0:
            for j in range(layout.state_indptr[a], layout.state_indptr[a + 1]):
                layout.row_masks[r, layout.state_labels[j]] = 1
                layout.state_places[j] = r * width + layout.state_labels[j]


@kernel
def lay_out_rows(layout: Layout, pairs: Reals, rows: Reals) -> None:
    """Move weights from the positions of the index into rows."""
    for a in range(layout.row_of.shape[0]):
        r = layout.row_of[a]
        if r >= 0:
            for j in range(layout.state_indptr[a], layout.state_indptr[a + 1]):
                rows[r, layout.state_labels[j]] = pairs[j]
                pairs[j] = 0.0


@kernel
def read_back_rows(layout: Layout, rows: Reals, states: FloatArray) -> None:
    """Copy the weights of rows to the positions of the index."""
    for a in range(layout.row_of.shape[0]):
        r = layout.row_of[a]
        if r >= 0:
            for j in range(layout.state_indptr[a], layout.state_indptr[a + 1]):
                states[j] = rows[r, layout.state_labels[j]]


@kernel
def count_confirmed(
    sentences: Sentences,
    layout: Layout,
    first: int,
    last: int,
    counts: Weights,
    label_counts: FloatArray,
) -> None:
    """Count (attribute, label) pairs and labels of confirmed tokens in first..last-1."""
    for t in range(first, last):
        label = sentences.label_sets[t]
        if label >= layout.n_labels:
            continue
        label_counts[label] += 1.0
        for k in range(sentences.indptr[t], sentences.indptr[t + 1]):
            a = sentences.attributes[k]
            r = layout.row_of[a]
            if r >= 0:
                counts.rows[r, label] += 1.0
                continue
            for j in range(layout.state_indptr[a], layout.state_indptr[a + 1]):
                if layout.state_labels[j] == label:
                    counts.pairs[j] += 1.0


@kernel
def sentence_kinds(
    offsets: OffsetArray, label_sets: IdArray, n_labels: int, kinds: MaskArray
) -> None:
    """Write 2 for a fully labelled sentence, 1 for a partly labelled one, 0 for others."""
    for i in range(offsets.shape[0] - 1):
        n_known = 0
        n_unknown = 0
        for t in range(offsets[i], offsets[i + 1]):
            n_known += 1 if label_sets[t] < n_labels else 0
            n_unknown += 1 if label_sets[t] == n_labels else 0
        n_tokens = offsets[i + 1] - offsets[i]
        if n_tokens == n_unknown:
            kinds[i] = 0
        else:
            kinds[i] = 2 if n_known == n_tokens else 1


@kernel
def score_sentence(
    sentences: Sentences, layout: Layout, weights: Weights, i: int, work: Workspace
) -> int:
    """Write the scores of a sentence's tokens into ``work.scores[0 : n]``; return n."""
    scores = work.scores
    row_list = work.row_list
    width = scores.shape[1]
    rows = weights.rows
    pairs = weights.pairs
    valued = sentences.values.shape[0] > 0
    start = sentences.offsets[i]
    stop = sentences.offsets[i + 1]
    for t in range(start, stop):
        o = t - start
        for y in range(width):
            scores[o, y] = 0.0
        n_rows = 0
        for k in range(sentences.indptr[t], sentences.indptr[t + 1]):
            a = sentences.attributes[k]
            r = layout.row_of[a]
            if r >= 0 and not valued:
                row_list[n_rows] = r
                n_rows += 1
            elif r >= 0:
                value = scores.dtype.type(sentences.values[k])
                for y in range(width):
                    scores[o, y] += value * rows[r, y]
            else:
                value = scores.dtype.type(sentences.values[k] if valued else 1.0)
                for j in range(layout.state_indptr[a], layout.state_indptr[a + 1]):
                    scores[o, layout.state_labels[j]] += value * pairs[j]
        # Several rows at a time, so that the scores stay in registers.
        k = 0
        while k + 3 < n_rows:
            r0 = row_list[k]
            r1 = row_list[k + 1]
            r2 = row_list[k + 2]
            r3 = row_list[k + 3]
            for y in range(width):
                scores[o, y] += (rows[r0, y] + rows[r1, y]) + (rows[r2, y] + rows[r3, y])
            k += 4
        while k < n_rows:
            r0 = row_list[k]
            for y in range(width):
                scores[o, y] += rows[r0, y]
            k += 1
    if sentences.vectors.shape[0] > 0:
        for m in range(sentences.vector_rows.shape[1]):
            score_vectors(sentences, layout, weights, i, m, work)
    return int(stop - start)


@kernel
def score_vectors(
    sentences: Sentences, layout: Layout, weights: Weights, i: int, m: int, work: Workspace
) -> None:
    """Add the scores of the tokens' m-th vectors to those of a sentence in ``work``."""
    n = _gather_vectors(sentences, i, m, work)
    width = work.scores.shape[1]
    n_dimensions = sentences.vectors.shape[1]
    products = work.products
    multiply_from(
        work.vectors, n, weights.rows, layout.vector_starts[m], n_dimensions, width, products
    )
    for o in range(n):
        for y in range(width):
            work.scores[o, y] += products[o, y]


@kernel
def add_to_vectors(
    sentences: Sentences, layout: Layout, weights: Weights, i: int, changes: Reals, work: Workspace
) -> None:
    """Add changes[t] (·, W) to the weights of the dimensions of token t's vectors.

    The sentence is the one that `score_sentence` scored last.
    """
    if sentences.vectors.shape[0] == 0:
        return
    width = changes.shape[1]
    n_dimensions = sentences.vectors.shape[1]
    products = work.products
    rows = weights.rows
    masks = layout.row_masks
    n_vectors = sentences.vector_rows.shape[1]
    for m in range(n_vectors):
        # The only vectors are still there from scoring.
        n = sentences.offsets[i + 1] - sentences.offsets[i]
        if n_vectors > 1:
            _gather_vectors(sentences, i, m, work)
        multiply_transposed(work.vectors, 0, changes, 0, n, n_dimensions, width, products)
        start = layout.vector_starts[m]
        for d in range(n_dimensions):
            for y in range(width):
                rows[start + d, y] += products[d, y] * masks[start + d, y]


@kernel
def _gather_vectors(sentences: Sentences, i: int, m: int, work: Workspace) -> int:
    """Copy the m-th vectors of a sentence's tokens, zeros for none, and return their number."""
    start = sentences.offsets[i]
    n = sentences.offsets[i + 1] - start
    vectors = work.vectors
    for o in range(n):
        row = sentences.vector_rows[start + o, m]
        for d in range(vectors.shape[1]):
            vectors[o, d] = sentences.vectors[row, d] if row >= 0 else 0.0
    return int(n)


@kernel
def add_costs(sentences: Sentences, work: Workspace, i: int) -> None:
    """Add the costs of labels to the scores of a sentence in ``work``."""
    if sentences.costs.shape[0] == 0:
        return
    start = sentences.offsets[i]
    for t in range(start, sentences.offsets[i + 1]):
        label_set = sentences.label_sets[t]
        for y in range(work.scores.shape[1]):
            work.scores[t - start, y] += sentences.costs[label_set, y]


@kernel
def transitions_of_sentence(
    sentences: Sentences, layout: Layout, weights: Weights, i: int, transitions: Reals
) -> int:
    """Write the transition scores of a sentence, (1 or n, W, W); return the number of matrices."""
    n_labels = layout.n_labels
    shared = weights.transitions
    if layout.edge_pairs.shape[0] == 0:
        for x in range(n_labels):
            for y in range(n_labels):
                transitions[0, x, y] = shared[x, y]
        return 1
    start = sentences.offsets[i]
    stop = sentences.offsets[i + 1]
    for t in range(start, stop):
        o = t - start
        for x in range(n_labels):
            for y in range(n_labels):
                transitions[o, x, y] = shared[x, y]
        for k in range(sentences.edge_indptr[t], sentences.edge_indptr[t + 1]):
            e = sentences.edge_attributes[k]
            for j in range(layout.edge_starts[e], layout.edge_starts[e + 1]):
                pair = layout.edge_pairs[j]
                transitions[o, pair // n_labels, pair % n_labels] += weights.edges[j]
    return int(stop - start)


@kernel
def exponentiate(
    values: Reals, first: int, last: int, bits: NDArray[np.int64], floats: FloatArray
) -> None:
    """Replace values[first : last] by their exponentials.

    exp(x) = 2^m · exp(r) with |r| ≤ ln 2 / 2: a Taylor polynomial, and m put into the exponent's
    bits. Long loops without calls are vectorised; the relative error is below 1e-15.

    Parameters
    ----------
    bits, floats : arrays
        The same memory as 64-bit integers and as doubles, workspace of at least last − first.
    """
    for k in range(first, last):
        given = np.float64(values[k])
        x = max(given, LEAST_EXPONENT)
        m = np.floor(x * LOG2_E + 0.5)
        r = (x - m * LN2_HIGH) - m * LN2_LOW
        p = 1.0 / 479001600.0
        p = p * r + 1.0 / 39916800.0
        p = p * r + 1.0 / 3628800.0
        p = p * r + 1.0 / 362880.0
        p = p * r + 1.0 / 40320.0
        p = p * r + 1.0 / 5040.0
        p = p * r + 1.0 / 720.0
        p = p * r + 1.0 / 120.0
        p = p * r + 1.0 / 24.0
        p = p * r + 1.0 / 6.0
        p = p * r + 0.5
        p = p * r + 1.0
        p = p * r + 1.0
        values[k] = p
        bits[k - first] = (np.int64(m) + 1023) << 52 if given > LEAST_EXPONENT else 0
    for k in range(first, last):
        values[k] *= floats[k - first]


@kernel
def potentials_of_transitions(layout: Layout, work: Workspace, n_matrices: int) -> float:
    """Exponentiate the transition scores in ``work`` minus the greatest; return that."""
    n_labels = layout.n_labels
    potentials = work.transition_potentials
    width = potentials.shape[1]
    # By column, which is vectorised; uses a row that the forward pass overwrites.
    columns = work.alpha[0]
    for y in range(n_labels):
        columns[y] = work.transitions[0, 0, y]
    for k in range(n_matrices):
        for x in range(n_labels):
            for y in range(n_labels):
                score = work.transitions[k, x, y]
                columns[y] = score if score > columns[y] else columns[y]
    greatest = columns[0]
    for y in range(1, n_labels):
        greatest = max(greatest, columns[y])
    for k in range(n_matrices):
        for x in range(n_labels):
            for y in range(n_labels):
                potentials[k, x, y] = work.transitions[k, x, y] - greatest
            for y in range(n_labels, width):
                potentials[k, x, y] = VANISHING
        first = k * width * width
        exponentiate(
            work.flat_transition_potentials,
            first,
            first + n_labels * width,
            work.bits,
            work.floats,
        )
    return float(greatest)


@kernel
def potentials_of_scores(
    sentences: Sentences, layout: Layout, work: Workspace, i: int, constrained: int | np.int64
) -> float:
    """Exponentiate the scores in ``work`` minus the greatest of each token; return their sum.

    ``constrained`` 1: labels that the targets exclude get potential zero.
    """
    n_labels = layout.n_labels
    potentials = work.potentials
    width = potentials.shape[1]
    start = sentences.offsets[i]
    n = sentences.offsets[i + 1] - start
    total = 0.0
    for t in range(n):
        for y in range(n_labels):
            potentials[t, y] = work.scores[t, y]
        for y in range(n_labels, width):
            potentials[t, y] = -np.inf
        if constrained == 1:
            label_set = sentences.label_sets[start + t]
            for y in range(n_labels):
                if sentences.allowed[label_set, y] == 0:
                    potentials[t, y] = -np.inf
        greatest = potentials[t, 0]
        for y in range(1, n_labels):
            greatest = max(greatest, potentials[t, y])
        for y in range(width):
            potentials[t, y] -= greatest
        total += np.float64(greatest)
    exponentiate(work.flat_potentials, 0, n * width, work.bits, work.floats)
    return total


@kernel
def forward_pass(n: int, n_labels: int, n_matrices: int, work: Workspace) -> float:
    """Run the scaled forward pass; return Σ log scale, or NaN if the mass vanished."""
    alpha = work.alpha
    potentials = work.potentials
    matrices = work.transition_potentials
    width = alpha.shape[1]
    zero = alpha.dtype.type(0.0)
    n_even = n_labels - n_labels % 2
    log_sum = 0.0
    for t in range(n):
        if t == 0:
            for y in range(width):
                alpha[0, y] = potentials[0, y]
        else:
            k = t if n_matrices > 1 else 0
            for y in range(width):
                alpha[t, y] = 0.0
            for x in range(0, n_even, 2):
                a0 = alpha[t - 1, x]
                a1 = alpha[t - 1, x + 1]
                for y in range(width):
                    alpha[t, y] += a0 * matrices[k, x, y] + a1 * matrices[k, x + 1, y]
            for x in range(n_even, n_labels):
                a0 = alpha[t - 1, x]
                for y in range(width):
                    alpha[t, y] += a0 * matrices[k, x, y]
            for y in range(width):
                alpha[t, y] *= potentials[t, y]
        total = zero
        for y in range(width):
            total += alpha[t, y]
        # Below this the product with the next potentials could vanish, or be NaN.
        if not total > 1e-30:
            return np.nan
        work.scales[t] = total
        log_sum += np.log(np.float64(total))
        inverse = alpha.dtype.type(1.0) / total
        for y in range(width):
            alpha[t, y] *= inverse
    return log_sum


@kernel
def backward_pass(n: int, n_labels: int, n_matrices: int, work: Workspace) -> None:
    """Run the scaled backward pass after `forward_pass`; messages replace the potentials."""
    alpha = work.alpha
    potentials = work.potentials
    posteriors = work.posteriors
    matrices = work.transition_potentials
    width = alpha.shape[1]
    zero = alpha.dtype.type(0.0)
    for y in range(width):
        posteriors[n - 1, y] = 1.0
    for t in range(n - 1, -1, -1):
        inverse = alpha.dtype.type(1.0) / work.scales[t]
        for y in range(width):
            beta = posteriors[t, y]
            potentials[t, y] *= beta * inverse
            posteriors[t, y] = alpha[t, y] * beta
        if t > 0:
            k = t if n_matrices > 1 else 0
            for x in range(n_labels):
                total = zero
                for y in range(width):
                    total += matrices[k, x, y] * potentials[t, y]
                posteriors[t - 1, x] = total
            for x in range(n_labels, width):
                posteriors[t - 1, x] = 0.0


@kernel
def expected_pairs(n: int, n_labels: int, n_matrices: int, work: Workspace) -> None:
    """Write the expected transitions after both passes: (1, W, W) in all, or (n, W, W)."""
    alpha = work.alpha
    messages = work.potentials
    pairs = work.pairs
    matrices = work.transition_potentials
    width = alpha.shape[1]
    if n_matrices > 1:
        for t in range(1, n):
            for x in range(n_labels):
                before = alpha[t - 1, x]
                for y in range(width):
                    pairs[t, x, y] = before * matrices[t, x, y] * messages[t, y]
        return
    for x in range(n_labels):
        for y in range(width):
            pairs[0, x, y] = 0.0
    t = 0
    while t + 2 < n:
        for x in range(n_labels):
            a0 = alpha[t, x]
            a1 = alpha[t + 1, x]
            for y in range(width):
                pairs[0, x, y] += a0 * messages[t + 1, y] + a1 * messages[t + 2, y]
        t += 2
    while t + 1 < n:
        for x in range(n_labels):
            a0 = alpha[t, x]
            for y in range(width):
                pairs[0, x, y] += a0 * messages[t + 1, y]
        t += 1
    for x in range(n_labels):
        for y in range(width):
            pairs[0, x, y] *= matrices[0, x, y]


@kernel
def sum_over_labellings(
    sentences: Sentences,
    layout: Layout,
    work: Workspace,
    i: int,
    n_matrices: int,
    constrained: int | np.int64,
) -> float:
    """Write posteriors and expected pairs of a scored sentence into ``work``; return log Z.

    Scores and transitions are in ``work``; ``constrained`` 1 sums over allowed labellings. Infinite
    scores give NaN.
    """
    n_labels = layout.n_labels
    n = sentences.offsets[i + 1] - sentences.offsets[i]
    shift = potentials_of_scores(sentences, layout, work, i, constrained)
    greatest = potentials_of_transitions(layout, work, n_matrices)
    log_sum = forward_pass(n, n_labels, n_matrices, work)
    if not np.isnan(log_sum):
        backward_pass(n, n_labels, n_matrices, work)
        expected_pairs(n, n_labels, n_matrices, work)
        return float(shift + log_sum + (n - 1) * greatest)
    shifted = work.scores[:n].astype(np.float64)
    start = sentences.offsets[i]
    if constrained == 1:
        for t in range(n):
            for y in range(n_labels):
                if sentences.allowed[sentences.label_sets[start + t], y] == 0:
                    shifted[t, y] = -np.inf
    log_alpha = np.empty(shifted.shape)
    log_beta = np.empty(shifted.shape)
    posteriors = np.empty(shifted.shape)
    transitions = work.transitions[:n_matrices].astype(np.float64)
    pairs = np.zeros(transitions.shape)
    log_z, token = log_domain_pass(
        0, n, n_labels, shifted, transitions, log_alpha, log_beta, posteriors, pairs, 1.0
    )
    if token >= 0:
        # No labelling is reached, so nothing was written: the buffers are uninitialised.
        log_z = np.nan
        posteriors[:] = np.nan
        pairs[:] = np.nan
    work.posteriors[:n] = posteriors
    work.pairs[:n_matrices] = pairs
    return float(log_z)


@kernel
def add_to_tokens(
    sentences: Sentences, layout: Layout, weights: Weights, i: int, changes: Reals, least: float
) -> int:
    """Add changes[t] (·, W) to the weights of token t's attributes, times their values.

    Tokens with a sum of squared changes up to ``least`` are skipped. Returns the number of others.
    """
    width = changes.shape[1]
    rows = weights.rows
    pairs = weights.pairs
    masks = layout.row_masks
    valued = sentences.values.shape[0] > 0
    start = sentences.offsets[i]
    zero = changes.dtype.type(0.0)
    n_changed = 0
    for t in range(start, sentences.offsets[i + 1]):
        o = t - start
        square = zero
        for y in range(width):
            square += changes[o, y] * changes[o, y]
        if square <= least:  # False for NaN, which must reach the weights to be detected
            continue
        n_changed += 1
        for k in range(sentences.indptr[t], sentences.indptr[t + 1]):
            a = sentences.attributes[k]
            r = layout.row_of[a]
            value = changes.dtype.type(sentences.values[k] if valued else 1.0)
            if r >= 0:
                for y in range(width):
                    rows[r, y] += value * changes[o, y] * masks[r, y]
            else:
                for j in range(layout.state_indptr[a], layout.state_indptr[a + 1]):
                    pairs[j] += value * changes[o, layout.state_labels[j]]
    return n_changed


@kernel
def add_to_transitions(
    sentences: Sentences,
    layout: Layout,
    weights: Weights,
    i: int,
    n_matrices: int,
    factor: float,
    changes: Reals,
) -> None:
    """Add factor · changes (K, W, W) to transition and edge weights."""
    n_labels = layout.n_labels
    transitions = weights.transitions
    scale = transitions.dtype.type(factor)
    first = 0 if n_matrices == 1 else 1
    for k in range(first, n_matrices):
        for x in range(n_labels):
            for y in range(n_labels):
                transitions[x, y] += scale * changes[k, x, y] * layout.transition_mask[x, y]
    if layout.edge_pairs.shape[0] == 0:
        return
    start = sentences.offsets[i]
    for t in range(start + 1, sentences.offsets[i + 1]):
        for k in range(sentences.edge_indptr[t], sentences.edge_indptr[t + 1]):
            e = sentences.edge_attributes[k]
            for j in range(layout.edge_starts[e], layout.edge_starts[e + 1]):
                pair = layout.edge_pairs[j]
                weights.edges[j] += scale * changes[t - start, pair // n_labels, pair % n_labels]

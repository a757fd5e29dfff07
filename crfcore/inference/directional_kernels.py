"""Kernels of expectations of a posterior chain, and of their directional derivatives.

The derivative along a direction follows the chain itself (forward-mode differentiation). With
g_t(x) = E[change of the score of everything after label x of token t], from the back,

    g_{t-1}(x) = Σ_y P(y given x) · w_t(x, y),
    w_t(x, y) = d transitions[x, y] + d scores[t, y] + g_t(y),

a step's probability changes by P(y given x) · (w_t(x, y) − g_{t-1}(x)), and marginals are computed
from the front by the product rule. Like the chain, this neither overflows nor cancels.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.inference.posterior_chain_kernels import ChainArrays, first_row, row_after
from crfcore.jit import kernel


@kernel
def chain_expectations(
    offsets: OffsetArray,
    chain: ChainArrays,
    factors: FloatArray,
    expected: FloatArray,
    pairs: FloatArray,
) -> None:
    """Sum expectations, times a factor of each sentence.

    Parameters
    ----------
    factors : (N,) array
    expected : (T, L) array, written
        factor · P(y_t = y given x).
    pairs : (1 or T, L, L) array, as many as transitions, added to
        factor · P(y_{t-1} = x, y_t = y given x), summed over tokens or by token.
    """
    n_labels = chain.transitions.shape[1]
    per_position = chain.transitions.shape[0] > 1
    row = np.empty(n_labels)
    for i in range(offsets.shape[0] - 1):
        start = offsets[i]
        for t in range(start, offsets[i + 1]):
            if t == start:
                first_row(t, chain.messages, expected[t])
                for y in range(n_labels):
                    expected[t, y] *= factors[i]
                continue
            k = t if per_position else 0
            expected[t] = 0.0
            for x in range(n_labels):
                before = expected[t - 1, x]
                if before == 0.0:
                    continue
                if chain.sums[t, x] > 0.0:
                    inverse = 1.0 / chain.sums[t, x]
                    for y in range(n_labels):
                        row[y] = chain.potentials[k, x, y] * chain.messages[t, y] * inverse
                else:
                    row_after(t, x, chain, row)
                for y in range(n_labels):
                    joint = before * row[y]
                    expected[t, y] += joint
                    pairs[k, x, y] += joint


@kernel
def chain_derivatives(
    offsets: OffsetArray,
    chain: ChainArrays,
    d_scores: FloatArray,
    d_transitions: FloatArray,
    factors: FloatArray,
    behind: FloatArray,
    d_log_z: FloatArray,
    d_expected: FloatArray,
    d_pairs: FloatArray,
) -> None:
    """Sum the directional derivatives of `chain_expectations`.

    Parameters
    ----------
    d_scores : (T, L) array
    d_transitions : (1 or T, L, L) array, as many as transitions
        The direction.
    factors : (N,) array
    behind : (T, L) array, workspace
        g.
    d_log_z : (N,) array, written
        The derivative of log Z, without the factor.
    d_expected : (T, L) array, written
    d_pairs : (1 or T, L, L) array, added to
    """
    n_labels = chain.transitions.shape[1]
    per_position = chain.transitions.shape[0] > 1
    row = np.empty(n_labels)
    current = np.empty(n_labels)
    following = np.empty(n_labels)
    change = np.empty(n_labels)
    for i in range(offsets.shape[0] - 1):
        start = offsets[i]
        stop = offsets[i + 1]
        d_log_z[i] = 0.0
        if start == stop:
            continue
        behind[stop - 1] = 0.0
        for t in range(stop - 1, start, -1):
            k = t if per_position else 0
            for y in range(n_labels):
                change[y] = d_scores[t, y] + behind[t, y]
            for x in range(n_labels):
                if chain.sums[t, x] > 0.0:
                    inverse = 1.0 / chain.sums[t, x]
                    for y in range(n_labels):
                        row[y] = chain.potentials[k, x, y] * chain.messages[t, y] * inverse
                else:
                    row_after(t, x, chain, row)
                total = 0.0
                for y in range(n_labels):
                    total += row[y] * (d_transitions[k, x, y] + change[y])
                behind[t - 1, x] = total
        first_row(start, chain.messages, current)
        for y in range(n_labels):
            d_log_z[i] += current[y] * (d_scores[start, y] + behind[start, y])
        for y in range(n_labels):
            current[y] *= factors[i]
            own = d_scores[start, y] + behind[start, y] - d_log_z[i]
            d_expected[start, y] = current[y] * own
        for t in range(start + 1, stop):
            k = t if per_position else 0
            for y in range(n_labels):
                change[y] = d_scores[t, y] + behind[t, y]
                d_expected[t, y] = 0.0
                following[y] = 0.0
            for x in range(n_labels):
                if current[x] == 0.0:
                    continue
                if chain.sums[t, x] > 0.0:
                    inverse = 1.0 / chain.sums[t, x]
                    for y in range(n_labels):
                        row[y] = chain.potentials[k, x, y] * chain.messages[t, y] * inverse
                else:
                    row_after(t, x, chain, row)
                # Short loops over few arrays, so that they are vectorised.
                before = current[x]
                for y in range(n_labels):
                    following[y] += before * row[y]
                d_before = d_expected[t - 1, x] - before * behind[t - 1, x]
                for y in range(n_labels):
                    row[y] *= d_before + before * (d_transitions[k, x, y] + change[y])
                for y in range(n_labels):
                    d_expected[t, y] += row[y]
                for y in range(n_labels):
                    d_pairs[k, x, y] += row[y]
            current[:] = following

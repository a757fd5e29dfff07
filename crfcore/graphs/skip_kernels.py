"""Kernels of messages along skip edges, which join tokens of one document in pairs."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.graphs.collective_kernels import SMALLEST
from crfcore.jit import kernel


@kernel
def type_marginals(
    tokens: IdArray, posteriors: FloatArray, type_of: IdArray, marginals: FloatArray
) -> None:
    """Write P(type k) of some tokens.

    Parameters
    ----------
    tokens : int32 (M,)
        Row m of the posteriors is that of token ``tokens[m]``.
    posteriors : (M, L) array
    type_of : int32 (L,)
    marginals : (T, K) array, written
    """
    for position in range(len(tokens)):
        i = tokens[position]
        for k in range(marginals.shape[1]):
            marginals[i, k] = 0.0
        for label in range(len(type_of)):
            marginals[i, type_of[label]] += posteriors[position, label]


@kernel
def _cavity(marginal: FloatArray, message: FloatArray, out: FloatArray) -> float:
    """Write P(k)/m(k), of sum one, for a log message; return the logarithm of the sum."""
    greatest = -message.min()
    total = 0.0
    for k in range(len(out)):
        out[k] = marginal[k] * np.exp(-message[k] - greatest)
        total += out[k]
    for k in range(len(out)):
        out[k] /= total
    return float(np.log(total) + greatest)


@kernel
def _factors(pairs: FloatArray, gain: FloatArray, out: FloatArray) -> float:
    """Write exp of an edge's table, divided by its greatest entry; return that's logarithm."""
    out[:] = pairs
    for k in range(len(gain)):
        out[k, k] += gain[k]
    greatest = out.max()
    out[:] = np.exp(out - greatest)
    return float(greatest)


@kernel
def skip_messages(
    edges: IdArray,
    ends: IdArray,
    pairs: FloatArray,
    gains: FloatArray,
    marginals: FloatArray,
    damping: float,
    messages: FloatArray,
    changes: FloatArray,
) -> None:
    """Send the messages of some edges to both ends: m(k) ∝ Σ_l ψ(k, l)·P(l)/m'(l).

    m' is the edge's earlier message to the end where P is from.

    Parameters
    ----------
    edges : int32 (M,)
    ends : int32 (E, 2)
    pairs : (K, K) array
        Scores of the types of both ends, for all edges.
    gains : (E, K) array
        Added where both ends are of type k.
    marginals : (T, K) array
        P(type k), under the earlier messages.
    damping : float
        Part of the earlier message that is kept, as a probability.
    messages : (E, 2, K) array, changed
        Logarithms of messages of sum one.
    changes : (E,) array, written
        The greatest change of a message, as a probability.
    """
    n_types = len(pairs)
    table = np.empty((n_types, n_types))
    cavities = np.empty((2, n_types))
    new = np.empty(n_types)
    for position in range(len(edges)):
        e = edges[position]
        _factors(pairs, gains[e], table)
        for end in range(2):
            _cavity(marginals[ends[e, end]], messages[e, end], cavities[end])
        changes[e] = 0.0
        for end in range(2):
            total = 0.0
            for k in range(n_types):
                new[k] = 0.0
                for other in range(n_types):
                    score = table[k, other] if end == 0 else table[other, k]
                    new[k] += score * cavities[1 - end, other]
                total += new[k]
            for k in range(n_types):
                old = np.exp(messages[e, end, k])
                mixed = (1.0 - damping) * new[k] / total + damping * old
                changes[e] = max(changes[e], abs(mixed - old))
                messages[e, end, k] = np.log(max(mixed, SMALLEST))


@kernel
def sum_messages(
    tokens: IdArray, edges: IdArray, ends: IdArray, messages: FloatArray, sums: FloatArray
) -> None:
    """Write the sum of the log messages to each of some tokens, with all of their edges.

    Parameters
    ----------
    tokens, edges : int32
    ends : int32 (E, 2)
    messages : (E, 2, K) array
    sums : (T, K) array, written
    """
    for position in range(len(tokens)):
        sums[tokens[position]] = 0.0
    for position in range(len(edges)):
        e = edges[position]
        for end in range(2):
            sums[ends[e, end]] += messages[e, end]


@kernel
def skip_beliefs(
    ends: IdArray,
    pairs: FloatArray,
    gains: FloatArray,
    marginals: FloatArray,
    messages: FloatArray,
    expected_pairs: FloatArray,
    expected_gains: FloatArray,
) -> float:
    """Add up the beliefs of all edges, and return their terms of the Bethe value of log Z.

    b(k, l) ∝ ψ(k, l)·P_i(k)/m_i(k)·P_j(l)/m_j(l), whose sum is the edge's term: see
    `crfcore.graphs.skip_chains.SkipPropagation.expectations`.

    Parameters
    ----------
    ends, pairs, gains, marginals, messages
        As for `skip_messages`.
    expected_pairs : (K, K) array, changed
        Σ b is added.
    expected_gains : (E, K) array, written
        b(k, k).
    """
    n_types = len(pairs)
    table = np.empty((n_types, n_types))
    cavities = np.empty((2, n_types))
    log_z = 0.0
    for e in range(len(ends)):
        log_z += _factors(pairs, gains[e], table)
        for end in range(2):
            log_z += _cavity(marginals[ends[e, end]], messages[e, end], cavities[end])
        total = 0.0
        for k in range(n_types):
            for other in range(n_types):
                table[k, other] *= cavities[0, k] * cavities[1, other]
                total += table[k, other]
        log_z += np.log(total)
        for k in range(n_types):
            for other in range(n_types):
                expected_pairs[k, other] += table[k, other] / total
            expected_gains[e, k] = table[k, k] / total
    return float(log_z)

"""Kernels that compute the Markov chain of a lattice's posterior.

Given x, the labels of a sentence are a Markov chain: a distribution of the first label and, for
each later token t, P(y_t = y given y_{t-1} = x). The backward pass computes that chain; everything
else is sums of products of probabilities, which neither overflow nor cancel.

With u[t, y] = scores[t, y] + log β_t(y), minus its greatest value,

    P(y given x) = exp(transitions[x, y] + u[t, y]) / Σ_y' exp(transitions[x, y'] + u[t, y']).

A row is summed from separate exponentials: of the transitions (minus the maximum of each row) once,
of u once for each token. Only where that sum underflows is the row exponentiated pair by pair; so
the chain is exact up to rounding for any scores.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.jit import kernel


class ChainArrays(NamedTuple):
    """The chain of a batch of sentences: T tokens, L labels, K = 1 or T transitions.

    Attributes
    ----------
    transitions, potentials : (K, L, L) arrays
    greatest : (K, L) array
        From `row_potentials`.
    log_messages, messages : (T, L) arrays
        u, and its exponentials.
    sums, log_sums : (T, L) arrays
        [t, x]: the sum of row x into token t, relative to the greatest transition, and its
        logarithm. The sum is 0 where it underflows; the logarithm is −inf only without a successor.
    """

    transitions: FloatArray
    potentials: FloatArray
    greatest: FloatArray
    log_messages: FloatArray
    messages: FloatArray
    sums: FloatArray
    log_sums: FloatArray


# Losses by underflow (below 1e-308) are negligible for sums above this.
SMALLEST_SUM = 1e-200


@kernel
def row_potentials(transitions: FloatArray, potentials: FloatArray, greatest: FloatArray) -> None:
    """Exponentiate transitions (K, L, L) minus the maxima of rows, (K, L)."""
    n_labels = transitions.shape[1]
    for k in range(transitions.shape[0]):
        for x in range(n_labels):
            top = -np.inf
            for y in range(n_labels):
                top = max(top, transitions[k, x, y])
            if top == -np.inf:
                top = 0.0
            greatest[k, x] = top
            for y in range(n_labels):
                potentials[k, x, y] = np.exp(transitions[k, x, y] - top)


@kernel
def log_row_sum(k: int, x: int, chain: ChainArrays, log_message: FloatArray) -> float:
    """Return log Σ_y exp(transitions[k, x, y] − greatest[k, x] + log_message[y])."""
    n_labels = chain.transitions.shape[1]
    top = -np.inf
    for y in range(n_labels):
        top = max(top, chain.transitions[k, x, y] + log_message[y])
    if top == -np.inf:
        return -np.inf
    total = 0.0
    for y in range(n_labels):
        total += np.exp(chain.transitions[k, x, y] + log_message[y] - top)
    return float(top - chain.greatest[k, x] + np.log(total))


@kernel
def make_chain(
    offsets: OffsetArray,
    scores: FloatArray,
    allowed: MaskArray,
    chain: ChainArrays,
    log_z: FloatArray,
) -> int:
    """Run the backward pass over sentences.

    Parameters
    ----------
    scores : (T, at least L) array
    allowed : (T, L) array, or (0, 0) for everything
    chain : ChainArrays, of which messages and sums are written
    log_z : (N,) array, written

    Returns
    -------
    int
        The first sentence found without a labelling or with a score of NaN or +inf, or −1.
    """
    n_labels = chain.transitions.shape[1]
    per_position = chain.transitions.shape[0] > 1
    masked = allowed.shape[0] > 0
    beta = np.empty(n_labels)
    for i in range(offsets.shape[0] - 1):
        start = offsets[i]
        stop = offsets[i + 1]
        log_z[i] = 0.0
        for y in range(n_labels):
            beta[y] = 0.0
        for t in range(stop - 1, start - 1, -1):
            top = -np.inf
            for y in range(n_labels):
                value = -np.inf
                if not masked or allowed[t, y] != 0:
                    if not scores[t, y] < np.inf:
                        return i
                    value = scores[t, y] + beta[y]
                chain.log_messages[t, y] = value
                top = max(top, value)
            if top == -np.inf:
                return i
            log_z[i] += top
            for y in range(n_labels):
                chain.log_messages[t, y] -= top
                chain.messages[t, y] = np.exp(chain.log_messages[t, y])
            if t == start:
                total = 0.0
                for y in range(n_labels):
                    total += chain.messages[t, y]
                log_z[i] += np.log(total)
                continue
            k = t if per_position else 0
            for x in range(n_labels):
                chain.sums[t, x] = 0.0
                chain.log_sums[t, x] = -np.inf
                beta[x] = -np.inf
                if (masked and allowed[t - 1, x] == 0) or scores[t - 1, x] == -np.inf:
                    continue
                total = 0.0
                for y in range(n_labels):
                    total += chain.potentials[k, x, y] * chain.messages[t, y]
                if total > SMALLEST_SUM:
                    chain.sums[t, x] = total
                    chain.log_sums[t, x] = np.log(total)
                else:
                    chain.log_sums[t, x] = log_row_sum(k, x, chain, chain.log_messages[t])
                beta[x] = chain.log_sums[t, x] + chain.greatest[k, x]
    return -1


@kernel
def first_dead_end(
    start: int,
    stop: int,
    scores: FloatArray,
    allowed: MaskArray,
    transitions: FloatArray,
) -> int:
    """Return the first token of a sentence that no label can reach."""
    n_labels = transitions.shape[1]
    per_position = transitions.shape[0] > 1
    masked = allowed.shape[0] > 0
    reached = np.ones(n_labels, dtype=np.uint8)
    before = np.ones(n_labels, dtype=np.uint8)
    for t in range(start, stop):
        k = t if per_position else 0
        n_reached = 0
        for y in range(n_labels):
            reached[y] = 0
            if masked and allowed[t, y] == 0:
                continue
            if not scores[t, y] < np.inf:
                return t
            if scores[t, y] == -np.inf:
                continue
            for x in range(n_labels):
                if t == start or (before[x] == 1 and transitions[k, x, y] > -np.inf):
                    reached[y] = 1
                    n_reached += 1
                    break
        if n_reached == 0:
            return t
        before[:] = reached
    return start


@kernel
def first_row(t: int, messages: FloatArray, row: FloatArray) -> None:
    """Write P(y_t = y given x) of a sentence's first token t into row (L,)."""
    total = 0.0
    for y in range(row.shape[0]):
        total += messages[t, y]
    inverse = 1.0 / total
    for y in range(row.shape[0]):
        row[y] = messages[t, y] * inverse


@kernel
def row_after(t: int, x: int, chain: ChainArrays, row: FloatArray) -> None:
    """Write P(y_t = y given y_{t-1} = x) into row (L,); zeros without a successor.

    Loops over tokens write ordinary rows inline, because this call takes longer than a row.
    """
    k = t if chain.transitions.shape[0] > 1 else 0
    if chain.sums[t, x] > 0.0:
        inverse = 1.0 / chain.sums[t, x]
        for y in range(row.shape[0]):
            row[y] = chain.potentials[k, x, y] * chain.messages[t, y] * inverse
    elif chain.log_sums[t, x] > -np.inf:
        shift = chain.greatest[k, x] + chain.log_sums[t, x]
        for y in range(row.shape[0]):
            row[y] = np.exp(chain.transitions[k, x, y] + chain.log_messages[t, y] - shift)
    else:
        for y in range(row.shape[0]):
            row[y] = 0.0


@kernel
def chain_marginals(
    offsets: OffsetArray,
    chain: ChainArrays,
    marginals: FloatArray,
    pairs: FloatArray,
) -> None:
    """Follow the chain forward.

    Parameters
    ----------
    marginals : (T, L) array, written
        P(y_t = y given x).
    pairs : (T, L, L) array, written; or (0, 0, 0)
        [t, x, y]: P(y_{t-1} = x, y_t = y given x); zeros at first tokens.
    """
    n_labels = chain.transitions.shape[1]
    per_position = chain.transitions.shape[0] > 1
    with_pairs = pairs.shape[0] > 0
    row = np.empty(n_labels)
    for i in range(offsets.shape[0] - 1):
        start = offsets[i]
        for t in range(start, offsets[i + 1]):
            if t == start:
                first_row(t, chain.messages, marginals[t])
                if with_pairs:
                    pairs[t] = 0.0
                continue
            k = t if per_position else 0
            for y in range(n_labels):
                marginals[t, y] = 0.0
            for x in range(n_labels):
                before = marginals[t - 1, x]
                if before == 0.0:
                    if with_pairs:
                        pairs[t, x] = 0.0
                    continue
                if chain.sums[t, x] > 0.0:
                    inverse = 1.0 / chain.sums[t, x]
                    for y in range(n_labels):
                        row[y] = chain.potentials[k, x, y] * chain.messages[t, y] * inverse
                else:
                    row_after(t, x, chain, row)
                for y in range(n_labels):
                    marginals[t, y] += before * row[y]
                if with_pairs:
                    for y in range(n_labels):
                        pairs[t, x, y] = before * row[y]

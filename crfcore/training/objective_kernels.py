"""Kernels of the objective outside the lattice: observed paths, edges, and sums over lanes."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.jit import kernel


@kernel
def path_score_sum(
    offsets: OffsetArray,
    labels: IdArray,
    scores: FloatArray,
    transitions: FloatArray,
    path_scores: FloatArray,
) -> None:
    """Write the score of each sentence's own labelling.

    Parameters
    ----------
    offsets : (N + 1,) array
        From 0.
    labels : (T,) array
    scores : (T, at least L) array
    transitions : (1 or T, at least L, at least L) array
    """
    per_position = transitions.shape[0] > 1
    for i in range(offsets.shape[0] - 1):
        total = 0.0
        for t in range(offsets[i], offsets[i + 1]):
            total += scores[t, labels[t]]
            if t > offsets[i]:
                total += transitions[t if per_position else 0, labels[t - 1], labels[t]]
        path_scores[i] = total


@kernel
def subtract_at_labels(labels: IdArray, row_weights: FloatArray, probabilities: FloatArray) -> None:
    """Subtract 1 at each token's label, and multiply by the token's weight (none: all are one)."""
    weighted = row_weights.shape[0] > 0
    for t in range(labels.shape[0]):
        probabilities[t, labels[t]] -= 1.0
        if weighted:
            for y in range(probabilities.shape[1]):
                probabilities[t, y] *= row_weights[t]


@kernel
def variances(row_weights: FloatArray, probabilities: FloatArray) -> None:
    """Turn each p into p · (1 − p), times the token's weight (none: all are one)."""
    weighted = row_weights.shape[0] > 0
    for t in range(probabilities.shape[0]):
        for y in range(probabilities.shape[1]):
            p = probabilities[t, y]
            probabilities[t, y] = p - p * p
        if weighted:
            for y in range(probabilities.shape[1]):
                probabilities[t, y] *= row_weights[t]


@kernel
def count_transitions(
    offsets: OffsetArray, labels: IdArray, amount: float, by_position: int, counts: FloatArray
) -> None:
    """Add an amount for each transition of each labelling to counts (1 or T, W, W)."""
    for i in range(offsets.shape[0] - 1):
        for t in range(offsets[i] + 1, offsets[i + 1]):
            counts[t if by_position == 1 else 0, labels[t - 1], labels[t]] += amount


@kernel
def edge_transitions(
    first: int,
    last: int,
    indptr: OffsetArray,
    attributes: IdArray,
    edge_indptr: OffsetArray,
    edge_pairs: IdArray,
    weights: FloatArray,
    shared: FloatArray,
    transitions: FloatArray,
) -> None:
    """Write the transitions into tokens first..last-1 by position: shared ones plus edge weights.

    Parameters
    ----------
    shared : (L, L) array
    transitions : (at least last - first, L, L) array, written
    """
    n_labels = shared.shape[0]
    for t in range(first, last):
        o = t - first
        transitions[o] = shared
        for k in range(indptr[t], indptr[t + 1]):
            a = attributes[k]
            for j in range(edge_indptr[a], edge_indptr[a + 1]):
                pair = edge_pairs[j]
                transitions[o, pair // n_labels, pair % n_labels] += weights[j]


@kernel
def add_edge_expectations(
    first: int,
    last: int,
    n_labels: int,
    indptr: OffsetArray,
    attributes: IdArray,
    edge_indptr: OffsetArray,
    edge_pairs: IdArray,
    pair_counts: FloatArray,
    gradient: FloatArray,
    shared_counts: FloatArray,
) -> None:
    """Add expected transitions by position to the edge weights and to the shared ones (W, W)."""
    for t in range(first, last):
        o = t - first
        for x in range(n_labels):
            for y in range(n_labels):
                shared_counts[x, y] += pair_counts[o, x, y]
        for k in range(indptr[t], indptr[t + 1]):
            a = attributes[k]
            for j in range(edge_indptr[a], edge_indptr[a + 1]):
                pair = edge_pairs[j]
                gradient[j] += pair_counts[o, pair // n_labels, pair % n_labels]


@kernel
def sum_of_lanes(
    first: int,
    last: int,
    lanes: FloatArray,
    variables: FloatArray,
    penalties: FloatArray,
    scale: FloatArray,
    gradient: FloatArray,
) -> None:
    """Write the gradient of variables first..last-1: Σ lanes · scale + 2 · penalty · variable.

    Parameters
    ----------
    lanes : (G, F) array
        The sums of each lane, added in this order.
    scale : (F,) array, or (0,)
        A weight is its variable times this; empty if that is one.
    """
    for j in range(first, last):
        gradient[j] = lanes[0, j]
    for g in range(1, lanes.shape[0]):
        for j in range(first, last):
            gradient[j] += lanes[g, j]
    if scale.shape[0] > 0:
        for j in range(first, last):
            gradient[j] *= scale[j]
    for j in range(first, last):
        gradient[j] += 2.0 * penalties[j] * variables[j]


@kernel
def penalty_of(weights: FloatArray, penalties: FloatArray) -> float:
    """Return Σ penalty · w²."""
    total = 0.0
    for j in range(weights.shape[0]):
        total += penalties[j] * weights[j] * weights[j]
    return total


@kernel
def weights_of_variables(variables: FloatArray, scale: FloatArray, weights: FloatArray) -> None:
    """Write variables times their scale (none: all are one), in the precision of `weights`."""
    if scale.shape[0] > 0:
        for j in range(variables.shape[0]):
            weights[j] = variables[j] * scale[j]
    else:
        for j in range(variables.shape[0]):
            weights[j] = variables[j]


@kernel
def count_weighted_transitions(
    offsets: OffsetArray, labels: IdArray, sentence_weights: FloatArray, counts: FloatArray
) -> None:
    """Add each sentence's weight (none: all are one) for each of its transitions to (L, L)."""
    for i in range(offsets.shape[0] - 1):
        weight = sentence_weights[i] if sentence_weights.shape[0] > 0 else 1.0
        for t in range(offsets[i] + 1, offsets[i + 1]):
            counts[labels[t - 1], labels[t]] += weight


@kernel
def norm_of_weights(variables: FloatArray, scale: FloatArray, counts: FloatArray) -> float:
    """Return the norm of the unfolded weights: m equal ones, scale · variable / m each."""
    total = 0.0
    for j in range(variables.shape[0]):
        summed = variables[j] * scale[j]
        total += summed * summed / counts[j]
    return float(np.sqrt(total))


@kernel
def norm_by_weights(gradient: FloatArray, scale: FloatArray, counts: FloatArray) -> float:
    """Return the norm of the gradient by the unfolded weights, from that by the variables."""
    total = 0.0
    for j in range(gradient.shape[0]):
        slope = gradient[j] / scale[j]
        total += counts[j] * slope * slope
    return float(np.sqrt(total))

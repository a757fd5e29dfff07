"""Kernels that count, and turn counts into scores."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.jit import kernel


@kernel
def count_labels(
    indptr: OffsetArray,
    attributes: IdArray,
    label_sets: IdArray,
    n_labels: int,
    state_indptr: OffsetArray,
    state_labels: IdArray,
    first: int,
    last: int,
    counts: FloatArray,
    label_counts: FloatArray,
) -> None:
    """Count (attribute, label) and labels over the confirmed among tokens first..last-1."""
    for t in range(first, last):
        label = label_sets[t]
        if label >= n_labels:
            continue
        label_counts[label] += 1.0
        for k in range(indptr[t], indptr[t + 1]):
            a = attributes[k]
            for j in range(state_indptr[a], state_indptr[a + 1]):
                if state_labels[j] == label:
                    counts[j] += 1.0
                    break


@kernel
def count_neighbours(
    offsets: OffsetArray, label_sets: IdArray, n_labels: int, counts: FloatArray
) -> None:
    """Count pairs of neighbours that are both confirmed into counts (L, L)."""
    for i in range(offsets.shape[0] - 1):
        for t in range(offsets[i] + 1, offsets[i + 1]):
            if label_sets[t - 1] < n_labels and label_sets[t] < n_labels:
                counts[label_sets[t - 1], label_sets[t]] += 1.0


@kernel
def empirical_scores(
    first: int,
    last: int,
    indptr: OffsetArray,
    attributes: IdArray,
    is_key: MaskArray,
    state_indptr: OffsetArray,
    state_labels: IdArray,
    probabilities: FloatArray,
    prior: FloatArray,
    exponent: float,
    scores: FloatArray,
) -> None:
    """Write log psi of tokens first..last-1.

    Parameters
    ----------
    is_key : (A,) array
        1 for attributes that are the key of their token.
    probabilities : (F,) array
        P~(label given attribute) of each (attribute, label) seen.
    prior : (L,) array
        P~(label).
    exponent : float
        psi = mean ** exponent where the key is unseen.
    scores : (last - first, L) array, written
    """
    n_labels = prior.shape[0]
    mean = np.empty(n_labels)
    for t in range(first, last):
        o = t - first
        key = -1
        n_seen = 0
        for y in range(n_labels):
            mean[y] = 0.0
        for k in range(indptr[t], indptr[t + 1]):
            a = attributes[k]
            if state_indptr[a + 1] == state_indptr[a]:
                continue
            if is_key[a] == 1:
                key = a
                break
            n_seen += 1
            for j in range(state_indptr[a], state_indptr[a + 1]):
                mean[state_labels[j]] += probabilities[j]
        if key >= 0:
            for y in range(n_labels):
                scores[o, y] = -np.inf
            for j in range(state_indptr[key], state_indptr[key + 1]):
                scores[o, state_labels[j]] = np.log(probabilities[j])
            continue
        for y in range(n_labels):
            p = mean[y] / n_seen if n_seen > 0 else prior[y]
            scores[o, y] = exponent * np.log(p) if p > 0.0 else -np.inf


@kernel
def open_what_is_pinned(scores: FloatArray, allowed: MaskArray) -> None:
    """Where all allowed labels are impossible, make them equally good: a person knows better."""
    for t in range(scores.shape[0]):
        possible = False
        for y in range(scores.shape[1]):
            possible = possible or (allowed[t, y] != 0 and scores[t, y] > -np.inf)
        if not possible:
            for y in range(scores.shape[1]):
                scores[t, y] = 0.0

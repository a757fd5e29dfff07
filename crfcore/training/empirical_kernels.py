"""Kernels of counts, and of scores from counts."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.jit import kernel
from crfcore.training.count_table_kernels import CountArrays, base_row, place_of


@kernel
def count_neighbours(
    offsets: OffsetArray, label_sets: IdArray, n_labels: int, counts: FloatArray
) -> None:
    """Count pairs of confirmed neighbours into counts (L, L)."""
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
    table: CountArrays,
    prior: FloatArray,
    exponent: float,
    scores: FloatArray,
    is_unseen: MaskArray,
) -> None:
    """Write log psi of tokens first..last-1.

    Parameters
    ----------
    is_key : (A,) array
        1 for attributes that are the key of their token.
    table : CountArrays
        Counts of labels by attribute.
    prior : (L,) array
        P~(label).
    exponent : float
        psi = mean ** exponent where the key is unseen.
    scores : (last - first, L) array, written
    is_unseen : (last - first,) array, written
        1 where no key is known.
    """
    codes, base_indptr, members, counts, owners, starts, sizes = table[:7]
    changed_members, changed_counts = table[7:]
    n_labels = prior.shape[0]
    mean = np.empty(n_labels)
    for t in range(first, last):
        o = t - first
        n_seen = 0
        is_unseen[o] = 1
        for y in range(n_labels):
            mean[y] = 0.0
        for k in range(indptr[t], indptr[t + 1]):
            a = int(attributes[k])
            h = place_of(a, owners)
            is_changed = owners[h] >= 0
            if is_changed:
                start = starts[h]
                size = sizes[h]
            else:
                row = base_row(a, codes, base_indptr.shape[0] - 1)
                start = base_indptr[row] if row >= 0 else 0
                size = base_indptr[row + 1] - start if row >= 0 else 0
            total = 0.0
            for j in range(start, start + size):
                total += changed_counts[j] if is_changed else counts[j]
            if total == 0.0:
                continue
            if is_key[a] == 1:
                is_unseen[o] = 0
                for y in range(n_labels):
                    scores[o, y] = -np.inf
                for j in range(start, start + size):
                    seen = changed_counts[j] if is_changed else counts[j]
                    if seen > 0.0:
                        label = changed_members[j] if is_changed else members[j]
                        scores[o, label] = np.log(seen / total)
                break
            n_seen += 1
            for j in range(start, start + size):
                seen = changed_counts[j] if is_changed else counts[j]
                mean[changed_members[j] if is_changed else members[j]] += seen / total
        if is_unseen[o] == 1:
            for y in range(n_labels):
                p = mean[y] / n_seen if n_seen > 0 else prior[y]
                scores[o, y] = exponent * np.log(p) if p > 0.0 else -np.inf


@kernel
def word_rates(
    pairs: OffsetArray,
    table: CountArrays,
    scores: FloatArray,
    unseen: float,
    rates: FloatArray,
) -> None:
    """Write the logarithms of equation 13 where a pair of keys is known.

    Parameters
    ----------
    pairs : (n,) array
        The codes of the keys of each token and the one before; −1 if missing.
    table : CountArrays
        Counts of label pairs by pair of keys.
    scores : (n, L) array
        log P~(label given key) of each token.
    unseen : float
        Logarithm of the rate of label pairs unseen with a known pair of keys.
    rates : (n, L, L) array, written
        At each token the rates of its pair; not written for unknown pairs.
    """
    codes, indptr, members, counts, owners, starts, sizes = table[:7]
    changed_members, changed_counts = table[7:]
    n_labels = rates.shape[1]
    for t in range(pairs.shape[0]):
        if pairs[t] < 0:
            continue
        h = place_of(pairs[t], owners)
        is_changed = owners[h] >= 0
        if is_changed:
            start = starts[h]
            size = sizes[h]
        else:
            row = base_row(pairs[t], codes, indptr.shape[0] - 1)
            start = indptr[row] if row >= 0 else 0
            size = indptr[row + 1] - start if row >= 0 else 0
        total = 0.0
        for j in range(start, start + size):
            total += changed_counts[j] if is_changed else counts[j]
        if total == 0.0:
            continue
        for y in range(n_labels):
            for z in range(n_labels):
                rates[t, y, z] = unseen
        for j in range(start, start + size):
            seen = changed_counts[j] if is_changed else counts[j]
            if seen > 0.0:
                pair = changed_members[j] if is_changed else members[j]
                y = pair // n_labels
                z = pair % n_labels
                rates[t, y, z] = np.log(seen / total) - scores[t - 1, y] - scores[t, z]


@kernel
def open_what_is_pinned(scores: FloatArray, allowed: MaskArray) -> None:
    """Where all allowed labels are impossible, make them equally probable."""
    for t in range(scores.shape[0]):
        possible = False
        for y in range(scores.shape[1]):
            possible = possible or (allowed[t, y] != 0 and scores[t, y] > -np.inf)
        if not possible:
            for y in range(scores.shape[1]):
                scores[t, y] = 0.0

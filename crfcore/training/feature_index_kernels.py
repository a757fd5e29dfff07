"""Kernels that find the observed (attribute, label) pairs."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, HashArray, IdArray, MaskArray, OffsetArray
from crfcore.jit import kernel


@kernel
def count_ids(ids: IdArray, counts: OffsetArray) -> None:
    """Count how often each id occurs, into counts[id + 1]."""
    for k in range(ids.shape[0]):
        counts[ids[k] + 1] += 1


@kernel
def accumulate(counts: OffsetArray) -> None:
    """Turn counts into offsets, in place."""
    for k in range(1, counts.shape[0]):
        counts[k] += counts[k - 1]


@kernel
def group_by_attribute(
    indptr: OffsetArray,
    attributes: IdArray,
    first_token: int,
    last_token: int,
    place: OffsetArray,
    tokens: IdArray,
    entries: OffsetArray,
) -> None:
    """List for each attribute the tokens that have it (a counting sort).

    ``place`` (A,) is the position of each attribute's next token, and is advanced. ``entries`` are
    the positions of the attribute, to find its value; empty if values are all one.
    """
    for t in range(first_token, last_token):
        for k in range(indptr[t], indptr[t + 1]):
            to = place[attributes[k]]
            tokens[to] = t
            if entries.shape[0] > 0:
                entries[to] = k
            place[attributes[k]] = to + 1


@kernel
def sort_small(values: IdArray, n: int) -> None:
    """Sort values[:n] in place, by insertion: usually few."""
    for i in range(1, n):
        value = values[i]
        j = i - 1
        while j >= 0 and values[j] > value:
            values[j + 1] = values[j]
            j -= 1
        values[j + 1] = value


@kernel
def labels_of_attributes(
    first: int,
    last: int,
    starts: OffsetArray,
    tokens: IdArray,
    entries: OffsetArray,
    values: FloatArray,
    label_sets: IdArray,
    sets: MaskArray,
    n_labels: int,
    min_freq: float,
    every_label: int,
    frequency: FloatArray,
    is_touched: MaskArray,
    touched: IdArray,
    counts: OffsetArray,
    labels: IdArray,
) -> None:
    """Find the labels seen with attributes first..last-1.

    A token with a set of possible labels counts for each of them, an unknown token for none. Called
    twice: with empty `labels` it writes their number into counts[a + 1], with offsets in `counts`
    it writes the labels, in increasing order.

    Parameters
    ----------
    starts : (A + 1,) array
        Tokens of attribute a are ``tokens[starts[a]:starts[a + 1]]``.
    sets : (S, L) array
    min_freq : float
        Pairs with a smaller sum of values are left out.
    every_label : int
        1: all labels start as candidates, seen or not.
    frequency, is_touched : (L,) arrays of zeros, workspace
        Values may cancel, so that a frequency of zero does not mean that a label is new.
    touched : (L,) array, workspace
    """
    for a in range(first, last):
        n_touched = 0
        if every_label == 1:
            for y in range(n_labels):
                touched[y] = y
                is_touched[y] = 1
            n_touched = n_labels
        for k in range(starts[a], starts[a + 1]):
            if n_touched == n_labels and min_freq <= 0.0:
                # Nothing can be added.
                break
            value = values[entries[k]] if entries.shape[0] > 0 else 1.0
            seen = label_sets[tokens[k]]
            if seen < n_labels:
                if is_touched[seen] == 0:
                    touched[n_touched] = seen
                    n_touched += 1
                    is_touched[seen] = 1
                frequency[seen] += value
            elif seen > n_labels:
                for y in range(n_labels):
                    if sets[seen - n_labels - 1, y] == 0:
                        continue
                    if is_touched[y] == 0:
                        touched[n_touched] = y
                        n_touched += 1
                        is_touched[y] = 1
                    frequency[y] += value
        n_kept = 0
        for k in range(n_touched):
            y = touched[k]
            if frequency[y] >= min_freq or min_freq <= 0.0:
                touched[n_kept] = y
                n_kept += 1
            frequency[y] = 0.0
            is_touched[y] = 0
        if labels.shape[0] == 0:
            counts[a + 1] = n_kept
        else:
            if every_label == 0:
                sort_small(touched, n_kept)
            for k in range(n_kept):
                labels[counts[a] + k] = touched[k]


@kernel
def note_labels(
    indptr: OffsetArray,
    attributes: IdArray,
    first_token: int,
    last_token: int,
    label_sets: IdArray,
    bits_of_number: HashArray,
    seen: HashArray,
) -> None:
    """Set the bit of each label seen with an attribute, in tokens first_token..last_token-1.

    Parameters
    ----------
    bits_of_number : (L + 1 + S,) array
        The bits of a label, an unknown one or a set, by its number in ``label_sets``.
    seen : (A,) array
    """
    for t in range(first_token, last_token):
        bits = bits_of_number[label_sets[t]]
        for k in range(indptr[t], indptr[t + 1]):
            seen[attributes[k]] |= bits


@kernel
def list_labels(
    first: int, last: int, seen: HashArray, counts: OffsetArray, labels: IdArray
) -> None:
    """Write the number of set bits of attributes first..last-1 into counts[a + 1].

    Called twice: with offsets in `counts` and non-empty `labels` it writes the labels, in
    increasing order.
    """
    one = np.uint64(1)
    for a in range(first, last):
        bits = seen[a]
        n_labels = 0
        label = 0
        while bits != 0:
            if bits & one:
                if labels.shape[0] > 0:
                    labels[counts[a] + n_labels] = label
                n_labels += 1
            bits >>= one
            label += 1
        if labels.shape[0] == 0:
            counts[a + 1] = n_labels


@kernel
def seen_transitions(
    offsets: OffsetArray,
    label_sets: IdArray,
    sets: MaskArray,
    n_labels: int,
    frequency: FloatArray,
) -> None:
    """Count label pairs of neighbours into frequency (L, L); sets count for each of their pairs."""
    for i in range(offsets.shape[0] - 1):
        for t in range(offsets[i] + 1, offsets[i + 1]):
            before = label_sets[t - 1]
            here = label_sets[t]
            if before < n_labels and here < n_labels:
                frequency[before, here] += 1.0
            elif before != n_labels and here != n_labels:
                for x in range(n_labels):
                    if possible(before, x, sets, n_labels):
                        for y in range(n_labels):
                            if possible(here, y, sets, n_labels):
                                frequency[x, y] += 1.0


@kernel
def possible(label_set: int, y: int, sets: MaskArray, n_labels: int) -> bool:
    """Return whether a target leaves a label open."""
    if label_set < n_labels:
        return label_set == y
    if label_set == n_labels:
        return True
    return bool(sets[label_set - n_labels - 1, y] == 1)


@kernel
def pairs_of_edge_attributes(
    first: int,
    last: int,
    starts: OffsetArray,
    tokens: IdArray,
    label_sets: IdArray,
    sets: MaskArray,
    n_labels: int,
    min_freq: float,
    frequency: FloatArray,
    counts: OffsetArray,
    pairs: IdArray,
) -> None:
    """Find the label pairs x·L + y seen with edge attributes, as `labels_of_attributes` does.

    ``frequency`` is (L, L) zeros, workspace.
    """
    for a in range(first, last):
        for k in range(starts[a], starts[a + 1]):
            t = tokens[k]
            if label_sets[t - 1] == n_labels or label_sets[t] == n_labels:
                continue
            for x in range(n_labels):
                if possible(label_sets[t - 1], x, sets, n_labels):
                    for y in range(n_labels):
                        if possible(label_sets[t], y, sets, n_labels):
                            frequency[x, y] += 1.0
        n_kept = 0
        for x in range(n_labels):
            for y in range(n_labels):
                if frequency[x, y] > 0.0 and frequency[x, y] >= min_freq:
                    if pairs.shape[0] > 0:
                        pairs[counts[a] + n_kept] = x * n_labels + y
                    n_kept += 1
                frequency[x, y] = 0.0
        if pairs.shape[0] == 0:
            counts[a + 1] = n_kept


@kernel
def translate_weights(
    old_ids: IdArray,
    label_map: IdArray,
    starts: OffsetArray,
    members: IdArray,
    old_starts: OffsetArray,
    old_members: IdArray,
    old_weights: FloatArray,
    weights: FloatArray,
) -> None:
    """Copy weights from one index to another; new weights are not written.

    Parameters
    ----------
    old_ids : (A,) array
        The old id of each attribute, or −1.
    label_map : (L,) array
        The old id of each label (or label pair), or −1.
    starts, members : arrays
        The features of attribute a are ``members[starts[a]:starts[a + 1]]`` (labels or pairs).
    """
    for a in range(starts.shape[0] - 1):
        old = old_ids[a]
        if old < 0:
            continue
        for k in range(starts[a], starts[a + 1]):
            wanted = label_map[members[k]]
            for j in range(old_starts[old], old_starts[old + 1]):
                if old_members[j] == wanted:
                    weights[k] = old_weights[j]
                    break

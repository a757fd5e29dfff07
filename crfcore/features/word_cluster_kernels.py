"""Kernels for Brown clusters: counts of neighbouring classes, and the merge that loses least.

The average mutual information of neighbouring classes times the number N of neighbours is
Σ f(c_ij) − Σ f(l_i) − Σ f(r_j) + f(N) with f(x) = x·log x, counts c_ij of class i before class j
and their sums l_i and r_j. With g(x, y) = f(x) + f(y) − f(x + y), which is 0 where x or y is, a
merge of i and j loses

    Σ_k≠i,j [g(c_ik, c_jk) + g(c_ki, c_kj)] + f(c_ii) + f(c_ij) + f(c_ji) + f(c_jj)
        − f(c_ii + c_ij + c_ji + c_jj) − g(l_i, l_j) − g(r_i, r_j).

All but the last two terms is kept for each pair and changed only where counts change, which are
few for a rare word. Words that have not been added form one class, the rest, which is never merged.

Arrays that most kernels take, for S slots that hold classes, the last one the rest:

active : uint8 (S,)
    Which slots hold a class that may be merged.
counts : int64 (S, S)
    c_ij; 0 for slots that hold none.
sums : int64 (2, S)
    l_i and r_i.
within : float64 (S, S)
    The kept part of the loss of each pair of classes, symmetric.
outside : float64 (S, S)
    g(l_i, l_j) + g(r_i, r_j).
table : float64 (n,)
    f(0) to f(n - 1).
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.jit import kernel

BORDER = -2


@kernel
def x_log_x(x: int, table: FloatArray) -> float:
    """Return f(x)."""
    if x < len(table):
        return float(table[x])
    return float(x * np.log(float(x)))


@kernel
def gap(x: int, y: int, table: FloatArray) -> float:
    """Return g(x, y)."""
    if x == 0 or y == 0:
        return 0.0
    return x_log_x(x, table) + x_log_x(y, table) - x_log_x(x + y, table)


@kernel
def write_pairs_of(
    i: int, active: MaskArray, counts: OffsetArray, within: FloatArray, table: FloatArray
) -> None:
    """Write the kept part of the loss of each pair that class i is in."""
    n = len(active)
    for j in range(n):
        if j == i or active[j] == 0:
            continue
        together = counts[i, i] + counts[i, j] + counts[j, i] + counts[j, j]
        total = -x_log_x(together, table)
        total += x_log_x(counts[i, i], table) + x_log_x(counts[j, j], table)
        total += x_log_x(counts[i, j], table) + x_log_x(counts[j, i], table)
        for k in range(n):
            if k != i and k != j:
                total += gap(counts[i, k], counts[j, k], table)
                total += gap(counts[k, i], counts[k, j], table)
        within[i, j] = total
        within[j, i] = total


@kernel
def write_outside_of(
    i: int, active: MaskArray, sums: OffsetArray, outside: FloatArray, table: FloatArray
) -> None:
    """Write the part of the loss that depends on the sums of class i and another one."""
    for j in range(len(active)):
        if j != i and active[j] == 1:
            total = gap(sums[0, i], sums[0, j], table) + gap(sums[1, i], sums[1, j], table)
            outside[i, j] = total
            outside[j, i] = total


@kernel
def add_word(
    word: int,
    slot: int,
    indptr: OffsetArray,
    places: OffsetArray,
    padded: IdArray,
    classes: IdArray,
    active: MaskArray,
    counts: OffsetArray,
    sums: OffsetArray,
) -> None:
    """Put a word into a free slot as a class of its own, and count its neighbours.

    Parameters
    ----------
    word, slot : int
    indptr : int64 (W + 1,)
        Word w is at ``places[indptr[w]:indptr[w + 1]]``.
    places : int64 (n,)
    padded : int32
        The word at each place, -1 for one that is never added, `BORDER` outside sentences.
    classes : int32 (W,)
        The slot of each word; that of the word is written.
    """
    rest = len(active) - 1
    classes[word] = slot
    active[slot] = 1
    for at in range(indptr[word], indptr[word + 1]):
        after = padded[places[at] + 1]
        if after != BORDER:
            place = classes[after] if after >= 0 else rest
            counts[rest, rest if after == word else place] -= 1
            counts[slot, place] += 1
            sums[0, rest] -= 1
            sums[0, slot] += 1
        before = padded[places[at] - 1]
        if before != BORDER:
            # The word before itself has been counted from the other side.
            if before != word:
                place = classes[before] if before >= 0 else rest
                counts[place, rest] -= 1
                counts[place, slot] += 1
            sums[1, rest] -= 1
            sums[1, slot] += 1


@kernel
def update_for_new(
    new: int,
    active: MaskArray,
    counts: OffsetArray,
    sums: OffsetArray,
    within: FloatArray,
    outside: FloatArray,
    table: FloatArray,
) -> None:
    """Bring the losses up to date after a class was taken out of the rest."""
    n = len(active)
    rest = n - 1
    for i in range(n):
        if active[i] == 0 or i == new:
            continue
        for j in range(i + 1, n):
            if active[j] == 0 or j == new:
                continue
            change = 0.0
            if counts[i, new] > 0 or counts[j, new] > 0:
                in_rest = counts[i, rest], counts[j, rest]
                in_new = counts[i, new], counts[j, new]
                change += gap(in_rest[0], in_rest[1], table) + gap(in_new[0], in_new[1], table)
                change -= gap(in_rest[0] + in_new[0], in_rest[1] + in_new[1], table)
            if counts[new, i] > 0 or counts[new, j] > 0:
                in_rest = counts[rest, i], counts[rest, j]
                in_new = counts[new, i], counts[new, j]
                change += gap(in_rest[0], in_rest[1], table) + gap(in_new[0], in_new[1], table)
                change -= gap(in_rest[0] + in_new[0], in_rest[1] + in_new[1], table)
            within[i, j] += change
            within[j, i] += change
    write_pairs_of(new, active, counts, within, table)
    write_outside_of(new, active, sums, outside, table)


@kernel
def best_pair(
    active: MaskArray, within: FloatArray, outside: FloatArray, pair: OffsetArray
) -> None:
    """Write the two classes (2,) whose merge loses least, the first ones among equals."""
    least = np.inf
    for i in range(len(active)):
        if active[i] == 1:
            for j in range(i + 1, len(active)):
                if active[j] == 1:
                    loss = within[i, j] - outside[i, j]
                    if loss < least:
                        least = loss
                        pair[0] = i
                        pair[1] = j


@kernel
def merge(
    kept: int,
    removed: int,
    active: MaskArray,
    counts: OffsetArray,
    sums: OffsetArray,
    within: FloatArray,
    outside: FloatArray,
    table: FloatArray,
) -> None:
    """Merge one class into another, and bring the losses up to date."""
    n = len(active)
    a, b = kept, removed
    for i in range(n):
        if active[i] == 0 or i in (a, b):
            continue
        for j in range(i + 1, n):
            if active[j] == 0 or j in (a, b):
                continue
            change = 0.0
            if counts[i, b] > 0 or counts[j, b] > 0:
                change += gap(counts[i, a] + counts[i, b], counts[j, a] + counts[j, b], table)
                change -= gap(counts[i, a], counts[j, a], table)
                change -= gap(counts[i, b], counts[j, b], table)
            if counts[b, i] > 0 or counts[b, j] > 0:
                change += gap(counts[a, i] + counts[b, i], counts[a, j] + counts[b, j], table)
                change -= gap(counts[a, i], counts[a, j], table)
                change -= gap(counts[b, i], counts[b, j], table)
            within[i, j] += change
            within[j, i] += change
    active[b] = 0
    for k in range(n):
        counts[a, k] += counts[b, k]
        counts[b, k] = 0
    for k in range(n):
        counts[k, a] += counts[k, b]
        counts[k, b] = 0
    for side in range(2):
        sums[side, a] += sums[side, b]
        sums[side, b] = 0
    write_pairs_of(a, active, counts, within, table)
    write_outside_of(a, active, sums, outside, table)


@kernel
def insert_words(
    first: int,
    last: int,
    free: int,
    indptr: OffsetArray,
    places: OffsetArray,
    padded: IdArray,
    classes: IdArray,
    following: IdArray,
    members: IdArray,
    active: MaskArray,
    counts: OffsetArray,
    sums: OffsetArray,
    within: FloatArray,
    outside: FloatArray,
    table: FloatArray,
    history: OffsetArray,
) -> int:
    """Add words one by one, and after each merge the two classes whose merge loses least.

    Parameters
    ----------
    first, last : int
        Words first..last-1.
    free : int
        The slot that holds no class.
    indptr, places, padded, classes
        As of `add_word`.
    following : int32 (W,)
        The next word of the same class, -1 after the last.
    members : int32 (3, S)
        The first and the last word of each class, and how many it has.
    history : int64 (W, 2)
        Row w is written: which slot was merged into which after word w, (kept, removed).

    Returns
    -------
    int
        The slot that is free at the end.
    """
    pair = np.zeros(2, np.int64)
    for word in range(first, last):
        add_word(word, free, indptr, places, padded, classes, active, counts, sums)
        members[0, free] = word
        members[1, free] = word
        members[2, free] = 1
        update_for_new(free, active, counts, sums, within, outside, table)
        best_pair(active, within, outside, pair)
        kept, removed = pair[0], pair[1]
        # The smaller class is renamed.
        if members[2, kept] < members[2, removed]:
            kept, removed = removed, kept
        merge(kept, removed, active, counts, sums, within, outside, table)
        other = members[0, removed]
        while other >= 0:
            classes[other] = kept
            other = following[other]
        following[members[1, kept]] = members[0, removed]
        members[1, kept] = members[1, removed]
        members[2, kept] += members[2, removed]
        free = removed
        history[word, 0] = kept
        history[word, 1] = removed
    return free


@kernel
def merge_all(
    active: MaskArray,
    counts: OffsetArray,
    sums: OffsetArray,
    within: FloatArray,
    outside: FloatArray,
    table: FloatArray,
    history: OffsetArray,
) -> None:
    """Merge classes until one is left; history (n - 1, 2) gets the slots (kept, removed)."""
    pair = np.zeros(2, np.int64)
    for step in range(len(history)):
        best_pair(active, within, outside, pair)
        merge(pair[0], pair[1], active, counts, sums, within, outside, table)
        history[step, 0] = pair[0]
        history[step, 1] = pair[1]

"""Kernels of the search for the n best labellings.

Every labelling but the best departs from a better one: read from the end, it is equal down to some
token, has another label there, and before that follows the best path to this label. Its loss of
score is known in constant time. So each labelling found has *departures*, one for each earlier
token and label, and only a sorted list of n departures is kept (D. Nilsson and J. Goldberger, 2001;
sidetracks of D. Eppstein, 1998).
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.jit import kernel


@kernel
def best_ways(
    start: int,
    stop: int,
    scores: FloatArray,
    transitions: FloatArray,
    allowed: MaskArray,
    best: FloatArray,
    back: IdArray,
) -> int:
    """Write the greatest score of the paths to each label, and the previous label.

    Parameters
    ----------
    best, back : (at least stop - start, L) arrays, written
        Among equal scores the lower label wins, as in `viterbi_paths`.

    Returns
    -------
    int
        The first token that no labelling reaches, or that has a score of NaN or +inf; or −1.
    """
    n_labels = transitions.shape[1]
    per_position = transitions.shape[0] > 1
    masked = allowed.shape[0] > 0
    for t in range(start, stop):
        k = t if per_position else 0
        o = t - start
        for y in range(n_labels):
            best[o, y] = 0.0 if t == start else -np.inf
            back[o, y] = -1
        if t > start:
            for x in range(n_labels):
                score = best[o - 1, x]
                for y in range(n_labels):
                    candidate = score + transitions[k, x, y]
                    better = candidate > best[o, y]
                    best[o, y] = candidate if better else best[o, y]
                    back[o, y] = x if better else back[o, y]
        reached = False
        for y in range(n_labels):
            if masked and allowed[t, y] == 0:
                best[o, y] = -np.inf
            elif scores[t, y] < np.inf:
                best[o, y] += scores[t, y]
            else:
                return t
            reached = reached or best[o, y] > -np.inf
        if not reached:
            return t
    return -1


@kernel
def last_difference(start: int, stop: int, one: IdArray, other: IdArray) -> int:
    """Return the last token at which two labellings differ, relative to start."""
    t = stop - 1
    while t > start and one[t] == other[t]:
        t -= 1
    return t - start


@kernel
def is_lower(
    start: int,
    row: int,
    place: int,
    label: int,
    other_row: int,
    other_place: int,
    other_label: int,
    apart: int,
    labels: IdArray,
) -> bool:
    """Whether a departure has the lower label at the last token where two departures differ.

    Parameters
    ----------
    row, place, label, other_row, other_place, other_label : int
        Departure from labels[row] at a position, to a label; and another one of the same score.
    apart : int
        The last position where the two rows differ, −1 if they are equal.
    """
    if apart > place and apart > other_place:
        return bool(labels[row, start + apart] < labels[other_row, start + apart])
    if place > other_place:
        return bool(label < labels[other_row, start + place])
    if place < other_place:
        return bool(labels[row, start + other_place] < other_label)
    return label < other_label


@kernel
def list_departures(
    row: int,
    n: int,
    start: int,
    stop: int,
    transitions: FloatArray,
    best: FloatArray,
    labels: IdArray,
    size: int,
    losses: FloatArray,
    rows: IdArray,
    places: IdArray,
    departures: IdArray,
    apart: IdArray,
) -> int:
    """Insert the departures from labels[row] into the list, if they are among the best n.

    Parameters
    ----------
    size : int
        The size of the list; entries up to `row` are final.
    losses, rows, places, departures : (n,) arrays
        The list, in order: the loss of each labelling relative to the best; the labelling from
        which it departs, the position, and the label. The position of the best itself is after the
        last token.
    apart : (n,) array, workspace

    Returns
    -------
    int
        The new size of the list.
    """
    n_labels = transitions.shape[1]
    per_position = transitions.shape[0] > 1
    for other in range(row):
        apart[other] = last_difference(start, stop, labels[row], labels[other])
    apart[row] = -1
    for o in range(places[row]):
        t = start + o
        own = labels[row, t]
        at_end = t + 1 == stop
        k = t + 1 if per_position and not at_end else 0
        after = 0 if at_end else labels[row, t + 1]
        reference = best[o, own]
        if not at_end:
            reference += transitions[k, own, after]
        for y in range(n_labels):
            if y == own:
                continue
            score = best[o, y]
            if not at_end:
                score += transitions[k, y, after]
            # Rounding must not put a departure before its origin.
            loss = losses[row] + max(reference - score, 0.0)
            if not loss < np.inf or (size == n and loss > losses[n - 1]):
                continue
            j = size
            while j - 1 > row and (
                loss < losses[j - 1]
                or (
                    loss == losses[j - 1]
                    and is_lower(
                        start,
                        row,
                        o,
                        y,
                        rows[j - 1],
                        places[j - 1],
                        departures[j - 1],
                        apart[rows[j - 1]],
                        labels,
                    )
                )
            ):
                j -= 1
            if j == n:
                continue
            size = min(size + 1, n)
            for m in range(size - 1, j, -1):
                losses[m] = losses[m - 1]
                rows[m] = rows[m - 1]
                places[m] = places[m - 1]
                departures[m] = departures[m - 1]
            losses[j] = loss
            rows[j] = row
            places[j] = o
            departures[j] = y
    return size


@kernel
def best_labellings(
    offsets: OffsetArray,
    scores: FloatArray,
    transitions: FloatArray,
    allowed: MaskArray,
    n: int,
    best: FloatArray,
    back: IdArray,
    labels: IdArray,
    best_scores: FloatArray,
    losses: FloatArray,
) -> int:
    """Find the n labellings of highest score of every sentence.

    Parameters
    ----------
    scores : (T, at least L) array
    transitions : (1 or T, L, L) array
    allowed : (T, L) array, or (0, 0) for everything
    n : int
        At least 1.
    best, back : (longest sentence, L) arrays, workspace
    labels : (n, T) array, written
        Row r has the r-th labelling of each sentence; missing ones are not written.
    best_scores : (N,) array, written
    losses : (N, n) array, written
        The loss of each labelling relative to the best; +inf for missing ones.

    Returns
    -------
    int
        The first token that no labelling reaches, or that has a score of NaN or +inf; or −1.
    """
    n_labels = transitions.shape[1]
    rows = np.empty(n, dtype=np.int32)
    places = np.empty(n, dtype=np.int32)
    departures = np.empty(n, dtype=np.int32)
    apart = np.empty(n, dtype=np.int32)
    for i in range(offsets.shape[0] - 1):
        start = offsets[i]
        stop = offsets[i + 1]
        bad = best_ways(start, stop, scores, transitions, allowed, best, back)
        if bad >= 0:
            return int(bad)
        losses[i, :] = np.inf
        losses[i, 0] = 0.0
        best_scores[i] = 0.0
        if start == stop:
            continue
        last = 0
        for y in range(1, n_labels):
            if best[stop - 1 - start, y] > best[stop - 1 - start, last]:
                last = y
        best_scores[i] = best[stop - 1 - start, last]
        rows[0] = 0
        places[0] = stop - start
        size = 1
        row = 0
        while row < size:
            t = stop - 1
            y = last
            if row > 0:
                while t - start > places[row]:
                    labels[row, t] = labels[rows[row], t]
                    t -= 1
                y = departures[row]
            while t >= start:
                labels[row, t] = y
                y = back[t - start, y]
                t -= 1
            if row + 1 < n:
                size = list_departures(
                    row,
                    n,
                    start,
                    stop,
                    transitions,
                    best,
                    labels,
                    size,
                    losses[i],
                    rows,
                    places,
                    departures,
                    apart,
                )
            row += 1
    return -1

"""Kernels that score tokens and give their probabilities back to the weights.

A frequent attribute that was seen with many labels has a *row*: its weights for all labels,
padded to width W, added in whole vectors. The weights of all other attributes are *listed*: for
each token and each label that they speak of, which weights. Both are exact; only speed decides
who is where.

A place is a position in the order in which tokens are worked on; ``order[place]`` is the token.
Weights, scores and sums have one precision, single or double.
"""

from __future__ import annotations

from crfcore.arrays import FloatArray, IdArray, LabelArray, OffsetArray
from crfcore.jit import kernel


@kernel
def count_entries(
    order: OffsetArray,
    indptr: OffsetArray,
    attributes: IdArray,
    numbers: IdArray,
    row_of: IdArray,
    state_indptr: OffsetArray,
    state_labels: IdArray,
    first: int,
    last: int,
    is_seen: IdArray,
    row_counts: OffsetArray,
    list_counts: OffsetArray,
    listed_counts: OffsetArray,
) -> None:
    """Count what the places first..last-1 hold, into place + 1.

    Parameters
    ----------
    numbers : (A,) array
        The number of each attribute in the index, or −1 to leave it out.
    is_seen : (L,) array, workspace
        Below 0 at first; holds the last place at which each label was listed.
    row_counts, list_counts, listed_counts : (T + 1,) arrays, written
        Rows, labels that have a list, and members of these lists.
    """
    for place in range(first, last):
        token = order[place]
        n_rows = 0
        n_lists = 0
        n_listed = 0
        for k in range(indptr[token], indptr[token + 1]):
            a = numbers[attributes[k]]
            if a < 0:
                continue
            if row_of[a] >= 0:
                n_rows += 1
                continue
            n_listed += state_indptr[a + 1] - state_indptr[a]
            for j in range(state_indptr[a], state_indptr[a + 1]):
                if is_seen[state_labels[j]] != place:
                    is_seen[state_labels[j]] = place
                    n_lists += 1
        row_counts[place + 1] = n_rows
        list_counts[place + 1] = n_lists
        listed_counts[place + 1] = n_listed


@kernel
def fill_entries(
    order: OffsetArray,
    indptr: OffsetArray,
    attributes: IdArray,
    values: FloatArray,
    numbers: IdArray,
    row_of: IdArray,
    state_indptr: OffsetArray,
    state_labels: IdArray,
    first: int,
    last: int,
    row_indptr: OffsetArray,
    rows: IdArray,
    row_values: FloatArray,
    list_indptr: OffsetArray,
    list_labels: LabelArray,
    list_starts: OffsetArray,
    listed: IdArray,
    listed_values: FloatArray,
    listed_indptr: OffsetArray,
    counts: IdArray,
    touched: IdArray,
) -> None:
    """Write the rows and the lists of the places first..last-1.

    Parameters
    ----------
    listed_indptr : (T + 1,) array
        Where the members of each place's lists start.
    list_starts : (lists + 1,) array, written
        Where the members of each list start.
    counts : (L,) array of zeros, workspace
    touched : (L,) array, workspace
    """
    valued = values.shape[0] > 0
    for place in range(first, last):
        token = order[place]
        to_row = row_indptr[place]
        n_touched = 0
        for k in range(indptr[token], indptr[token + 1]):
            a = numbers[attributes[k]]
            if a < 0:
                continue
            if row_of[a] >= 0:
                rows[to_row] = row_of[a]
                if valued:
                    row_values[to_row] = values[k]
                to_row += 1
                continue
            for j in range(state_indptr[a], state_indptr[a + 1]):
                y = state_labels[j]
                if counts[y] == 0:
                    touched[n_touched] = y
                    n_touched += 1
                counts[y] += 1
        # The lists of a place stand in the order in which their labels appear.
        start = listed_indptr[place]
        for i in range(n_touched):
            y = touched[i]
            list_labels[list_indptr[place] + i] = y
            list_starts[list_indptr[place] + i] = start
            start += counts[y]
            counts[y] = i
        list_starts[list_indptr[place] + n_touched] = start
        for k in range(indptr[token], indptr[token + 1]):
            a = numbers[attributes[k]]
            if a < 0 or row_of[a] >= 0:
                continue
            for j in range(state_indptr[a], state_indptr[a + 1]):
                number = list_indptr[place] + counts[state_labels[j]]
                to = list_starts[number]
                listed[to] = j
                if valued:
                    listed_values[to] = values[k]
                list_starts[number] = to + 1
        # Each list's start has moved to its end, which is the start of the next one.
        for i in range(n_touched - 1, 0, -1):
            number = list_indptr[place] + i
            list_starts[number] = list_starts[number - 1]
        if n_touched > 0:
            list_starts[list_indptr[place]] = listed_indptr[place]
        for i in range(n_touched):
            counts[touched[i]] = 0


@kernel
def weights_to_rows(
    row_attributes: IdArray,
    state_indptr: OffsetArray,
    state_labels: IdArray,
    weights: FloatArray,
    rows: FloatArray,
) -> None:
    """Copy the weights of attributes that have a row into their rows (R, W)."""
    for r in range(row_attributes.shape[0]):
        a = row_attributes[r]
        for j in range(state_indptr[a], state_indptr[a + 1]):
            rows[r, state_labels[j]] = weights[j]


@kernel
def rows_to_gradient(
    row_attributes: IdArray,
    state_indptr: OffsetArray,
    state_labels: IdArray,
    rows: FloatArray,
    gradient: FloatArray,
) -> None:
    """Copy the rows' entries for which there is a weight into the gradient."""
    for r in range(row_attributes.shape[0]):
        a = row_attributes[r]
        for j in range(state_indptr[a], state_indptr[a + 1]):
            gradient[j] = rows[r, state_labels[j]]


@kernel
def score_tokens(
    first: int,
    last: int,
    row_indptr: OffsetArray,
    rows: IdArray,
    row_values: FloatArray,
    row_weights: FloatArray,
    list_indptr: OffsetArray,
    list_labels: LabelArray,
    list_starts: OffsetArray,
    listed: IdArray,
    listed_values: FloatArray,
    weights: FloatArray,
    scores: FloatArray,
) -> None:
    """Write Σ value · weight of the places first..last-1 into scores[0 : last - first] (·, W)."""
    width = scores.shape[1]
    valued = row_values.shape[0] > 0 or listed_values.shape[0] > 0
    for place in range(first, last):
        o = place - first
        for y in range(width):
            scores[o, y] = 0.0
        for i in range(list_indptr[place], list_indptr[place + 1]):
            total = weights[0] * 0
            if valued:
                for k in range(list_starts[i], list_starts[i + 1]):
                    total += weights[listed[k]] * listed_values[k]
            else:
                for k in range(list_starts[i], list_starts[i + 1]):
                    total += weights[listed[k]]
            scores[o, list_labels[i]] = total
        k = row_indptr[place]
        end = row_indptr[place + 1]
        if valued:
            while k < end:
                r0 = rows[k]
                value = row_values[k]
                for y in range(width):
                    scores[o, y] += value * row_weights[r0, y]
                k += 1
        while k + 3 < end:
            r0 = rows[k]
            r1 = rows[k + 1]
            r2 = rows[k + 2]
            r3 = rows[k + 3]
            for y in range(width):
                scores[o, y] += (
                    row_weights[r0, y]
                    + row_weights[r1, y]
                    + row_weights[r2, y]
                    + row_weights[r3, y]
                )
            k += 4
        while k < end:
            r0 = rows[k]
            for y in range(width):
                scores[o, y] += row_weights[r0, y]
            k += 1


@kernel
def add_expectations(
    first: int,
    last: int,
    row_indptr: OffsetArray,
    rows: IdArray,
    row_values: FloatArray,
    row_gradient: FloatArray,
    list_indptr: OffsetArray,
    list_labels: LabelArray,
    list_starts: OffsetArray,
    listed: IdArray,
    listed_values: FloatArray,
    gradient: FloatArray,
    probabilities: FloatArray,
) -> None:
    """Add probabilities[place - first] (·, W) of the places first..last-1 to what scored them."""
    width = probabilities.shape[1]
    valued = row_values.shape[0] > 0 or listed_values.shape[0] > 0
    for place in range(first, last):
        o = place - first
        for i in range(list_indptr[place], list_indptr[place + 1]):
            probability = probabilities[o, list_labels[i]]
            if valued:
                for k in range(list_starts[i], list_starts[i + 1]):
                    gradient[listed[k]] += probability * listed_values[k]
            else:
                for k in range(list_starts[i], list_starts[i + 1]):
                    gradient[listed[k]] += probability
        if valued:
            for k in range(row_indptr[place], row_indptr[place + 1]):
                r = rows[k]
                value = row_values[k]
                for y in range(width):
                    row_gradient[r, y] += value * probabilities[o, y]
            continue
        for k in range(row_indptr[place], row_indptr[place + 1]):
            r = rows[k]
            for y in range(width):
                row_gradient[r, y] += probabilities[o, y]

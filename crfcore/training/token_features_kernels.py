"""Kernels that score tokens, and add their probabilities to the gradient.

A frequent attribute that was seen with many labels has a *row*: its weights for all labels, padded
to width W, added in whole vectors. The weights of all other attributes are *listed* by token:
weight and label. The choice affects only speed. One flat list per token is twice as fast as a list
for each of its labels, because short loops cause branch mispredictions. A place is a position in
the order in which tokens are processed; ``order[place]`` is the token. Weights, scores and sums
have one precision, single or double.
"""

from __future__ import annotations

from typing import NamedTuple

from crfcore.arrays import FloatArray, IdArray, LabelArray, OffsetArray
from crfcore.inference.row_kernels import add_rows, add_to_rows
from crfcore.jit import kernel


class TokenEntries(NamedTuple):
    """The weights of tokens, by position.

    Attributes
    ----------
    row_indptr, rows, row_values : arrays
        Rows of position p are ``rows[row_indptr[p]:row_indptr[p + 1]]``; empty values are all ones.
    listed_indptr, listed, listed_labels, listed_values : arrays
        Weights of position p outside rows are ``listed[listed_indptr[p]:listed_indptr[p + 1]]``;
        the label of each, and the attribute's value.
    """

    row_indptr: OffsetArray
    rows: IdArray
    row_values: FloatArray
    listed_indptr: OffsetArray
    listed: IdArray
    listed_labels: LabelArray
    listed_values: FloatArray


@kernel
def count_entries(
    order: OffsetArray,
    indptr: OffsetArray,
    attributes: IdArray,
    codes: IdArray,
    first: int,
    last: int,
    row_counts: OffsetArray,
    listed_counts: OffsetArray,
) -> None:
    """Count the entries of positions first..last-1, into position + 1.

    Parameters
    ----------
    codes : (A,) array
        The row of each attribute, or −1 − the number of its listed weights.
    row_counts, listed_counts : (T + 1,) arrays, written
        Rows, and weights outside rows.
    """
    for place in range(first, last):
        token = order[place]
        n_rows = 0
        n_listed = 0
        for k in range(indptr[token], indptr[token + 1]):
            code = codes[attributes[k]]
            if code >= 0:
                n_rows += 1
            else:
                n_listed -= code + 1
        row_counts[place + 1] = n_rows
        listed_counts[place + 1] = n_listed


@kernel
def fill_entries(
    order: OffsetArray,
    indptr: OffsetArray,
    attributes: IdArray,
    values: FloatArray,
    codes: IdArray,
    starts: OffsetArray,
    state_labels: IdArray,
    first: int,
    last: int,
    entries: TokenEntries,
) -> None:
    """Write the rows and listed weights of positions first..last-1.

    Parameters
    ----------
    codes : (A,) array
        As for `count_entries`.
    starts : (A,) array
        The first weight of each attribute that has listed weights.
    """
    row_indptr, rows, row_values, listed_indptr, listed, listed_labels, listed_values = entries
    valued = values.shape[0] > 0
    for place in range(first, last):
        token = order[place]
        to_row = row_indptr[place]
        to_listed = listed_indptr[place]
        for k in range(indptr[token], indptr[token + 1]):
            code = codes[attributes[k]]
            if code >= 0:
                rows[to_row] = code
                if valued:
                    row_values[to_row] = values[k]
                to_row += 1
                continue
            if code == -1:
                continue
            start = starts[attributes[k]]
            for j in range(start, start - 1 - code):
                listed[to_listed] = j
                listed_labels[to_listed] = state_labels[j]
                if valued:
                    listed_values[to_listed] = values[k]
                to_listed += 1


@kernel
def weights_to_rows(
    row_attributes: IdArray,
    state_indptr: OffsetArray,
    state_labels: IdArray,
    weights: FloatArray,
    rows: FloatArray,
) -> None:
    """Copy the weights of attributes with a row into their rows (R, W); -1 for no attribute."""
    for r in range(row_attributes.shape[0]):
        a = row_attributes[r]
        if a < 0:
            continue
        for j in range(state_indptr[a], state_indptr[a + 1]):
            rows[r, state_labels[j]] = weights[j]


@kernel
def add_weights_to_rows(
    row_attributes: IdArray,
    state_indptr: OffsetArray,
    state_labels: IdArray,
    weights: FloatArray,
    rows: FloatArray,
) -> None:
    """Add the weights of attributes to their rows (R, W); -1 for no attribute."""
    for r in range(row_attributes.shape[0]):
        a = row_attributes[r]
        if a < 0:
            continue
        for j in range(state_indptr[a], state_indptr[a + 1]):
            rows[r, state_labels[j]] += weights[j]


@kernel
def rows_to_gradient(
    row_attributes: IdArray,
    state_indptr: OffsetArray,
    state_labels: IdArray,
    rows: FloatArray,
    gradient: FloatArray,
) -> None:
    """Copy the entries of rows that have a weight into the gradient; -1 for no attribute."""
    for r in range(row_attributes.shape[0]):
        a = row_attributes[r]
        if a < 0:
            continue
        for j in range(state_indptr[a], state_indptr[a + 1]):
            gradient[j] = rows[r, state_labels[j]]


@kernel
def score_tokens(
    first: int,
    last: int,
    entries: TokenEntries,
    row_weights: FloatArray,
    weights: FloatArray,
    scores: FloatArray,
) -> None:
    """Write Σ value · weight of positions first..last-1 into scores[0 : last - first] (·, W)."""
    row_indptr, rows, row_values, listed_indptr, listed, listed_labels, listed_values = entries
    width = scores.shape[1]
    valued = row_values.shape[0] > 0 or listed_values.shape[0] > 0
    scores[: last - first] = 0.0
    for place in range(first, last):
        o = place - first
        if valued:
            for k in range(listed_indptr[place], listed_indptr[place + 1]):
                scores[o, listed_labels[k]] += weights[listed[k]] * listed_values[k]
        else:
            for k in range(listed_indptr[place], listed_indptr[place + 1]):
                scores[o, listed_labels[k]] += weights[listed[k]]
    if not valued:
        add_rows(row_weights, rows, row_indptr, first, last, scores)
        return
    for place in range(first, last):
        for k in range(row_indptr[place], row_indptr[place + 1]):
            r = rows[k]
            value = row_values[k]
            for y in range(width):
                scores[place - first, y] += value * row_weights[r, y]


@kernel
def add_expectations(
    first: int,
    last: int,
    entries: TokenEntries,
    row_gradient: FloatArray,
    gradient: FloatArray,
    probabilities: FloatArray,
) -> None:
    """Add probabilities[place - first] (·, W) of positions first..last-1 to the gradient."""
    row_indptr, rows, row_values, listed_indptr, listed, listed_labels, listed_values = entries
    width = probabilities.shape[1]
    valued = row_values.shape[0] > 0 or listed_values.shape[0] > 0
    for place in range(first, last):
        o = place - first
        if valued:
            for k in range(listed_indptr[place], listed_indptr[place + 1]):
                gradient[listed[k]] += probabilities[o, listed_labels[k]] * listed_values[k]
        else:
            for k in range(listed_indptr[place], listed_indptr[place + 1]):
                gradient[listed[k]] += probabilities[o, listed_labels[k]]
    if not valued:
        add_to_rows(row_gradient, rows, row_indptr, first, last, probabilities)
        return
    for place in range(first, last):
        for k in range(row_indptr[place], row_indptr[place + 1]):
            r = rows[k]
            value = row_values[k]
            for y in range(width):
                row_gradient[r, y] += value * probabilities[place - first, y]

"""Kernels that score tokens of any dataset under a trained model.

The layout needs one or two cache misses per attribute: several weights are in a row over all
labels, few in a cell (label, weight, label, weight) of half a cache line. Without room for a row,
the cell is a reference to the weights: (−1, first, 0, end).
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.jit import kernel

_AT_ONCE = 64
"""Attributes of a token that are sorted into rows and cells at a time."""


@kernel
def choose_places(state_indptr: OffsetArray, least: int, most_rows: int, places: IdArray) -> int:
    """Write the row of each attribute, or −1 − its cell, (A,); return the number of rows.

    The first `most_rows` attributes with at least `least` weights, more than two, get a row.
    """
    n_rows = 0
    n_cells = 0
    for a in range(len(places)):
        if state_indptr[a + 1] - state_indptr[a] >= least and n_rows < most_rows:
            places[a] = n_rows
            n_rows += 1
        else:
            places[a] = -1 - n_cells
            n_cells += 1
    return n_rows


@kernel
def fill_places(
    places: IdArray,
    state_indptr: OffsetArray,
    state_labels: IdArray,
    weights: FloatArray,
    rows: FloatArray,
    cells: FloatArray,
) -> None:
    """Write weights into rows (R, W) and cells (A − R, 4), both initially zero."""
    for a in range(len(places)):
        first = state_indptr[a]
        stop = state_indptr[a + 1]
        if places[a] >= 0:
            for j in range(first, stop):
                rows[places[a], state_labels[j]] = weights[j]
            continue
        cell = -1 - places[a]
        if stop - first > 2:
            cells[cell, 0] = -1.0
            cells[cell, 1] = first
            cells[cell, 3] = stop
            continue
        for j in range(first, stop):
            cells[cell, 2 * (j - first)] = state_labels[j]
            cells[cell, 2 * (j - first) + 1] = weights[j]


@kernel
def score_dataset(
    first: int,
    last: int,
    indptr: OffsetArray,
    attributes: IdArray,
    values: FloatArray,
    places: IdArray,
    rows: FloatArray,
    cells: FloatArray,
    state_labels: IdArray,
    weights: FloatArray,
    scores: FloatArray,
) -> None:
    """Write Σ value · weight of tokens first..last-1 into scores[0 : last - first] (·, W)."""
    width = scores.shape[1]
    valued = values.shape[0] > 0
    in_row = np.empty(_AT_ONCE, np.int32)
    in_cell = np.empty(_AT_ONCE, np.int32)
    row_values = np.ones(_AT_ONCE)
    cell_values = np.ones(_AT_ONCE)
    for t in range(first, last):
        o = t - first
        for y in range(width):
            scores[o, y] = 0.0
        for begin in range(indptr[t], indptr[t + 1], _AT_ONCE):
            # Sorted without a branch, which would be unpredictable.
            n = min(_AT_ONCE, indptr[t + 1] - begin)
            n_rows = 0
            n_cells = 0
            for i in range(n):
                place = places[attributes[begin + i]]
                in_row[n_rows] = place
                in_cell[n_cells] = -1 - place
                if valued:
                    row_values[n_rows] = values[begin + i]
                    cell_values[n_cells] = values[begin + i]
                n_rows += 1 if place >= 0 else 0
                n_cells += 0 if place >= 0 else 1
            for i in range(n_rows):
                r = in_row[i]
                value = row_values[i]
                for y in range(width):
                    scores[o, y] += value * rows[r, y]
            for i in range(n_cells):
                c = in_cell[i]
                value = cell_values[i]
                if cells[c, 0] >= 0.0:
                    scores[o, int(cells[c, 0])] += value * cells[c, 1]
                    scores[o, int(cells[c, 2])] += value * cells[c, 3]
                else:
                    for j in range(int(cells[c, 1]), int(cells[c, 3])):
                        scores[o, state_labels[j]] += value * weights[j]

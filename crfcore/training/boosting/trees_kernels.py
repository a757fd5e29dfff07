"""Kernels that grow regression trees on gradients."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.jit import kernel

LEAST_CURVATURE = 1e-6
"""Least sum of second derivatives on each side of a split: less may be noise of subtractions."""

LEAST_GAIN = 1e-9
"""Splits that gain less are noise."""

GREATEST_LEAF = 4.0
"""Limit of a leaf, before it is multiplied by the learning rate. The true second derivatives of a
chain are no diagonal matrix, and steps by the diagonal may be far too long."""


class Bins(NamedTuple):
    """Bins of A attributes; the last L of them may be labels before the token.

    Attributes
    ----------
    indptr : (T + 1,) array
    bins : (E,) array
        The bins of token t are ``bins[indptr[t]:indptr[t + 1]]``.
    bin_indptr : (B + 1,) array
        The tokens of bin b are ``bin_tokens[bin_indptr[b]:bin_indptr[b + 1]]``, without labels
        before.
    bin_tokens : (E,) array
    starts : (A + 1,) array
        The bins of attribute a are ``starts[a]`` to ``starts[a + 1] - 1``, in the order of values.
    zeros : (A,) array
        The number of its bins below 0, the value of tokens that lack the attribute.
    thresholds : (B,) array
        With 0, an attribute of K bins has K + 1, and K boundaries between them; boundary p is
        ``thresholds[starts[a] + p]``.
    first_before : int
        The bin of the first label before a token.
    """

    indptr: OffsetArray
    bins: IdArray
    bin_indptr: OffsetArray
    bin_tokens: IdArray
    starts: OffsetArray
    zeros: OffsetArray
    thresholds: FloatArray
    first_before: int


class Growth(NamedTuple):
    """The limits of a tree.

    Attributes
    ----------
    max_leaves : int
    reg_lambda : float
        Added to the sums of second derivatives.
    least_curvature : float
        Least sum of second derivatives on each side of a split.
    """

    max_leaves: int
    reg_lambda: float
    least_curvature: float


class Grown(NamedTuple):
    """The nodes of a tree of up to 2 · max_leaves − 1 nodes, the root first.

    Attributes
    ----------
    attributes : array
        The attribute of a split; 0 in a leaf.
    boundaries : array
        Its boundary, an index of `Bins.thresholds`.
    children : array
        The first of two successive children; 0 in a leaf.
    values : array
        Of leaves.
    gains : array
        Of splits.
    """

    attributes: IdArray
    boundaries: IdArray
    children: IdArray
    values: FloatArray
    gains: FloatArray


@kernel
def add_rows(
    bins: Bins,
    rows: OffsetArray,
    first: int,
    last: int,
    width: int,
    is_first: MaskArray,
    gradients: FloatArray,
    curvatures: FloatArray,
    sums: FloatArray,
) -> None:
    """Write the sums of first and second derivatives of some rows by bin, (B, 2)."""
    sums[:] = 0.0
    for i in range(first, last):
        row = rows[i]
        t = row // width
        g = gradients[row]
        h = curvatures[row]
        for e in range(bins.indptr[t], bins.indptr[t + 1]):
            sums[bins.bins[e], 0] += g
            sums[bins.bins[e], 1] += h
        if width > 1 and not is_first[t]:
            before = bins.first_before + row % width
            sums[before, 0] += g
            sums[before, 1] += h


@kernel
def best_split(
    bins: Bins, sums: FloatArray, g: float, h: float, growth: Growth
) -> tuple[float, int, int]:
    """Return gain, attribute and boundary of the best split of a node; a gain of 0 for none.

    The gain is ½[G_l²/(H_l + λ) + G_r²/(H_r + λ) − G²/(H + λ)]; of equal ones the first counts.
    """
    reg, least = growth.reg_lambda, growth.least_curvature
    parent = g * g / (h + reg)
    greatest = 2.0 * LEAST_GAIN
    best_attribute, best_boundary = -1, -1
    for a in range(bins.starts.shape[0] - 1):
        start, stop = bins.starts[a], bins.starts[a + 1]
        g_bins, h_bins = 0.0, 0.0
        for b in range(start, stop):
            g_bins += sums[b, 0]
            h_bins += sums[b, 1]
        zero = start + bins.zeros[a]
        g_left, h_left = 0.0, 0.0
        for boundary in range(start, stop):
            if boundary == zero:
                g_left += g - g_bins
                h_left += h - h_bins
            else:
                b = boundary if boundary < zero else boundary - 1
                g_left += sums[b, 0]
                h_left += sums[b, 1]
            g_right, h_right = g - g_left, h - h_left
            if h_left < least or h_right < least:
                continue
            gain = g_left * g_left / (h_left + reg) + g_right * g_right / (h_right + reg) - parent
            if gain > greatest:
                greatest, best_attribute, best_boundary = gain, a, boundary
    return (0.5 * greatest if best_attribute >= 0 else 0.0), best_attribute, best_boundary


@kernel
def mark_sides(bins: Bins, attribute: int, boundary: int, mark: int, marks: MaskArray) -> bool:
    """Mark the tokens on the other side of a boundary than tokens without the attribute.

    Returns
    -------
    bool
        Whether tokens without the attribute are above the boundary.
    """
    start, stop = bins.starts[attribute], bins.starts[attribute + 1]
    zero = start + bins.zeros[attribute]
    for b in range(start, stop):
        position = b if b < zero else b + 1
        if (position > boundary) != (zero > boundary):
            for i in range(bins.bin_indptr[b], bins.bin_indptr[b + 1]):
                marks[bins.bin_tokens[i]] = mark
    return bool(zero > boundary)


@kernel
def divide(
    bins: Bins,
    rows: OffsetArray,
    others: OffsetArray,
    first: int,
    last: int,
    width: int,
    is_first: MaskArray,
    attribute: int,
    boundary: int,
    marks: MaskArray,
) -> int:
    """Move rows above a boundary after the others, in order; return where they begin.

    Marks (T,) are zeros before and after.
    """
    start = bins.starts[attribute]
    asks_before = start >= bins.first_before
    before = start - bins.first_before
    lacking = False
    if not asks_before:
        lacking = mark_sides(bins, attribute, boundary, 1, marks)
    n_below, n_above = 0, 0
    for i in range(first, last):
        row = rows[i]
        t = row // width
        if asks_before:
            is_above = row % width == before and not is_first[t]
        else:
            is_above = lacking != (marks[t] == 1)
        if is_above:
            others[n_above] = row
            n_above += 1
        else:
            rows[first + n_below] = row
            n_below += 1
    for i in range(n_above):
        rows[first + n_below + i] = others[i]
    if not asks_before:
        mark_sides(bins, attribute, boundary, 0, marks)
    return first + n_below


@kernel
def sum_of(numbers: FloatArray, rows: OffsetArray, first: int, last: int) -> float:
    """Return the sum over some rows."""
    total = 0.0
    for i in range(first, last):
        total += numbers[rows[i]]
    return total


@kernel
def grow_tree(
    bins: Bins,
    rows: OffsetArray,
    width: int,
    is_first: MaskArray,
    gradients: FloatArray,
    curvatures: FloatArray,
    growth: Growth,
    sums: FloatArray,
    grown: Grown,
    changes: FloatArray,
) -> int:
    """Grow a tree best-first: of all leaves, the one whose split gains most is split next.

    Parameters
    ----------
    bins : Bins
    rows : (R,) array, reordered
        Row t · width + x is token t after label x, of the first token of a sentence only x = 0.
        With a width of 1, rows are tokens.
    width : int
    is_first : (T,) array
    gradients, curvatures : (T · width,) arrays
        Of the log-likelihood by the score of a row, and its negative second derivative.
    growth : Growth
    sums : (max_leaves, B, 2) array, written
    grown : Grown, written
    changes : (T · width,) array
        The value of its leaf is written for each row.

    Returns
    -------
    int
        The number of nodes.
    """
    n_most = 2 * growth.max_leaves - 1
    firsts = np.empty(n_most, np.int64)
    lasts = np.empty(n_most, np.int64)
    node_g = np.empty(n_most)
    node_h = np.empty(n_most)
    owned = np.empty(n_most, np.int64)
    others = np.empty(rows.shape[0], np.int64)
    marks = np.zeros(is_first.shape[0], np.uint8)
    firsts[0], lasts[0], owned[0] = 0, rows.shape[0], 0
    node_g[0] = sum_of(gradients, rows, 0, rows.shape[0])
    node_h[0] = sum_of(curvatures, rows, 0, rows.shape[0])
    n_nodes, n_leaves = 1, 1
    grown.children[0] = 0
    grown.gains[0] = 0.0
    if growth.max_leaves > 1:
        add_rows(bins, rows, 0, rows.shape[0], width, is_first, gradients, curvatures, sums[0])
        gain, attribute, boundary = best_split(bins, sums[0], node_g[0], node_h[0], growth)
        grown.gains[0], grown.attributes[0], grown.boundaries[0] = gain, attribute, boundary
    while n_leaves < growth.max_leaves:
        chosen = -1
        for node in range(n_nodes):
            is_leaf = grown.children[node] == 0
            if is_leaf and grown.gains[node] > (grown.gains[chosen] if chosen >= 0 else 0.0):
                chosen = node
        if chosen < 0:
            break
        first, last = firsts[chosen], lasts[chosen]
        middle = divide(
            bins,
            rows,
            others,
            first,
            last,
            width,
            is_first,
            grown.attributes[chosen],
            grown.boundaries[chosen],
            marks,
        )
        grown.children[chosen] = n_nodes
        # The larger child keeps the sums of its parent, less those of the smaller one.
        larger = n_nodes if middle - first >= last - middle else n_nodes + 1
        for node in range(n_nodes, n_nodes + 2):
            firsts[node] = first if node == n_nodes else middle
            lasts[node] = middle if node == n_nodes else last
            owned[node] = owned[chosen] if node == larger else n_leaves
            node_g[node] = sum_of(gradients, rows, firsts[node], lasts[node])
            node_h[node] = sum_of(curvatures, rows, firsts[node], lasts[node])
            grown.children[node] = 0
            grown.gains[node] = 0.0
        n_leaves += 1
        if n_leaves < growth.max_leaves:
            small = n_nodes + 1 if larger == n_nodes else n_nodes
            mine, theirs = sums[owned[small]], sums[owned[larger]]
            add_rows(
                bins,
                rows,
                firsts[small],
                lasts[small],
                width,
                is_first,
                gradients,
                curvatures,
                mine,
            )
            for b in range(mine.shape[0]):
                theirs[b, 0] -= mine[b, 0]
                theirs[b, 1] -= mine[b, 1]
            for node in range(n_nodes, n_nodes + 2):
                gain, attribute, boundary = best_split(
                    bins, sums[owned[node]], node_g[node], node_h[node], growth
                )
                grown.gains[node] = gain
                grown.attributes[node], grown.boundaries[node] = attribute, boundary
        n_nodes += 2
    for node in range(n_nodes):
        grown.values[node] = 0.0
        if grown.children[node] > 0:
            continue
        grown.gains[node] = 0.0
        grown.attributes[node], grown.boundaries[node] = 0, 0
        scale = node_h[node] + growth.reg_lambda
        if scale > LEAST_CURVATURE:
            value = node_g[node] / scale
            grown.values[node] = min(max(value, -GREATEST_LEAF), GREATEST_LEAF)
        for i in range(firsts[node], lasts[node]):
            changes[rows[i]] = grown.values[node]
    return n_nodes

"""Kernels that walk boosted trees."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.jit import kernel


class Trees(NamedTuple):
    """M trees with K nodes in all.

    Attributes
    ----------
    indptr : (M + 1,) array
        The nodes of tree m are ``indptr[m]`` to ``indptr[m + 1] - 1``, the root first.
    labels : (M,) array
        The label whose score a tree adds to.
    attributes : (K,) array
        The attribute that a node asks for; A + x asks whether the label before is x. 0 in a leaf.
    thresholds : (K,) array
        A token whose value of the attribute (0 without it) is greater goes to the second child.
    children : (K,) array
        The first of two successive children, which come later in the tree; 0 for a leaf.
    values : (K,) array
        What a leaf adds; 0 elsewhere.
    gains : (K,) array
        What a question gained in training; 0 in a leaf.
    """

    indptr: OffsetArray
    labels: IdArray
    attributes: IdArray
    thresholds: FloatArray
    children: IdArray
    values: FloatArray
    gains: FloatArray


@kernel
def leaf_value(trees: Trees, m: int, marks: FloatArray) -> float:
    """Return the value of the leaf of tree m that a token with these values reaches."""
    node = trees.indptr[m]
    while trees.children[node] > 0:
        is_greater = marks[trees.attributes[node]] > trees.thresholds[node]
        node = trees.children[node] + (1 if is_greater else 0)
    return float(trees.values[node])


@kernel
def mark(
    t: int,
    indptr: OffsetArray,
    attributes: IdArray,
    values: FloatArray,
    marks: FloatArray,
    sign: float,
) -> None:
    """Add the values of a token's attributes to marks; with sign 0 write zeros."""
    for i in range(indptr[t], indptr[t + 1]):
        if sign == 0.0:
            marks[attributes[i]] = 0.0
        else:
            marks[attributes[i]] += values[i] if values.shape[0] > 0 else 1.0


@kernel
def add_to_scores(
    first: int,
    last: int,
    indptr: OffsetArray,
    attributes: IdArray,
    values: FloatArray,
    trees: Trees,
    which: IdArray,
    which_at_first: IdArray,
    is_first: MaskArray,
    marks: FloatArray,
    scores: FloatArray,
) -> None:
    """Add leaves to the scores of tokens first..last-1.

    Parameters
    ----------
    which, which_at_first : arrays
        The trees for other tokens, and for first tokens of sentences.
    is_first : (last − first,) array
    marks : (A + L,) array of zeros
    scores : (last − first, L) array
    """
    for t in range(first, last):
        mark(t, indptr, attributes, values, marks, 1.0)
        chosen = which_at_first if is_first[t - first] else which
        for i in range(chosen.shape[0]):
            m = chosen[i]
            scores[t - first, trees.labels[m]] += leaf_value(trees, m, marks)
        mark(t, indptr, attributes, values, marks, 0.0)


@kernel
def add_to_transitions(
    first: int,
    last: int,
    indptr: OffsetArray,
    attributes: IdArray,
    values: FloatArray,
    trees: Trees,
    which: IdArray,
    is_first: MaskArray,
    marks: FloatArray,
    transitions: FloatArray,
) -> None:
    """Add leaves to the transitions into tokens first..last-1, (last − first, L, L)."""
    n_labels = transitions.shape[1]
    n_attributes = marks.shape[0] - n_labels
    for t in range(first, last):
        if is_first[t - first]:
            continue
        mark(t, indptr, attributes, values, marks, 1.0)
        for x in range(n_labels):
            marks[n_attributes + x] = 1.0
            for i in range(which.shape[0]):
                m = which[i]
                transitions[t - first, x, trees.labels[m]] += leaf_value(trees, m, marks)
            marks[n_attributes + x] = 0.0
        mark(t, indptr, attributes, values, marks, 0.0)


@kernel
def trees_that_ask(trees: Trees, least: int, asks: MaskArray) -> None:
    """Write whether each tree asks for an attribute of at least this number."""
    for m in range(trees.labels.shape[0]):
        for node in range(trees.indptr[m], trees.indptr[m + 1]):
            if trees.children[node] > 0 and trees.attributes[node] >= least:
                asks[m] = np.uint8(1)

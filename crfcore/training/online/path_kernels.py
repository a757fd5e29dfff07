"""Kernels on labellings: the best one of a sentence, and the difference of features of two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.jit import kernel
from crfcore.training.online.sentence_kernels import score_sentence, transitions_of_sentence

if TYPE_CHECKING:
    from crfcore.training.online.kernel_data import Layout, Sentences, Weights, Workspace


@kernel
def best_path(
    sentences: Sentences,
    layout: Layout,
    work: Workspace,
    i: int,
    n_matrices: int,
    constrained: int,
    path: IdArray,
) -> float:
    """Write the labelling of highest score of a scored sentence; return its score.

    ``constrained`` 1: among those that the targets allow. Of equal scores the lower label wins.
    """
    n_labels = layout.n_labels
    start = sentences.offsets[i]
    n = sentences.offsets[i + 1] - start
    best = work.alpha
    scores = work.scores
    matrices = work.transitions
    width = best.shape[1]
    n_whole = n_labels - n_labels % 4
    for t in range(n):
        if t == 0:
            for y in range(width):
                best[0, y] = scores[0, y]
        else:
            k = t if n_matrices > 1 else 0
            for y in range(width):
                best[t, y] = -np.inf
            for x in range(0, n_whole, 4):
                b0 = best[t - 1, x]
                b1 = best[t - 1, x + 1]
                b2 = best[t - 1, x + 2]
                b3 = best[t - 1, x + 3]
                for y in range(width):
                    c0 = b0 + matrices[k, x, y]
                    c1 = b1 + matrices[k, x + 1, y]
                    c2 = b2 + matrices[k, x + 2, y]
                    c3 = b3 + matrices[k, x + 3, y]
                    c0 = c0 if c0 > c1 else c1
                    c2 = c2 if c2 > c3 else c3
                    c0 = c0 if c0 > c2 else c2
                    best[t, y] = c0 if c0 > best[t, y] else best[t, y]
            for x in range(n_whole, n_labels):
                b0 = best[t - 1, x]
                for y in range(width):
                    c0 = b0 + matrices[k, x, y]
                    best[t, y] = c0 if c0 > best[t, y] else best[t, y]
            for y in range(width):
                best[t, y] += scores[t, y]
        if constrained == 1:
            label_set = sentences.label_sets[start + t]
            for y in range(n_labels):
                if sentences.allowed[label_set, y] == 0:
                    best[t, y] = -np.inf
    label = 0
    for y in range(1, n_labels):
        if best[n - 1, y] > best[n - 1, label]:
            label = y
    path[n - 1] = label
    for t in range(n - 1, 0, -1):
        k = t if n_matrices > 1 else 0
        before = 0
        top = best[t - 1, 0] + matrices[k, 0, label]
        for x in range(1, n_labels):
            candidate = best[t - 1, x] + matrices[k, x, label]
            if candidate > top:
                top = candidate
                before = x
        label = before
        path[t - 1] = label
    return float(best[n - 1, path[n - 1]])


@kernel
def truth_and_path(
    sentences: Sentences, layout: Layout, weights: Weights, work: Workspace, i: int
) -> tuple[int, float]:
    """Write the best labelling into ``work.path`` and the best allowed one into ``work.truth``.

    Returns
    -------
    n_wrong : int
        The number of different labels.
    loss : float
        The difference of their scores; at least 0.
    """
    start = sentences.offsets[i]
    n = score_sentence(sentences, layout, weights, i, work)
    n_matrices = transitions_of_sentence(sentences, layout, weights, i, work.transitions)
    score = best_path(sentences, layout, work, i, n_matrices, 0, work.path)
    true_score = 0.0
    if sentences.kinds[i] == 2:
        for t in range(n):
            label = sentences.label_sets[start + t]
            work.truth[t] = label
            true_score += work.scores[t, label]
            if t > 0:
                k = t if n_matrices > 1 else 0
                true_score += work.transitions[k, work.truth[t - 1], label]
    else:
        true_score = best_path(sentences, layout, work, i, n_matrices, 1, work.truth)
    n_wrong = 0
    for t in range(n):
        n_wrong += 1 if work.path[t] != work.truth[t] else 0
    return n_wrong, max(score - true_score, 0.0)


@kernel
def note(number: int, change: float, changes: FloatArray, touched: OffsetArray, n: int) -> int:
    """Add a change of a weight and record its index; return the number of records."""
    changes[number] += change
    touched[n] = number
    return n + 1


@kernel
def collect_difference(
    sentences: Sentences,
    layout: Layout,
    work: Workspace,
    i: int,
    changes: FloatArray,
    touched: OffsetArray,
) -> int:
    """Collect the features of ``work.truth`` minus those of ``work.path``.

    Parameters
    ----------
    changes : (F,) array of zeros, added to
    touched : array, written
        The indices of changed weights, possibly repeated.

    Returns
    -------
    int
        The number of indices written.
    """
    n_labels = layout.n_labels
    valued = sentences.values.shape[0] > 0
    start = sentences.offsets[i]
    first_edge = changes.shape[0] - layout.edge_pairs.shape[0]
    n = 0
    for t in range(start, sentences.offsets[i + 1]):
        o = t - start
        truth = work.truth[o]
        found = work.path[o]
        if truth != found:
            for k in range(sentences.indptr[t], sentences.indptr[t + 1]):
                a = sentences.attributes[k]
                value = sentences.values[k] if valued else 1.0
                for j in range(layout.state_indptr[a], layout.state_indptr[a + 1]):
                    label = layout.state_labels[j]
                    if label == truth:
                        n = note(j, value, changes, touched, n)
                    elif label == found:
                        n = note(j, -value, changes, touched, n)
        if o == 0 or (truth == found and work.truth[o - 1] == work.path[o - 1]):
            continue
        right = layout.transition_numbers[work.truth[o - 1], truth]
        wrong = layout.transition_numbers[work.path[o - 1], found]
        if right >= 0:
            n = note(right, 1.0, changes, touched, n)
        if wrong >= 0:
            n = note(wrong, -1.0, changes, touched, n)
        if layout.edge_pairs.shape[0] == 0:
            continue
        right = work.truth[o - 1] * n_labels + truth
        wrong = work.path[o - 1] * n_labels + found
        for k in range(sentences.edge_indptr[t], sentences.edge_indptr[t + 1]):
            e = sentences.edge_attributes[k]
            for j in range(layout.edge_starts[e], layout.edge_starts[e + 1]):
                if layout.edge_pairs[j] == right:
                    n = note(first_edge + j, 1.0, changes, touched, n)
                elif layout.edge_pairs[j] == wrong:
                    n = note(first_edge + j, -1.0, changes, touched, n)
    return n


@kernel
def keep_distinct(touched: OffsetArray, n: int, changes: FloatArray, values: FloatArray) -> int:
    """Keep each touched index once, if its change is not zero, and clear the changes.

    Writes the changes into ``values`` parallel to ``touched``; returns their number.
    """
    n_kept = 0
    for k in range(n):
        number = touched[k]
        change = changes[number]
        if change != 0.0:
            touched[n_kept] = number
            values[n_kept] = change
            changes[number] = 0.0
            n_kept += 1
    return n_kept


@kernel
def add_to_weight(layout: Layout, weights: Weights, number: int, change: float) -> None:
    """Add to the weight with this index in the weight vector."""
    first_transition = layout.state_labels.shape[0]
    first_edge = first_transition + layout.transition_pairs.shape[0]
    if number < first_transition:
        place = layout.state_places[number]
        if place < 0:
            weights.pairs[number] += change
        else:
            width = weights.rows.shape[1]
            weights.rows[place // width, place % width] += change
    elif number < first_edge:
        pair = layout.transition_pairs[number - first_transition]
        weights.transitions[pair // layout.n_labels, pair % layout.n_labels] += change
    else:
        weights.edges[number - first_edge] += change

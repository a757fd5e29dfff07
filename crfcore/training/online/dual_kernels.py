"""Kernels that methods on dual variables share; see `dual_variables`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.jit import kernel
from crfcore.training.online.path_kernels import best_path
from crfcore.training.online.sentence_kernels import (
    add_costs,
    add_to_tokens,
    add_to_transitions,
    score_sentence,
    sum_over_labellings,
    transitions_of_sentence,
)

if TYPE_CHECKING:
    from crfcore.training.online.kernel_data import Layout, Sentences, Weights, Workspace


@kernel
def score_with_costs(
    sentences: Sentences, layout: Layout, weights: Weights, i: int, work: Workspace
) -> int:
    """Write a sentence's scores plus costs, and its transitions, into ``work``; return n."""
    n = score_sentence(sentences, layout, weights, i, work)
    transitions_of_sentence(sentences, layout, weights, i, work.transitions)
    add_costs(sentences, work, i)
    return n


@kernel
def score_of_labels(work: Workspace, labels: IdArray) -> float:
    """Return the score in ``work`` of one labelling, of all tokens of the sentence."""
    score = 0.0
    for t in range(labels.shape[0]):
        score += work.scores[t, labels[t]]
        if t > 0:
            score += work.transitions[0, labels[t - 1], labels[t]]
    return score


@kernel
def cost_of_labels(sentences: Sentences, i: int, labels: IdArray) -> float:
    """Return the cost of one labelling of a sentence."""
    if sentences.costs.shape[0] == 0:
        return 0.0
    start = sentences.offsets[i]
    cost = 0.0
    for t in range(labels.shape[0]):
        cost += sentences.costs[sentences.label_sets[start + t], labels[t]]
    return cost


@kernel
def score_of_residuals(
    sentences: Sentences,
    layout: Layout,
    work: Workspace,
    i: int,
    tokens: FloatArray,
    pairs: FloatArray,
) -> float:
    """Return Σ residual · score of a scored sentence, over tokens' labels and pairs of labels."""
    n_labels = layout.n_labels
    start = sentences.offsets[i]
    total = 0.0
    for t in range(start, sentences.offsets[i + 1]):
        for y in range(n_labels):
            total += tokens[t, y] * work.scores[t - start, y]
    for x in range(n_labels):
        for y in range(n_labels):
            total += pairs[i, x, y] * work.transitions[0, x, y]
    return total


@kernel
def collect_changes(
    sentences: Sentences, layout: Layout, changes: Weights, work: Workspace, i: int
) -> float:
    """Add ``work.targets`` and ``work.target_pairs`` to changes; return their squared length.

    An attribute's tokens are added before squaring. ``changes`` are zeros before.
    """
    n_labels = layout.n_labels
    width = work.targets.shape[1]
    valued = sentences.values.shape[0] > 0
    start = sentences.offsets[i]
    add_to_tokens(sentences, layout, changes, i, work.targets, 0.0)
    add_to_transitions(
        sentences, layout, changes, i, work.transitions.shape[0], 1.0, work.target_pairs
    )
    square = 0.0
    # Σ (sum of an attribute's parts)² is Σ part · sum, where no weight is visited for its square.
    for t in range(start, sentences.offsets[i + 1]):
        o = t - start
        own = 0.0
        for y in range(width):
            own += work.targets[o, y] * work.targets[o, y]
        work.scales[o] = own
        if own == 0.0:
            continue
        for k in range(sentences.indptr[t], sentences.indptr[t + 1]):
            a = sentences.attributes[k]
            r = layout.row_of[a]
            value = sentences.values[k] if valued else 1.0
            part = 0.0
            if r >= 0:
                for y in range(width):
                    part += work.targets[o, y] * changes.rows[r, y]
            else:
                for j in range(layout.state_indptr[a], layout.state_indptr[a + 1]):
                    part += work.targets[o, layout.state_labels[j]] * changes.pairs[j]
            square += value * part
    for x in range(n_labels):
        for y in range(n_labels):
            square += changes.transitions[x, y] * changes.transitions[x, y]
    return square


@kernel
def apply_changes(
    sentences: Sentences,
    layout: Layout,
    changes: Weights,
    weights: Weights,
    sums: Weights,
    work: Workspace,
    i: int,
    factor: float,
    visits: float,
) -> None:
    """Add factor · changes to the weights, and that times ``visits`` to the sums; clear changes.

    ``sums`` may have no weights if ``visits`` is 0.
    """
    n_labels = layout.n_labels
    width = work.targets.shape[1]
    start = sentences.offsets[i]
    far = factor * visits
    for t in range(start, sentences.offsets[i + 1]):
        if work.scales[t - start] == 0.0:
            continue
        for k in range(sentences.indptr[t], sentences.indptr[t + 1]):
            a = sentences.attributes[k]
            r = layout.row_of[a]
            if r >= 0:
                for y in range(width):
                    weights.rows[r, y] += factor * changes.rows[r, y]
                if visits != 0.0:
                    for y in range(width):
                        sums.rows[r, y] += far * changes.rows[r, y]
                for y in range(width):
                    changes.rows[r, y] = 0.0
            else:
                for j in range(layout.state_indptr[a], layout.state_indptr[a + 1]):
                    weights.pairs[j] += factor * changes.pairs[j]
                    if visits != 0.0:
                        sums.pairs[j] += far * changes.pairs[j]
                    changes.pairs[j] = 0.0
    for x in range(n_labels):
        for y in range(n_labels):
            weights.transitions[x, y] += factor * changes.transitions[x, y]
            if visits != 0.0:
                sums.transitions[x, y] += far * changes.transitions[x, y]
            changes.transitions[x, y] = 0.0


@kernel
def losses_of_sentences(
    order: OffsetArray,
    first: int,
    last: int,
    sentences: Sentences,
    layout: Layout,
    weights: Weights,
    work: Workspace,
    entropic: bool,  # noqa: FBT001 - kernels take no keywords
) -> float:
    """Return the losses of sentences order[first], …, order[last - 1], which are fully labelled.

    Each is max_y [L(y) + s(y)] − s(known labels); with ``entropic`` log Σ_y exp(L(y) + s(y)) in
    place of the maximum.
    """
    total = 0.0
    for place in range(first, last):
        i = order[place]
        score_with_costs(sentences, layout, weights, i, work)
        known = sentences.label_sets[sentences.offsets[i] : sentences.offsets[i + 1]]
        if entropic:
            most = sum_over_labellings(
                sentences, layout, work, i, work.transitions.shape[0], np.int64(0)
            )
        else:
            most = best_path(sentences, layout, work, i, work.transitions.shape[0], 0, work.path)
        total += most - score_of_labels(work, known)
    return total


@kernel
def head_for_labels(
    sentences: Sentences,
    layout: Layout,
    work: Workspace,
    i: int,
    residuals: FloatArray,
    pair_residuals: FloatArray,
) -> None:
    """Write the known labels of a sentence minus its residuals into the targets of ``work``.

    Minus a new distribution, that is how residuals change on the way to it.

    Parameters
    ----------
    residuals, pair_residuals : (T, W), (N, L, L) arrays
    """
    n_labels = layout.n_labels
    start = sentences.offsets[i]
    for x in range(n_labels):
        for y in range(n_labels):
            work.target_pairs[0, x, y] = -pair_residuals[i, x, y]
    for t in range(start, sentences.offsets[i + 1]):
        for y in range(work.targets.shape[1]):
            work.targets[t - start, y] = -residuals[t, y]
        known = sentences.label_sets[t]
        work.targets[t - start, known] += 1.0
        if t > start:
            work.target_pairs[0, sentences.label_sets[t - 1], known] += 1.0


@kernel
def move_residuals(
    sentences: Sentences,
    layout: Layout,
    work: Workspace,
    i: int,
    part: float,
    residuals: FloatArray,
    pair_residuals: FloatArray,
) -> None:
    """Add a part of the targets in ``work`` to the residuals of a sentence."""
    n_labels = layout.n_labels
    start = sentences.offsets[i]
    for t in range(start, sentences.offsets[i + 1]):
        for y in range(work.targets.shape[1]):
            residuals[t, y] += part * work.targets[t - start, y]
    for x in range(n_labels):
        for y in range(n_labels):
            pair_residuals[i, x, y] += part * work.target_pairs[0, x, y]

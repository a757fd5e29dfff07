"""Kernels of the averaged perceptron."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crfcore.arrays import OffsetArray
from crfcore.jit import kernel
from crfcore.training.online.path_kernels import truth_and_path

if TYPE_CHECKING:
    from crfcore.training.online.kernel_data import Layout, Sentences, Weights, Workspace


@kernel
def reward_and_punish(
    sentences: Sentences,
    layout: Layout,
    weights: Weights,
    sums: Weights,
    work: Workspace,
    i: int,
    before: float,
) -> None:
    """Add the features of ``work.truth`` minus those of ``work.path``; times ``before`` to sums."""
    n_labels = layout.n_labels
    masks = layout.row_masks
    valued = sentences.values.shape[0] > 0
    start = sentences.offsets[i]
    real = work.scores.dtype.type
    visits = real(before)
    for t in range(start, sentences.offsets[i + 1]):
        o = t - start
        truth = work.truth[o]
        found = work.path[o]
        if truth != found:
            for k in range(sentences.indptr[t], sentences.indptr[t + 1]):
                a = sentences.attributes[k]
                value = real(sentences.values[k] if valued else 1.0)
                r = layout.row_of[a]
                if r >= 0:
                    if masks[r, truth] == 1:
                        weights.rows[r, truth] += value
                        sums.rows[r, truth] += visits * value
                    if masks[r, found] == 1:
                        weights.rows[r, found] -= value
                        sums.rows[r, found] -= visits * value
                    continue
                for j in range(layout.state_indptr[a], layout.state_indptr[a + 1]):
                    label = layout.state_labels[j]
                    if label == truth:
                        weights.pairs[j] += value
                        sums.pairs[j] += visits * value
                    elif label == found:
                        weights.pairs[j] -= value
                        sums.pairs[j] -= visits * value
        if o == 0 or (truth == found and work.truth[o - 1] == work.path[o - 1]):
            continue
        x = work.truth[o - 1]
        if layout.transition_mask[x, truth] == 1:
            weights.transitions[x, truth] += real(1.0)
            sums.transitions[x, truth] += visits
        x = work.path[o - 1]
        if layout.transition_mask[x, found] == 1:
            weights.transitions[x, found] -= real(1.0)
            sums.transitions[x, found] -= visits
        if layout.edge_pairs.shape[0] == 0:
            continue
        right = work.truth[o - 1] * n_labels + truth
        wrong = work.path[o - 1] * n_labels + found
        for k in range(sentences.edge_indptr[t], sentences.edge_indptr[t + 1]):
            e = sentences.edge_attributes[k]
            for j in range(layout.edge_starts[e], layout.edge_starts[e + 1]):
                if layout.edge_pairs[j] == right:
                    weights.edges[j] += real(1.0)
                    sums.edges[j] += visits
                elif layout.edge_pairs[j] == wrong:
                    weights.edges[j] -= real(1.0)
                    sums.edges[j] -= visits


@kernel
def perceptron_steps(
    order: OffsetArray,
    first: int,
    last: int,
    sentences: Sentences,
    layout: Layout,
    weights: Weights,
    sums: Weights,
    work: Workspace,
    n_steps: int,
) -> float:
    """Visit sentences order[first], …, order[last - 1]; errors change the weights.

    Parameters
    ----------
    sums : Weights, added to
        Σ change · (visits before it); the mean of the weights after each of n visits is
        weights − sums / n.
    n_steps : int
        Visits before this call.

    Returns
    -------
    float
        Sum over sentences of the fraction of wrong labels.
    """
    loss = 0.0
    for place in range(first, last):
        i = order[place]
        n_wrong, _ = truth_and_path(sentences, layout, weights, work, i)
        if n_wrong > 0:
            before = float(n_steps + place - first)
            reward_and_punish(sentences, layout, weights, sums, work, i, before)
            loss += n_wrong / (sentences.offsets[i + 1] - sentences.offsets[i])
    return loss

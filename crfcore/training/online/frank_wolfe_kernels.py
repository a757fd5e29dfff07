"""Kernels of the block-coordinate Frank–Wolfe method; see `frank_wolfe`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.jit import kernel
from crfcore.training.online.dual_kernels import (
    apply_changes,
    collect_changes,
    cost_of_labels,
    head_for_labels,
    move_residuals,
    score_of_labels,
    score_of_residuals,
    score_with_costs,
)
from crfcore.training.online.path_kernels import best_path

if TYPE_CHECKING:
    from crfcore.training.online.kernel_data import Layout, Sentences, Weights, Workspace


@kernel
def head_for_path(
    sentences: Sentences,
    layout: Layout,
    work: Workspace,
    i: int,
    tokens: FloatArray,
    pairs: FloatArray,
) -> None:
    """Write what residuals change by on the way to ``work.path`` alone into ``work``."""
    head_for_labels(sentences, layout, work, i, tokens, pairs)
    for t in range(sentences.offsets[i + 1] - sentences.offsets[i]):
        work.targets[t, work.path[t]] -= 1.0
        if t > 0:
            work.target_pairs[0, work.path[t - 1], work.path[t]] -= 1.0


@kernel
def frank_wolfe_steps(
    order: OffsetArray,
    first: int,
    last: int,
    sentences: Sentences,
    layout: Layout,
    weights: Weights,
    changes: Weights,
    sums: Weights,
    work: Workspace,
    tokens: FloatArray,
    pairs: FloatArray,
    terms: FloatArray,
    c2: float,
    n_steps: int,
    averaging: bool,  # noqa: FBT001 - kernels take no keywords
) -> tuple[float, float]:
    """Visit sentences order[first], …, order[last - 1].

    Parameters
    ----------
    changes : Weights of zeros
    sums : Weights, added to
        Σ k·(k − 1)·Δ_k over visits k.
    tokens, pairs : (T, W), (N, L, L) arrays, changed
        Residuals.
    terms : (N,) array, changed
        E_αi[L_i].
    n_steps : int
        Visits before this call.

    Returns
    -------
    loss, gap : float
        Σ max_y [L + s] − s(known labels), and Σ g_i, each just before its step.
    """
    loss = 0.0
    gap = 0.0
    for place in range(first, last):
        i = order[place]
        start = sentences.offsets[i]
        n = score_with_costs(sentences, layout, weights, i, work)
        most = best_path(sentences, layout, work, i, work.transitions.shape[0], 0, work.path)
        known = sentences.label_sets[start : start + n]
        own_loss = most - score_of_labels(work, known)
        # With costs in the scores it is ⟨r, s⟩ − E_α[L].
        own_gap = own_loss + score_of_residuals(sentences, layout, work, i, tokens, pairs)
        loss += own_loss
        if own_gap <= 0.0:
            continue
        gap += own_gap
        head_for_path(sentences, layout, work, i, tokens, pairs)
        square = collect_changes(sentences, layout, changes, work, i)
        wanted = 2.0 * c2 * own_gap
        part = wanted / square if wanted < square else 1.0
        visit = float(n_steps + place - first + 1)
        visits = visit * (visit - 1.0) if averaging else 0.0
        apply_changes(sentences, layout, changes, weights, sums, work, i, part * 0.5 / c2, visits)
        move_residuals(sentences, layout, work, i, part, tokens, pairs)
        path = work.path[:n]
        terms[i] += part * (cost_of_labels(sentences, i, path) - terms[i])
    return loss, gap

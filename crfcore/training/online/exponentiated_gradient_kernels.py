"""Kernels of the exponentiated gradient method; see `exponentiated_gradient`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.jit import kernel
from crfcore.training.online.dual_kernels import (
    apply_changes,
    collect_changes,
    head_for_labels,
    move_residuals,
    score_of_labels,
    score_of_residuals,
    score_with_costs,
)
from crfcore.training.online.path_kernels import best_path
from crfcore.training.online.sentence_kernels import sum_over_labellings

if TYPE_CHECKING:
    from crfcore.training.online.kernel_data import Layout, Sentences, Weights, Workspace

FASTER = 1.05
"""Factor of a sentence's rate after a step."""

AHEAD = 10.0
"""First score of the known label of a token for the margin. From uniform distributions the first
weights would be sums over the whole text, and D far below 0."""

FARTHEST = 1.0
"""Greatest divergence of a sentence's distribution from the new one for the margin, in nats per
token: labellings that vanish come back only by many small factors."""

NEAR = 0.25
"""Where less than this part of it is used, the next rate is doubled."""

HALVINGS = 20
"""A step is given up after so many halvings: D then rises by less than its rounding errors."""


ROUNDING = 1e-12
"""Relative error of sums."""

NEGLIGIBLE = 1e-28
"""Steps are taken whose penalty is not above this. For the margin a distribution may be all but one
labelling: the first steps to another one change D by rounding errors only, which may be negative,
and must not be given up."""


class Chains(NamedTuple):
    """The distributions of sentences, α_i ∝ exp(own scores), and what follows from them.

    Attributes
    ----------
    scores, residuals : (T, W) arrays
    pair_scores, pair_residuals : (N, L, L) arrays
        Scores of neighbouring labels, which are the same in all of the sentence, and residuals
        summed over it.
    rates : (N,) array
        The length of the next step.
    log_zs : (N,) array
        log Σ exp(own scores).
    """

    scores: FloatArray
    pair_scores: FloatArray
    residuals: FloatArray
    pair_residuals: FloatArray
    rates: FloatArray
    log_zs: FloatArray


@kernel
def head_for_sums(
    sentences: Sentences, layout: Layout, work: Workspace, i: int, chains: Chains
) -> None:
    """Write how residuals change if a sentence's distribution is that in ``work``."""
    head_for_labels(sentences, layout, work, i, chains.residuals, chains.pair_residuals)
    n_labels = layout.n_labels
    for t in range(sentences.offsets[i + 1] - sentences.offsets[i]):
        for y in range(work.targets.shape[1]):
            work.targets[t, y] -= work.posteriors[t, y]
    for x in range(n_labels):
        for y in range(n_labels):
            work.target_pairs[0, x, y] -= work.pairs[0, x, y]


@kernel
def expected_score(work: Workspace, n: int, n_labels: int) -> float:
    """Return the expected score of a sentence by its sums in ``work``."""
    total = 0.0
    for t in range(n):
        for y in range(n_labels):
            total += work.posteriors[t, y] * work.scores[t, y]
    for x in range(n_labels):
        for y in range(n_labels):
            total += work.pairs[0, x, y] * work.transitions[0, x, y]
    return total


@kernel
def expected_cost(sentences: Sentences, work: Workspace, i: int, n_labels: int) -> float:
    """Return the expected cost of a sentence by its sums in ``work``."""
    if sentences.costs.shape[0] == 0:
        return 0.0
    start = sentences.offsets[i]
    total = 0.0
    for t in range(start, sentences.offsets[i + 1]):
        for y in range(n_labels):
            cost = sentences.costs[sentences.label_sets[t], y]
            total += work.posteriors[t - start, y] * cost
    return total


@kernel
def begin(
    order: OffsetArray,
    first: int,
    last: int,
    sentences: Sentences,
    layout: Layout,
    weights: Weights,
    changes: Weights,
    work: Workspace,
    chains: Chains,
    terms: FloatArray,
    c2: float,
    entropic: bool,  # noqa: FBT001 - kernels take no keywords
) -> None:
    """Write own scores of 0, for the margin `AHEAD` where labels are known; add to the weights."""
    work.transitions[:] = 0.0
    for place in range(first, last):
        i = order[place]
        start = sentences.offsets[i]
        n = sentences.offsets[i + 1] - start
        work.scores[:n] = 0.0
        if not entropic:
            for t in range(n):
                known = sentences.label_sets[start + t]
                work.scores[t, known] = AHEAD
                chains.scores[start + t, known] = AHEAD
        log_z = sum_over_labellings(
            sentences, layout, work, i, work.transitions.shape[0], np.int64(0)
        )
        chains.log_zs[i] = log_z
        terms[i] = log_z if entropic else expected_cost(sentences, work, i, layout.n_labels)
        head_for_sums(sentences, layout, work, i, chains)
        move_residuals(sentences, layout, work, i, 1.0, chains.residuals, chains.pair_residuals)
        collect_changes(sentences, layout, changes, work, i)
        apply_changes(sentences, layout, changes, weights, weights, work, i, 0.5 / c2, 0.0)


@kernel
def own_scores(
    sentences: Sentences,
    layout: Layout,
    work: Workspace,
    i: int,
    chains: Chains,
    given: FloatArray,
    given_pairs: FloatArray,
    kept: float,
    rate: float,
) -> None:
    """Write kept · own + rate · given scores of a sentence into ``work``."""
    n_labels = layout.n_labels
    start = sentences.offsets[i]
    for t in range(start, sentences.offsets[i + 1]):
        o = t - start
        for y in range(n_labels):
            work.scores[o, y] = kept * chains.scores[t, y] + rate * given[o, y]
    for x in range(n_labels):
        for y in range(n_labels):
            own = kept * chains.pair_scores[i, x, y]
            work.transitions[0, x, y] = own + rate * given_pairs[x, y]


@kernel
def score_of_changes(
    work: Workspace, n: int, n_labels: int, given: FloatArray, given_pairs: FloatArray
) -> float:
    """Return Σ change of residual · given score."""
    total = 0.0
    for t in range(n):
        for y in range(n_labels):
            total += work.targets[t, y] * given[t, y]
    for x in range(n_labels):
        for y in range(n_labels):
            total += work.target_pairs[0, x, y] * given_pairs[x, y]
    return total


@kernel
def take_step(
    sentences: Sentences,
    layout: Layout,
    weights: Weights,
    changes: Weights,
    work: Workspace,
    i: int,
    chains: Chains,
    terms: FloatArray,
    given: FloatArray,
    given_pairs: FloatArray,
    expected: float,
    c2: float,
    entropic: bool,  # noqa: FBT001 - kernels take no keywords
) -> None:
    """Halve the rate of a sentence until D rises, and change its distribution by that.

    For the margin ``expected`` is that of the given scores, and the rate is also halved until the
    distribution is not too far.
    """
    n_labels = layout.n_labels
    start = sentences.offsets[i]
    n = sentences.offsets[i + 1] - start
    rate = 2.0 * chains.rates[i]
    for _ in range(HALVINGS):
        rate *= 0.5
        kept = 1.0 - rate if entropic else 1.0
        own_scores(sentences, layout, work, i, chains, given, given_pairs, kept, rate)
        log_z = sum_over_labellings(
            sentences, layout, work, i, work.transitions.shape[0], np.int64(0)
        )
        head_for_sums(sentences, layout, work, i, chains)
        square = collect_changes(sentences, layout, changes, work, i)
        # Given scores hold the costs, so that their expectations are in the first term.
        penalty = 0.25 * square / c2
        gain = -score_of_changes(work, n, n_labels, given, given_pairs) - penalty
        term = expected_cost(sentences, work, i, n_labels)
        if entropic:
            term = log_z - expected_score(work, n, n_labels)
            gain += term - terms[i]
        far = 0.0
        if not entropic:
            # KL(before ‖ after), of the share of `FARTHEST`.
            far = (log_z - chains.log_zs[i] - rate * expected) / (FARTHEST * n)
        is_rounding = not entropic and penalty <= NEGLIGIBLE
        rises = (gain >= 0.0 or is_rounding) and far <= 1.0
        factor = 0.5 / c2 if rises else 0.0
        apply_changes(sentences, layout, changes, weights, weights, work, i, factor, 0.0)
        if not rises:
            continue
        terms[i] = term
        chains.log_zs[i] = log_z
        move_residuals(sentences, layout, work, i, 1.0, chains.residuals, chains.pair_residuals)
        for t in range(n):
            for y in range(n_labels):
                chains.scores[start + t, y] = work.scores[t, y]
        for x in range(n_labels):
            for y in range(n_labels):
                chains.pair_scores[i, x, y] = work.transitions[0, x, y]
        if entropic:
            chains.rates[i] = min(FASTER * rate, 1.0)
        else:
            chains.rates[i] = (2.0 if far < NEAR else FASTER) * rate
        return


@kernel
def exponentiated_gradient_steps(
    order: OffsetArray,
    first: int,
    last: int,
    sentences: Sentences,
    layout: Layout,
    weights: Weights,
    changes: Weights,
    work: Workspace,
    chains: Chains,
    terms: FloatArray,
    given: FloatArray,
    given_pairs: FloatArray,
    c2: float,
    entropic: bool,  # noqa: FBT001 - kernels take no keywords
) -> tuple[float, float]:
    """Visit sentences order[first], …, order[last - 1].

    Parameters
    ----------
    changes : Weights of zeros
    chains : Chains, changed
    terms : (N,) array, changed
        E_αi[L_i], or with ``entropic`` H(α_i).
    given, given_pairs : (n, W), (W, W) arrays
        Buffers for the scores of the weights.

    Returns
    -------
    loss, gap : float
        Σ loss_i and Σ g_i, each just before its step.
    """
    loss = 0.0
    gap = 0.0
    for place in range(first, last):
        i = order[place]
        start = sentences.offsets[i]
        n = score_with_costs(sentences, layout, weights, i, work)
        given[:n] = work.scores[:n]
        given_pairs[:] = work.transitions[0]
        known = score_of_labels(work, sentences.label_sets[start : start + n])
        own_gap = score_of_residuals(
            sentences, layout, work, i, chains.residuals, chains.pair_residuals
        )
        expected = known - own_gap
        if entropic:
            most = sum_over_labellings(
                sentences, layout, work, i, work.transitions.shape[0], np.int64(0)
            )
            own_gap -= terms[i]
        else:
            most = best_path(sentences, layout, work, i, work.transitions.shape[0], 0, work.path)
        loss += most - known
        left = max(own_gap + most - known, 0.0)
        gap += left
        if not entropic and left <= ROUNDING * (1.0 + abs(most)):
            # Nothing to gain: the scores would only grow.
            continue
        take_step(
            sentences,
            layout,
            weights,
            changes,
            work,
            i,
            chains,
            terms,
            given,
            given_pairs,
            expected,
            c2,
            entropic,
        )
    return loss, gap

"""Probabilities from counts: relative frequencies, or smoothed (textbook chapter VII.1.5).

Rows are labels (for steps also the start), columns outcomes. "Laplace" adds a constant to each
count. "Back-off" gives unseen pairs the share that they have in each row on held-out sentences,
split in proportion to the total counts of the columns. "Shrinkage" interpolates each row with those
of its label's classes, of all labels, and a uniform row (D. Freitag and A. McCallum 1999).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.classic.generative.chain import Chain
from crfcore.classic.generative.counts import Counts

STRENGTH = 5.0
"""Weight of the estimate from all rows for each row, in held-out tokens."""

MIN_SHARE = 1e-6
"""Least share of unseen pairs."""

MIN_COUNT = 0.5
"""Count of a symbol without confirmed tokens."""

ROUNDS = 100
"""Maximum of iterations of the estimation of mixture weights, enough for convergence."""


def laplace(counts: Counts, amount: float, *, ends: bool) -> Chain:
    """Return probabilities after adding `amount` to each count.

    Parameters
    ----------
    counts : Counts
    amount : float
        With 0 they are relative frequencies, 0 in a row without counts; symbols without confirmed
        tokens then do not change the score.
    ends : bool
        Whether ends are modelled.
    """
    emissions = _shares(counts.emissions + amount)
    if amount == 0.0:
        emissions[:, ~counts.emissions.any(axis=0)] = 1.0
    return _chain(_shares(_possible(counts.steps + amount, ends=ends)), emissions, ends=ends)


def prior_of(chain: Chain, amount: float) -> float:
    """Return amount · Σ log θ over all probabilities, the log prior of Laplace smoothing."""
    if amount == 0.0:
        return 0.0
    parts = (chain.start, chain.transitions, chain.emissions, chain.end)
    return amount * float(sum(part.sum() for part in parts))


def backed_off(counts: Counts, training: Counts, held_out: Counts, *, ends: bool) -> Chain:
    """Return probabilities by back-off, with the share of unseen pairs on held-out sentences.

    Parameters
    ----------
    counts : Counts
        Of all sentences.
    training, held_out : Counts
        Of two parts of them.
    ends : bool
    """
    missing = _missing_share(training.emissions, held_out.emissions)
    background = np.maximum(counts.emissions.sum(axis=0), MIN_COUNT)
    unknown = _share_of(
        held_out.emissions[:, training.emissions.sum(axis=0) == 0.0].sum(),
        held_out.emissions.sum(),
    )
    background *= (1.0 - unknown) / background[:-1].sum(initial=MIN_COUNT)
    background[-1] = unknown
    emissions = _with_background(counts.emissions, missing, background)
    allowed = _possible(np.ones_like(counts.steps), ends=ends)
    missing = _missing_share(training.steps, held_out.steps)
    background = counts.steps.sum(axis=0) + MIN_SHARE
    steps = _with_background(counts.steps, missing, background * allowed)
    return _chain(steps, emissions, ends=ends)


def _missing_share(training: FloatArray, held_out: FloatArray) -> FloatArray:
    """Return the share of unseen pairs in each row of the held-out counts, (S,)."""
    unseen = np.where(training == 0.0, held_out, 0.0).sum(axis=1)
    total = held_out.sum(axis=1)
    overall = _share_of(unseen.sum(), total.sum())
    return np.asarray((unseen + STRENGTH * overall) / (total + STRENGTH))


def _share_of(part: float, whole: float) -> float:
    """Return a share by the rule of succession, which is never 0 or 1."""
    return float((part + 1.0) / (whole + 2.0))


def _with_background(counts: FloatArray, missing: FloatArray, background: FloatArray) -> FloatArray:
    """Return relative frequencies with a share of each row given to unseen pairs.

    Parameters
    ----------
    counts : (S, O) array
    missing : (S,) array
        The share.
    background : (O,) or (S, O) array
        Proportions; 0 for impossible pairs.
    """
    seen = counts > 0.0
    rest = np.where(seen, 0.0, background)
    totals = rest.sum(axis=1)
    missing = np.where(totals > 0.0, missing, 0.0)
    missing = np.where(seen.any(axis=1), missing, 1.0)
    rest *= (missing / np.where(totals > 0.0, totals, 1.0))[:, np.newaxis]
    return np.asarray(_shares(counts) * (1.0 - missing)[:, np.newaxis] + rest)


@dataclass(frozen=True, slots=True, eq=False)
class Hierarchy:
    """Classes of labels, from small to large.

    Attributes
    ----------
    levels : tuple of (L,) arrays
        The class of each label by level, without the class of all labels.
    """

    levels: tuple[IdArray, ...]

    def mixed(self, counts: FloatArray, allowed: FloatArray) -> list[FloatArray]:
        """Return the rows of each level, (S, O) each: own, classes, all, and uniform.

        The start, a row after those of the labels, is a class of its own.
        """
        n_rows = len(counts)
        numbers = [np.arange(n_rows)]
        for level in self.levels:
            number = np.full(n_rows, int(level.max(initial=0)) + 1)
            number[: len(level)] = level
            numbers.append(number)
        numbers.append(np.zeros(n_rows, dtype=np.int64))
        found = []
        for number in numbers:
            sums = np.zeros((int(number.max()) + 1, counts.shape[1]))
            np.add.at(sums, number, counts)
            found.append(_shares(sums[number] * allowed))
        found.append(_shares(allowed))
        return found


def shrunk(
    counts: Counts,
    hierarchy: Hierarchy,
    divided: tuple[Counts, Counts] | None,
    *,
    ends: bool,
) -> Chain:
    """Return mixtures of each label's probabilities with those of its classes.

    Parameters
    ----------
    counts : Counts
        Of all sentences.
    hierarchy : Hierarchy
    divided : (training, held out), optional
        Counts of two parts of the sentences, from which mixture weights are estimated for each
        label; without them all levels weigh the same.
    ends : bool
    """
    everything = np.ones_like(counts.emissions)
    allowed = _possible(np.ones_like(counts.steps), ends=ends)
    parts = []
    for whole, possible, pick in (
        (counts.steps, allowed, _steps_of),
        (counts.emissions, everything, _emissions_of),
    ):
        levels = hierarchy.mixed(whole, possible)
        weights = np.full((len(levels), len(whole)), 1.0 / len(levels))
        if divided is not None:
            training, held_out = (pick(one) for one in divided)
            weights = mixture_weights(hierarchy.mixed(training, possible), held_out)
        mixture = sum(
            weight[:, np.newaxis] * level for weight, level in zip(weights, levels, strict=True)
        )
        parts.append(_shares(np.asarray(mixture)))
    return _chain(parts[0], parts[1], ends=ends)


def _steps_of(counts: Counts) -> FloatArray:
    return counts.steps


def _emissions_of(counts: Counts) -> FloatArray:
    return counts.emissions


def mixture_weights(levels: Sequence[FloatArray], held_out: FloatArray) -> FloatArray:
    """Return the maximum-likelihood weight of each level for each row, (K, S).

    Expectation maximisation of Σ held_out · log Σ_k w_k · level_k, first for all rows together;
    that result counts as `STRENGTH` tokens in each row.

    Parameters
    ----------
    levels : sequence of (S, O) arrays
    held_out : (S, O) array
    """
    rows, columns = np.nonzero(held_out)
    counts = held_out[rows, columns]
    shares = np.array([level[rows, columns] for level in levels])
    n_levels, n_rows = len(levels), len(held_out)
    overall = np.full((n_levels, 1), 1.0 / n_levels)
    weights = np.broadcast_to(overall, (n_levels, n_rows))
    for is_by_row in (False, True):
        prior = weights
        for _ in range(ROUNDS):
            parts = weights[:, rows] * shares
            parts *= counts / parts.sum(axis=0)
            if is_by_row:
                sums = np.array([np.bincount(rows, part, n_rows) for part in parts])
                weights = sums + STRENGTH * prior
            else:
                weights = np.broadcast_to(
                    parts.sum(axis=1, keepdims=True) + MIN_SHARE, (n_levels, n_rows)
                )
            weights = weights / weights.sum(axis=0)
    return np.asarray(weights)


def _possible(steps: FloatArray, *, ends: bool) -> FloatArray:
    """Return steps with 0 for impossible ones: from start to end, and ends if not modelled."""
    steps[-1, -1] = 0.0
    if not ends:
        steps[:, -1] = 0.0
    return steps


def _shares(counts: FloatArray) -> FloatArray:
    """Return rows divided by their sums; rows of zeros stay."""
    totals = counts.sum(axis=1, keepdims=True)
    return np.asarray(counts / np.where(totals > 0.0, totals, 1.0))


def _chain(steps: FloatArray, emissions: FloatArray, *, ends: bool) -> Chain:
    with np.errstate(divide="ignore"):
        log_steps = np.log(steps)
        log_emissions = np.log(np.ascontiguousarray(emissions.T))
    return Chain(
        log_steps[-1, :-1].copy(),
        log_steps[:-1, :-1].copy(),
        log_emissions,
        log_steps[:-1, -1].copy() if ends else np.zeros(0),
    )

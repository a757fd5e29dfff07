"""The equations by which iterative scaling changes its weights, with a penalty in them.

The likelihood rises at least by a sum over features of functions of their changes δ alone (J. N.
Darroch and D. Ratcliff 1972; H. M. Wallach 2002, equation 3.30; S. F. Chen and R. Rosenfeld 2000
for the penalty). With observed counts o, expected counts e of events with the totals m, and the
penalty p·w², the greatest of these is where

    Σ_m e_m · exp(m·δ) = o − 2p·(w + δ).

With a single total C (generalised iterative scaling) the solution is closed: without penalty
log(o/e)/C, and with it (b = 2p, r = o − b·w)

    δ = r/b − ω/C,    ω + log ω = log(C·e/b) + C·r/b.

With several (improved iterative scaling) the closed solutions for the least and the greatest total
lie on both sides of the solution. The left side less the right one rises and is convex in δ, and so
is the logarithm of the one less that of the other: Newton's steps for either, from above, fall
towards the solution and never pass it.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray

MIN_EXPECTED = 1e-300
"""A count expected is at least that: logarithms have to be finite."""

LONGEST_FALL = 10.0
"""A feature never seen wants its weight at −∞ if nothing is penalised; its factor then falls by
e to this power."""

MAX_STEPS = 60
"""Newton's; usually five are enough."""

EXACTNESS = 1e-10
"""Relative to the change."""

ROUNDING = 1e-14
"""A change of a weight that is smaller is none."""


def change_for_one_total(
    observed: FloatArray,
    expected: FloatArray,
    weights: FloatArray,
    total: float | FloatArray,
    penalty: float,
) -> FloatArray:
    """Return how much each weight changes where all events have one total.

    Parameters
    ----------
    observed, expected, weights : (F,) arrays
    total : float, or (F,) array
        C, above 0.
    penalty : float
        p.
    """
    amount = np.maximum(expected, MIN_EXPECTED)
    if penalty == 0.0:
        seen = np.log(np.maximum(observed, MIN_EXPECTED)) - np.log(amount)
        return np.asarray(np.where(observed > 0.0, seen, -LONGEST_FALL) / total)
    # Loading it takes longer than many a training.
    from scipy.special import wrightomega

    b = 2.0 * penalty
    r = observed - b * weights
    scale = np.log(total * amount / b)
    z = scale + total * (r / b)
    omega = np.maximum(wrightomega(z), MIN_EXPECTED)
    # Where the one loses its digits the other has them.
    return np.asarray(np.where(z > 0.0, (np.log(omega) - scale) / total, r / b - omega / total))


class Totals:
    """Expected counts of features by the totals of their events, for the equation of many terms.

    Parameters
    ----------
    features : (K,) array
        Whose count it is; rising.
    totals : (K,) array
        Above 0, rising for each feature.
    n_features : int
        F.
    """

    def __init__(self, features: OffsetArray, totals: FloatArray, n_features: int) -> None:
        self.features = features
        self.totals = totals
        self.n_features = n_features
        self._starts = np.flatnonzero(np.diff(features, prepend=-1)).astype(np.int64)
        self._positions = features[self._starts]
        self._group = np.repeat(np.arange(len(self._starts)), self._sizes())

    def _sizes(self) -> OffsetArray:
        return np.diff(self._starts, append=len(self.features))

    def expected(self, amounts: FloatArray) -> FloatArray:
        """Return the expected count of each feature, (F,), from those by total, (K,)."""
        return np.asarray(
            np.bincount(self.features, amounts, minlength=self.n_features), np.float64
        )

    def change(
        self, observed: FloatArray, amounts: FloatArray, weights: FloatArray, penalty: float
    ) -> FloatArray:
        """Return how much each weight changes, (F,).

        Parameters
        ----------
        observed, weights : (F,) arrays
        amounts : (K,) array
            e_m.
        penalty : float
            p.
        """
        # What never occurs is held by its penalty alone.
        change = -weights if penalty > 0.0 else np.zeros(self.n_features)
        if len(self._positions) == 0:
            return change
        own, w = observed[self._positions], weights[self._positions]
        summed = np.add.reduceat(amounts, self._starts)
        ends = self._starts + self._sizes() - 1
        first, second = (
            change_for_one_total(own, summed, w, total, penalty)
            for total in (self.totals[self._starts], self.totals[ends])
        )
        logs = np.log(np.maximum(amounts, MIN_EXPECTED))
        change[self._positions] = self._solved(
            own - 2.0 * penalty * w, logs, first, second, 2.0 * penalty
        )
        return change

    def _solved(
        self, r: FloatArray, logs: FloatArray, first: FloatArray, second: FloatArray, b: float
    ) -> FloatArray:
        """Solve Σ exp(logs + m·δ) = r − b·δ between two bounds."""
        low, high = np.minimum(first, second), np.maximum(first, second)
        change = high
        free = (high > low) & ((r > 0.0) | (b > 0.0))
        for _ in range(MAX_STEPS):
            log_left, slope = self._log_sum(logs, change)
            right = np.maximum(r - b * change, MIN_EXPECTED)
            by_logs = (log_left - np.log(right)) / (slope + b / right)
            left = np.exp(np.minimum(log_left, 600.0))
            by_sums = (left - r + b * change) / (slope * left + b + MIN_EXPECTED)
            # Neither passes the solution: the longer one is nearer.
            step = np.where(free, np.maximum(by_logs, by_sums), 0.0)
            change = np.clip(change - step, low, high)
            if np.all(np.abs(step) <= EXACTNESS * np.abs(change) + ROUNDING):
                break
        return change

    def _log_sum(self, logs: FloatArray, change: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return log Σ_m exp(logs + m·δ) for each feature, and how it changes with δ."""
        terms = logs + self.totals * change[self._group]
        greatest = np.maximum.reduceat(terms, self._starts)
        factors = np.exp(terms - greatest[self._group])
        summed = np.add.reduceat(factors, self._starts)
        slope = np.add.reduceat(factors * self.totals, self._starts) / summed
        return greatest + np.log(summed), slope

"""The update equations of iterative scaling, with a penalty.

The likelihood increases at least by a sum over features of functions of their changes δ (J. N.
Darroch and D. Ratcliff 1972; H. M. Wallach 2002, equation 3.30; S. F. Chen and R. Rosenfeld 2000
for the penalty). With observed counts o, expected counts e of events with the totals m, and the
penalty p·w², the maximum satisfies

    Σ_m e_m · exp(m·δ) = o − 2p·(w + δ).

With a single total C (generalised iterative scaling) the solution has a closed form: without
penalty log(o/e)/C, and with it (b = 2p, r = o − b·w)

    δ = r/b − ω/C,    ω + log ω = log(C·e/b) + C·r/b.

With several (improved iterative scaling) the closed forms for the least and the greatest total
bracket the solution. The difference of both sides is increasing and convex in δ, and so is the
difference of their logarithms: Newton's method, from above, decreases monotonically to the
solution.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray

MIN_EXPECTED = 1e-300
"""Least expected count, so that logarithms are finite."""

MAX_LOG_DECREASE = 10.0
"""Largest decrease of the weight of an unseen feature without penalty, which would go to −∞."""

MAX_STEPS = 60
"""Maximum of Newton steps; usually five are enough."""

EXACTNESS = 1e-10
"""Tolerance relative to the change."""

ROUNDING = 1e-14
"""Smaller changes of a weight are taken as 0."""


def change_for_one_total(
    observed: FloatArray,
    expected: FloatArray,
    weights: FloatArray,
    total: float | FloatArray,
    penalty: float,
) -> FloatArray:
    """Return the change of each weight where all events have one total.

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
        return np.asarray(np.where(observed > 0.0, seen, -MAX_LOG_DECREASE) / total)
    # Imported here because it is slow to load.
    from scipy.special import wrightomega

    b = 2.0 * penalty
    r = observed - b * weights
    scale = np.log(total * amount / b)
    z = scale + total * (r / b)
    omega = np.maximum(wrightomega(z), MIN_EXPECTED)
    # Each form is accurate where the other cancels.
    return np.asarray(np.where(z > 0.0, (np.log(omega) - scale) / total, r / b - omega / total))


class Totals:
    """Expected counts of features by total, for equations with several totals.

    Parameters
    ----------
    features : (K,) array
        The feature of each count, in increasing order.
    totals : (K,) array
        Above 0, increasing for each feature.
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
        """Return the change of each weight, (F,).

        Parameters
        ----------
        observed, weights : (F,) arrays
        amounts : (K,) array
            e_m.
        penalty : float
            p.
        """
        # Features that never occur have only a penalty.
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
            # Neither step passes the solution: take the longer one.
            step = np.where(free, np.maximum(by_logs, by_sums), 0.0)
            change = np.clip(change - step, low, high)
            if np.all(np.abs(step) <= EXACTNESS * np.abs(change) + ROUNDING):
                break
        return change

    def _log_sum(self, logs: FloatArray, change: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return log Σ_m exp(logs + m·δ) for each feature, and its derivative by δ."""
        terms = logs + self.totals * change[self._group]
        greatest = np.maximum.reduceat(terms, self._starts)
        factors = np.exp(terms - greatest[self._group])
        summed = np.add.reduceat(factors, self._starts)
        slope = np.add.reduceat(factors * self.totals, self._starts) / summed
        return greatest + np.log(summed), slope

"""Generalised iterative scaling of a chain that is normalised state by state.

Each feature moves by log(observed / expected) / C, with C at least the sum of features on any
token with its transition (textbook chapter VII.3.1 and VII.4.1); no correction feature is needed
for that (J. R. Curran and S. Clark 2003). With the penalty c2·w² the change δ solves
expected · exp(C·δ) + 2·c2·(w + δ) = observed (S. F. Chen and R. Rosenfeld 1999). Where labels are
open, what is observed is expected under the current model: one iteration of scaling to each round
of expectations, as the chapter has it.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.errors import CrfError
from crfcore.training.local.objective import LocalObjective
from crfcore.training.monitor import Monitor
from crfcore.training.optimisers.minimisation import Minimisation, Minimum, Stopping

NEWTON_STEPS = 50
"""Of the equation of each feature; a few are enough."""

LONGEST_CHANGE = 1.0
"""Times 1/C: a feature that was never observed goes no faster to −∞."""


def minimise_by_scaling(
    objective: LocalObjective,
    weights: FloatArray,
    *,
    stopping: Stopping | None = None,
    monitor: Monitor | None = None,
) -> Minimum:
    """Minimise an objective, starting from and ending in weights (F,); see `Minimisation`.

    Raises
    ------
    CrfError
        An attribute has a negative value.
    """
    least = objective.least_value()
    if least < 0.0:
        raise CrfError(
            f"algorithm='gis' needs attributes whose values are not negative; found {least}. Use "
            "algorithm='lbfgs'."
        )
    return _Scaling(objective, weights, stopping or Stopping(), monitor).run()


class _Scaling(Minimisation):
    """One call of `minimise_by_scaling`."""

    def __init__(
        self,
        objective: LocalObjective,
        weights: FloatArray,
        stopping: Stopping,
        monitor: Monitor | None,
    ) -> None:
        super().__init__(objective, weights, stopping, monitor)
        self._objective = objective
        self._greatest_sum = objective.greatest_sum()
        self._observed = np.zeros_like(weights)
        self._expected = np.zeros_like(weights)

    def _evaluate(self, x: FloatArray, gradient: FloatArray) -> float:
        self._result.evaluations += 1
        value, observed, expected = self._objective.expectations(x)
        self._observed, self._expected = observed, expected
        gradient[:] = expected - observed + 2.0 * self._objective.c2 * x
        return value + self._objective.penalty(x)

    def _iterate(self) -> str | None:
        change = scaling_change(
            self._x, self._observed, self._expected, self._greatest_sum, self._objective.c2
        )
        np.add(self._x, change, out=self._trial_x)
        value = self._evaluate(self._trial_x, self._trial_gradient)
        if not value < self._result.value:
            return "line search"
        self._accept(value)
        return None


def scaling_change(
    weights: FloatArray,
    observed: FloatArray,
    expected: FloatArray,
    greatest_sum: float,
    c2: float,
) -> FloatArray:
    """Return δ (F,): by how much each weight moves.

    Parameters
    ----------
    weights, observed, expected : (F,) arrays
    greatest_sum : float
        C.
    c2 : float
    """
    longest = LONGEST_CHANGE / greatest_sum
    change = np.zeros_like(weights)
    usable = expected > 0.0
    ratios = np.ones_like(weights)
    np.divide(observed, expected, out=ratios, where=usable)
    with np.errstate(divide="ignore"):
        change[usable] = np.log(ratios[usable]) / greatest_sum
    np.maximum(change, -longest, out=change)
    if c2 == 0.0:
        return change
    # Convex and rising in δ: Newton's method comes from the right after its first step.
    for _ in range(NEWTON_STEPS):
        grown = expected * np.exp(greatest_sum * change)
        rest = grown + 2.0 * c2 * (weights + change) - observed
        step = rest / (greatest_sum * grown + 2.0 * c2)
        change -= step
        if float(np.max(np.abs(step), initial=0.0)) <= 1e-14:
            break
    return change

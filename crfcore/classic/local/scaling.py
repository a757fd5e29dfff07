"""Generalised iterative scaling of a locally normalised chain.

Each weight changes by log(observed / expected) / C, with C at least the sum of features of any
token with its transition (textbook chapter VII.3.1 and VII.4.1); no correction feature is needed
(J. R. Curran and S. Clark 2003). The penalty is in the equation, as for other models (see
`crfcore.classic.optimisers.update_equations`). Where labels are open, observed counts are
expectations under the current model: one iteration of scaling for each E step, as in that chapter.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.classic.local.objective import LocalObjective
from crfcore.classic.optimisers.update_equations import change_for_one_total
from crfcore.errors import CrfError
from crfcore.training.monitor import Monitor
from crfcore.training.optimisers.minimisation import Minimisation, Minimum, Stopping


def minimise_by_scaling(
    objective: LocalObjective,
    weights: FloatArray,
    *,
    stopping: Stopping | None = None,
    monitor: Monitor | None = None,
) -> Minimum:
    """Minimise an objective, updating weights (F,) in place; see `Minimisation`.

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
        self._greatest_sum = objective.max_feature_sum()
        self._observed = np.zeros_like(weights)
        self._expected = np.zeros_like(weights)

    def _evaluate(self, x: FloatArray, gradient: FloatArray) -> float:
        self._result.evaluations += 1
        value, observed, expected = self._objective.expectations(x)
        self._observed, self._expected = observed, expected
        gradient[:] = expected - observed + 2.0 * self._objective.c2 * x
        return value + self._objective.penalty(x)

    def _iterate(self) -> str | None:
        change = change_for_one_total(
            self._observed, self._expected, self._x, self._greatest_sum, self._objective.c2
        )
        np.add(self._x, change, out=self._trial_x)
        value = self._evaluate(self._trial_x, self._trial_gradient)
        if not value < self._result.value:
            return "line search"
        self._accept(value)
        return None

"""OWL-QN: limited-memory BFGS for a smooth function plus Σ c1·|x|, with exact zeros.

G. Andrew and J. Gao, Scalable training of L1-regularized log-linear models, ICML 2007, algorithm 1.
Each iteration stays in the orthant of the steepest descent, and the curvature is that of the smooth
function. Two differences: the direction is computed for the variables that may move only, so that
those at 0 do not affect it; and the step is shortened to the minimum of a parabola instead of by
half.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.training.monitor import Monitor
from crfcore.training.optimisers.curvature import OptimiserState
from crfcore.training.optimisers.lbfgs import LimitedMemory
from crfcore.training.optimisers.line_search import SUFFICIENT_DECREASE
from crfcore.training.optimisers.minimisation import Function, Keep, Minimum, Stopping
from crfcore.training.optimisers.owlqn_kernels import (
    absolute_sum,
    align,
    free_places,
    pseudo_gradient_into,
    step_in_orthant,
)
from crfcore.training.vector_kernels import norm

SHORTEST_CUT, LONGEST_CUT = 0.1, 0.5
"""The next trial step of a line search is between these fractions of the last one."""


def minimise_with_l1(
    function: Function,
    x: FloatArray,
    c1: float | FloatArray,
    *,
    memory: int = 6,
    stopping: Stopping | None = None,
    monitor: Monitor | None = None,
    state: OptimiserState | None = None,
    keep_state: bool = False,
    refine: Callable[[], bool] | None = None,
    keep: Keep | None = None,
) -> Minimum:
    """Minimise function(x) + Σ c1·|x|, updating x in place.

    Parameters
    ----------
    function : callable
        The smooth part: ``function(x, gradient) -> value``; may raise `TrainingCancelled`.
    x : (F,) array, changed
        On return the best accepted point, with exact zeros.
    c1 : float or (F,) array
        At least 0; an array has one for each variable.
    memory, stopping, monitor, state, keep_state, refine, keep
        As for `minimise` of L-BFGS; the gradient is here the pseudo-gradient.
    """
    strengths = np.atleast_1d(np.asarray(c1, dtype=np.float64))
    minimisation = _SparseMinimisation(
        function, x, memory, stopping or Stopping(), monitor, strengths, refine, keep
    )
    return minimisation.run(state, keep_state=keep_state)


class _SparseMinimisation(LimitedMemory):
    """One call of `minimise_with_l1`."""

    def __init__(
        self,
        function: Function,
        x: FloatArray,
        memory: int,
        stopping: Stopping,
        monitor: Monitor | None,
        c1: FloatArray,
        refine: Callable[[], bool] | None,
        keep: Keep | None,
    ) -> None:
        super().__init__(function, x, memory, stopping, monitor, refine, keep=keep)
        self._c1 = c1
        self._pseudo = np.empty_like(x)
        self._positions = np.empty(len(x), dtype=np.int64)

    def _evaluate(self, x: FloatArray, gradient: FloatArray) -> float:
        return super()._evaluate(x, gradient) + absolute_sum(x, self._c1)

    def _norm(self) -> float:
        self._x_norm = norm(self._x)
        return pseudo_gradient_into(self._x, self._gradient, self._c1, self._pseudo)

    def _iterate(self) -> str | None:
        """Make one step; return why that was impossible, or None."""
        n_free = free_places(self._x, self._pseudo, self._positions)
        has_curvature = self._pairs.direction_among(
            self._positions[:n_free], self._pseudo, self._direction
        )
        align(self._pseudo, self._direction)
        first_step = 1.0 if has_curvature else 1.0 / max(self._result.gradient_norm, 1e-300)
        value = self._search_in_orthant(first_step)
        if value is not None:
            self._accept(value)
            return None
        if self._refine is not None:
            return self._again()
        if not has_curvature:
            return self._stuck()
        self._pairs.forget()
        return None

    def _search_in_orthant(self, step: float) -> float | None:
        """Shorten the step until the decrease is sufficient; leave it in the trial vectors."""
        value = self._result.value
        for _ in range(self._most_trials()):
            promised = step_in_orthant(self._x, step, self._direction, self._pseudo, self._trial_x)
            found = self._evaluate(self._trial_x, self._trial_gradient)
            if found <= value + SUFFICIENT_DECREASE * promised and promised < 0.0:
                return found
            step *= _cut(promised, found - value)
        return None


def _cut(promised: float, change: float) -> float:
    """Return the factor to shorten a step, from the predicted and the actual change."""
    curvature = change - promised
    if not (np.isfinite(curvature) and curvature > 0.0):
        return LONGEST_CUT
    return float(min(max(-0.5 * promised / curvature, SHORTEST_CUT), LONGEST_CUT))

"""Limited-memory BFGS with a line search for the strong Wolfe conditions.

J. Nocedal and S. J. Wright, Numerical Optimization (2nd edition): algorithm 7.4 (two loops).
Kernels update vectors in place and release the GIL.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from crfcore.arrays import FloatArray
from crfcore.training.monitor import Monitor
from crfcore.training.optimisers.curvature import Curvature, OptimiserState
from crfcore.training.optimisers.minimisation import (
    Function,
    Keep,
    Minimisation,
    Minimum,
    Norms,
    Stopping,
)
from crfcore.training.vector_kernels import norm


def minimise(
    function: Function,
    x: FloatArray,
    *,
    memory: int = 6,
    stopping: Stopping | None = None,
    monitor: Monitor | None = None,
    state: OptimiserState | None = None,
    keep_state: bool = False,
    refine: Callable[[], bool] | None = None,
    norms: Norms | None = None,
    keep: Keep | None = None,
    first_step: float = math.inf,
) -> Minimum:
    """Minimise a function, updating x in place.

    Parameters
    ----------
    function, x, stopping, monitor, refine, norms, keep
        As for `Minimisation`.
    memory : int
        Number of previous steps for the curvature.
    state : OptimiserState, optional
        Resume from this state; x is overwritten. With the same function and memory the result is
        bitwise that of an uninterrupted run.
    keep_state : bool
        Store the state in `Minimum.state`.
    first_step : float
        The largest multiple of the gradient as a first trial, where no curvature is known yet; the
        first trial is a step of length 1 if that is shorter.
    """
    minimisation = LimitedMemory(
        function, x, memory, stopping or Stopping(), monitor, refine, norms, keep, first_step
    )
    return minimisation.run(state, keep_state=keep_state)


class LimitedMemory(Minimisation):
    """One call of `minimise`; base of OWL-QN."""

    def __init__(
        self,
        function: Function,
        x: FloatArray,
        memory: int,
        stopping: Stopping,
        monitor: Monitor | None,
        refine: Callable[[], bool] | None = None,
        norms: Norms | None = None,
        keep: Keep | None = None,
        first_step: float = math.inf,
    ) -> None:
        super().__init__(function, x, stopping, monitor, refine, norms, keep)
        self._first_step = first_step
        self._pairs = Curvature(memory, len(x))

    def _restore(self, state: OptimiserState) -> None:
        self._pairs.restore(state.steps, state.changes)

    def _remembered(self) -> tuple[FloatArray, FloatArray]:
        return self._pairs.in_order()

    def _iterate(self) -> str | None:
        slope = self._pairs.direction(self._gradient, self._direction)
        if not slope < 0.0:
            # Rounding errors have spoilt the curvature: restart with steepest descent.
            self._pairs.forget()
            slope = self._pairs.direction(self._gradient, self._direction)
        step = 1.0
        if not self._pairs.n_kept:
            step = min(1.0 / max(norm(self._gradient), 1e-300), self._first_step)
        found = self._search(slope, step)
        if found is None:
            if self._refine is not None:
                return self._again()
            if not self._pairs.n_kept:
                return self._stuck()
            self._pairs.forget()
            return None
        self._accept(found[1])
        return None

    def _accept(self, value: float) -> None:
        self._pairs.learn(self._trial_x, self._x, self._trial_gradient, self._gradient)
        super()._accept(value)

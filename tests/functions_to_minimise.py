"""Functions with a known minimum, for the tests of optimisers."""

from __future__ import annotations

import numpy as np


def rosenbrock(x, gradient):
    """Be least, 0, where all are 1."""
    a, b = x[:-1], x[1:]
    gradient[:] = 0.0
    gradient[:-1] += -400.0 * a * (b - a * a) - 2.0 * (1.0 - a)
    gradient[1:] += 200.0 * (b - a * a)
    return float(np.sum(100.0 * (b - a * a) ** 2 + (1.0 - a) ** 2))


def quadratic(scales):
    """Return a bowl that is least, 0, where all are 1, with these curvatures."""

    def function(x, gradient):
        gradient[:] = scales * (x - 1.0)
        return 0.5 * float(np.sum(scales * (x - 1.0) ** 2))

    return function


def barrier(x, gradient):
    """Be least where all are 1, and infinite from 0 on."""
    if np.any(x <= 0.0):
        gradient[:] = np.nan
        return float("inf")
    gradient[:] = 1.0 - 1.0 / x
    return float(np.sum(x - np.log(x)))

from __future__ import annotations

import numpy as np
import pytest

from crfcore.classic.optimisers.conjugate_gradient import minimise_by_conjugate_gradients
from crfcore.training.optimisers.minimisation import Stopping
from tests.functions_to_minimise import quadratic


@pytest.mark.parametrize("formula", ["fletcher-reeves", "polak-ribiere"])
def test_few_curvatures_need_few_iterations(formula):
    """Linear conjugate gradients end after as many steps as distinct eigenvalues."""
    x = np.zeros(30)
    scales = np.repeat([1.0, 30.0, 300.0], 10)
    minimum = minimise_by_conjugate_gradients(
        quadratic(scales), x, formula, stopping=Stopping(epsilon=1e-6, period=0)
    )
    np.testing.assert_allclose(x, 1.0, atol=1e-5)
    assert minimum.iterations <= 25


def test_a_direction_that_would_lead_upwards_is_given_up():
    """After a change of the function, the old direction is useless."""
    turned = []

    def function(x, gradient):
        turned.append(1)
        sign = 1.0 if len(turned) < 4 else -1.0
        scales = np.array([1.0, 5.0])
        gradient[:] = scales * (x - sign)
        return 0.5 * float(np.sum(scales * (x - sign) ** 2)) - len(turned)

    x = np.zeros(2)
    minimum = minimise_by_conjugate_gradients(
        function, x, "fletcher-reeves", stopping=Stopping(max_iterations=30, period=0)
    )
    assert minimum.iterations == 30
    np.testing.assert_allclose(x, -1.0, atol=0.1)

from __future__ import annotations

import numpy as np
import pytest

from crfcore.classic.optimisers import newton
from crfcore.classic.optimisers.newton import minimise_by_newton
from crfcore.training.optimisers.minimisation import Stopping
from tests.functions_to_minimise import barrier, quadratic, rosenbrock


def test_a_product_that_is_known_takes_the_place_of_differences():
    asked = []

    def product(x, vector, result):
        asked.append(1)
        result[:] = vector / x**2

    x = np.array([0.1, 3.0, 0.7])
    minimum = minimise_by_newton(barrier, x, product=product, stopping=Stopping(epsilon=1e-10))
    assert minimum.reason == "gradient"
    np.testing.assert_allclose(x, 1.0, atol=1e-9)
    by_differences = np.array([0.1, 3.0, 0.7])
    other = minimise_by_newton(barrier, by_differences, stopping=Stopping(epsilon=1e-10))
    assert other.evaluations == pytest.approx(minimum.evaluations, abs=4)
    assert minimum.evaluations > len(asked) > 0


def test_a_bowl_takes_few_iterations():
    x = np.zeros(40)
    minimum = minimise_by_newton(
        quadratic(np.logspace(0, 3, 40)), x, stopping=Stopping(epsilon=1e-8, period=0)
    )
    np.testing.assert_allclose(x, 1.0, atol=1e-6)
    assert minimum.iterations <= 12


def test_where_the_function_curves_downwards_it_goes_down():
    x = np.array([0.0, 0.0])
    value = rosenbrock(x, np.empty(2))

    def saddle(x, gradient):
        gradient[:] = [4.0 * x[0] ** 3 - 2.0 * x[0], 2.0 * x[1]]
        return float(x[0] ** 4 - x[0] ** 2 + x[1] ** 2)

    x = np.array([0.1, 0.0])
    minimum = minimise_by_newton(saddle, x, stopping=Stopping(epsilon=1e-7, period=0))
    assert value == 1.0
    assert minimum.value == pytest.approx(-0.25)
    assert abs(x[0]) == pytest.approx(np.sqrt(0.5), abs=1e-5)


def test_what_was_solved_before_a_direction_that_curves_downwards_is_used():
    def function(x, gradient):
        gradient[:] = [1.0 + 10.0 * x[0], 1.0 - x[1] + 4.0 * x[1] ** 3]
        return float(x[0] + 5.0 * x[0] ** 2 + x[1] - 0.5 * x[1] ** 2 + x[1] ** 4)

    x = np.zeros(2)
    minimum = minimise_by_newton(function, x, stopping=Stopping(epsilon=1e-8, period=0))
    assert minimum.reason == "gradient"
    gradient = np.empty(2)
    assert function(x, gradient) == minimum.value
    np.testing.assert_allclose(gradient, 0.0, atol=1e-6)
    assert x[0] == pytest.approx(-0.1)


def test_newtons_equations_take_no_more_products_than_there_may_be(monkeypatch):
    monkeypatch.setattr(newton, "MAX_PRODUCTS", 2)
    minimum = minimise_by_newton(
        quadratic(np.logspace(0, 3, 40)), np.zeros(40), stopping=Stopping(max_iterations=3)
    )
    assert minimum.evaluations <= 1 + 3 * (2 + 2)
    assert minimum.value < minimum.history[0][1]


def test_the_function_is_refined_before_anything_else():
    refined = []

    def refine():
        refined.append(1)
        return True

    minimise_by_newton(quadratic(np.ones(3)), np.zeros(3), refine=refine)
    assert refined == [1]


def test_a_gradient_too_long_to_be_followed_ends_it_where_it_was():
    def cliff(x, gradient):
        gradient[:] = 1e308
        return 1.0 + float(np.abs(x).max())

    x = np.zeros(2)
    minimum = minimise_by_newton(cliff, x)
    assert (minimum.value, minimum.reason) == (1.0, "line search")
    np.testing.assert_array_equal(x, 0.0)

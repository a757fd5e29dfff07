from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize as scipy_minimize

from crfcore.training.feature_index import feature_index
from crfcore.training.monitor import TrainingCancelled
from crfcore.training.objectives.objective import Objective
from crfcore.training.optimisers import line_search, minimisation
from crfcore.training.optimisers.lbfgs import minimise
from crfcore.training.optimisers.minimisation import Stopping
from tests.functions_to_minimise import barrier, quadratic, rosenbrock
from tests.training_data import random_dataset

EXACT = Stopping(epsilon=1e-9, period=0, max_iterations=2000)


@pytest.mark.parametrize("memory", [1, 3, 6, 20])
def test_rosenbrock_in_ten_dimensions(memory):
    x = np.full(10, -1.2)
    minimum = minimise(rosenbrock, x, memory=memory, stopping=EXACT)
    assert minimum.converged
    np.testing.assert_allclose(x, 1.0, atol=1e-6)


def test_an_ill_conditioned_quadratic():
    x = np.zeros(50)
    minimise(quadratic(np.logspace(0, 3, 50)), x, stopping=EXACT)
    np.testing.assert_allclose(x, 1.0, atol=1e-6)


def test_a_function_that_is_not_finite_everywhere():
    x = np.array([0.001, 30.0])
    minimum = minimise(barrier, x, stopping=EXACT)
    assert minimum.converged
    np.testing.assert_allclose(x, 1.0, atol=1e-6)


def problem():
    rng = np.random.default_rng(2)
    dataset, targets = random_dataset(
        rng, rng.integers(1, 12, size=60), n_attributes=40, n_labels=4, openness=0.1
    )
    return Objective(dataset, targets, feature_index(dataset, targets), c2=0.1)


def test_the_optimum_is_that_of_scipy():
    with problem() as objective:
        x = np.zeros(objective.n_weights)
        minimum = minimise(objective, x, stopping=EXACT)

        def both(weights):
            gradient = np.empty_like(weights)
            return objective(weights, gradient), gradient

        other = scipy_minimize(
            both,
            np.zeros(objective.n_weights),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": 5000, "maxfun": 10000, "gtol": 1e-9, "ftol": 1e-16},
        )
        assert minimum.value == pytest.approx(other.fun, rel=1e-9)
        np.testing.assert_allclose(x, other.x, atol=1e-4)


def test_few_evaluations_are_wasted():
    with problem() as objective:
        minimum = minimise(objective, np.zeros(objective.n_weights))
    assert minimum.reason == "delta"
    assert minimum.evaluations <= 1.3 * minimum.iterations + 5
    values = [value for _, value in minimum.history]
    assert values == sorted(values, reverse=True)
    assert len(values) == minimum.iterations + 1


def test_the_monitor_sees_every_iteration_and_can_stop():
    seen = []

    def monitor(progress):
        seen.append(progress)
        return progress.iteration == 4

    x = np.full(10, -1.2)
    minimum = minimise(rosenbrock, x, stopping=EXACT, monitor=monitor)
    assert minimum.reason == "monitor"
    assert not minimum.converged
    assert [progress.iteration for progress in seen] == [0, 1, 2, 3, 4]
    assert seen[-1].objective == minimum.value == rosenbrock(x, np.empty(10))
    assert seen[-1].max_iterations == 2000


def test_a_cancellation_leaves_the_last_accepted_point():
    calls = []

    def function(x, gradient):
        calls.append(1)
        if len(calls) == 12:
            raise TrainingCancelled
        return rosenbrock(x, gradient)

    x = np.full(10, -1.2)
    minimum = minimise(function, x, stopping=EXACT)
    assert minimum.reason == "cancelled"
    assert minimum.value == rosenbrock(x, np.empty(10))
    assert minimum.value < rosenbrock(np.full(10, -1.2), np.empty(10))


def test_cancelled_before_the_first_value():
    def function(x, gradient):
        raise TrainingCancelled

    x = np.full(3, 5.0)
    assert minimise(function, x).reason == "cancelled"
    np.testing.assert_array_equal(x, 5.0)


def test_the_greatest_number_of_iterations():
    minimum = minimise(rosenbrock, np.full(10, -1.2), stopping=Stopping(max_iterations=3))
    assert (minimum.reason, minimum.iterations) == ("max_iterations", 3)


def test_a_start_at_the_optimum_needs_no_iteration():
    minimum = minimise(rosenbrock, np.ones(4))
    assert (minimum.reason, minimum.iterations, minimum.evaluations) == ("gradient", 0, 1)


@pytest.mark.parametrize(("first_step", "length"), [(np.inf, 1.0), (0.125, 0.25), (9.0, 1.0)])
def test_the_first_step_is_no_longer_than_it_may_be(first_step, length):
    tried = []

    def function(x, gradient):
        tried.append(float(x[0]))
        gradient[:] = x
        return 0.5 * float(x @ x)

    minimise(function, np.array([2.0]), first_step=first_step)
    assert tried[0] - tried[1] == length


def test_an_uphill_gradient_is_given_up():
    """A wrong gradient must end with a reason, not in a loop."""

    def wrong(x, gradient):
        gradient[:] = -2.0 * x
        return float(np.sum(x * x))

    minimum = minimise(wrong, np.ones(3))
    assert minimum.reason == "line search"


def test_a_search_ends_where_the_interval_has_no_width(monkeypatch):
    # As rounding does it: the next trial is where the interval ends, and looks better there.
    monkeypatch.setattr(line_search, "_interpolated", lambda low, high: high.step)
    trials = iter([(1.0, -1.0), (2.0, 1.0), (0.5, -0.95), (0.5, -0.95)])

    def function(x, gradient):
        value, gradient[0] = next(trials)
        return value

    minimum = minimise(function, np.zeros(1), stopping=Stopping(max_iterations=1))
    assert (minimum.value, minimum.iterations, minimum.evaluations) == (0.5, 1, 4)


class Rough:
    """A quadratic whose values and slopes are rounded until it is refined."""

    def __init__(self):
        self.is_exact = False
        self.exact = quadratic(np.logspace(0, 4, 12))

    def __call__(self, x, gradient):
        if self.is_exact:
            return self.exact(x, gradient) + 100.0
        value = np.float32(self.exact(np.float32(x), gradient) + 100.0)
        gradient[:] = np.float32(gradient)
        return float(value)

    def refine(self):
        was_rough, self.is_exact = not self.is_exact, True
        return was_rough


def minimised_roughly(max_iterations=None, state=None):
    stopping = Stopping(epsilon=1e-12, delta=1e-7, period=5, max_iterations=max_iterations)
    function, x = Rough(), np.zeros(12)
    minimum = minimise(
        function, x, stopping=stopping, state=state, keep_state=True, refine=function.refine
    )
    return x, minimum


def test_whatever_iteration_a_training_with_small_delta_is_stopped_at_it_goes_on_alike():
    x, whole = minimised_roughly()
    assert whole.reason == "delta"
    assert whole.state.refined
    # Some of the stops lie between the refinement and the end.
    assert 0 < whole.state.comparable_from < whole.iterations
    for stop in range(1, whole.iterations):
        state = minimised_roughly(stop)[1].state
        again, continued = minimised_roughly(state=state)
        np.testing.assert_array_equal(again, x)
        assert continued.history == whole.history
        assert continued.evaluations == whole.evaluations


def test_without_a_period_rough_values_are_refined_when_they_hardly_fall():
    function = Rough()
    stopping = Stopping(epsilon=1e-9, period=0, delta=0.0)
    minimum = minimise(
        function, np.zeros(12), stopping=stopping, keep_state=True, refine=function.refine
    )
    values = [value for _, value in minimum.history]
    falls = [before / value - 1.0 for before, value in zip(values, values[10:], strict=False)]
    hardly = next(place for place, fall in enumerate(falls, 10) if fall < 1e-5)
    assert minimum.state.comparable_from == hardly < minimum.iterations


def test_a_search_that_finds_only_rounding_errors_is_repeated_after_refinement():
    class Stepped(Rough):
        """All values near the minimum are the same until the function is refined."""

        def __call__(self, x, gradient):
            value = super().__call__(x, gradient)
            return value if self.is_exact else 100.0 + np.ceil(1e3 * (value - 100.0)) / 1e3

    function, x = Stepped(), np.zeros(12)
    stopping = Stopping(epsilon=1e-9, delta=1e-12, period=5)
    minimum = minimise(function, x, stopping=stopping, refine=function.refine)
    assert function.is_exact
    assert minimum.value == pytest.approx(100.0, rel=1e-10)
    trials = np.diff([evaluations for evaluations, _ in minimum.history])
    # A failed search in vain, the point itself, and a search with exact values.
    assert minimisation.TRIALS_WHILE_ROUGH < trials.max() <= minimisation.TRIALS_WHILE_ROUGH + 4


def test_a_cubic_whose_sums_overflow_gives_half_the_way():
    low, high = line_search.Point(0.0, 1.0, -1e300), line_search.Point(1.0, 2.0, 1e300)
    assert line_search._interpolated(low, high) == 0.5


def test_a_gradient_that_is_no_number_ends_the_search():
    asked = []

    def broken(x, gradient):
        asked.append(1)
        gradient[:] = -1.0 if len(asked) == 1 else np.nan
        return -float(np.sum(x))

    minimum = minimise(broken, np.zeros(3), stopping=Stopping(max_linesearch=3))
    assert minimum.reason == "line search"
    assert len(asked) < 20


@pytest.mark.parametrize("value", [-2.0 / 3.0, -1.0])
def test_where_no_cubic_has_a_minimum_the_middle_is_taken(value):
    high = line_search.Point(1.0, value, -1.0)
    assert line_search._interpolated(line_search.Point(0.0, 0.0, -1.0), high) == 0.5

"""Properties of all optimisers of smooth functions."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from crfcore.classic.optimisers.conjugate_gradient import minimise_by_conjugate_gradients
from crfcore.classic.optimisers.newton import minimise_by_newton
from crfcore.classic.optimisers.steepest_descent import minimise_by_steepest_descent
from crfcore.training.feature_index import feature_index
from crfcore.training.monitor import TrainingCancelled
from crfcore.training.objectives.objective import Objective
from crfcore.training.optimisers.lbfgs import minimise
from crfcore.training.optimisers.minimisation import Stopping
from tests.functions_to_minimise import barrier, quadratic, rosenbrock
from tests.training_data import random_dataset

OPTIMISERS = {
    "lbfgs": minimise,
    "fletcher-reeves": partial(minimise_by_conjugate_gradients, formula="fletcher-reeves"),
    "polak-ribiere": partial(minimise_by_conjugate_gradients, formula="polak-ribiere"),
    "newton": minimise_by_newton,
    "steepest descent": minimise_by_steepest_descent,
}
EXACT = Stopping(epsilon=1e-8, period=0, max_iterations=5000)

every_optimiser = pytest.mark.parametrize("optimiser", OPTIMISERS.values(), ids=OPTIMISERS)


@pytest.mark.parametrize("name", [name for name in OPTIMISERS if name != "steepest descent"])
def test_rosenbrock_in_six_dimensions(name):
    x = np.full(6, -1.2)
    minimum = OPTIMISERS[name](rosenbrock, x, stopping=EXACT)
    assert minimum.converged
    # There is a second, local minimum near (−1, 1, 1, 1, 1, 1).
    x[0] = abs(x[0])
    np.testing.assert_allclose(x, 1.0, atol=2e-2)


@every_optimiser
def test_an_uneven_bowl(optimiser):
    x = np.zeros(20)
    minimum = optimiser(quadratic(np.logspace(0, 1.5, 20)), x, stopping=EXACT)
    assert minimum.converged
    np.testing.assert_allclose(x, 1.0, atol=1e-6)


@every_optimiser
def test_a_function_that_is_not_finite_everywhere(optimiser):
    x = np.array([0.3, 7.0])
    assert optimiser(barrier, x, stopping=EXACT).converged
    np.testing.assert_allclose(x, 1.0, atol=1e-5)


@every_optimiser
@pytest.mark.parametrize("openness", [0.0, 0.2])
def test_the_optimum_of_a_chain_is_the_same_for_all(optimiser, openness):
    rng = np.random.default_rng(4)
    dataset, targets = random_dataset(
        rng, rng.integers(1, 7, size=12), n_attributes=10, n_labels=3, openness=openness
    )
    with Objective(dataset, targets, feature_index(dataset, targets), c2=0.5) as objective:
        x, best = np.zeros(objective.n_weights), np.zeros(objective.n_weights)
        expected = minimise(objective, best, stopping=EXACT)
        minimum = optimiser(objective, x, stopping=EXACT)
    assert minimum.value == pytest.approx(expected.value, rel=1e-9)
    np.testing.assert_allclose(x, best, atol=1e-4)


@every_optimiser
def test_each_evaluation_is_counted_and_the_value_only_falls(optimiser):
    asked = []
    bowl = quadratic(np.logspace(0, 2, 20))

    def function(x, gradient):
        asked.append(1)
        return bowl(x, gradient)

    minimum = optimiser(function, np.zeros(20), stopping=Stopping(max_iterations=15))
    assert minimum.evaluations == len(asked)
    values = [value for _, value in minimum.history]
    assert values == sorted(values, reverse=True)
    assert len(values) == minimum.iterations + 1


@every_optimiser
def test_no_iteration_begins_after_the_greatest_number_of_evaluations(optimiser):
    minimum = optimiser(
        rosenbrock, np.full(6, -1.2), stopping=Stopping(max_evaluations=30, period=0)
    )
    assert minimum.reason == "max_evaluations"
    assert not minimum.converged
    assert 30 <= minimum.evaluations <= 32


@every_optimiser
def test_a_training_ends_at_a_relative_change(optimiser):
    def raised(x, gradient):
        return 10.0 + quadratic(np.logspace(0, 2, 20))(x, gradient)

    stopping = Stopping.at_relative_change(1e-4, max_iterations=500)
    minimum = optimiser(raised, np.zeros(20), stopping=stopping)
    assert minimum.reason == "delta"
    values = np.array([value for _, value in minimum.history])
    changes = (values[:-1] - values[1:]) / values[1:]
    assert changes[-1] < 1e-4
    assert np.all(changes[:-1] >= 1e-4)


@every_optimiser
def test_the_monitor_can_stop_and_a_cancellation_keeps_the_last_point(optimiser):
    seen = []

    def monitor(progress):
        seen.append(progress)
        return progress.iteration == 3

    x = np.full(6, -1.2)
    minimum = optimiser(rosenbrock, x, stopping=EXACT, monitor=monitor)
    assert (minimum.reason, len(seen)) == ("monitor", 4)
    assert seen[-1].objective == minimum.value == rosenbrock(x, np.empty(6))

    asked = []

    def cancelled(x, gradient):
        asked.append(1)
        if len(asked) == 25:
            raise TrainingCancelled
        return rosenbrock(x, gradient)

    x = np.full(6, -1.2)
    minimum = optimiser(cancelled, x, stopping=EXACT)
    assert minimum.reason == "cancelled"
    assert minimum.value == rosenbrock(x, np.empty(6))


@every_optimiser
def test_a_wrong_gradient_ends(optimiser):
    def wrong(x, gradient):
        gradient[:] = -2.0 * x
        return float(np.sum(x * x))

    assert optimiser(wrong, np.ones(3)).reason == "line search"

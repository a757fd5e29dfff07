from __future__ import annotations

import numpy as np

from crfcore.training.optimisers.minimisation import Minimisation, Stopping
from tests.functions_to_minimise import quadratic


class Halving(Minimisation):
    """Goes half the way along the gradient, and remembers nothing."""

    def _iterate(self):
        self._trial_x[:] = self._x - 0.5 * self._gradient
        self._accept(self._evaluate(self._trial_x, self._trial_gradient))


def run(stop, state=None):
    x = np.zeros(3)
    halving = Halving(
        quadratic(np.ones(3)), x, Stopping(max_iterations=stop, epsilon=0.0, period=0), None
    )
    return x, halving.run(state, keep_state=True)


def test_where_nothing_is_remembered_a_state_is_the_point_alone():
    x, whole = run(6)
    _, first = run(2)
    assert first.state.steps.shape == first.state.changes.shape == (0, 3)
    again, continued = run(6, first.state)
    np.testing.assert_array_equal(again, x)
    assert continued.history == whole.history


def test_a_relative_change_is_a_rule_of_its_own():
    stopping = Stopping.at_relative_change(max_iterations=5)
    assert (stopping.epsilon, stopping.period, stopping.delta) == (0.0, 1, 1e-7)
    assert (stopping.max_iterations, stopping.max_evaluations) == (5, None)

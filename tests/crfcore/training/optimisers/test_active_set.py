from __future__ import annotations

from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.training.monitor import TrainingCancelled
from crfcore.training.optimisers import active_set
from crfcore.training.optimisers.active_set import minimise_by_rounds
from crfcore.training.optimisers.minimisation import Stopping
from crfcore.training.optimisers.owlqn import minimise_with_l1

EXACT = Stopping(epsilon=1e-9, period=0, max_iterations=5000)


class Least:
    """½ |A x − b|², which is rough until it is refined; some of its variables can be taken."""

    def __init__(self, matrix, target, *, rough=False, cancelled_after=None):
        self.matrix, self.target = matrix, target
        self.rough = rough
        self.calls = []
        self.cancelled_after = cancelled_after
        self.taken = []

    def __call__(self, x, gradient, /):
        self.calls.append(self.rough)
        if self.cancelled_after is not None and len(self.calls) > self.cancelled_after:
            raise TrainingCancelled
        rest = self.matrix @ x - self.target
        gradient[:] = self.matrix.T @ rest
        if self.rough:
            gradient[:] = gradient.astype(np.float32)
        return 0.5 * float(rest @ rest)

    def refine(self):
        was_rough, self.rough = self.rough, False
        return was_rough

    @contextmanager
    def restricted(self, places):
        self.taken.append(places)
        left = None if self.cancelled_after is None else self.cancelled_after - len(self.calls)
        part = Least(self.matrix[:, places], self.target, rough=self.rough, cancelled_after=left)
        yield part
        self.calls.extend(part.calls)


N = 30


def problem(seed, **how):
    rng = np.random.default_rng(seed)
    matrix = rng.normal(size=(40, N)) + rng.normal(size=(40, 1))
    truth = np.where(rng.random(N) < 0.15, rng.normal(size=N) * 3.0, 0.0)
    return Least(matrix, matrix @ truth + rng.normal(size=40), **how)


@pytest.fixture
def short_rounds(monkeypatch):
    monkeypatch.setattr(active_set, "ITERATIONS_ON_ALL", 5)
    monkeypatch.setattr(active_set, "ITERATIONS_OF_ROUND", 15)


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), rough=st.booleans(), vector=st.booleans())
def test_the_end_is_that_of_all_variables_at_once(seed, rough, vector):
    function = problem(seed, rough=rough)
    c1 = np.full(N, 8.0) * (1.0 + vector * np.random.default_rng(seed).random(N))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(active_set, "ITERATIONS_ON_ALL", 5)
        patch.setattr(active_set, "ITERATIONS_OF_ROUND", 15)
        x = np.zeros(N)
        minimum = minimise_by_rounds(function, x, c1, function.restricted, stopping=EXACT)
    whole = np.zeros(N)
    expected = minimise_with_l1(problem(seed), whole, c1, stopping=EXACT)
    assert minimum.value == pytest.approx(expected.value, rel=1e-7)
    np.testing.assert_allclose(x, whole, atol=1e-3)
    value = problem(seed)(x, np.empty(N)) + float(c1 @ np.abs(x))
    assert minimum.value == pytest.approx(value, rel=1e-12)
    assert minimum.converged
    assert minimum.evaluations == len(function.calls)
    assert function.taken
    assert all(len(places) < N for places in function.taken[-1:])
    assert len(minimum.history) == minimum.iterations + 1
    assert not function.calls[-1]


def test_the_monitor_hears_of_one_training(short_rounds):
    function, seen = problem(1), []
    c1 = np.full(N, 8.0)

    def monitor(progress):
        seen.append(progress)
        return progress.iteration == 22

    minimum = minimise_by_rounds(
        function, np.zeros(N), c1, function.restricted, stopping=EXACT, monitor=monitor
    )
    assert [progress.iteration for progress in seen] == list(range(23))
    assert [progress.objective for progress in seen] == [value for _, value in minimum.history]
    assert [progress.evaluations for progress in seen] == [n for n, _ in minimum.history]
    assert seen[-1].max_iterations == 5000
    assert (minimum.reason, minimum.iterations) == ("monitor", 22)


@pytest.mark.parametrize("most", [0, 3, 5, 12, 20])
def test_the_greatest_number_of_iterations_is_that_of_all_rounds(short_rounds, most):
    function = problem(2, rough=True)
    x = np.zeros(N)
    minimum = minimise_by_rounds(
        function, x, np.full(N, 8.0), function.restricted,
        stopping=Stopping(max_iterations=most, period=0),
    )  # fmt: skip
    assert (minimum.reason, minimum.iterations) == ("max_iterations", most)
    value = problem(2)(x, np.empty(N)) + 8.0 * float(np.abs(x).sum())
    assert minimum.value == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("after", [0, 4, 6, 7, 8, 12])
def test_a_cancellation_leaves_the_last_point(short_rounds, after):
    function = problem(3, cancelled_after=after)
    x = np.zeros(N)
    minimum = minimise_by_rounds(function, x, np.full(N, 8.0), function.restricted, stopping=EXACT)
    assert minimum.reason == "cancelled"
    if after:
        value = problem(3)(x, np.empty(N)) + 8.0 * float(np.abs(x).sum())
        assert minimum.value == pytest.approx(value, rel=1e-12)


def test_what_the_penalty_outweighs_stays_at_zero(short_rounds):
    function = problem(4)
    x = np.zeros(N)
    minimum = minimise_by_rounds(function, x, np.full(N, 1e6), function.restricted)
    assert (minimum.reason, minimum.iterations, function.taken) == ("gradient", 0, [])
    np.testing.assert_array_equal(x, 0.0)


def test_a_function_without_an_end_is_given_up(short_rounds, monkeypatch):
    """A restricted function that disagrees with the whole one must not make a loop."""
    monkeypatch.setattr(active_set, "NEAR", 1e9)
    function = problem(5)
    x = np.zeros(N)
    x[:3] = 1.0
    minimum = minimise_by_rounds(
        function, x, np.full(N, 8.0), function.restricted,
        stopping=Stopping(period=3, delta=1e-3),
    )  # fmt: skip
    assert minimum.converged


def test_nothing_is_known_of_a_round_without_variables():
    nothing = np.zeros(0, np.int64)
    assert active_set._moved(None, nothing, np.arange(3), np.zeros(3)) is None


def test_a_round_that_converged_is_no_end_while_others_want_to_move(monkeypatch):
    monkeypatch.setattr(active_set, "ITERATIONS_ON_ALL", 0)
    monkeypatch.setattr(active_set, "ITERATIONS_OF_ROUND", 1000)
    monkeypatch.setattr(active_set, "NEAR", 1.0)
    function, x, gradient = problem(2), np.zeros(N), np.empty(N)
    problem(2)(x, gradient)
    c1 = np.full(N, 0.3 * np.abs(gradient).max())
    minimum = minimise_by_rounds(function, x, c1, function.restricted, stopping=EXACT)
    # What the first round left out is not all 0 in the end.
    assert not set(np.flatnonzero(x)) <= set(function.taken[0].tolist())
    expected = minimise_with_l1(problem(2), np.zeros(N), c1, stopping=EXACT)
    assert minimum.value == pytest.approx(expected.value, rel=1e-12)

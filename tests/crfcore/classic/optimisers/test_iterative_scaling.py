"""Iterative scaling on artificial events: bounds are valid, and the optimum is that of L-BFGS."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.classic.optimisers import iterative_scaling, update_equations
from crfcore.classic.optimisers.iterative_scaling import minimise_by_gis, minimise_by_iis
from crfcore.classic.optimisers.update_equations import Totals
from crfcore.training.optimisers.lbfgs import minimise
from crfcore.training.optimisers.minimisation import Stopping


class Choices:
    """A few choices among outcomes with features f(choice, outcome): all is enumerated."""

    def __init__(self, rng, penalty, *, even=False):
        self.features = rng.integers(0, 3, size=(5, 4, 6)).astype(float)
        if even:
            # The last feature is the correction feature.
            self.features[:, :, -1] = 20.0 - self.features[:, :, :-1].sum(axis=2)
        self.chosen = rng.integers(0, 4, size=5)
        self.penalty = penalty
        self.observed = self.features[np.arange(5), self.chosen].sum(axis=0)
        greatest = self.features.sum(axis=2).max(axis=1)
        self.total = greatest.max()
        kinds, self.kind = np.unique(greatest, return_inverse=True)
        features = np.repeat(np.arange(6), len(kinds))
        self.totals = Totals(features, np.tile(kinds, 6), 6)
        self.amounts = np.zeros(0)

    def __call__(self, x, gradient):
        scores = self.features @ x
        log_z = np.log(np.exp(scores).sum(axis=1))
        probabilities = np.exp(scores - log_z[:, np.newaxis])
        expected = np.einsum("co,cof->cf", probabilities, self.features)
        by_kind = np.zeros((self.kind.max() + 1, 6))
        np.add.at(by_kind, self.kind, expected)
        self.amounts = by_kind.T.ravel()
        gradient[:] = expected.sum(axis=0) - self.observed + 2.0 * self.penalty * x
        return float(log_z.sum() - self.observed @ x + self.penalty * x @ x)

    def minimised(self, way, stopping):
        x = np.zeros(6)
        if way == "iis":
            return x, minimise_by_iis(self, x, self.observed, self.penalty, stopping=stopping)
        n_events = 5.0 if way == "gis with correction" else None
        return x, minimise_by_gis(
            self, x, self.observed, self.total, self.penalty, n_events=n_events, stopping=stopping
        )


WAYS = ["gis", "gis with correction", "iis"]
every_way = pytest.mark.parametrize("way", WAYS)


@every_way
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), penalty=st.sampled_from([1.0, 5.0]), even=st.booleans())
def test_the_optimum_is_that_of_lbfgs(way, seed, penalty, even):
    choices = Choices(np.random.default_rng(seed), penalty, even=even)
    best = np.zeros(6)
    expected = minimise(choices, best, stopping=Stopping(epsilon=1e-10, period=0))
    x, minimum = choices.minimised(way, Stopping(epsilon=1e-5, period=0, max_iterations=20000))
    assert minimum.value == pytest.approx(expected.value, rel=1e-8)
    np.testing.assert_allclose(x, best, atol=1e-4)


@every_way
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), penalty=st.sampled_from([0.0, 1e-3, 1.0]))
def test_the_value_falls_with_every_evaluation(way, seed, penalty):
    choices = Choices(np.random.default_rng(seed), penalty)
    _, minimum = choices.minimised(way, Stopping(epsilon=0.0, period=0, max_iterations=40))
    values = [value for _, value in minimum.history]
    assert values == sorted(values, reverse=True)
    # The last one may have been in vain.
    assert 0 <= minimum.evaluations - minimum.iterations - 1 <= 1


def test_totals_of_one_size_need_no_correction():
    """The correction feature is then 0 everywhere."""
    choices = Choices(np.random.default_rng(3), 0.2, even=True)
    stopping = Stopping(max_iterations=30, period=0)
    plain, _ = choices.minimised("gis", stopping)
    corrected, _ = choices.minimised("gis with correction", stopping)
    np.testing.assert_array_equal(plain, corrected)


def test_the_correction_feature_is_a_feature_like_any_other():
    """An explicit seventh feature without penalty follows the same path."""
    choices = Choices(np.random.default_rng(8), 0.0)
    explicit = Choices(np.random.default_rng(8), 0.0)
    slack = explicit.total - explicit.features.sum(axis=2, keepdims=True)
    explicit.features = np.concatenate([explicit.features, slack], axis=2)
    explicit.observed = explicit.features[np.arange(5), explicit.chosen].sum(axis=0)
    explicit_x = np.zeros(7)

    def function(x, gradient):
        scores = explicit.features @ x
        log_z = np.log(np.exp(scores).sum(axis=1))
        probabilities = np.exp(scores - log_z[:, np.newaxis])
        expected = np.einsum("co,cof->f", probabilities, explicit.features)
        gradient[:] = expected - explicit.observed
        return float(log_z.sum() - explicit.observed @ x)

    stopping = Stopping(epsilon=0.0, period=0, max_iterations=20)
    minimise_by_gis(function, explicit_x, explicit.observed, explicit.total, 0.0, stopping=stopping)
    x, _ = choices.minimised("gis with correction", stopping)
    np.testing.assert_allclose(x, explicit_x[:6] - explicit_x[6], atol=1e-9)


@every_way
def test_equations_that_are_not_solved_to_the_end_still_lead_downwards(way, monkeypatch):
    monkeypatch.setattr(iterative_scaling, "MAX_STEPS", 1)
    monkeypatch.setattr(update_equations, "MAX_STEPS", 1)
    choices = Choices(np.random.default_rng(5), 0.5)
    _, minimum = choices.minimised(way, Stopping(epsilon=0.0, period=0, max_iterations=10))
    assert minimum.value < minimum.history[0][1]

"""Every start leads to the same optimum; passes come near it, and can be stopped."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from crfcore.training import starts
from crfcore.training.fitting import FeatureChoice, fit_by_likelihood
from crfcore.training.objectives import objective
from crfcore.training.optimisation import Optimisation
from crfcore.training.optimisers.minimisation import Stopping
from crfcore.training.starts import EarlierModel
from tests.crfcore.training.test_folding import with_copies
from tests.training_data import random_dataset

TO_THE_END = Optimisation(c2=0.5, stopping=Stopping(epsilon=1e-7, delta=0.0))


@pytest.fixture
def problem(monkeypatch):
    """A few sentences that count as many, so that all that many sentences get is done."""
    monkeypatch.setattr(starts, "MIN_TOKENS_OF_PASSES", 10)
    monkeypatch.setattr(objective, "MIN_SCORES", 10)
    rng = np.random.default_rng(8)
    return random_dataset(rng, [4, 3, 5, 2, 6, 4], n_attributes=8, n_labels=3)


@pytest.mark.parametrize("initial", ["auto", "zeros", "empirical", "passes"])
def test_every_start_leads_to_the_optimum(problem, initial):
    best, _, _ = fit_by_likelihood(*problem, FeatureChoice(), TO_THE_END, initial="zeros")
    model, record, _ = fit_by_likelihood(*problem, FeatureChoice(), TO_THE_END, initial=initial)
    np.testing.assert_allclose(model.weights, best.weights, atol=1e-5)
    assert record.converged


def test_a_training_that_goes_on_from_a_model_starts_at_its_objective(problem):
    dataset, targets = with_copies(problem[0], 2), problem[1]
    model, record, _ = fit_by_likelihood(dataset, targets, FeatureChoice(), TO_THE_END)
    same = [np.arange(n, dtype=np.int32) for n in (dataset.n_attributes, 0, targets.n_labels)]
    _, again, _ = fit_by_likelihood(
        dataset, targets, FeatureChoice(), TO_THE_END, initial=lambda: EarlierModel(model, *same)
    )
    assert again.history[0][1] == pytest.approx(record.objective, rel=1e-6)
    assert again.iterations < record.iterations


def test_passes_start_far_below_zeros(problem):
    values = {}
    for initial in ("zeros", "passes"):
        _, record, _ = fit_by_likelihood(*problem, FeatureChoice(), TO_THE_END, initial=initial)
        values[initial] = record.history[0][1]
        assert record.evaluations >= record.history[-1][0]
    assert values["passes"] < 0.8 * values["zeros"]


@pytest.mark.parametrize("greatest", [1.0, 30.0, 1e6])
def test_attributes_with_great_values_never_start_above_zeros(problem, greatest):
    dataset, targets = problem
    rng = np.random.default_rng(0)
    values = rng.uniform(0.0, greatest, size=len(dataset.attributes))
    dataset = replace(dataset, values=values)
    optimisation = Optimisation(c2=0.5, stopping=Stopping(max_iterations=20))
    _, record, _ = fit_by_likelihood(dataset, targets, FeatureChoice(), optimisation)
    at_zeros = dataset.n_tokens * np.log(3)
    assert record.history[0][1] <= at_zeros * (1.0 + 1e-6)
    assert record.objective < at_zeros


@pytest.mark.parametrize("change", [{"c1": 0.1}, {"c2": 0.0}])
def test_other_penalties_start_at_zeros(problem, change):
    optimisation = Optimisation(**{"c2": 0.5, **change})
    _, record, _ = fit_by_likelihood(*problem, FeatureChoice(), optimisation)
    n_tokens, n_labels = problem[0].n_tokens, 3
    np.testing.assert_allclose(record.history[0][1], n_tokens * np.log(n_labels), rtol=1e-6)


def test_the_monitor_stops_passes_too(problem):
    seen = []

    def monitor(progress):
        seen.append(progress)
        return True

    _, record, _ = fit_by_likelihood(
        *problem, FeatureChoice(), TO_THE_END, initial="passes", monitor=monitor
    )
    assert len(seen) == 1
    assert (seen[0].iteration, seen[0].evaluations) == (0, 1)
    assert np.isnan(seen[0].gradient_norm)
    assert record.reason == "monitor"
    assert record.iterations == 0


@pytest.mark.parametrize("initial", ["passes", "empirical", "zeros"])
def test_a_cancelled_start_leaves_a_model(problem, initial):
    model, record, _ = fit_by_likelihood(
        *problem, FeatureChoice(), TO_THE_END, initial=initial, cancelled=lambda: True
    )
    assert record.reason == "cancelled"
    # What has been counted is there all the same.
    assert model.weights.any() == (initial == "empirical")


@pytest.mark.parametrize("kind", ["values", "partial", "penalty"])
def test_counts_are_scaled_to_fit_where_no_pass_leads_near(problem, kind):
    dataset, targets = problem
    optimisation = TO_THE_END
    if kind == "values":
        values = np.random.default_rng(0).uniform(0.5, 1.5, size=len(dataset.attributes))
        dataset = replace(dataset, values=values)
    elif kind == "partial":
        label_sets = targets.label_sets.copy()
        label_sets[0] = targets.n_labels
        targets = replace(targets, label_sets=label_sets)
    else:
        optimisation = replace(TO_THE_END, c1=0.1)
    data = dataset, targets, FeatureChoice(), optimisation
    at_zeros = fit_by_likelihood(*data, initial="zeros")[1]
    counted = fit_by_likelihood(*data, initial="empirical")[1]
    assert counted.history[0][1] < at_zeros.history[0][1]
    # What finding the scale took is counted from the start on.
    assert counted.history[0][0] >= at_zeros.history[0][0] + 4
    assert counted.objective == pytest.approx(at_zeros.objective, rel=1e-4)
    cancelled, _, _ = fit_by_likelihood(*data, initial="empirical", cancelled=lambda: True)
    np.testing.assert_array_equal(cancelled.weights, 0.0)


def test_the_bits_depend_on_data_and_seed_alone(problem):
    def weights(seed, threads):
        optimisation = Optimisation(c2=0.5, seed=seed, threads=threads)
        return fit_by_likelihood(*problem, FeatureChoice(), optimisation)[0].weights.tobytes()

    assert weights(0, 1) == weights(0, 2) != weights(1, 1)

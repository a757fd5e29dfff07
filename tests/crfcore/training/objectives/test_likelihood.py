"""The objective for other optimisers: Hessian products and expected counts."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from crfcore.errors import CrfError
from crfcore.training import hessian
from crfcore.training.feature_index import feature_index
from crfcore.training.hessian import Curvature
from crfcore.training.objectives.likelihood import PenalisedLikelihood
from crfcore.training.objectives.objective import Objective
from crfcore.training.optimisers.lbfgs import minimise as minimise_by_lbfgs
from crfcore.training.optimisers.minimisation import Stopping
from tests import brute_force
from tests.training_data import random_dataset


def features_of(dataset, index, start, path):
    """Return how often each feature occurs in one labelling of a sentence, (F,)."""
    counts = np.zeros(index.n_weights)
    states, edges = index.state_part(counts), index.edge_part(counts)
    transitions = index.transition_part(counts)
    for o, y in enumerate(path):
        t = start + o
        for k in range(dataset.indptr[t], dataset.indptr[t + 1]):
            a = dataset.attributes[k]
            value = dataset.values[k] if dataset.has_values else 1.0
            for j in range(index.state_indptr[a], index.state_indptr[a + 1]):
                states[j] += value * (index.state_labels[j] == y)
        if o == 0:
            continue
        pair = path[o - 1] * index.n_labels + y
        transitions += index.transition_pairs == pair
        if dataset.n_edge_attributes:
            for k in range(dataset.edge_indptr[t], dataset.edge_indptr[t + 1]):
                a = dataset.edge_attributes[k]
                for j in range(index.edge_indptr[a], index.edge_indptr[a + 1]):
                    edges[j] += index.edge_pairs[j] == pair
    return counts


def moments(dataset, index, weights, allowed):
    """Return mean and covariance of the features, summed over the sentences."""
    mean = np.zeros(index.n_weights)
    covariance = np.zeros((index.n_weights, index.n_weights))
    for start, stop in pairwise(dataset.offsets.tolist()):
        paths = brute_force.labellings(stop - start, index.n_labels, allowed[start:stop])
        counts = np.array([features_of(dataset, index, start, path) for path in paths])
        scores = counts @ weights
        p = np.exp(scores - brute_force.log_sum(scores))
        mean += p @ counts
        centred = counts - p @ counts
        covariance += centred.T @ (p[:, np.newaxis] * centred)
    return mean, covariance


def problem(rng, *, openness=0.0, values=False, edges=False, n_labels=3, lengths=(3, 1, 0, 2)):
    dataset, targets = random_dataset(
        rng,
        list(lengths),
        n_attributes=4,
        n_labels=n_labels,
        per_token=2,
        values=values,
        n_edge_attributes=2 if edges else 0,
        openness=openness,
    )
    return dataset, targets, feature_index(dataset, targets, all_possible_transitions=not values)


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    n_labels=st.integers(1, 3),
    values=st.booleans(),
    edges=st.booleans(),
    openness=st.sampled_from([0.0, 0.4, 1.0]),
    scale=st.sampled_from([0.0, 1.0, 700.0]),
)
def test_products_are_those_with_the_hessian_of_enumeration(
    seed, n_labels, values, edges, openness, scale
):
    rng = np.random.default_rng(seed)
    dataset, targets, index = problem(
        rng, openness=openness, values=values, edges=edges, n_labels=n_labels
    )
    weights = scale * rng.choice([-1.0, 0.0, 1.0], size=index.n_weights)
    direction = rng.normal(size=index.n_weights)
    everything = np.ones((dataset.n_tokens, n_labels), np.uint8)
    allowed = targets.allowed_by_set()[targets.label_sets]
    mean, covariance = moments(dataset, index, weights, everything)
    known_mean, known_covariance = moments(dataset, index, weights, allowed)
    with PenalisedLikelihood(dataset, targets, index, c2=0.3) as function:
        np.testing.assert_allclose(
            function.hessian_product(weights, direction),
            (covariance - known_covariance) @ direction + 0.6 * direction,
            rtol=1e-8,
            atol=1e-8,
        )
        np.testing.assert_allclose(function.expected_counts(weights), mean, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(
            function.observed_counts(weights), known_mean, rtol=1e-9, atol=1e-6
        )


@pytest.mark.parametrize(("openness", "edges"), [(0.0, False), (0.3, True)])
def test_products_are_differences_of_gradients(openness, edges):
    rng = np.random.default_rng(8)
    dataset, targets, index = problem(rng, openness=openness, edges=edges, lengths=(5, 4, 7, 1, 6))
    weights, direction = rng.normal(size=(2, index.n_weights))
    with PenalisedLikelihood(dataset, targets, index, c2=0.1) as function:
        step = 1e-5
        above = function.gradient(weights + step * direction)
        below = function.gradient(weights - step * direction)
        found = function.hessian_product(weights, direction)
        np.testing.assert_allclose(found, (above - below) / (2 * step), rtol=1e-5, atol=1e-6)
        assert function(weights) == function.value(weights)
        assert function.value(weights) == function.value_and_gradient(weights)[0]


@pytest.mark.parametrize(("openness", "edges"), [(0.0, False), (0.3, True)])
def test_forbidden_transitions_do_not_change_along_a_direction(openness, edges):
    rng = np.random.default_rng(2)
    dataset, targets, _ = problem(rng, openness=openness, edges=edges)
    before, after = targets.label_sets[:-1], targets.label_sets[1:]
    seen = set((before * 3 + after)[(before < 3) & (after < 3)].tolist())
    forbidden = next(pair for pair in range(9) if pair not in seen)
    allowed = tuple(pair for pair in range(9) if pair != forbidden)
    index = feature_index(dataset, targets, allowed_transitions=allowed)
    weights, direction = rng.normal(size=(2, index.n_weights))
    with PenalisedLikelihood(dataset, targets, index, c2=0.3) as function:
        ahead = function.gradient(weights + 1e-5 * direction)
        behind = function.gradient(weights - 1e-5 * direction)
        product = function.hessian_product(weights, direction)
    np.testing.assert_allclose(product, (ahead - behind) / 2e-5, atol=1e-7)


def test_the_hessian_is_symmetric():
    rng = np.random.default_rng(2)
    dataset, targets, index = problem(rng, openness=0.3, values=True, edges=True)
    weights = rng.normal(size=index.n_weights)
    curvature = Curvature(dataset, targets, index)
    dense = np.array([curvature.product(weights, unit) for unit in np.eye(index.n_weights)])
    np.testing.assert_allclose(dense, dense.T, atol=1e-12)


@pytest.mark.parametrize("method", ["trust-ncg", "Newton-CG"])
def test_optimisers_of_scipy_find_the_optimum(method):
    rng = np.random.default_rng(4)
    dataset, targets, index = problem(rng, lengths=(4, 3, 5, 2))
    with PenalisedLikelihood(dataset, targets, index, c2=0.2) as function:
        found = minimize(
            function.value_and_gradient,
            function.zeros(),
            jac=True,
            hessp=function.hessian_product,
            method=method,
        )
        gradient = function.gradient(found.x)
    assert np.abs(gradient).max() < 1e-3
    weights = np.zeros(index.n_weights)
    with Objective(dataset, targets, index, c2=0.2) as objective:
        minimum = minimise_by_lbfgs(objective, weights, stopping=Stopping(delta=1e-12))
    assert found.fun == pytest.approx(minimum.value, rel=1e-6)


@pytest.mark.parametrize("edges", [False, True])
def test_any_number_of_threads_gives_the_same_bits(monkeypatch, edges):
    monkeypatch.setattr(hessian, "MIN_TOKENS_OF_LANE", 20)
    monkeypatch.setattr(hessian, "TOKENS_AT_ONCE", 7)
    monkeypatch.setattr(hessian, "ENTRIES_AT_ONCE", 7 * 9)
    rng = np.random.default_rng(6)
    dataset, targets, index = problem(
        rng, openness=0.2, edges=edges, lengths=rng.integers(0, 9, size=30)
    )
    weights, direction = rng.normal(size=(2, index.n_weights))
    results = []
    for threads in (1, 2, 3):
        with PenalisedLikelihood(dataset, targets, index, threads=threads) as function:
            assert len(function._curvature._shares) > 2
            results.append(
                (
                    function.hessian_product(weights, direction).tobytes(),
                    function.expected_counts(weights).tobytes(),
                )
            )
    assert results[0] == results[1] == results[2]


def test_weights_of_sentences_multiply():
    rng = np.random.default_rng(1)
    dataset, targets, index = problem(rng, openness=0.3, lengths=(3, 2, 4))
    weights, direction = rng.normal(size=(2, index.n_weights))
    factors = np.array([2.0, 0.0, 1.0])
    weighted = Curvature(dataset, targets, index, sentence_weights=factors)
    places = [0, 0, 2]
    repeated = Curvature(dataset.select(places), targets.select(dataset.offsets, places), index)
    np.testing.assert_allclose(
        weighted.product(weights, direction), repeated.product(weights, direction), atol=1e-12
    )
    np.testing.assert_allclose(weighted.expected(weights), repeated.expected(weights), atol=1e-12)


def test_vectors_that_do_not_fit_are_rejected():
    dataset, targets, index = problem(np.random.default_rng(0))
    with PenalisedLikelihood(dataset, targets, index) as function:
        assert function.n_weights == len(function.zeros()) == index.n_weights
        with pytest.raises(CrfError, match="weights must have the shape"):
            function.value(np.zeros(index.n_weights + 1))
        with pytest.raises(CrfError, match="direction must be finite numbers"):
            function.hessian_product(function.zeros(), np.full(index.n_weights, np.nan))

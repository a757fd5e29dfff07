"""Attributes that fire on the same tokens share variables, and nothing else changes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.features.dataset import Dataset
from crfcore.training.feature_index import feature_index
from crfcore.training.fitting import FeatureChoice, fit_by_likelihood
from crfcore.training.folding import folding_of
from crfcore.training.folding_kernels import number_by_marks
from crfcore.training.objectives.objective import Objective
from crfcore.training.optimisation import Optimisation
from tests.training_data import random_dataset


def with_copies(dataset: Dataset, copies: int) -> Dataset:
    """Add attributes that fire where the first ones fire, so many for each."""
    n = dataset.n_attributes
    rows = [
        np.concatenate([row + n * k for k in range(copies + 1)])
        for row in np.split(dataset.attributes, dataset.indptr[1:-1])
    ]
    return Dataset(
        dataset.offsets,
        dataset.indptr * (copies + 1),
        np.concatenate(rows).astype(np.int32),
        n * (copies + 1),
    )


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), copies=st.integers(0, 2), openness=st.booleans())
def test_groups_are_the_attributes_with_the_same_tokens(seed, copies, openness):
    rng = np.random.default_rng(seed)
    dataset, targets = random_dataset(
        rng, [3, 2, 4], n_attributes=6, n_labels=3, openness=0.3 if openness else 0.0
    )
    dataset = with_copies(dataset, copies)
    index = feature_index(dataset, targets)
    folding = folding_of(dataset, index)
    rows = np.split(dataset.attributes, dataset.indptr[1:-1])
    tokens = [
        tuple((t, int(np.sum(row == a))) for t, row in enumerate(rows) if a in row)
        for a in range(dataset.n_attributes)
    ]
    for a in range(dataset.n_attributes):
        for b in range(dataset.n_attributes):
            assert (folding.numbers[a] == folding.numbers[b]) == (tokens[a] == tokens[b])
    assert folding.sizes.sum() == dataset.n_attributes
    assert [folding.numbers[leader] for leader in folding.leaders] == list(
        range(len(folding.sizes))
    )


@pytest.mark.parametrize("openness", [0.0, 0.3])
@pytest.mark.parametrize("scale", ["counts", "curvature", "random"])
def test_the_folded_objective_is_that_of_equal_weights(openness, scale):
    rng = np.random.default_rng(5)
    dataset, targets = random_dataset(rng, [3, 2, 4], n_attributes=6, n_labels=3, openness=openness)
    dataset = with_copies(dataset, 2)
    index = feature_index(dataset, targets)
    folding = folding_of(dataset, index)
    assert folding.folded.n_weights < index.n_weights
    variables = rng.normal(size=folding.folded.n_weights)
    folded = np.empty_like(variables)
    with Objective(dataset, targets, index, c2=0.4, folding=folding) as objective:
        if scale == "curvature":
            objective.even_out(variables, joint=False)
        elif scale == "random":
            objective.rescale(rng.uniform(0.5, 2.0, size=len(variables)))
        found = objective(variables, folded)
        weights = objective.weights_of(variables)
        np.testing.assert_allclose(objective.variables_of(weights), variables)
        direction = rng.normal(size=len(variables))
        unfolded = objective.weights_of(direction)
        norms = objective.norms(variables, folded)
    full = np.empty_like(weights)
    with Objective(dataset, targets, index, c2=0.4) as objective:
        np.testing.assert_allclose(found, objective(weights, full), rtol=1e-12)
    np.testing.assert_allclose(norms, [np.linalg.norm(weights), np.linalg.norm(full)])
    # Along any direction of the variables both fall alike.
    np.testing.assert_allclose(folded @ direction, full @ unfolded, rtol=1e-9, atol=1e-9)


def test_a_training_stops_by_the_gradient_of_the_weights_themselves(monkeypatch):
    monkeypatch.setattr("crfcore.training.fitting.is_large", lambda *_: True)
    rng = np.random.default_rng(4)
    dataset, targets = random_dataset(rng, [4, 3, 5], n_attributes=5, n_labels=3)
    dataset = with_copies(dataset, 3)
    seen = []
    fit_by_likelihood(
        dataset, targets, FeatureChoice(), Optimisation(), initial="zeros", monitor=seen.append
    )
    index = feature_index(dataset, targets)
    gradient = np.empty(index.n_weights)
    with Objective(dataset, targets, index) as objective:
        objective(np.zeros(index.n_weights), gradient)
    assert seen[0].gradient_norm == pytest.approx(float(np.linalg.norm(gradient)), rel=1e-12)


def test_attributes_with_values_are_left_alone():
    dataset, targets = random_dataset(
        np.random.default_rng(2), [3, 2], n_attributes=4, n_labels=2, values=True
    )
    index = feature_index(dataset, targets)
    folding = folding_of(dataset, index)
    assert folding.folded is index
    weights = np.arange(index.n_weights, dtype=np.float64)
    np.testing.assert_array_equal(folding.unfold(folding.fold(weights)), weights)
    np.testing.assert_array_equal(folding.multiplicities(), 1.0)


def test_equal_tokens_with_other_labels_are_other_groups():
    """An index may know other labels of one attribute than of its twin."""
    marks = np.array([[1, 2], [1, 2], [1, 2]], dtype=np.uint64)
    indptr = np.array([0, 2, 4, 6])
    labels = np.array([0, 1, 0, 2, 0, 1], dtype=np.int32)
    numbers, leaders, sizes = (np.zeros(3, dtype=np.int32) for _ in range(3))
    table = np.full(8, -1, dtype=np.int32)
    assert number_by_marks(marks, indptr, labels, table, numbers, leaders, sizes) == 2
    assert numbers.tolist() == [0, 1, 0]
    assert sizes.tolist()[:2] == [2, 1]

"""Training under forbidden transitions, and errors without a possible labelling."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.features.targets import Targets
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.training.feature_index import feature_index
from crfcore.training.folding import folding_of
from crfcore.training.forbidden import check_possible
from crfcore.training.objectives.objective import Objective
from tests import brute_force
from tests.crfcore.training.objectives.test_objective import naive_scores, numerical_gradient
from tests.training_data import random_dataset


def allowed_pairs(rng, n_labels, dataset, targets):
    """Draw pairs that may follow one another, those that are known to among them."""
    is_allowed = rng.random((n_labels, n_labels)) < 0.5
    for start, stop in pairwise(dataset.offsets):
        # One labelling of each sentence stays possible.
        masks = targets.allowed_by_set()[targets.label_sets[start:stop]]
        path = masks.argmax(axis=1)
        is_allowed[path[:-1], path[1:]] = True
    return tuple(np.flatnonzero(is_allowed.ravel()).tolist())


def naive_value(dataset, targets, index, weights, c2):
    allowed = targets.allowed_by_set()[targets.label_sets]
    total = c2 * float(weights @ weights)
    for start, stop in pairwise(dataset.offsets):
        scores, transitions = naive_scores(dataset, index, weights, start, stop)
        pairs = index.forbidden_pairs
        transitions[:, pairs // index.n_labels, pairs % index.n_labels] = -np.inf
        total += brute_force.log_z(scores, transitions)
        total -= brute_force.log_z(scores, transitions, allowed[start:stop])
    return total


@settings(max_examples=30)
@given(
    seed=st.integers(0, 2**32 - 1),
    n_labels=st.integers(1, 3),
    edges=st.booleans(),
    openness=st.sampled_from([0.0, 0.4]),
    precision=st.sampled_from(["single", "double"]),
)
def test_value_is_that_of_enumeration_and_gradient_that_of_differences(
    seed, n_labels, edges, openness, precision
):
    rng = np.random.default_rng(seed)
    dataset, targets = random_dataset(
        rng,
        [3, 1, 4],
        n_attributes=4,
        n_labels=n_labels,
        n_edge_attributes=2 if edges else 0,
        openness=openness,
    )
    index = feature_index(
        dataset, targets, allowed_transitions=allowed_pairs(rng, n_labels, dataset, targets)
    )
    assert not set(index.forbidden_pairs) & set(index.transition_pairs)
    check_possible(dataset.offsets, targets, index)
    weights = rng.normal(size=index.n_weights)
    gradient = np.empty_like(weights)
    with Objective(dataset, targets, index, c2=0.3) as objective:
        objective.precision = precision
        value = objective(weights, gradient)
    rtol = 1e-9 if precision == "double" else 1e-4

    def function(x):
        return naive_value(dataset, targets, index, x, 0.3)

    np.testing.assert_allclose(value, function(weights), rtol=rtol)
    expected = numerical_gradient(function, weights)
    np.testing.assert_allclose(gradient, expected, rtol=1e-3, atol=1e-4)


def test_only_transitions_that_were_seen_stay_possible():
    rng = np.random.default_rng(3)
    dataset, _ = random_dataset(rng, [3, 2], n_attributes=4, n_labels=3)
    targets = Targets(np.array([0, 1, 1, 2, 0], np.int32), np.zeros((0, 3), np.uint8), 3)
    index = feature_index(dataset, targets, allowed_transitions="observed")
    assert index.transition_pairs.tolist() == [1, 4, 6]
    assert index.forbidden_pairs.tolist() == [0, 2, 3, 5, 7, 8]
    matrix = index.transition_matrix(np.arange(index.n_weights, dtype=float))
    assert np.isneginf(matrix.ravel()[index.forbidden_pairs]).all()
    assert np.isfinite(matrix.ravel()[index.transition_pairs]).all()
    folded = folding_of(dataset, index).folded
    assert folded.forbidden_pairs.tolist() == index.forbidden_pairs.tolist()
    without = feature_index(dataset, targets, transitions=False, allowed_transitions="observed")
    assert len(without.transition_pairs) == 0
    assert without.forbidden_pairs.tolist() == index.forbidden_pairs.tolist()


@pytest.mark.parametrize(
    ("label_sets", "words"),
    [
        ([0, 0, 0, 0, 1, 0], "Sentence 3, token 2"),
        ([0, 0, 0, 0, 2, 1], "Sentence 3, token 3"),
        ([0, 0, 2, 0, 2, 2], None),
    ],
)
def test_labels_that_nothing_allows_are_named(label_sets, words, monkeypatch):
    monkeypatch.setattr("crfcore.training.forbidden.ENTRIES_AT_ONCE", 2)
    dataset, _ = random_dataset(np.random.default_rng(0), [2, 1, 3], n_attributes=2, n_labels=2)
    # 2 is unknown; each label may follow itself alone.
    targets = Targets(np.array(label_sets, np.int32), np.zeros((0, 2), np.uint8), 2)
    index = feature_index(dataset, targets, allowed_transitions=(0, 3))
    if words is None:
        check_possible(dataset.offsets, targets, index)
    else:
        with pytest.raises(NoLabellingError, match=words):
            check_possible(dataset.offsets, targets, index)

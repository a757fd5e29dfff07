"""Locally normalised chains against enumeration, and gradients against differences."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.classic.local.objective import LocalObjective
from crfcore.classic.local.scaling import minimise_by_scaling
from crfcore.errors import CrfError
from crfcore.features.targets import Targets
from crfcore.inference import log_z, marginals
from crfcore.training.feature_index import feature_index
from crfcore.training.local_model import LocalModel, log_sums_after, normalised
from crfcore.training.monitor import TrainingCancelled
from crfcore.training.optimisers.lbfgs import minimise
from crfcore.training.optimisers.minimisation import Stopping
from tests.training_data import random_dataset

EXACTLY = Stopping(epsilon=1e-9, delta=0.0, period=0, max_iterations=5000)


def conditional(dataset, model, t, before):
    """Return P(y given the label before, x_t) by the definition; before None: the start."""
    index = model.index
    scores = np.zeros(index.n_labels)
    values = dataset.values if dataset.has_values else np.ones(len(dataset.attributes))
    states = index.state_part(model.weights)
    for k in range(dataset.indptr[t], dataset.indptr[t + 1]):
        a = dataset.attributes[k]
        for j in range(index.state_indptr[a], index.state_indptr[a + 1]):
            scores[index.state_labels[j]] += values[k] * states[j]
    if before is None:
        scores += model.start
    else:
        scores += index.transition_matrix(model.weights)[before]
        edges = index.edge_part(model.weights)
        if dataset.n_edge_attributes:
            for a in dataset.edge_attributes[dataset.edge_indptr[t] : dataset.edge_indptr[t + 1]]:
                for j in range(index.edge_indptr[a], index.edge_indptr[a + 1]):
                    x, y = divmod(int(index.edge_pairs[j]), index.n_labels)
                    if x == before:
                        scores[y] += edges[j]
    if np.all(scores == -np.inf):
        return np.zeros(len(scores))
    odds = np.exp(scores - scores.max())
    return odds / odds.sum()


def path_probability(dataset, model, tokens, path):
    total, before = 1.0, None
    for t, y in zip(tokens, path, strict=True):
        total *= conditional(dataset, model, t, before)[y]
        before = y
    return total


def by_enumeration(dataset, targets, model):
    """Return Σ −log P(known labels) over all labellings of each sentence."""
    allowed = targets.allowed_by_set()[targets.label_sets]
    total = 0.0
    for start, stop in pairwise(dataset.offsets):
        tokens = range(start, stop)
        total -= np.log(
            sum(
                path_probability(dataset, model, tokens, path)
                for path in product(range(model.index.n_labels), repeat=stop - start)
                if all(allowed[t, y] for t, y in zip(tokens, path, strict=True))
            )
        )
    return total


def problem(seed, *, lengths=(3, 1, 0, 4, 2), allowed="all", c2=0.1, **options):
    rng = np.random.default_rng(seed)
    dataset, targets = random_dataset(rng, lengths, **options)
    index = feature_index(dataset, targets, allowed_transitions=allowed)
    seen = targets.label_sets[dataset.offsets[:-1][np.diff(dataset.offsets) > 0]]
    starts = np.arange(targets.n_labels, dtype=np.int32)
    if allowed == "observed":
        starts = np.unique(seen).astype(np.int32)
    objective = LocalObjective(dataset, targets, index, starts, c2=c2)
    return dataset, targets, objective, rng.normal(size=objective.n_weights)


KINDS = [
    {},
    {"values": True},
    {"openness": 0.6},
    {"n_edge_attributes": 4},
    {"n_edge_attributes": 4, "openness": 0.6, "values": True},
    {"allowed": "observed", "n_labels": 4},
]


@pytest.mark.parametrize("kind", KINDS)
def test_value_and_gradient_are_those_of_the_definition(kind):
    dataset, targets, objective, weights = problem(3, **kind)
    gradient = np.empty_like(weights)
    value = objective(weights, gradient)
    wanted = by_enumeration(dataset, targets, objective.model(weights))
    assert value == pytest.approx(wanted + 0.1 * np.sum(weights**2), rel=1e-12)
    for place in range(len(weights)):
        ahead, behind = weights.copy(), weights.copy()
        ahead[place] += 1e-5
        behind[place] -= 1e-5
        other = np.empty_like(weights)
        slope = (objective(ahead, other) - objective(behind, other)) / 2e-5
        assert gradient[place] == pytest.approx(slope, rel=1e-6, abs=1e-7)


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    kind=st.sampled_from(KINDS),
    scale=st.sampled_from([0.0, 1.0, 30.0]),
)
def test_the_model_is_a_chain_whose_labellings_have_those_probabilities(seed, kind, scale):
    dataset, targets, objective, weights = problem(seed, **kind)
    model = objective.model(scale * weights)
    n = dataset.n_tokens
    lattice = model.scores(dataset, 0, n), model.transitions(dataset, 0, n), dataset.offsets
    probabilities = np.zeros((n, targets.n_labels))
    for start, stop in pairwise(dataset.offsets):
        mass = 0.0
        for path in product(range(targets.n_labels), repeat=stop - start):
            one = path_probability(dataset, model, range(start, stop), path)
            probabilities[np.arange(start, stop), path] += one
            mass += one
        # Dead ends are left out, and the rest is normalised again.
        probabilities[start:stop] /= mass
    np.testing.assert_allclose(marginals(*lattice), probabilities, atol=1e-9)
    if kind.get("allowed") is None:
        np.testing.assert_allclose(log_z(*lattice), 0.0, atol=1e-9)


def test_part_of_the_tokens_is_scored_as_with_the_others():
    dataset, _, objective, weights = problem(5)
    model = objective.model(weights)
    first, last = int(dataset.offsets[1]), int(dataset.offsets[4])
    np.testing.assert_array_equal(
        model.scores(dataset, first, last), model.scores(dataset, 0, dataset.n_tokens)[first:last]
    )


def test_a_label_that_leads_nowhere_is_only_an_end():
    dataset, _, objective, weights = problem(1, lengths=(2, 2))
    index = replace(objective.index, forbidden_pairs=np.array([6, 7, 8], np.int32))
    model = LocalModel(replace(objective.model(weights).linear, index=index), np.zeros(3))
    lattice = model.scores(dataset, 0, 4), model.transitions(dataset, 0, 4), dataset.offsets
    found = marginals(*lattice)
    assert np.all(found[[0, 2], 2] == 0.0)
    assert np.all(found[[1, 3], 2] > 0.0)
    np.testing.assert_allclose(found.sum(axis=1), 1.0)


def test_sums_that_underflow_are_done_term_by_term():
    scores = np.array([[0.0, -800.0], [1.0, 2.0]])
    transitions = np.array([[-np.inf, 0.0], [-np.inf, -np.inf]])
    found = log_sums_after(scores, transitions)
    np.testing.assert_allclose(found, [[-800.0, -np.inf], [2.0, -np.inf]])
    np.testing.assert_array_equal(normalised(np.full((1, 2), -np.inf)), [[-np.inf, -np.inf]])


@pytest.mark.parametrize("kind", [{}, {"n_edge_attributes": 4}])
def test_scaling_and_lbfgs_reach_the_same_weights(kind):
    *_, objective, weights = problem(8, c2=0.3, **kind)
    weights[:] = 0.0
    other = weights.copy()
    by_lbfgs = minimise(objective, weights, stopping=EXACTLY)
    by_scaling = minimise_by_scaling(objective, other, stopping=EXACTLY)
    assert by_scaling.value == pytest.approx(by_lbfgs.value, rel=1e-9)
    np.testing.assert_allclose(other, weights, atol=1e-4)
    values = [value for _, value in by_scaling.history]
    assert all(later < earlier for earlier, later in pairwise(values))


def test_scaling_without_a_penalty_never_rises_and_leaves_the_unseen_behind():
    *_, objective, weights = problem(8, c2=0.0, openness=0.5)
    weights *= 0.01
    found = minimise_by_scaling(objective, weights, stopping=Stopping(max_iterations=60))
    values = [value for _, value in found.history]
    assert all(later < earlier for earlier, later in pairwise(values))


def test_scaling_starts_anywhere():
    *_, objective, weights = problem(8, c2=0.3)
    weights[:] = -60.0
    found = minimise_by_scaling(objective, weights, stopping=Stopping(max_iterations=60))
    assert found.history[-1][1] < 0.2 * found.history[0][1]


def test_scaling_refuses_negative_values():
    *_, objective, weights = problem(8, values=True)
    with pytest.raises(CrfError, match="not negative; found -"):
        minimise_by_scaling(objective, weights)


@pytest.mark.parametrize("kind", [{"openness": 0.6}, {"n_edge_attributes": 4, "values": True}])
def test_a_weight_of_two_is_the_sentence_twice(kind):
    dataset, targets, objective, weights = problem(8, lengths=(3, 2, 4), **kind)
    starts = np.arange(3, dtype=np.int32)
    weighted = LocalObjective(
        dataset, targets, objective.index, starts, sentence_weights=np.array([2.0, 1.0, 3.0])
    )
    places = [0, 0, 1, 2, 2, 2]
    repeated = LocalObjective(
        dataset.select(places), targets.select(dataset.offsets, places), objective.index, starts
    )
    gradients = np.zeros((2, len(weights)))
    values = [one(weights, out) for one, out in zip((weighted, repeated), gradients, strict=True)]
    assert values[0] == pytest.approx(values[1])
    np.testing.assert_allclose(gradients[0], gradients[1], atol=1e-12)


def test_sentences_without_labels_have_no_effect():
    dataset, targets, objective, weights = problem(8)
    unknown = Targets(np.full_like(targets.label_sets, 3), targets.sets, 3)
    objective = LocalObjective(
        dataset, unknown, objective.index, np.arange(3, dtype=np.int32), c2=0.0
    )
    gradient = np.empty_like(weights)
    assert objective(weights, gradient) == 0.0
    assert not gradient.any()
    assert objective.max_feature_sum() == objective.least_value() == 1.0


def test_an_evaluation_can_be_cancelled():
    dataset, targets, objective, weights = problem(8)
    stopped = LocalObjective(
        dataset, targets, objective.index, np.arange(3, dtype=np.int32), cancelled=lambda: True
    )
    with pytest.raises(TrainingCancelled):
        stopped(weights, np.empty_like(weights))

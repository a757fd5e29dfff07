"""Every objective against enumeration, and its gradient against differences.

What they lead to: F1 in percent on the last tenth of the training file of CoNLL-2000, from its
first 1,000 sentences, chunking template; evaluations or passes in brackets.

| trained by | c2 = 1 | c2 = 0.1 |
|---|---|---|
| likelihood | 89.61 (42) | 90.13 (60) |
| marginal likelihood | 89.63 (89) | 90.11 (124) |
| pseudo-likelihood (Besag) | 88.30 (66) | 89.15 (102) |
| piecewise, tokens shared by their pieces | 89.11 (70) | 90.00 (118) |
| piecewise, tokens in the piece that they end | 85.12 (102) | 87.82 (190) |
| perceptron, averaged | 89.92 (10) | |
| perceptron, voted | 89.81 (10) | |
| perceptron in batches | 83.03 (30) | |
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.feature_index import feature_index
from crfcore.training.folding import folding_of
from crfcore.training.forbidden import check_possible
from crfcore.training.objectives import shares_plan
from crfcore.training.objectives.names import OBJECTIVES, terms_of
from crfcore.training.objectives.objective import Objective
from tests import brute_force
from tests.training_data import random_dataset

OTHERS = tuple(name for name in OBJECTIVES if terms_of(name) is not None)


def scores_of(dataset, index, weights, start, stop):
    """Return scores (n, L) and transitions (n, L, L) of one sentence, feature by feature."""
    states, edges = index.state_part(weights), index.edge_part(weights)
    scores = np.zeros((stop - start, index.n_labels))
    transitions = np.repeat(index.transition_matrix(weights)[np.newaxis], stop - start, axis=0)
    for t in range(start, stop):
        for k in range(dataset.indptr[t], dataset.indptr[t + 1]):
            a = dataset.attributes[k]
            value = dataset.values[k] if len(dataset.values) else 1.0
            members = slice(index.state_indptr[a], index.state_indptr[a + 1])
            scores[t - start, index.state_labels[members]] += value * states[members]
        if dataset.n_edge_attributes:
            for k in range(dataset.edge_indptr[t], dataset.edge_indptr[t + 1]):
                a = dataset.edge_attributes[k]
                members = slice(index.edge_indptr[a], index.edge_indptr[a + 1])
                matrix = transitions[t - start].reshape(-1)
                matrix[index.edge_pairs[members]] += edges[members]
    return scores, transitions


def marginal_likelihood(scores, transitions, allowed, known):
    del known
    marginals = brute_force.marginals(scores, transitions)
    return -np.log((marginals * allowed).sum(axis=1)).sum()


def pseudo_likelihood(scores, transitions, allowed, known):
    """Each token that says something, given neighbours that are known."""
    value = 0.0
    n_tokens = len(scores)
    path = [int(np.argmax(mask)) for mask in allowed]
    for t in range(n_tokens):
        beside = [s for s in (t - 1, t + 1) if 0 <= s < n_tokens]
        if (allowed[t].all() and not known[t]) or not all(known[s] for s in beside):
            continue
        values = []
        for y in range(scores.shape[1]):
            changed = [*path[:t], y, *path[t + 1 :]]
            values.append(
                scores[t, y]
                + sum(
                    transitions[s, changed[s - 1], changed[s]]
                    for s in (t, t + 1)
                    if 0 < s < n_tokens
                )
            )
        values = np.array(values)
        value += brute_force.log_sum(values) - brute_force.log_sum(values[allowed[t] != 0])
    return value


def piecewise(scores, transitions, allowed, known):
    """Each edge, with equal parts of the scores of tokens that stand in two."""
    del known
    n_tokens = len(scores)
    if n_tokens == 1:
        return brute_force.log_sum(scores[0]) - brute_force.log_sum(scores[0][allowed[0] != 0])
    value = 0.0
    for t in range(1, n_tokens):
        left = scores[t - 1] / (1 if t == 1 else 2)
        right = scores[t] / (1 if t == n_tokens - 1 else 2)
        piece = left[:, np.newaxis] + transitions[t] + right
        possible = (allowed[t - 1][:, np.newaxis] & allowed[t]) != 0
        value += brute_force.log_sum(piece.ravel()) - brute_force.log_sum(piece[possible])
    return value


TWINS = {
    "marginal-likelihood": marginal_likelihood,
    "pseudo-likelihood": pseudo_likelihood,
    "piecewise": piecewise,
}


def by_hand(name, dataset, targets, index, weights, c2, sentence_weights):
    allowed = targets.allowed_by_set()[targets.label_sets]
    known = targets.label_sets < targets.n_labels
    total = c2 * float(weights @ weights)
    for i, (start, stop) in enumerate(pairwise(dataset.offsets.tolist())):
        if start < stop:
            scored = scores_of(dataset, index, weights, start, stop)
            value = TWINS[name](*scored, allowed[start:stop], known[start:stop])
            total += sentence_weights[i] * value
    return total


def gradient_by_differences(function, x, step=1e-5):
    gradient = np.empty_like(x)
    for j in range(len(x)):
        moved = x.copy()
        moved[j] = x[j] + step
        above = function(moved)
        moved[j] = x[j] - step
        gradient[j] = (above - function(moved)) / (2 * step)
    return gradient


@settings(max_examples=15, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    n_labels=st.integers(1, 3),
    values=st.booleans(),
    edges=st.booleans(),
    openness=st.sampled_from([0.0, 0.3, 1.0]),
    allowed=st.sampled_from(["all", "observed"]),
    weighted=st.booleans(),
)
@pytest.mark.parametrize("name", OTHERS)
def test_value_is_that_of_enumeration_and_gradient_that_of_differences(
    name, seed, n_labels, values, edges, openness, allowed, weighted
):
    rng = np.random.default_rng(seed)
    dataset, targets = random_dataset(
        rng,
        [3, 1, 0, 4],
        n_attributes=4,
        n_labels=n_labels,
        values=values,
        n_edge_attributes=2 if edges else 0,
        openness=openness,
    )
    index = feature_index(dataset, targets, allowed_transitions=allowed)
    try:
        check_possible(dataset.offsets, targets, index)
    except CrfError:
        assume(False)
    weights = rng.normal(size=index.n_weights)
    factors = rng.random(4) * 2 if weighted else np.ones(4)
    gradient, scratch = np.empty_like(weights), np.empty_like(weights)
    terms = terms_of(name)
    with Objective(
        dataset, targets, index, c2=0.3, sentence_weights=factors, terms=terms
    ) as objective:
        value = objective(weights, gradient)
        expected = by_hand(name, dataset, targets, index, weights, 0.3, factors)
        np.testing.assert_allclose(value, expected, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(
            gradient,
            gradient_by_differences(lambda w: objective(w, scratch), weights),
            rtol=1e-5,
            atol=1e-6,
        )


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("openness", [0.0, 0.4])
def test_great_weights_neither_overflow_nor_vanish(name, openness):
    rng = np.random.default_rng(5)
    dataset, targets = random_dataset(rng, [4, 3], n_attributes=4, openness=openness)
    index = feature_index(dataset, targets)
    weights = rng.normal(scale=400.0, size=index.n_weights)
    gradient, scratch = np.empty_like(weights), np.empty_like(weights)
    with Objective(dataset, targets, index, c2=0.0, terms=terms_of(name)) as objective:
        value = objective(weights, gradient)
        expected = _log_domain(name, dataset, targets, index, weights)
        np.testing.assert_allclose(value, expected, rtol=1e-9)
        assert value > 100.0
        numerical = gradient_by_differences(lambda w: objective(w, scratch), weights, 1e-3)
        np.testing.assert_allclose(gradient, numerical, rtol=1e-4, atol=1e-6)


def _log_domain(name, dataset, targets, index, weights):
    """Return the objective where probabilities vanish in double precision."""
    if name != "marginal-likelihood":
        ones = np.ones(dataset.n_sentences)
        return by_hand(name, dataset, targets, index, weights, 0.0, ones)
    allowed = targets.allowed_by_set()[targets.label_sets]
    total = 0.0
    for start, stop in pairwise(dataset.offsets.tolist()):
        scored = scores_of(dataset, index, weights, start, stop)
        for t in range(start, stop):
            mask = np.ones((stop - start, index.n_labels), np.uint8)
            mask[t - start] = allowed[t]
            total += brute_force.log_z(*scored) - brute_force.log_z(*scored, mask)
    return total


@pytest.mark.parametrize("name", OTHERS)
def test_marginal_and_piecewise_bound_the_likelihood_and_one_token_is_a_classifier(name):
    rng = np.random.default_rng(2)
    dataset, targets = random_dataset(rng, [1, 1, 1], n_attributes=4)
    index = feature_index(dataset, targets)
    weights = rng.normal(size=index.n_weights)
    scratch = np.empty_like(weights)
    with (
        Objective(dataset, targets, index, terms=terms_of(name)) as objective,
        Objective(dataset, targets, index) as likelihood,
    ):
        np.testing.assert_allclose(objective(weights, scratch), likelihood(weights, scratch))


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), scale=st.sampled_from([0.0, 1.0, 20.0]))
def test_piecewise_is_an_upper_bound_of_the_negative_log_likelihood(seed, scale):
    rng = np.random.default_rng(seed)
    dataset, targets = random_dataset(rng, [3, 5, 2], n_attributes=5)
    index = feature_index(dataset, targets)
    weights = rng.normal(scale=scale, size=index.n_weights)
    scratch = np.empty_like(weights)
    with (
        Objective(dataset, targets, index, terms=terms_of("piecewise")) as objective,
        Objective(dataset, targets, index) as likelihood,
    ):
        assert objective(weights, scratch) >= likelihood(weights, scratch) - 1e-9


@pytest.mark.parametrize("name", OTHERS)
def test_threads_do_not_change_a_bit_and_variables_may_be_folded_and_scaled(name, monkeypatch):
    monkeypatch.setattr(shares_plan, "MIN_TOKENS_OF_LANE", 20)
    monkeypatch.setattr(shares_plan, "LABELS_AT_ONCE_OF_TERMS", 8 * 10)
    monkeypatch.setattr(shares_plan, "MIN_TOKENS_AT_ONCE", 10)
    rng = np.random.default_rng(4)
    dataset, targets = random_dataset(rng, [5] * 20, n_attributes=30, openness=0.1)
    index = feature_index(dataset, targets)
    folding = folding_of(dataset, index)
    results = []
    for threads in (1, 3):
        with Objective(
            dataset, targets, index, threads=threads, folding=folding, terms=terms_of(name)
        ) as objective:
            assert not objective.is_plain
            objective.even_out(np.zeros(objective.n_weights), joint=False)
            scale = objective.scale
            assert np.all(np.isfinite(scale))
            assert np.all(scale > 0.0)
            variables = np.linspace(-1.0, 1.0, objective.n_weights)
            gradient = np.empty_like(variables)
            value = objective(variables, gradient)
            weights = objective.weights_of(variables)
            results.append((value, gradient.tobytes(), scale.tobytes()))
    assert results[0] == results[1]
    plain = np.empty_like(weights)
    with Objective(dataset, targets, index, terms=terms_of(name)) as objective:
        np.testing.assert_allclose(objective(weights, plain), results[0][0], rtol=1e-10)


def test_curvature_of_one_token_is_the_variance_of_its_label():
    dataset = Dataset(np.array([0, 1]), np.array([0, 1]), np.zeros(1, np.int32), 1)
    targets = Targets(np.zeros(1, np.int32), np.zeros((0, 2), np.uint8), 2)
    index = feature_index(dataset, targets, all_possible_states=True, transitions=False)
    folding = folding_of(dataset, index)
    curvatures = []
    for name in OBJECTIVES:
        with Objective(dataset, targets, index, folding=folding, terms=terms_of(name)) as objective:
            curvatures.append(objective.curvature(np.zeros(2)))
    for curvature in curvatures[1:]:
        np.testing.assert_allclose(curvature, curvatures[0])


@pytest.mark.parametrize("scale", [1.0, 15.0])
def test_piecewise_sums_in_single_precision_are_near(scale):
    rng = np.random.default_rng(6)
    dataset, targets = random_dataset(rng, [4, 1, 6, 3], n_labels=5)
    index = feature_index(dataset, targets)
    weights = rng.normal(scale=scale, size=index.n_weights)
    # Transitions that spread too much are not trusted to single precision.
    index.transition_part(weights)[:] /= scale
    exact, rough = np.empty_like(weights), np.empty_like(weights)
    with Objective(dataset, targets, index, terms=terms_of("piecewise")) as objective:
        value = objective(weights, exact)
        objective.precision = "single"
        assert objective(weights, rough) == pytest.approx(value, rel=1e-5)
        np.testing.assert_allclose(rough, exact, rtol=1e-4, atol=1e-4)
        assert rough.tobytes() != exact.tobytes()
        assert objective.refine()
        assert not objective.refine()
        assert objective(weights, rough) == value


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("pseudo-likelihood", {}),
        ("marginal-likelihood", {}),
        ("piecewise", {"openness": 0.5}),
        ("piecewise", {"n_edge_attributes": 2}),
    ],
)
def test_other_sums_stay_in_double_precision(name, options):
    dataset, targets = random_dataset(np.random.default_rng(6), [4, 3], **options)
    index = feature_index(dataset, targets)
    weights = np.linspace(-1.0, 1.0, index.n_weights)
    gradient = np.empty_like(weights)
    with Objective(dataset, targets, index, terms=terms_of(name)) as objective:
        value = objective(weights, gradient)
        objective.precision = "single"
        assert objective(weights, gradient) == value
        assert not objective.refine()

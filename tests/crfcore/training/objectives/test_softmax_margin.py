"""Softmax-margin against enumeration, and its gradient against differences.

What it leads to: spans on testa of the Dutch names of CoNLL-2002 in percent, template `basic`,
c2 = 0.1, six draws of 100 and of 500 sentences. Costs are those of missed, invented and confused.

| costs | 100: recall, precision, F1 | 500: recall, precision, F1 |
|---|---|---|
| likelihood | 36.4, 48.9, 41.7 | 52.5, 58.7, 55.4 |
| 2, 0, 1 | 40.3, 46.0, 43.0 | 53.5, 57.8, 55.6 |
| 2, 0, 0 | 40.9, 45.3, 43.0 | 53.4, 57.5, 55.4 |
| 2, 0, 2 | 39.2, 46.7, 42.6 | 53.4, 58.0, 55.6 |
| 3, 0, 1 | 41.2, 44.4, 42.7 | 53.6, 57.2, 55.4 |
| 4, 0, 1 | 41.7, 43.4, 42.5 | 53.5, 56.5, 55.0 |
| 8, 0, 1 | 41.9, 39.8, 40.8 | 52.4, 53.1, 52.7 |
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from crfcore.constraints import Count, Rules
from crfcore.constraints.compiled import compile_rules
from crfcore.errors import CrfError
from crfcore.training.feature_index import feature_index
from crfcore.training.folding import folding_of
from crfcore.training.forbidden import check_possible
from crfcore.training.objectives import shares_plan
from crfcore.training.objectives.constrained_likelihood import ConstrainedLikelihood
from crfcore.training.objectives.objective import Objective
from tests import brute_force
from tests.training_data import random_dataset

N_CASES = 2_000


def random_costs(rng, n_labels):
    """Return costs, many of which are 0."""
    costs = rng.random((n_labels, n_labels)) * 3 * (rng.random((n_labels, n_labels)) < 0.7)
    np.fill_diagonal(costs, 0.0)
    return costs


def features_of(dataset, index, start, path):
    """Return how often each feature occurs in one labelling of a sentence, (F,)."""
    counts = np.zeros(index.n_weights)
    states, edges = index.state_part(counts), index.edge_part(counts)
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
        index.transition_part(counts)[index.transition_pairs == pair] += 1
        if dataset.n_edge_attributes:
            for k in range(dataset.edge_indptr[t], dataset.edge_indptr[t + 1]):
                a = dataset.edge_attributes[k]
                for j in range(index.edge_indptr[a], index.edge_indptr[a + 1]):
                    edges[j] += index.edge_pairs[j] == pair
    return counts


def cost_of(path, allowed, costs):
    """Return what a labelling costs: each token its cheapest allowed label."""
    return sum(
        min(costs[right, y] for right in np.flatnonzero(possible))
        for y, possible in zip(path, allowed, strict=True)
    )


def sentence_by_hand(dataset, index, weights, costs, allowed, start):
    """Return value and gradient of one sentence by the sums over its labellings."""
    forbidden = set(index.forbidden_pairs.tolist())
    paths = [
        path
        for path in brute_force.labellings(len(allowed), index.n_labels)
        if not any(a * index.n_labels + b in forbidden for a, b in pairwise(path))
    ]
    counts = np.array([features_of(dataset, index, start, path) for path in paths])
    scores = counts @ weights
    raised = scores + [cost_of(path, allowed, costs) for path in paths]
    known = np.array([all(m[y] for y, m in zip(path, allowed, strict=True)) for path in paths])
    of_all, of_known = brute_force.log_sum(raised), brute_force.log_sum(scores[known])
    gradient = np.exp(raised - of_all) @ counts
    gradient -= np.exp(scores[known] - of_known) @ counts[known]
    return of_all - of_known, gradient


def by_hand(dataset, targets, index, weights, costs, c2, factors):
    allowed = targets.allowed_by_set()[targets.label_sets]
    value, gradient = c2 * float(weights @ weights), 2 * c2 * weights
    for i, (start, stop) in enumerate(pairwise(dataset.offsets.tolist())):
        # A sentence without a known label has no part in the objective.
        if start < stop and not np.all(allowed[start:stop]):
            part = sentence_by_hand(dataset, index, weights, costs, allowed[start:stop], start)
            value, gradient = value + factors[i] * part[0], gradient + factors[i] * part[1]
    return value, gradient


def random_case(rng, lengths, **more):
    """Return a dataset, targets, index, weights and costs; None if no labelling is allowed."""
    n_labels = int(rng.integers(2, 4))
    given = {
        "n_attributes": 4,
        "n_labels": n_labels,
        "per_token": 1,
        "values": bool(rng.integers(2)),
        "n_edge_attributes": 2 * int(rng.integers(4) == 0),
        "openness": float(rng.choice([0.0, 0.0, 0.4, 0.9])),
    }
    dataset, targets = random_dataset(rng, lengths, **given | more)
    allowed = "observed" if rng.integers(3) == 0 else "all"
    index = feature_index(dataset, targets, allowed_transitions=allowed)
    try:
        check_possible(dataset.offsets, targets, index)
    except CrfError:
        return None
    weights = rng.normal(scale=float(rng.choice([0.3, 3.0])), size=index.n_weights)
    return dataset, targets, index, weights, random_costs(rng, targets.n_labels)


@pytest.mark.parametrize("part", range(4))
def test_value_and_gradient_are_those_of_enumeration(part):
    rng = np.random.default_rng(part)
    n_done = 0
    while n_done < N_CASES // 4:
        case = random_case(rng, rng.permutation([1, 2, 3])[: 1 + n_done % 2])
        if case is None:
            continue
        n_done += 1
        dataset, targets, index, weights, costs = case
        factors = rng.random(dataset.n_sentences) * 2 if rng.integers(2) else None
        folding = folding_of(dataset, index) if rng.integers(2) else None
        with Objective(
            dataset, targets, index, c2=0.3, sentence_weights=factors, costs=costs, folding=folding
        ) as objective:
            variables = objective.variables_of(weights)
            weights = objective.weights_of(variables)
            gradient = np.empty_like(variables)
            value = objective(variables, gradient)
            used = np.ones(dataset.n_sentences) if factors is None else factors
            expected, slope = by_hand(dataset, targets, index, weights, costs, 0.3, used)
            # The mapping to weights is linear and orthogonal on its image.
            by_variable = objective.variables_of(slope)
        np.testing.assert_allclose(value, expected, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(gradient, by_variable, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("openness", [0.0, 0.4])
@pytest.mark.parametrize("n_edge_attributes", [0, 2])
def test_the_gradient_is_that_of_differences(openness, n_edge_attributes):
    rng = np.random.default_rng(3)
    dataset, targets = random_dataset(
        rng, [4, 1, 6, 3], openness=openness, n_edge_attributes=n_edge_attributes
    )
    index = feature_index(dataset, targets)
    weights = rng.normal(size=index.n_weights)
    gradient, scratch = np.empty_like(weights), np.empty_like(weights)
    with Objective(dataset, targets, index, costs=random_costs(rng, 3)) as objective:
        objective(weights, gradient)
        for j in rng.choice(index.n_weights, 12, replace=False):
            step = np.zeros_like(weights)
            step[j] = 1e-5
            slope = objective(weights + step, scratch) - objective(weights - step, scratch)
            assert gradient[j] == pytest.approx(slope / 2e-5, rel=1e-5, abs=1e-6)


@pytest.mark.parametrize("openness", [0.0, 0.5])
def test_without_costs_it_is_the_likelihood(openness):
    rng = np.random.default_rng(5)
    dataset, targets = random_dataset(rng, [4, 1, 6, 3], openness=openness)
    index = feature_index(dataset, targets)
    weights = rng.normal(size=index.n_weights)
    found = []
    for costs in (None, np.zeros((3, 3))):
        gradient = np.empty_like(weights)
        with Objective(dataset, targets, index, costs=costs) as objective:
            found.append((objective(weights, gradient), gradient.tobytes()))
    assert found[0] == found[1]


def hinge(dataset, targets, index, weights, costs):
    """Return Σ max [score + cost] − score of the labelling."""
    value = 0.0
    for start, stop in pairwise(dataset.offsets.tolist()):
        allowed = targets.allowed_by_set()[targets.label_sets[start:stop]]
        paths = list(brute_force.labellings(stop - start, index.n_labels))
        scores = [features_of(dataset, index, start, path) @ weights for path in paths]
        raised = [
            score + cost_of(path, allowed, costs) for score, path in zip(scores, paths, strict=True)
        ]
        right = [cost_of(path, allowed, 1 - np.eye(index.n_labels)) == 0 for path in paths]
        value += max(raised) - scores[right.index(True)]
    return value


def test_it_approaches_the_hinge_as_scores_and_costs_grow():
    rng = np.random.default_rng(7)
    dataset, targets = random_dataset(rng, [3, 2, 4])
    index = feature_index(dataset, targets)
    weights, costs = rng.normal(size=index.n_weights), random_costs(rng, 3)
    limit = hinge(dataset, targets, index, weights, costs)
    gaps = []
    for kappa in (1.0, 10.0, 100.0, 1_000.0):
        with Objective(dataset, targets, index, c2=0.0, costs=kappa * costs) as objective:
            value = objective(kappa * weights, np.empty_like(weights))
        gaps.append(value / kappa - limit)
    assert all(-1e-9 <= later <= earlier for earlier, later in pairwise(gaps))
    assert gaps[-1] <= 9 * np.log(3) / 1_000.0


def test_no_result_depends_on_the_number_of_threads(monkeypatch):
    monkeypatch.setattr(shares_plan, "MIN_TOKENS_OF_LANE", 60)
    monkeypatch.setattr(shares_plan, "MIN_TOKENS_AT_ONCE", 40)
    monkeypatch.setattr(shares_plan, "LABELS_AT_ONCE", 16 * 40)
    rng = np.random.default_rng(9)
    for openness in (0.0, 0.1):
        dataset, targets = random_dataset(rng, rng.integers(1, 9, size=90), openness=openness)
        index = feature_index(dataset, targets)
        weights, costs = rng.normal(size=index.n_weights), random_costs(rng, 3)
        found = []
        for threads in (1, 3):
            gradient = np.empty_like(weights)
            with Objective(dataset, targets, index, threads=threads, costs=costs) as objective:
                found.append((objective(weights, gradient), gradient.tobytes()))
        assert found[0] == found[1]


def test_sums_in_single_precision_are_near():
    rng = np.random.default_rng(11)
    dataset, targets = random_dataset(rng, [4, 1, 6, 3], n_labels=5)
    index = feature_index(dataset, targets)
    weights = rng.normal(size=index.n_weights)
    exact, rough = np.empty_like(weights), np.empty_like(weights)
    with Objective(dataset, targets, index, costs=random_costs(rng, 5)) as objective:
        value = objective(weights, exact)
        objective.precision = "single"
        assert objective(weights, rough) == pytest.approx(value, rel=1e-5)
    np.testing.assert_allclose(rough, exact, rtol=1e-4, atol=1e-4)
    assert not np.array_equal(rough, exact)


def test_costs_are_added_under_rules_as_well():
    rng = np.random.default_rng(13)
    dataset, targets = random_dataset(rng, [3, 4], n_labels=2, openness=1.0)
    index = feature_index(dataset, targets)
    weights, costs = rng.normal(size=index.n_weights), random_costs(rng, 2)
    # A rule that every labelling obeys changes nothing.
    rules = Rules([Count("a", at_most=9)])
    ready = [compile_rules(rules, ("a", "b"), n_tokens) for n_tokens in (3, 4)]
    found = []
    for terms in (None, ConstrainedLikelihood(ready, [None, None], only_open=True)):
        gradient = np.empty_like(weights)
        with Objective(dataset, targets, index, terms=terms, costs=costs) as objective:
            found.append((objective(weights, gradient), gradient))
    assert found[1][0] == pytest.approx(found[0][0], rel=1e-9)
    np.testing.assert_allclose(found[1][1], found[0][1], rtol=1e-8, atol=1e-9)

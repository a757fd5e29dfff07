"""Expectations about unlabelled tokens, against enumeration and differences."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.errors import CrfError
from crfcore.training import expectations
from crfcore.training.expectations import (
    Expectation,
    ExpectationObjective,
    expected_shares,
    tokens_with,
)
from crfcore.training.feature_index import feature_index
from crfcore.training.objectives.expected_labels import ExpectedLabels
from crfcore.training.objectives.objective import Objective
from tests import brute_force
from tests.crfcore.training.objectives.test_terms import scores_of
from tests.training_data import random_dataset


def problem(seed, n_expectations=3, n_edge_attributes=0, values=False):
    """Return labelled data, an index with all states, and expectations about other sentences."""
    rng = np.random.default_rng(seed)
    n_labels = int(rng.integers(2, 4))
    given_as = {"n_labels": n_labels, "n_edge_attributes": n_edge_attributes, "values": values}
    dataset, targets = random_dataset(rng, rng.integers(0, 4, size=3), **given_as)
    text, _ = random_dataset(rng, rng.integers(1, 5, size=4), **given_as)
    index = feature_index(dataset, targets, all_possible_states=True)
    tokens = [
        np.sort(rng.permutation(text.n_tokens)[: rng.integers(1, text.n_tokens + 1)])
        for _ in range(n_expectations)
    ]
    groups = np.zeros((n_expectations, n_labels), np.uint8)
    groups[np.arange(n_expectations), rng.integers(n_labels, size=n_expectations)] = 1
    shares = rng.uniform(0.01, 0.99, size=n_expectations)
    return dataset, targets, index, text, tokens, groups, shares


def slow_value(index, text, tokens, groups, shares, weights):
    """Return Σ KL(q ‖ p) by enumeration of all labellings."""
    marginals = [
        brute_force.marginals(*scores_of(text, index, weights, start, stop))
        for start, stop in pairwise(text.offsets.tolist())
    ]
    by_token = np.concatenate(marginals)
    value = 0.0
    for own, group, q in zip(tokens, groups, shares, strict=True):
        p = np.mean([by_token[t, group == 1].sum() for t in own])
        value += q * np.log(q / p) + (1 - q) * np.log((1 - q) / (1 - p))
    return value


@settings(deadline=None, max_examples=60)
@given(
    seed=st.integers(0, 2**32 - 1),
    n_edge_attributes=st.sampled_from([0, 2]),
    values=st.booleans(),
    weight=st.sampled_from([0.0, 1.0, 10.0]),
)
def test_value_and_gradient_are_those_of_enumeration(seed, n_edge_attributes, values, weight):
    dataset, targets, index, text, tokens, groups, shares = problem(
        seed, n_edge_attributes=n_edge_attributes, values=values
    )
    expected = expected_shares(text, [], tokens, groups, shares)
    weights = np.random.default_rng(seed).normal(size=index.n_weights)

    def slow(at):
        with Objective(dataset, targets, index, c2=0.3) as objective:
            value = objective(at, np.empty_like(at))
        return value + weight * slow_value(index, text, tokens, groups, shares, at)

    gradient = np.empty_like(weights)
    with ExpectationObjective(
        Objective(dataset, targets, index, c2=0.3), expected, index, weight
    ) as objective:
        value = objective(weights, gradient)
    assert value == pytest.approx(slow(weights), rel=1e-9, abs=1e-9)
    step = 1e-5
    for place in np.random.default_rng(seed).permutation(len(weights))[:8]:
        along = np.zeros_like(weights)
        along[place] = step
        difference = (slow(weights + along) - slow(weights - along)) / (2 * step)
        assert gradient[place] == pytest.approx(difference, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize(
    ("share", "target"), [(0, 0.01), (0.005, 0.01), (0.3, 0.3), (1, 0.99), (np.float32(0.5), 0.5)]
)
def test_shares_at_the_ends_are_moved(share, target):
    expectation = Expectation("word:Rome", ["B-LOC", "I-LOC", "B-LOC"], share)
    assert expectation.target == pytest.approx(target)
    assert expectation.labels == ("B-LOC", "I-LOC")
    assert hash(expectation) == hash(Expectation("word:Rome", ("B-LOC", "I-LOC"), share))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("", ["A"], 0.5), "The attribute of an expectation is ''; give its name."),
        ((3, ["A"], 0.5), "The attribute of an expectation is 3; give its name."),
        (("a", "A", 0.5), "The labels of an expectation are 'A'; give a list."),
        (("a", 3, 0.5), "The labels of an expectation are 3; give a list."),
        (("a", [], 0.5), "The labels of an expectation are []; give at least one, as strings."),
        (("a", [1], 0.5), "The labels of an expectation are [1]; give at least one, as strings."),
        (("a", ["A"], 1.5), "The share of an expectation is 1.5; it must be a number from 0 to 1."),
        (("a", ["A"], "1"), "The share of an expectation is '1'; it must be a number from 0 to 1."),
        (("a", ["A"], True), "The share of an expectation is True; it must be a number from 0 to"),
        (("a", ["A"], np.nan), "The share of an expectation is nan; it must be a number from 0 to"),
    ],
)
def test_expectations_that_are_not_possible(arguments, message):
    with pytest.raises(CrfError, match=f"^{re.escape(message)}"):
        Expectation(*arguments)


def test_probabilities_of_nearly_0_keep_the_value_finite():
    dataset, targets, index, text, tokens, groups, shares = problem(5)
    expected = expected_shares(text, [], tokens, groups, shares)
    weights = np.where(index.state_labels == 0, 2000.0, -2000.0)
    weights = np.concatenate([weights, np.zeros(index.n_weights - len(weights))])
    gradient = np.empty_like(weights)
    labelled = Objective(dataset, targets, index, c2=0.3)
    with ExpectationObjective(labelled, expected, index, 10.0) as objective:
        assert np.isfinite(objective(weights, gradient))
        assert np.all(np.isfinite(gradient))


def test_nothing_is_told_of_curvature():
    terms = ExpectedLabels(1, 2)
    by_scores, by_transitions = np.ones((3, 2)), np.ones((1, 2, 2))
    terms.expect(None, by_scores, by_transitions)
    assert not by_scores.any()
    assert not by_transitions.any()


def test_expectations_that_would_fill_the_memory(monkeypatch):
    text, tokens, groups, shares = problem(7)[3:]
    everything = np.unique(text.attributes)
    monkeypatch.setattr(expectations, "MOST_ENTRIES", len(text.attributes) + len(everything))
    assert len(tokens_with(text, [everything])) == 1
    with pytest.raises(CrfError, match="too many expectations for so much text"):
        tokens_with(text, [everything, everything[:1]])
    monkeypatch.setattr(expectations, "MOST_ENTRIES", 2 * groups.shape[1])
    with pytest.raises(CrfError, match="too many expectations for so much text"):
        expected_shares(text, [], tokens, groups, shares)


def test_text_without_an_expectation_is_not_looked_at():
    text, _, groups, shares = problem(7)[3:]
    nothing = expected_shares(text, [], [], groups[:0], shares[:0])
    assert set(nothing.targets.label_sets) == {groups.shape[1]}
    assert len(nothing.targets.sets) == 0

"""Totals of features and expected counts by total, against all labellings."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.classic.optimisers.event_totals import (
    ChainEvents,
    events_of,
    max_totals,
    n_events_of,
    observed_counts,
)
from crfcore.errors import CrfError
from crfcore.training.feature_index import feature_index
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import TrainingCancelled
from crfcore.training.objectives.objective import Objective
from tests.brute_force import labellings
from tests.training_data import random_dataset


def problem(seed, *, values=False, n_edge_attributes=0, lengths=(3, 1, 2, 3), **choice):
    rng = np.random.default_rng(seed)
    dataset, targets = random_dataset(
        rng,
        list(lengths),
        n_attributes=6,
        n_labels=3,
        per_token=2,
        values=values,
        n_edge_attributes=n_edge_attributes,
    )
    dataset = replace(dataset, values=np.abs(dataset.values))
    return dataset, targets, feature_index(dataset, targets, **choice), rng


def counts_of(dataset, index, sentence, path):
    """Return the sum of each feature in one labelling, by token."""
    counts = np.zeros(index.n_weights)
    states, transitions = index.state_part(counts), index.transition_part(counts)
    edges = index.edge_part(counts)
    start = int(dataset.offsets[sentence])
    for t, label in enumerate(path):
        for k in range(dataset.indptr[start + t], dataset.indptr[start + t + 1]):
            a = dataset.attributes[k]
            value = dataset.values[k] if dataset.has_values else 1.0
            for j in range(index.state_indptr[a], index.state_indptr[a + 1]):
                states[j] += value * (index.state_labels[j] == label)
        if t == 0:
            continue
        pair = path[t - 1] * index.n_labels + label
        transitions += index.transition_pairs == pair
        if len(dataset.edge_indptr):
            for k in range(dataset.edge_indptr[start + t], dataset.edge_indptr[start + t + 1]):
                a = dataset.edge_attributes[k]
                for j in range(index.edge_indptr[a], index.edge_indptr[a + 1]):
                    edges[j] += index.edge_pairs[j] == pair
    return counts


def enumerated(dataset, index, sentence):
    length = int(np.diff(dataset.offsets)[sentence])
    return [counts_of(dataset, index, sentence, path) for path in labellings(length, 3)]


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    values=st.booleans(),
    n_edge_attributes=st.sampled_from([0, 3]),
    weighted=st.booleans(),
    all_possible_transitions=st.booleans(),
)
def test_counts_by_total_are_those_of_all_labellings(
    seed, values, n_edge_attributes, weighted, all_possible_transitions
):
    dataset, targets, index, rng = problem(
        seed,
        values=values,
        n_edge_attributes=n_edge_attributes,
        all_possible_transitions=all_possible_transitions,
    )
    weights = rng.integers(1, 4, size=4).astype(float) if weighted else None
    factors = np.ones(4) if weights is None else weights
    events = events_of("iis", dataset, targets, weights)
    assert n_events_of(events) == factors.sum()
    x = rng.normal(size=index.n_weights)
    totals = np.zeros(4)
    by_total: dict[float, np.ndarray] = {}
    observed = np.zeros(index.n_weights)
    for i in range(4):
        counts = np.array(enumerated(dataset, index, i))
        totals[i] = counts.sum(axis=1).max()
        probabilities = np.exp(counts @ x)
        expected = factors[i] * (probabilities / probabilities.sum()) @ counts
        key = np.ceil(totals[i] - 1e-9)
        by_total[key] = by_total.get(key, 0.0) + expected
        own = tuple(targets.label_sets[dataset.offsets[i] : dataset.offsets[i + 1]])
        observed += factors[i] * counts_of(dataset, index, i, own)
    np.testing.assert_allclose(max_totals(dataset, index), totals, atol=1e-9)
    np.testing.assert_allclose(observed_counts(events, index), observed, atol=1e-12)
    function = ChainEvents(events, index, observed, c2=0.7)
    gradient, other = np.empty_like(x), np.empty_like(x)
    value = function(x, gradient)
    with Objective(dataset, targets, index, c2=0.7, sentence_weights=weights) as objective:
        assert value == pytest.approx(objective(x, other), abs=1e-9)
    np.testing.assert_allclose(gradient, other, atol=1e-9)
    found = {key: np.zeros(index.n_weights) for key in by_total}
    for feature, total, amount in zip(
        function.totals.features, function.totals.totals, function.amounts, strict=True
    ):
        found[total][feature] += amount
    for key, expected in by_total.items():
        np.testing.assert_allclose(found[key], expected, atol=1e-9)


def test_a_sentence_without_features_has_no_total():
    dataset, targets, _, _ = problem(1, lengths=(1, 1))
    index = feature_index(dataset, targets, transitions=False, min_freq=100.0)
    assert index.n_weights == 0
    events = events_of("iis", dataset, targets, None)
    function = ChainEvents(events, index, observed_counts(events, index), c2=1.0)
    assert function(np.zeros(0), np.zeros(0)) == pytest.approx(2.0 * np.log(3.0))
    assert len(function.totals.features) == 0


def test_forbidden_transitions_are_in_no_total():
    dataset, targets, _, _ = problem(5)
    index = feature_index(dataset, targets, allowed_transitions="observed")
    assert len(index.forbidden_pairs)
    model = LinearModel(index, np.ones(index.n_weights))
    transitions = model.transitions(dataset, 0, dataset.n_tokens)
    for i, total in enumerate(max_totals(dataset, index)):
        start, stop = dataset.offsets[i], dataset.offsets[i + 1]
        totals = [
            counts_of(dataset, index, i, path).sum()
            for path in labellings(int(stop - start), 3)
            if all(np.isfinite(transitions[x, y]) for x, y in pairwise(path))
        ]
        assert total == pytest.approx(max(totals))


def test_it_can_be_cancelled():
    dataset, targets, index, _ = problem(2)
    events = events_of("iis", dataset, targets, None)
    observed = observed_counts(events, index)
    function = ChainEvents(events, index, observed, c2=1.0, cancelled=lambda: True)
    with pytest.raises(TrainingCancelled):
        function(np.zeros(index.n_weights), np.zeros(index.n_weights))


def test_open_labels_and_negative_values_are_rejected():
    rng = np.random.default_rng(0)
    dataset, targets = random_dataset(rng, [3, 3], openness=0.5, values=True)
    with pytest.raises(CrfError, match="algorithm='gis' needs sentences that are labelled"):
        events_of("gis", dataset, targets, None)
    dataset, targets = random_dataset(rng, [3, 3], values=True)
    with pytest.raises(CrfError, match="algorithm='iis' needs values of attributes from 0 on"):
        events_of("iis", dataset, targets, None)

"""Counts as a point of the dual: weights must follow from residuals."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crfcore.training.online.counted_residuals as module
from crfcore.training.feature_index import feature_index
from crfcore.training.objectives.objective import Objective
from crfcore.training.online.counted_residuals import counted_residuals, residual_of
from crfcore.training.online.working import working_set
from tests.training_data import random_dataset, without_sentences


def counted(dataset, targets, index, c2=0.4, *, pairs=True):
    working = working_set(dataset, targets, index)
    n_labels = targets.n_labels
    tokens = np.zeros((dataset.n_tokens, working.width), np.float32)
    shape = (dataset.n_sentences, n_labels, n_labels) if pairs else (0, 0, 0)
    of_pairs = np.zeros(shape, np.float32)
    return counted_residuals(working, c2, tokens, of_pairs), tokens, of_pairs


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    n_labels=st.integers(2, 4),
    unknown=st.booleans(),
    min_freq=st.sampled_from([0.0, 2.0]),
    pairs=st.booleans(),
)
def test_weights_follow_from_residuals(seed, n_labels, unknown, min_freq, pairs):
    rng = np.random.default_rng(seed)
    dataset, targets = random_dataset(rng, [4, 1, 3, 2], n_labels=n_labels)
    if unknown:
        label_sets = without_sentences(dataset.offsets, targets.label_sets, rng, 0.4, n_labels)
        label_sets[:4] = targets.label_sets[:4]
        targets = replace(targets, label_sets=label_sets)
    index = feature_index(dataset, targets, min_freq=min_freq)
    weights, tokens, of_pairs = counted(dataset, targets, index, pairs=pairs)
    expected = np.zeros(index.n_weights)
    for t in range(dataset.n_tokens):
        for a in dataset.attributes[dataset.indptr[t] : dataset.indptr[t + 1]]:
            members = slice(index.state_indptr[a], index.state_indptr[a + 1])
            expected[members] += tokens[t, index.state_labels[members]]
    sums = of_pairs.sum(axis=0).ravel() if pairs else np.zeros(n_labels**2)
    index.transition_part(expected)[:] = sums[index.transition_pairs]
    np.testing.assert_allclose(weights, expected / 0.8, atol=1e-5)
    # A residual is a difference of two distributions.
    np.testing.assert_allclose(tokens.sum(axis=1), 0.0, atol=1e-6)
    is_known = targets.label_sets < n_labels
    assert not tokens[~is_known].any()


def test_pieces_give_the_same_bits(monkeypatch):
    rng = np.random.default_rng(3)
    dataset, targets = random_dataset(rng, [4, 1, 3, 2, 5], n_labels=3)
    index = feature_index(dataset, targets)
    whole = counted(dataset, targets, index)
    monkeypatch.setattr(module, "TOKENS_AT_ONCE", 2)
    monkeypatch.setattr(module, "SENTENCES_AT_ONCE", 2)
    for one, other in zip(whole, counted(dataset, targets, index), strict=True):
        np.testing.assert_array_equal(one, other)


def test_they_are_nearer_the_optimum_than_zeros():
    dataset, targets = random_dataset(np.random.default_rng(1), [4, 5, 3, 6], n_attributes=8)
    index = feature_index(dataset, targets)
    weights, _, _ = counted(dataset, targets, index)
    gradient = np.empty_like(weights)
    with Objective(dataset, targets, index, c2=0.4) as objective:
        assert objective(weights, gradient) < objective(np.zeros_like(weights), gradient)


@pytest.mark.parametrize("kind", ["values", "partial", "one label", "nothing known"])
def test_nothing_is_counted_where_no_dual_point_would_follow(kind):
    rng = np.random.default_rng(1)
    dataset, targets = random_dataset(
        rng,
        [4, 5],
        values=kind == "values",
        n_labels=1 if kind == "one label" else 3,
        openness=0.5 if kind == "partial" else 0.0,
    )
    if kind == "nothing known":
        targets = replace(targets, label_sets=np.full_like(targets.label_sets, 3))
    index = feature_index(dataset, targets, all_possible_states=True)
    weights, tokens, pairs = counted(dataset, targets, index)
    assert not weights.any()
    assert not tokens.any()
    assert not pairs.any()


@settings(max_examples=30, deadline=None)
@given(strength=st.floats(0.0, 1e9), c2=st.floats(0.01, 100.0), n_labels=st.integers(2, 300))
def test_the_residual_solves_its_equation(strength, c2, n_labels):
    eta = residual_of(strength, c2, n_labels)
    assert 0.0 <= eta <= 1.0 - 1.0 / n_labels + 1e-12
    if eta > 1e-9:
        left = np.log((1.0 - eta) * (n_labels - 1) / eta)
        assert left == pytest.approx(eta * strength / (2.0 * c2), rel=1e-3, abs=1e-6)

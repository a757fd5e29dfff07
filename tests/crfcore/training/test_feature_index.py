from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.feature_index import (
    BITS,
    feature_index,
    restricted_index,
    with_all_labels,
)
from crfcore.training.feature_index_kernels import possible
from tests.training_data import random_dataset


def naive_states(dataset, targets, min_freq):
    frequency: dict[tuple[int, int], float] = {}
    allowed = targets.allowed_by_set()
    for t, label_set in enumerate(targets.label_sets):
        if label_set == targets.n_labels:
            continue
        for k in range(dataset.indptr[t], dataset.indptr[t + 1]):
            for y in np.flatnonzero(allowed[label_set]):
                key = (int(dataset.attributes[k]), int(y))
                value = dataset.values[k] if len(dataset.values) else 1.0
                frequency[key] = frequency.get(key, 0.0) + float(value)
    return sorted(key for key, seen in frequency.items() if min_freq <= 0 or seen >= min_freq)


def states_of(index):
    owners = np.repeat(np.arange(index.n_attributes), np.diff(index.state_indptr))
    return list(zip(owners.tolist(), index.state_labels.tolist(), strict=True))


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    openness=st.sampled_from([0.0, 0.4]),
    min_freq=st.sampled_from([0, 2]),
    values=st.booleans(),
)
def test_weights_are_the_observed_pairs(seed, openness, min_freq, values):
    rng = np.random.default_rng(seed)
    dataset, targets = random_dataset(
        rng, [5, 0, 3, 1], n_labels=4, openness=openness, values=values
    )
    index = feature_index(dataset, targets, min_freq=min_freq)
    assert states_of(index) == naive_states(dataset, targets, min_freq)


@pytest.mark.parametrize("n_labels", [BITS - 1, BITS, BITS + 1])
@pytest.mark.parametrize("openness", [0.0, 0.4])
def test_more_labels_than_fit_into_a_word(n_labels, openness):
    rng = np.random.default_rng(n_labels)
    dataset, targets = random_dataset(rng, [60, 0, 90, 1], n_labels=n_labels, openness=openness)
    assert targets.label_sets.max() >= n_labels - 3  # the highest bits are used
    index = feature_index(dataset, targets)
    assert states_of(index) == naive_states(dataset, targets, 0)


def test_all_possible_states_and_transitions():
    dataset, targets = random_dataset(np.random.default_rng(0), [4, 4], n_labels=3)
    index = feature_index(dataset, targets, all_possible_states=True)
    assert states_of(index) == [(a, y) for a in range(12) for y in range(3)]
    assert index.transition_pairs.tolist() == list(range(9))
    assert index.n_weights == 36 + 9


def test_only_transitions_that_were_seen():
    dataset, targets = random_dataset(np.random.default_rng(0), [4, 4], n_labels=3)
    labels = targets.label_sets
    index = feature_index(dataset, targets, all_possible_transitions=False)
    seen = {
        int(labels[t - 1]) * 3 + int(labels[t]) for t in range(1, 8) if t not in dataset.offsets
    }
    assert index.transition_pairs.tolist() == sorted(seen)
    assert len(feature_index(dataset, targets, transitions=False).transition_pairs) == 0


def test_edge_attributes_get_the_label_pairs_seen_with_them():
    dataset, targets = random_dataset(
        np.random.default_rng(5), [6, 5], n_labels=3, n_edge_attributes=2
    )
    index = feature_index(dataset, targets)
    labels = targets.label_sets
    seen = {
        (int(a), int(labels[t - 1]) * 3 + int(labels[t]))
        for t in range(len(labels))
        for a in dataset.edge_attributes[dataset.edge_indptr[t] : dataset.edge_indptr[t + 1]]
    }
    owners = np.repeat(np.arange(2), np.diff(index.edge_indptr))
    assert list(zip(owners.tolist(), index.edge_pairs.tolist(), strict=True)) == sorted(seen)


def test_an_attribute_alphabet_larger_than_the_data():
    dataset, targets = random_dataset(np.random.default_rng(1), [2], n_attributes=50)
    index = feature_index(dataset, targets)
    assert index.n_attributes == 50
    assert index.state_indptr[-1] == index.n_states


@pytest.mark.parametrize("n_attributes", [0, 3])
def test_tokens_without_attributes(n_attributes):
    dataset, targets = random_dataset(np.random.default_rng(1), [3], n_attributes=1, per_token=0)
    index = feature_index(dataset, targets)
    assert index.n_states == 0
    assert index.n_weights == 9


@pytest.mark.parametrize("every_state", [False, True])
def test_values_that_cancel_list_a_label_once(every_state):
    n_tokens = 9
    places = np.arange(n_tokens + 1, dtype=np.int64)
    values = np.resize([1.0, -1.0], n_tokens)
    dataset = Dataset(places[[0, -1]], places, np.zeros(n_tokens, np.int32), 1, values)
    targets = Targets(np.array([1] * 8 + [0], np.int32), np.zeros((0, 2), np.uint8), 2)
    index = feature_index(dataset, targets, all_possible_states=every_state)
    assert index.state_labels.tolist() == [0, 1]


@pytest.mark.parametrize("transitions", [True, False])
def test_some_of_the_weights_keep_their_places_in_order(transitions):
    rng = np.random.default_rng(5)
    dataset, targets = random_dataset(rng, [4, 3, 6], n_edge_attributes=3)
    index = feature_index(dataset, targets, transitions=transitions)
    for share in (0.0, 0.4, 1.0):
        places = np.flatnonzero(rng.random(index.n_weights) < share).astype(np.int64)
        part = restricted_index(index, places)
        assert part.n_weights == len(places)
        assert part.n_attributes == index.n_attributes
        weights = np.zeros(index.n_weights)
        weights[places] = rng.normal(size=len(places))
        whole = names_of(index, weights)
        some = names_of(part, weights[places])
        assert {name: weight for name, weight in whole.items() if weight} == some


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), share=st.sampled_from([0.0, 0.4, 1.0]))
def test_chosen_attributes_get_all_labels(seed, share):
    rng = np.random.default_rng(seed)
    dataset, targets = random_dataset(rng, [4, 3, 6], n_edge_attributes=3)
    index = feature_index(dataset, targets)
    chosen = rng.random(index.n_attributes) < share
    added = {(a, y) for a in np.flatnonzero(chosen).tolist() for y in range(3)}
    more = with_all_labels(index, chosen)
    assert states_of(more) == sorted({*states_of(index), *added})
    assert more.edge_pairs is index.edge_pairs
    assert more.transition_pairs is index.transition_pairs


def test_more_weights_for_all_labels_than_can_be_numbered(monkeypatch):
    dataset, targets = random_dataset(np.random.default_rng(5), [2])
    index = feature_index(dataset, targets)
    monkeypatch.setattr("crfcore.training.feature_index.MAX_WEIGHTS", 5)
    with pytest.raises(CrfError, match="weights; 5 are possible"):
        with_all_labels(index, np.ones(index.n_attributes, dtype=bool))


@pytest.mark.parametrize(("per_token", "n_edge_attributes"), [(3, 0), (0, 50)])
def test_more_weights_than_can_be_numbered_are_rejected(monkeypatch, per_token, n_edge_attributes):
    dataset, targets = random_dataset(
        np.random.default_rng(5),
        [9, 9, 9],
        per_token=per_token,
        n_edge_attributes=n_edge_attributes,
    )
    monkeypatch.setattr("crfcore.training.feature_index.MAX_WEIGHTS", 5)
    with pytest.raises(CrfError, match="weights; 5 are possible"):
        feature_index(dataset, targets)


def names_of(index, weights):
    """Return weights by what they belong to."""
    found = {}
    for kind, indptr, members, part in (
        ("state", index.state_indptr, index.state_labels, index.state_part(weights)),
        ("edge", index.edge_indptr, index.edge_pairs, index.edge_part(weights)),
    ):
        owners = np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))
        names = zip(owners.tolist(), members.tolist(), strict=True)
        found.update({(kind, *name): weight for name, weight in zip(names, part, strict=True)})
    pairs = zip(index.transition_pairs.tolist(), index.transition_part(weights), strict=True)
    found.update({("pair", pair): weight for pair, weight in pairs})
    return found


@pytest.mark.parametrize(
    ("label_set", "label", "expected"), [(1, 1, True), (1, 0, False), (2, 0, True), (3, 0, False)]
)
def test_what_a_target_leaves_open(label_set, label, expected):
    sets = np.array([[0, 1]], dtype=np.uint8)
    assert possible(label_set, label, sets, 2) is expected

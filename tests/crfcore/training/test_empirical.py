from __future__ import annotations

import numpy as np
import pytest

from crfcore.crf import LinearChainCRF
from crfcore.features.dataset import ColumnTable, Dataset, Targets
from crfcore.training.empirical import (
    count,
    empirical_model,
    empirical_weights,
    fitted_scale,
)
from crfcore.training.empirical_kernels import count_labels
from crfcore.training.feature_index import feature_index
from crfcore.training.objective import Objective
from tests.training_data import random_dataset


def naive_counts(dataset, targets):
    n_labels = targets.n_labels
    states: dict[tuple[int, int], int] = {}
    pairs = np.zeros((n_labels, n_labels))
    labels = np.zeros(n_labels)
    known = targets.label_sets < n_labels
    for start, stop in zip(dataset.offsets[:-1], dataset.offsets[1:], strict=True):
        for t in range(start, stop):
            if not known[t]:
                continue
            labels[targets.label_sets[t]] += 1
            for a in dataset.attributes[dataset.indptr[t] : dataset.indptr[t + 1]].tolist():
                key = (a, int(targets.label_sets[t]))
                states[key] = states.get(key, 0) + 1
            if t > start and known[t - 1]:
                pairs[targets.label_sets[t - 1], targets.label_sets[t]] += 1
    return states, labels, pairs


@pytest.mark.parametrize("openness", [0.0, 0.5, 1.0])
def test_counts_are_those_of_confirmed_tokens(openness):
    rng = np.random.default_rng(7)
    dataset, targets = random_dataset(rng, [6, 0, 5, 1, 9], n_labels=4, openness=openness)
    counts = count(dataset, targets)
    states, labels, pairs = naive_counts(dataset, targets)
    owners = np.repeat(np.arange(dataset.n_attributes), np.diff(counts.state_indptr))
    keys = zip(owners.tolist(), counts.state_labels.tolist(), strict=True)
    assert dict(zip(keys, counts.states.tolist(), strict=True)) == states
    np.testing.assert_array_equal(counts.labels, labels)
    np.testing.assert_array_equal(counts.neighbours, pairs)


def small():
    """Two sentences, key attributes 0–2 (words), 3 and 4 something else."""
    rows = [[0, 3], [1, 4], [0, 3], [1, 3], [2, 4]]
    indptr = np.arange(0, 11, 2, dtype=np.int64)
    attributes = np.array(rows, dtype=np.int32).ravel()
    dataset = Dataset(np.array([0, 3, 5]), indptr, attributes, 7)
    targets = Targets(np.array([0, 1, 0, 0, 2], np.int32), np.zeros((0, 2), np.uint8), 2)
    is_key = np.array([1, 1, 1, 0, 0, 1, 0], np.uint8)
    return dataset, targets, is_key


def test_scores_of_seen_and_unseen_keys():
    dataset, targets, is_key = small()
    model = empirical_model(count(dataset, targets), is_key)
    # Tokens: key 0; key 1; unseen key 5 with attributes 3 and 4; unseen key 5 alone.
    attributes = np.array([0, 3, 1, 4, 5, 3, 4, 5], np.int32)
    asked = Dataset(np.array([0, 4]), np.array([0, 2, 4, 7, 8]), attributes, 7)
    psi = np.exp(model.scores(asked, 0, 4))
    # Label 0 was seen 3 times with key 0, and never label 1: impossible.
    np.testing.assert_allclose(psi[0], [1.0, 0.0])
    np.testing.assert_allclose(psi[1], [0.5, 0.5])
    # Attribute 3: always label 0; attribute 4: once label 1 (its other token is unknown).
    np.testing.assert_allclose(psi[2], [0.5, 0.5])
    np.testing.assert_allclose(psi[3], [0.75, 0.25])


def test_the_exponent_works_on_unseen_keys_only():
    dataset, targets, is_key = small()
    counts = count(dataset, targets)
    asked = Dataset(np.array([0, 2]), np.array([0, 1, 2]), np.array([1, 5], np.int32), 7)
    plain = np.exp(empirical_model(counts, is_key).scores(asked, 0, 2))
    raised = np.exp(empirical_model(counts, is_key, exponent=2.0).scores(asked, 0, 2))
    np.testing.assert_allclose(raised[0], plain[0])
    np.testing.assert_allclose(raised[1], plain[1] ** 2)


def test_co_occurrence_rates():
    dataset, targets, is_key = small()
    rates = np.exp(empirical_model(count(dataset, targets), is_key).rates)
    # Pairs 0→1 and 1→0, one each; P~(0) = 3/4.
    expected = 0.5 / (0.75 * 0.25)
    np.testing.assert_allclose(rates, [[1e-4, expected], [expected, 1e-4]])


def test_nothing_confirmed_is_a_model_of_no_opinion():
    dataset, targets, is_key = small()
    unknown = Targets(np.full(5, 2, np.int32), targets.sets, 2)
    model = empirical_model(count(dataset, unknown), is_key)
    np.testing.assert_allclose(np.exp(model.scores(dataset, 0, 5)), 0.5)


def sentences():
    words = [["a", "dog", "ran"], ["a", "cat", "ran"], ["the", "dog"]]
    labels = [["D", "N", "V"], ["D", "N", "V"], ["D", "N"]]
    return ColumnTable.from_words(words), labels


def test_the_template_s_own_word_is_the_key():
    table, labels = sentences()
    template = "U0:%x[0,0]\nU1:%suffix[0,0,1]\nU2:%x[-1,0]\nB\n"
    crf = LinearChainCRF(algorithm="empirical", template=template).fit(table, labels)
    asked = ColumnTable.from_words([["the", "fog", "ran"]])
    assert crf.predict(asked) == [["D", "N", "V"]]
    assert crf.training_.objective is None
    assert crf.training_.converged


def test_a_person_may_know_what_counting_holds_impossible():
    table, labels = sentences()
    crf = LinearChainCRF(algorithm="empirical", template="U0:%x[0,0]\nB\n").fit(table, labels)
    dataset = crf.dataset(ColumnTable.from_words([["a", "dog"]]))
    allowed = np.ones((2, 3), np.uint8)
    allowed[1] = [label == "V" for label in crf.classes_]
    decoding = crf.decode_dataset(dataset, allowed)
    assert crf.classes_[decoding.labels[1]] == "V"
    assert crf.log_likelihood(ColumnTable.from_words([["a", "dog"]]), [["D", "V"]]) == -np.inf


def test_attribute_items_have_the_key_they_are_told_of():
    items = [[{"word": w, "end": w[-1]} for w in ws] for ws in (["ab", "cb"], ["ab", "db"])]
    y = [["A", "B"], ["A", "B"]]
    without = LinearChainCRF(algorithm="empirical").fit(items, y)
    keyed = LinearChainCRF(algorithm="empirical", key="word:").fit(items, y)
    item = [[{"word": "ab", "end": "b"}]]
    assert keyed.predict_marginals(item)[0][0] == {"A": 1.0, "B": 0.0}
    assert without.predict_marginals(item)[0][0]["A"] == pytest.approx(0.75)


def test_weights_from_counts_start_below_zeros():
    rng = np.random.default_rng(0)
    lengths = rng.integers(2, 12, size=80)
    dataset, _ = random_dataset(rng, lengths, n_attributes=30, n_labels=4)
    # Labels that follow from the first attribute, so that there is something to learn.
    first = np.zeros(dataset.n_tokens, np.int64)
    has = np.diff(dataset.indptr) > 0
    first[has] = dataset.attributes[dataset.indptr[:-1][has]]
    targets = Targets((first % 4).astype(np.int32), np.zeros((0, 4), np.uint8), 4)
    index = feature_index(dataset, targets)
    counts = count(dataset, targets)
    start = empirical_weights(counts, index, len(dataset.attributes) / dataset.n_tokens)
    assert np.all(index.state_part(start) >= 0.0)
    with Objective(dataset, targets, index) as objective:
        gradient = np.empty_like(start)
        at_zero = objective(np.zeros_like(start), gradient)
        scale = fitted_scale(objective, start)
        assert objective(scale * start, gradient) < at_zero
        assert objective(scale * start, gradient) <= objective(start, gradient)


def test_labels_without_a_weight_are_not_counted():
    counts, label_counts = np.zeros(1), np.zeros(2)
    count_labels(
        np.array([0, 1, 2]),
        np.array([0, 0], dtype=np.int32),
        np.array([0, 1], dtype=np.int32),
        2,
        np.array([0, 1]),
        np.array([1], dtype=np.int32),
        0,
        2,
        counts,
        label_counts,
    )
    assert counts.tolist() == [1.0]
    assert label_counts.tolist() == [1.0, 1.0]

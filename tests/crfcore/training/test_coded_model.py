"""Products of binary chains, against enumeration of all labellings and their bits."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from crfcore.features.targets import Targets
from crfcore.inference import log_z, marginals, pair_marginals
from crfcore.training.coded_fitting import bit_targets
from crfcore.training.coded_model import (
    CodedModel,
    coded_from_arrays,
    least_distance,
    nearest_labels,
    number_of_bits,
)
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.linear_model import LinearModel
from tests import brute_force
from tests.crfcore.training.test_boosted_model import random_dataset

N_CHAINS = 1_000
N_ATTRIBUTES = 4


def random_model(rng, code):
    n_bits = code.shape[1]
    has = rng.random((N_ATTRIBUTES, n_bits)) < 0.7
    indptr = np.concatenate([[0], np.cumsum(has.sum(axis=1))]).astype(np.int64)
    index = FeatureIndex(
        n_bits,
        indptr,
        np.nonzero(has)[1].astype(np.int32),
        np.zeros(0, np.int32),
        np.zeros(1, np.int64),
        np.zeros(0, np.int32),
    )
    bits = LinearModel(index, rng.normal(size=int(has.sum())))
    return CodedModel(bits, code, rng.normal(size=(n_bits, 2, 2)), rng.random(n_bits))


def random_code(rng, n_labels):
    while True:
        code = rng.integers(2, size=(n_labels, int(rng.integers(1, 6)))).astype(np.uint8)
        if n_labels == 1 or least_distance(code) > 0:
            return code


def log_probabilities_of_bits(model, dataset, bit):
    """Return log P of each labelling of one binary chain, by enumeration."""
    gains = model.bits.scores(dataset, 0, dataset.n_tokens)[:, bit]
    scores = np.stack([np.zeros(len(gains)), gains], axis=1)
    paths, values = brute_force.all_scores(scores, model.bit_transitions[bit])
    return dict(zip(paths, values - brute_force.log_sum(values), strict=True))


def test_small_random_products_against_enumeration():
    """The product of the binary chains, over all labellings, is what the one lattice says."""
    rng = np.random.default_rng(11)
    greatest = 0.0
    for _ in range(N_CHAINS):
        n_labels, length = int(rng.integers(1, 4)), int(rng.integers(1, 4))
        model = random_model(rng, random_code(rng, n_labels))
        dataset = random_dataset(rng, [length], N_ATTRIBUTES)
        tables = [
            log_probabilities_of_bits(model, dataset, bit) for bit in range(model.code.shape[1])
        ]
        paths = list(product(range(n_labels), repeat=length))
        values = np.array(
            [
                sum(
                    table[tuple(int(model.code[y, bit]) for y in path)]
                    for bit, table in enumerate(tables)
                )
                for path in paths
            ]
        )
        wanted = values - brute_force.log_sum(values)
        lattice = model.scores(dataset, 0, length), model.transitions(dataset, 0, length)
        log_sum = log_z(*lattice, dataset.offsets)[0]
        found = np.array([brute_force.path_score(*lattice, path) for path in paths]) - log_sum
        by_token = np.zeros((length, n_labels))
        for path, value in zip(paths, wanted, strict=True):
            by_token[np.arange(length), path] += np.exp(value)
        greatest = max(
            greatest,
            np.abs(found - wanted).max(),
            np.abs(marginals(*lattice, dataset.offsets) - by_token).max(),
        )
    assert greatest < 1e-9


def test_transitions_are_sums_over_bits():
    rng = np.random.default_rng(0)
    model = random_model(rng, random_code(rng, 4))
    code, transitions = model.code, model.bit_transitions
    for x, y in product(range(4), repeat=2):
        wanted = sum(transitions[j, code[x, j], code[y, j]] for j in range(code.shape[1]))
        assert model.pair_scores[x, y] == pytest.approx(wanted, abs=1e-12)


def test_weights_of_labels_are_sums_over_bits():
    rng = np.random.default_rng(1)
    model = random_model(rng, random_code(rng, 3))
    indptr, labels, weights = model.state_weights
    assert np.diff(indptr).tolist() == [3] * N_ATTRIBUTES
    dataset = random_dataset(rng, [5], N_ATTRIBUTES)
    table = np.zeros((N_ATTRIBUTES, 3))
    table[np.repeat(np.arange(N_ATTRIBUTES), 3), labels] = weights
    values = dataset.values if dataset.has_values else np.ones(len(dataset.attributes))
    scores = np.zeros((5, 3))
    tokens = np.repeat(np.arange(5), np.diff(dataset.indptr))
    np.add.at(scores, tokens, values[:, np.newaxis] * table[dataset.attributes])
    np.testing.assert_allclose(model.scores(dataset, 0, 5), scores, atol=1e-12)


def test_bits_are_those_of_the_binary_chains():
    rng = np.random.default_rng(2)
    model = random_model(rng, random_code(rng, 4))
    dataset = random_dataset(rng, [3, 2], N_ATTRIBUTES)
    best, probabilities = model.best_bits(dataset), model.bit_probabilities(dataset)
    for bit in range(model.code.shape[1]):
        gains = model.bits.scores(dataset, 0, 5)[:, bit]
        scores = np.stack([np.zeros(5), gains], axis=1)
        for start, stop in ((0, 3), (3, 5)):
            one = scores[start:stop], model.bit_transitions[bit]
            paths, values = brute_force.all_scores(*one)
            assert tuple(best[start:stop, bit]) == paths[int(np.argmax(values))]
            wanted = brute_force.marginals(*one)[:, 1]
            np.testing.assert_allclose(probabilities[start:stop, bit], wanted, atol=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_the_nearest_code_repairs_half_of_the_distance(seed):
    rng = np.random.default_rng(seed)
    code = random_code(rng, int(rng.integers(2, 8)))
    code = np.repeat(code, int(rng.integers(1, 4)), axis=1)
    repaired = (least_distance(code) - 1) // 2
    for label, row in enumerate(code):
        for _ in range(20):
            flipped = rng.permutation(code.shape[1])[: int(rng.integers(repaired + 1))]
            bits = row.copy()
            bits[flipped] ^= 1
            assert nearest_labels(code, bits[np.newaxis])[0] == label


def test_more_wrong_bits_can_do_harm():
    code = np.array([[0, 0, 0, 0], [1, 1, 1, 0], [0, 1, 1, 1]], np.uint8)
    assert least_distance(code) == 2
    assert nearest_labels(code, np.array([[1, 1, 0, 0]])).tolist() == [1]


def test_the_nearest_code_by_differences():
    rng = np.random.default_rng(3)
    code = random_code(rng, 5)
    probabilities = rng.random((30, code.shape[1]))
    distances = np.abs(probabilities[:, np.newaxis] - code[np.newaxis]).sum(axis=2)
    assert nearest_labels(code, probabilities).tolist() == distances.argmin(axis=1).tolist()


def test_a_set_trains_the_bits_in_which_its_members_agree():
    labels = ["a", "b", "c", "d"]
    targets = Targets.from_labels([["a", {"a", "b"}, {"b", "c"}, None, "d"]], labels)
    code = np.array([[1, 0], [1, 1], [0, 1], [0, 0]], np.uint8)
    assert bit_targets(targets, code[:, 0]).label_sets.tolist() == [1, 1, 2, 2, 0]
    assert bit_targets(targets, code[:, 1]).label_sets.tolist() == [0, 2, 1, 2, 0]


def test_attributes_without_weights_are_left_out():
    rng = np.random.default_rng(4)
    model = random_model(rng, random_code(rng, 3))
    weights = model.bits.weights.copy()
    weights[: int(model.bits.index.state_indptr[1])] = 0.0
    model = replace(model, bits=LinearModel(model.bits.index, weights))
    keep, keep_edges = model.useful_attributes()
    assert not keep[0]
    smaller = model.kept(keep, keep_edges)
    assert smaller.bits.index.n_attributes == np.count_nonzero(keep)
    np.testing.assert_array_equal(smaller.pair_scores, model.pair_scores)


def read_both(bits, arrays):
    assert number_of_bits(arrays, 3) == 2
    return coded_from_arrays(bits, arrays)


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("code", lambda a: a[:-1], "not one row for each of 3 labels"),
        ("code", lambda a: a[:, :0], "not one row for each"),
        ("code", lambda a: np.resize(a, (3, 4_097)), "code has 4097 bits, and 4096 are possible"),
        ("code", lambda a: a[0], "not one row for each"),
        ("code", lambda a: a + np.uint8(1), "numbers other than 0 and 1"),
        ("code", lambda a: a * np.uint8(0), "the same row twice"),
        ("code", lambda a: a.astype(np.int64), "int64"),
        ("bit_transitions", lambda a: a[1:], "shape"),
        ("bit_transitions", lambda a: a * np.inf, "finite"),
        ("bit_errors", lambda a: a - 2.0, "from 0 on"),
        ("bit_errors", lambda a: a[1:], "shape"),
    ],
)
def test_a_file_holds_a_code_and_its_chains(name, change, words):
    rng = np.random.default_rng(5)
    model = random_model(rng, np.array([[0, 1], [1, 0], [1, 1]], np.uint8))
    arrays = dict(model.arrays())
    assert read_both(model.bits, arrays).code is arrays["code"]
    arrays[name] = change(arrays[name])
    with pytest.raises(ValueError, match=words):
        read_both(model.bits, arrays)


def test_pairs_of_labels_by_enumeration():
    rng = np.random.default_rng(6)
    model = random_model(rng, random_code(rng, 3))
    dataset = random_dataset(rng, [3], N_ATTRIBUTES)
    lattice = model.scores(dataset, 0, 3), model.transitions(dataset, 0, 3)
    found = pair_marginals(*lattice, dataset.offsets)
    np.testing.assert_allclose(found[1:], brute_force.pair_marginals(*lattice)[1:], atol=1e-12)

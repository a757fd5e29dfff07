"""Chains whose scores are sums of trees, against a slow walk and enumeration."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.features.dataset import Dataset
from crfcore.inference import decode, log_z, marginals, pair_marginals
from crfcore.training.boosted_model import BoostedModel, boosted_from_arrays
from crfcore.training.boosted_model_kernels import Trees
from crfcore.training.boosting.fitting import linear_start, with_all_pairs
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.linear_model import LinearModel
from tests import brute_force

N_CHAINS = 1_000


def random_trees(rng, n_trees, n_attributes, n_labels, with_labels_before):
    """Return trees of up to three splits, of which the last open node is always split."""
    indptr, labels, attributes, thresholds, children, values = [0], [], [], [], [], []
    n_questions = n_attributes + (n_labels if with_labels_before else 0)
    for _ in range(n_trees):
        start = indptr[-1]
        n_splits = int(rng.integers(4))
        for split in range(2 * n_splits + 1):
            is_split = split % 2 == 0 and split < 2 * n_splits
            children.append(start + split + 1 if is_split else 0)
            attributes.append(int(rng.integers(n_questions)) if is_split else 0)
            thresholds.append(float(rng.choice([-0.5, 0.5, 1.5])) if is_split else 0.0)
            values.append(0.0 if is_split else float(rng.normal()))
        # A second child is split next, so its children follow it.
        indptr.append(len(children))
        labels.append(int(rng.integers(n_labels)))
    return Trees(
        np.array(indptr, np.int64),
        np.array(labels, np.int32),
        np.array(attributes, np.int32),
        np.array(thresholds),
        np.array(children, np.int32),
        np.array(values),
        np.abs(np.array(values)),
    )


def random_dataset(rng, lengths, n_attributes):
    counts = rng.integers(0, 4, size=sum(lengths))
    indptr = np.concatenate([[0], np.cumsum(counts)])
    return Dataset(
        np.concatenate([[0], np.cumsum(lengths)]),
        indptr,
        rng.integers(n_attributes, size=indptr[-1]).astype(np.int32),
        n_attributes,
        rng.choice([-1.0, 1.0, 2.0], size=indptr[-1]) if rng.random() < 0.5 else np.zeros(0),
    )


def slow_value(trees, tree, numbers):
    node = int(trees.indptr[tree])
    while trees.children[node]:
        above = numbers.get(int(trees.attributes[node]), 0.0) > trees.thresholds[node]
        node = int(trees.children[node]) + int(above)
    return trees.values[node]


def slow_lattice(model, dataset):
    """Return the scores, and transitions by position, of all tokens."""
    n_labels, n_attributes = model.index.n_labels, model.index.n_attributes
    scores = model.linear.scores(dataset, 0, dataset.n_tokens).copy()
    transitions = np.array([model.index.transition_matrix(model.weights)] * dataset.n_tokens)
    starts = set(dataset.offsets[:-1].tolist())
    for t in range(dataset.n_tokens):
        numbers = {}
        for i in range(dataset.indptr[t], dataset.indptr[t + 1]):
            value = dataset.values[i] if dataset.has_values else 1.0
            attribute = int(dataset.attributes[i])
            numbers[attribute] = numbers.get(attribute, 0.0) + value
        for tree, label in enumerate(model.trees.labels.tolist()):
            if t in starts:
                scores[t, label] += slow_value(model.trees, tree, numbers)
                continue
            for x in range(n_labels):
                also = {**numbers, n_attributes + x: 1.0}
                transitions[t, x, label] += slow_value(model.trees, tree, also)
    return scores, transitions


def random_model(rng, n_attributes, n_labels, with_labels_before):
    trees = random_trees(rng, int(rng.integers(1, 5)), n_attributes, n_labels, with_labels_before)
    start = linear_start(n_labels, n_attributes, 0, transitions=True)
    linear = LinearModel(start.index, rng.normal(size=len(start.weights)))
    return BoostedModel(linear, trees)


def test_small_random_chains_against_enumeration():
    rng = np.random.default_rng(5)
    greatest = 0.0
    for number in range(N_CHAINS):
        n_labels, length = int(rng.integers(1, 4)), int(rng.integers(1, 4))
        model = random_model(rng, 4, n_labels, with_labels_before=number % 2 == 0)
        dataset = random_dataset(rng, [length], 4)
        arguments = model.scores(dataset, 0, length), model.transitions(dataset, 0, length)
        slow = slow_lattice(model, dataset)
        _, values = brute_force.all_scores(*slow)
        found = decode(*arguments, dataset.offsets)
        pairs = pair_marginals(*arguments, dataset.offsets)
        wanted_pairs = brute_force.pair_marginals(*slow)[1:]
        greatest = max(
            greatest,
            abs(log_z(*arguments, dataset.offsets)[0] - brute_force.log_z(*slow)),
            np.abs(marginals(*arguments, dataset.offsets) - brute_force.marginals(*slow)).max(),
            np.abs(pairs[1:] - wanted_pairs).max(initial=0.0),
            abs(found.path_scores[0] - values.max()),
        )
    assert greatest < 1e-9


def test_trees_that_ask_for_no_label_before_leave_transitions_shared():
    rng = np.random.default_rng(0)
    dataset = random_dataset(rng, [3, 0, 2], 4)
    plain = random_model(rng, 4, 3, with_labels_before=False)
    assert not plain.by_position
    assert plain.transitions(dataset, 0, 5).shape == (3, 3)
    # Parts of the tokens have the same scores.
    whole = plain.scores(dataset, 0, 5)
    np.testing.assert_array_equal(plain.scores(dataset, 1, 4), whole[1:4])


def test_attributes_that_nothing_asks_for_can_be_left_out():
    rng = np.random.default_rng(1)
    for before in (False, True):
        model = random_model(rng, 5, 3, before)
        keep, keep_edges = model.useful_attributes()
        asked = model.trees.attributes[(model.trees.children > 0) & (model.trees.attributes < 5)]
        assert set(np.flatnonzero(keep)) == set(asked.tolist())
        smaller = model.kept(keep, keep_edges)
        dataset = random_dataset(rng, [4, 3], 5)
        numbers = np.append(np.cumsum(keep) - 1, -1)[dataset.attributes]
        known = keep[dataset.attributes]
        tokens = np.repeat(np.arange(7), np.diff(dataset.indptr))
        counts = np.bincount(tokens[known], minlength=7)
        fewer = Dataset(
            dataset.offsets,
            np.concatenate([[0], np.cumsum(counts)]),
            numbers[known].astype(np.int32),
            int(keep.sum()),
            dataset.values[known] if dataset.has_values else dataset.values,
        )
        np.testing.assert_array_equal(smaller.scores(fewer, 0, 7), model.scores(dataset, 0, 7))
        found, wanted = smaller.transitions(fewer, 0, 7), model.transitions(dataset, 0, 7)
        np.testing.assert_array_equal(found, wanted)


def test_all_pairs_get_a_weight_and_forbidden_ones_stay_so():
    index = FeatureIndex(
        2,
        np.array([0, 1]),
        np.array([1], np.int32),
        np.array([2], np.int32),
        np.array([0]),
        np.zeros(0, np.int32),
        np.array([3], np.int32),
    )
    linear = LinearModel(index, np.array([0.5, 0.25]))
    wider = with_all_pairs(linear)
    assert wider.index.transition_pairs.tolist() == [0, 1, 2]
    np.testing.assert_array_equal(
        wider.index.transition_matrix(wider.weights), [[0.0, 0.0], [0.25, -np.inf]]
    )
    assert wider.index.state_part(wider.weights).tolist() == [0.5]


def arrays_of(model):
    return {name: array.copy() for name, array in model.arrays().items()}


@pytest.mark.parametrize(
    ("name", "place", "value"),
    [
        ("node_children", 0, 0x7FFFFFF),
        ("node_children", 1, 1),
        ("node_children", 2, 1),
        ("node_children", 2, 4),
        ("node_attributes", 0, 7),
        ("tree_labels", 0, 3),
        ("tree_indptr", 1, 0),
        ("node_values", 1, np.nan),
        ("node_thresholds", 0, np.inf),
        ("node_gains", 0, -1.0),
    ],
)
def test_a_file_cannot_hold_what_is_no_tree(name, place, value):
    """Nodes 0 and 2 are split; the children of 2 are the last ones."""
    start = linear_start(3, 4, 0, transitions=True)
    trees = Trees(
        np.array([0, 5]),
        np.array([2], np.int32),
        np.array([0, 0, 6, 0, 0], np.int32),
        np.zeros(5),
        np.array([1, 0, 3, 0, 0], np.int32),
        np.zeros(5),
        np.zeros(5),
    )
    model = BoostedModel(start, trees)
    arrays = arrays_of(model)
    assert boosted_from_arrays(start, arrays).by_position
    arrays[name][place] = value
    with pytest.raises(ValueError, match=name.split("_")[0]):
        boosted_from_arrays(start, arrays)


def test_a_file_lacks_no_array_and_has_their_types():
    model = random_model(np.random.default_rng(3), 4, 3, with_labels_before=False)
    for name in model.arrays():
        arrays = arrays_of(model)
        del arrays[name]
        with pytest.raises(KeyError):
            boosted_from_arrays(model.linear, arrays)
        arrays = arrays_of(model)
        arrays[name] = arrays[name].astype(np.float32)
        with pytest.raises(ValueError, match="float32"):
            boosted_from_arrays(model.linear, arrays)
        arrays = arrays_of(model)
        arrays[name] = arrays[name][:-1]
        with pytest.raises(ValueError, match=r"tree|node"):
            boosted_from_arrays(model.linear, arrays)

"""Vectors that are scored once each give the value and gradient of their attributes one by one."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore import LinearChainCRF, MaximumEntropyMarkovModel, learn_vectors
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.feature_index import feature_index
from crfcore.training.folding import folding_of
from crfcore.training.objectives.objective import Objective
from crfcore.training.online.dual_ascent import stochastic_passes
from crfcore.training.vector_table import vector_table

TEXT = [list(word) for word in ("abcd", "badc", "efgh", "fehg", "abgh", "bahg", "cdef", "dcfe")]
VECTORS = learn_vectors(TEXT, n=5)
TEMPLATE = "U0:%x[0,0]\nU1:%x[-1,0]/%x[0,0]\nUv:%vector[0]\nUw:%vector[-1]\nB\n"
LABELS = ["p", "q", "r", "s"]
SENTENCES = st.lists(
    st.lists(st.tuples(st.sampled_from("abcdefghx"), st.sampled_from(LABELS)), max_size=6),
    min_size=1,
    max_size=5,
).filter(any)


def dataset_of(sentences):
    table = ColumnTable.from_words([[word for word, _ in one] for one in sentences])
    return Dataset.from_columns(table, TEMPLATE, vectors=VECTORS)


def evaluated(dataset, targets, index, variables, precision, folding, threads=1):
    """Return value and gradient by the weights of the whole index."""
    with Objective(dataset, targets, index, c2=0.3, folding=folding, threads=threads) as objective:
        objective.precision = precision
        gradient = np.empty(objective.n_weights)
        value = objective(objective.variables_of(variables), gradient)
        return value, gradient, objective.curvature(objective.variables_of(variables))


@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize("is_partial", [False, True])
@given(sentences=SENTENCES, seed=st.integers(0, 99))
def test_value_and_gradient_are_those_of_attributes_one_by_one(
    sentences, seed, precision, is_partial
):
    dataset = dataset_of(sentences)
    one_by_one = replace(dataset, vector_rows=None)
    rng = np.random.default_rng(seed)
    y = [[label for _, label in one] for one in sentences]
    if is_partial:
        y = [[{label, "p"} if rng.random() < 0.4 else label for label in one] for one in y]
    targets = Targets.from_labels(y, LABELS)
    index = feature_index(dataset, targets)
    weights = rng.normal(size=index.n_weights)
    found = evaluated(dataset, targets, index, weights, precision, None)
    wanted = evaluated(one_by_one, targets, index, weights, precision, None)
    close = 1e-3 if precision == "single" else 1e-9
    assert found[0] == pytest.approx(wanted[0], rel=close)
    assert np.allclose(found[1], wanted[1], atol=close * 10, rtol=close)


@given(SENTENCES, st.integers(0, 99))
def test_other_attributes_are_folded(sentences, seed):
    dataset = dataset_of(sentences)
    targets = Targets.from_labels([[label for _, label in one] for one in sentences], LABELS)
    index = feature_index(dataset, targets)
    folding = folding_of(dataset, index)
    # Words and pairs of words that occur once are one attribute; dimensions never are.
    assert folding.sizes[folding.numbers[dataset.vector_rows.attributes]].tolist() == [1] * 10
    weights = folding.unfold(np.random.default_rng(seed).normal(size=folding.folded.n_weights))
    plain = evaluated(replace(dataset, vector_rows=None), targets, index, weights, "double", None)
    folded = evaluated(dataset, targets, index, weights, "double", folding)
    assert folded[0] == pytest.approx(plain[0], rel=1e-9)


def test_no_bit_depends_on_the_number_of_threads():
    rng = np.random.default_rng(0)
    sentences = [
        [(str(rng.choice(list("abcdefgh"))), str(rng.choice(LABELS))) for _ in range(9)]
        for _ in range(900)
    ]
    dataset = dataset_of(sentences)
    targets = Targets.from_labels([[label for _, label in one] for one in sentences], LABELS)
    index = feature_index(dataset, targets)
    weights = rng.normal(size=index.n_weights)
    for precision in ("double", "single"):
        one, two = (
            evaluated(dataset, targets, index, weights, precision, None, threads)
            for threads in (1, 2)
        )
        assert one[0] == two[0]
        assert one[1].tobytes() == two[1].tobytes()
        assert one[2].tobytes() == two[2].tobytes()


def test_the_curvature_is_that_of_squared_values():
    sentences = [[("a", "p"), ("b", "q")], [("e", "q"), ("a", "p")]]
    dataset = dataset_of(sentences)
    targets = Targets.from_labels([["p", "q"], ["q", "p"]], ["p", "q"])
    index = feature_index(dataset, targets, all_possible_states=True)
    # At zeros all labels have the probability ½, and each a variance of ¼.
    zeros = np.zeros(index.n_weights)
    found = evaluated(dataset, targets, index, zeros, "double", folding_of(dataset, index))[2]
    values = np.zeros((4, dataset.n_attributes))
    for t in range(4):
        at = slice(dataset.indptr[t], dataset.indptr[t + 1])
        values[t, dataset.attributes[at]] = dataset.values[at]
    curvature = (values**2).sum(axis=0)[dataset.vector_rows.attributes] / 4.0
    assert np.allclose(found[: 2 * len(curvature) : 2], curvature)


def test_models_are_those_of_attributes_one_by_one():
    rng = np.random.default_rng(1)
    sentences = [
        [(word, LABELS[ord(word) % 3]) for word in rng.choice(list("abcdefgh"), 5)]
        for _ in range(30)
    ]
    dataset = dataset_of(sentences)
    plain = replace(dataset, vector_rows=None)
    y = [[label for _, label in one] for one in sentences]
    for make in (
        lambda: LinearChainCRF(c2=0.5),
        lambda: LinearChainCRF(c1=0.2, c2=0.1),
        lambda: LinearChainCRF("ap", max_iterations=3),
        lambda: LinearChainCRF("newton", c2=0.5),
        lambda: MaximumEntropyMarkovModel(c2=0.5),
    ):
        one, two = (make().fit(each, y) for each in (dataset, plain))
        for found, wanted in zip(
            one.predict_marginals(dataset), two.predict_marginals(plain), strict=True
        ):
            for token, other in zip(found, wanted, strict=True):
                assert token == pytest.approx(other, abs=2e-2)


def test_sentences_that_are_chosen_keep_their_vectors():
    sentences = [[("a", "p"), ("b", "q")], [("x", "p")], [("e", "q"), ("a", "p")]]
    chosen = dataset_of(sentences).select([2, 0])
    rows, vectors = chosen.vector_rows.rows, chosen.vector_rows.vectors
    for t, word in enumerate("eaab"):
        assert np.array_equal(vectors[rows[t, 0]], VECTORS.vector(word))
    table, numbers = vector_table(chosen.vector_rows)
    for t in range(4):
        for m in range(2):
            if rows[t, m] >= 0:
                assert np.array_equal(table.single[numbers[t, m]], vectors[rows[t, m]])
            else:
                assert numbers[t, m] == -1
    # "e", "a" and "b"; before a token "e" and "a".
    assert table.counts == (3, 2)


def test_passes_with_vectors_are_a_better_start_than_zeros():
    rng = np.random.default_rng(3)
    words = list("abcdefgh")
    sentences = [
        [(word, LABELS[(ord(word) + int(rng.random() < 0.2)) % 3]) for word in rng.choice(words, 6)]
        for _ in range(200)
    ]
    dataset = dataset_of(sentences)
    targets = Targets.from_labels([[label for _, label in one] for one in sentences], LABELS)
    index = feature_index(dataset, targets)
    weights = np.zeros(index.n_weights)
    stochastic_passes(dataset, targets, index, weights, 0.1, 10, np.random.default_rng(0))
    at_zeros = dataset.n_tokens * np.log(len(LABELS))
    with Objective(dataset, targets, index, c2=0.1) as objective:
        assert objective(weights, np.empty_like(weights)) < 0.6 * at_zeros

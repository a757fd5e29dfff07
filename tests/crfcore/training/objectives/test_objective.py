from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.errors import CrfError
from crfcore.features.targets import Targets
from crfcore.training import token_features
from crfcore.training.feature_index import feature_index
from crfcore.training.folding import folding_of
from crfcore.training.monitor import TrainingCancelled
from crfcore.training.objectives import objective as objective_module
from crfcore.training.objectives import shares_plan
from crfcore.training.objectives.objective import Objective
from tests import brute_force
from tests.training_data import random_dataset, without_sentences


def naive_scores(dataset, index, weights, start, stop):
    """Return scores (n, L) and transitions (n, L, L) of one sentence, feature by feature."""
    n_labels = index.n_labels
    scores = np.zeros((stop - start, n_labels))
    states = index.state_part(weights)
    for t in range(start, stop):
        for k in range(dataset.indptr[t], dataset.indptr[t + 1]):
            a = dataset.attributes[k]
            value = dataset.values[k] if len(dataset.values) else 1.0
            for j in range(index.state_indptr[a], index.state_indptr[a + 1]):
                scores[t - start, index.state_labels[j]] += value * states[j]
    transitions = np.zeros((stop - start, n_labels, n_labels))
    for pair, weight in zip(index.transition_pairs, index.transition_part(weights), strict=True):
        transitions[:, pair // n_labels, pair % n_labels] += weight
    edges = index.edge_part(weights)
    if dataset.n_edge_attributes:
        for t in range(start + 1, stop):
            for k in range(dataset.edge_indptr[t], dataset.edge_indptr[t + 1]):
                a = dataset.edge_attributes[k]
                for j in range(index.edge_indptr[a], index.edge_indptr[a + 1]):
                    pair = index.edge_pairs[j]
                    transitions[t - start, pair // n_labels, pair % n_labels] += edges[j]
    return scores, transitions


def naive_value(dataset, targets, index, weights, c2):
    """Return the objective by enumerating all labellings."""
    allowed = targets.allowed_by_set()[targets.label_sets]
    total = c2 * float(weights @ weights)
    for start, stop in zip(dataset.offsets[:-1], dataset.offsets[1:], strict=True):
        if start == stop:
            continue
        scores, transitions = naive_scores(dataset, index, weights, start, stop)
        total += brute_force.log_z(scores, transitions)
        total -= brute_force.log_z(scores, transitions, allowed[start:stop])
    return total


def numerical_gradient(function, x, step=1e-5):
    gradient = np.empty_like(x)
    for j in range(len(x)):
        moved = x.copy()
        moved[j] = x[j] + step
        above = function(moved)
        moved[j] = x[j] - step
        gradient[j] = (above - function(moved)) / (2 * step)
    return gradient


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    n_labels=st.integers(1, 3),
    values=st.booleans(),
    edges=st.booleans(),
    openness=st.sampled_from([0.0, 0.3, 1.0]),
    every_state=st.booleans(),
    every_transition=st.booleans(),
)
def test_value_is_that_of_enumeration_and_gradient_that_of_differences(
    seed, n_labels, values, edges, openness, every_state, every_transition
):
    rng = np.random.default_rng(seed)
    dataset, targets = random_dataset(
        rng,
        [3, 1, 0, 4, 2],
        n_attributes=5,
        n_labels=n_labels,
        values=values,
        n_edge_attributes=2 if edges else 0,
        openness=openness,
    )
    index = feature_index(
        dataset,
        targets,
        all_possible_states=every_state,
        all_possible_transitions=every_transition,
    )
    weights = rng.normal(size=index.n_weights)
    gradient = np.empty_like(weights)
    with Objective(dataset, targets, index, c2=0.3) as objective:
        value = objective(weights, gradient)
        expected = naive_value(dataset, targets, index, weights, 0.3)
        np.testing.assert_allclose(value, expected, rtol=1e-10, atol=1e-10)
        scratch = np.empty_like(weights)
        np.testing.assert_allclose(
            gradient,
            numerical_gradient(lambda w: objective(w, scratch), weights),
            rtol=1e-5,
            atol=1e-6,
        )


@pytest.fixture
def small_shares(monkeypatch):
    """Let a few hundred tokens make several lanes of several runs, as a corpus does."""
    monkeypatch.setattr(shares_plan, "MIN_TOKENS_OF_LANE", 100)
    monkeypatch.setattr(shares_plan, "LABELS_AT_ONCE", 16 * 40)
    monkeypatch.setattr(shares_plan, "MIN_TOKENS_AT_ONCE", 40)
    monkeypatch.setattr(shares_plan, "LABELS_AT_ONCE_OF_RUN", 16 * 40)
    monkeypatch.setattr(shares_plan, "MATRIX_ENTRIES_AT_ONCE", 16 * 16 * 40)
    monkeypatch.setattr(objective_module, "WEIGHTS_AT_ONCE", 100)


def larger_problem(openness=0.2, n_edge_attributes=0, values=False):
    rng = np.random.default_rng(3)
    dataset, targets = random_dataset(
        rng,
        rng.integers(0, 16, size=80),
        n_attributes=60,
        n_labels=11,
        openness=openness,
        n_edge_attributes=n_edge_attributes,
        values=values,
    )
    label_sets = without_sentences(dataset.offsets, targets.label_sets, rng, 0.2, 11)
    targets = Targets(label_sets, targets.sets, 11)
    index = feature_index(dataset, targets)
    return dataset, targets, index, rng.normal(size=index.n_weights)


@pytest.mark.parametrize(("n_edge_attributes", "values"), [(0, False), (3, True)])
def test_any_number_of_threads_gives_the_same_bits(small_shares, n_edge_attributes, values):
    dataset, targets, index, weights = larger_problem(
        n_edge_attributes=n_edge_attributes, values=values
    )
    results = []
    for threads in (1, 2, 3):
        gradient = np.empty_like(weights)
        with Objective(dataset, targets, index, threads=threads) as objective:
            assert len(objective._lanes) == min(objective.dataset.n_tokens // 100, 8) > 3
            value = objective(weights, gradient)
            again = np.empty_like(weights)
            assert objective(weights, again) == value
            np.testing.assert_array_equal(gradient, again)
        results.append((value, gradient.tobytes()))
    assert results[0] == results[1] == results[2]


def test_sentences_of_which_nothing_is_known_change_nothing(small_shares):
    dataset, targets, index, weights = larger_problem(openness=0.1)
    known = np.array(
        [
            place
            for place, (start, stop) in enumerate(
                zip(dataset.offsets[:-1], dataset.offsets[1:], strict=True)
            )
            if np.any(targets.label_sets[start:stop] != targets.n_labels)
        ]
    )
    assert len(known) < dataset.n_sentences
    gradient, fewer = np.empty_like(weights), np.empty_like(weights)
    with Objective(dataset, targets, index) as objective:
        value = objective(weights, gradient)
    chosen = targets.select(dataset.offsets, known)
    with Objective(dataset.select(known), chosen, index) as objective:
        np.testing.assert_allclose(objective(weights, fewer), value, rtol=1e-12)
    np.testing.assert_allclose(fewer, gradient, rtol=1e-9, atol=1e-9)


def test_rows_and_lists_are_two_ways_to_the_same_number(monkeypatch):
    dataset, targets, index, weights = larger_problem(openness=0.1, values=True)
    gradients = []
    values = []
    for n_rows in (0, 30, 60):
        rows = np.arange(n_rows, dtype=np.int32)
        row_of = np.full(60, -1, np.int32)
        row_of[:n_rows] = rows
        chosen = (rows, row_of)
        monkeypatch.setattr(token_features, "_choose_rows", lambda *_, chosen=chosen: chosen)
        gradients.append(np.empty_like(weights))
        with Objective(dataset, targets, index) as objective:
            values.append(objective(weights, gradients[-1]))
    np.testing.assert_allclose(values[1:], values[0], rtol=1e-12)
    np.testing.assert_allclose(gradients[1], gradients[0], rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(gradients[2], gradients[0], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_evaluation_is_cancelled_between_runs(small_shares, threads):
    dataset, targets, index, weights = larger_problem()
    asked = []

    def cancelled():
        asked.append(1)
        return len(asked) > 3

    with (
        Objective(dataset, targets, index, threads=threads, cancelled=cancelled) as objective,
        pytest.raises(TrainingCancelled),
    ):
        objective(weights, np.empty_like(weights))
    assert 4 <= len(asked) <= 4 + threads


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_all_threads(small_shares, threads):
    dataset, targets, index, weights = larger_problem()

    def interrupted():
        raise KeyboardInterrupt

    with (
        Objective(dataset, targets, index, threads=threads, cancelled=interrupted) as objective,
        pytest.raises(KeyboardInterrupt),
    ):
        objective(weights, np.empty_like(weights))


def test_weights_too_large_for_potentials_are_still_exact():
    """±700: the scaled pass gives up and the log domain answers, gradient and all."""
    rng = np.random.default_rng(9)
    dataset, targets = random_dataset(rng, [4, 3], n_attributes=4, n_labels=3, openness=0.3)
    index = feature_index(dataset, targets)
    weights = rng.choice([-700.0, 0.0, 700.0], size=index.n_weights)
    gradient = np.empty_like(weights)
    with Objective(dataset, targets, index, c2=0.0) as objective:
        value = objective(weights, gradient)
    np.testing.assert_allclose(value, naive_value(dataset, targets, index, weights, 0.0))
    assert np.all(np.isfinite(gradient))


@pytest.mark.parametrize(
    ("openness", "n_edge_attributes"), [(0.0, 0), (0.3, 0), (0.3, 2), (0.0, 2)]
)
def test_a_weight_of_two_is_the_sentence_twice_and_zero_is_none(openness, n_edge_attributes):
    rng = np.random.default_rng(4)
    dataset, targets = random_dataset(
        rng,
        [3, 1, 4, 2, 3],
        n_attributes=6,
        n_labels=3,
        openness=openness,
        n_edge_attributes=n_edge_attributes,
    )
    index = feature_index(dataset, targets)
    weights = rng.normal(size=index.n_weights)
    places = np.array([0, 0, 1, 3, 4, 4, 4])
    repeated = dataset.select(places), targets.select(dataset.offsets, places)
    expected, gradient = np.empty_like(weights), np.empty_like(weights)
    with Objective(*repeated, index) as objective:
        value = objective(weights, expected)
    counts = np.array([2.0, 1.0, 0.0, 1.0, 3.0])
    with Objective(dataset, targets, index, sentence_weights=counts) as objective:
        np.testing.assert_allclose(objective(weights, gradient), value, rtol=1e-12)
    np.testing.assert_allclose(gradient, expected, rtol=1e-9, atol=1e-9)


def test_careful_passes_support_weights_too():
    rng = np.random.default_rng(9)
    dataset, targets = random_dataset(rng, [4, 3, 3], n_attributes=4, n_labels=3)
    index = feature_index(dataset, targets)
    weights = rng.choice([-700.0, 0.0, 700.0], size=index.n_weights)
    places = np.array([0, 0, 2])
    repeated = dataset.select(places), targets.select(dataset.offsets, places)
    expected, gradient = np.empty_like(weights), np.empty_like(weights)
    with Objective(*repeated, index, c2=0.0) as objective:
        value = objective(weights, expected)
    counts = np.array([2.0, 0.0, 1.0])
    with Objective(dataset, targets, index, c2=0.0, sentence_weights=counts) as objective:
        np.testing.assert_allclose(objective(weights, gradient), value, rtol=1e-12)
    np.testing.assert_allclose(gradient, expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    ("weights", "reason"),
    [([1.0], "shape"), ([1.0, -1.0], "sentence 2 is -1.0"), ([np.nan, 1.0], "sentence 1 is nan")],
)
def test_weights_of_sentences_that_are_no_weights_are_rejected(weights, reason):
    dataset, targets = random_dataset(np.random.default_rng(1), [2, 2], n_attributes=2, n_labels=2)
    index = feature_index(dataset, targets)
    with pytest.raises(CrfError, match=reason):
        Objective(dataset, targets, index, sentence_weights=np.array(weights))


@pytest.mark.parametrize("threads", [1, 2])
def test_weights_at_which_scores_overflow_do_not_spoil_later_evaluations(small_shares, threads):
    dataset, targets, index, weights = larger_problem()
    gradient = np.empty_like(weights)
    with Objective(dataset, targets, index, threads=threads) as objective:
        value = objective(weights, gradient)
        with np.errstate(all="ignore"), pytest.raises(CrfError, match="not a finite number"):
            objective(np.full_like(weights, 1e308), gradient)
        assert objective(weights, gradient) == value


def test_single_precision_is_good_to_six_digits(small_shares):
    dataset, targets, index, weights = larger_problem(openness=0.0)
    gradient, rough = np.empty_like(weights), np.empty_like(weights)
    with Objective(dataset, targets, index, threads=2) as objective:
        value = objective(weights, gradient)
        objective.precision = "single"
        np.testing.assert_allclose(objective(weights, rough), value, rtol=1e-6)
        assert np.any(rough != gradient)
        np.testing.assert_allclose(rough, gradient, rtol=1e-3, atol=1e-3)
        objective.precision = "double"
        assert objective(weights, rough) == value
    np.testing.assert_array_equal(rough, gradient)


def test_single_precision_of_a_model_without_weights():
    dataset, targets = random_dataset(np.random.default_rng(1), [3, 2], n_labels=3)
    index = feature_index(dataset, targets, min_freq=1000.0, transitions=False)
    assert index.n_weights == 0
    with Objective(dataset, targets, index) as objective:
        objective.precision = "single"
        value = objective(np.zeros(0), np.zeros(0))
    assert value == pytest.approx(dataset.n_tokens * np.log(3), rel=1e-6)


def test_single_precision_is_not_used_where_it_could_lose_something():
    dataset, targets, index, weights = larger_problem(openness=0.0)
    index.transition_part(weights)[0] = 60.0
    gradient, again = np.empty_like(weights), np.empty_like(weights)
    with Objective(dataset, targets, index) as objective:
        value = objective(weights, gradient)
        objective.precision = "single"
        assert objective(weights, again) == value
    np.testing.assert_array_equal(again, gradient)


@pytest.mark.parametrize("openness", [0.0, 0.3])
@pytest.mark.parametrize("n_edge_attributes", [0, 2])
def test_the_curvature_is_larger_where_labels_are_in_doubt(openness, n_edge_attributes):
    """Weights of frequent attributes get a smaller scale than those of rare ones."""
    dataset, targets, index, _ = larger_problem(openness, n_edge_attributes)
    folding = folding_of(dataset, index)
    variables = np.zeros(folding.folded.n_weights)
    with Objective(dataset, targets, index, c2=0.5, folding=folding) as objective:
        objective.even_out(variables, joint=False)
        scale = objective.scale
    counts = np.bincount(dataset.attributes, minlength=dataset.n_attributes)
    frequent, rare = int(np.argmax(counts)), int(np.argmin(counts + 1000 * (counts == 0)))
    starts = folding.folded.state_indptr
    of_frequent = scale[starts[folding.numbers[frequent]]]
    assert of_frequent < scale[starts[folding.numbers[rare]]] <= np.sqrt(folding.sizes.max())
    assert np.all(np.isfinite(scale))
    assert np.all(scale > 0.0)


def test_without_a_folding_variables_are_weights():
    dataset, targets, index, weights = larger_problem()
    gradient = np.arange(len(weights), dtype=np.float64)
    with Objective(dataset, targets, index) as objective:
        np.testing.assert_array_equal(objective.variables_of(weights), weights)
        np.testing.assert_array_equal(objective.weights_of(weights), weights)
        np.testing.assert_array_equal(objective.absolute_penalties(0.3), 0.3)
        norms = objective.norms(weights, gradient)
    np.testing.assert_allclose(norms, [np.linalg.norm(weights), np.linalg.norm(gradient)])

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore import learn_vectors
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.feature_index import feature_index
from crfcore.training.objectives.objective import Objective
from crfcore.training.online import dual_ascent
from crfcore.training.online.dual_ascent import stochastic_passes
from crfcore.training.online.working import working_set
from crfcore.training.optimisers.lbfgs import minimise
from crfcore.training.optimisers.minimisation import Stopping
from tests.training_data import random_dataset


@pytest.fixture
def rng():
    return np.random.default_rng(7)


def optimum(dataset, targets, index, c2):
    weights = np.zeros(index.n_weights)
    with Objective(dataset, targets, index, c2=c2) as objective:
        return minimise(objective, weights, stopping=Stopping(delta=0.0, epsilon=1e-9)).value


def objective_at(weights, dataset, targets, index, c2):
    with Objective(dataset, targets, index, c2=c2) as objective:
        return objective(weights, np.empty_like(weights))


@settings(max_examples=15, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    n_labels=st.integers(1, 9),
    values=st.booleans(),
    c2=st.sampled_from([0.1, 1.0]),
)
def test_passes_lead_to_the_optimum(seed, n_labels, values, c2):
    rng = np.random.default_rng(seed)
    dataset, targets = random_dataset(
        rng, [3, 1, 0, 4, 2], n_attributes=6, n_labels=n_labels, values=values
    )
    index = feature_index(dataset, targets)
    weights = np.zeros(index.n_weights)
    values_seen = stochastic_passes(dataset, targets, index, weights, c2, 100, rng)
    best = optimum(dataset, targets, index, c2)
    assert objective_at(weights, dataset, targets, index, c2) == pytest.approx(best, rel=0.02)
    assert values_seen[-1] == pytest.approx(best, rel=0.02)


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), edges=st.booleans(), openness=st.sampled_from([0.0, 0.5]))
def test_open_labels_and_edge_attributes_come_close_too(seed, edges, openness):
    rng = np.random.default_rng(seed)
    dataset, targets = random_dataset(
        rng, [3, 1, 4, 2], n_attributes=6, n_edge_attributes=2 * edges, openness=openness
    )
    if np.all(targets.label_sets == targets.n_labels):
        return
    index = feature_index(dataset, targets)
    weights = np.zeros(index.n_weights)
    at_zero = objective_at(weights, dataset, targets, index, 1.0)
    stochastic_passes(dataset, targets, index, weights, 1.0, 60, rng)
    reached = objective_at(weights, dataset, targets, index, 1.0)
    assert reached <= at_zero + 1e-6
    if openness == 0.0:
        assert reached == pytest.approx(optimum(dataset, targets, index, 1.0), rel=0.02)


def test_transitions_follow_their_gradient_where_pairs_do_not_fit(monkeypatch, rng):
    monkeypatch.setattr(dual_ascent, "MAX_BYTES_OF_PAIRS", 0)
    dataset, targets = random_dataset(rng, [3, 1, 4, 2])
    index = feature_index(dataset, targets)
    weights = np.zeros(index.n_weights)
    stochastic_passes(dataset, targets, index, weights, 1.0, 100, rng)
    reached = objective_at(weights, dataset, targets, index, 1.0)
    assert reached == pytest.approx(optimum(dataset, targets, index, 1.0), rel=0.02)


def test_the_same_seed_gives_the_same_bits(rng):
    dataset, targets = random_dataset(rng, [3, 5, 4, 2])
    index = feature_index(dataset, targets)
    found = []
    for seed in (1, 1, 2):
        weights = np.zeros(index.n_weights)
        stochastic_passes(dataset, targets, index, weights, 1.0, 2, np.random.default_rng(seed))
        found.append(weights.tobytes())
    assert found[0] == found[1]
    assert found[0] != found[2]


def test_a_cancelled_pass_leaves_the_weights_of_that_moment(monkeypatch, rng):
    monkeypatch.setattr("crfcore.training.online.trainer.WORK_AT_ONCE", 1)
    dataset, targets = random_dataset(rng, [3, 5, 4, 2])
    index = feature_index(dataset, targets)
    weights = np.zeros(index.n_weights)
    asked = iter([False, False, True])
    assert (
        stochastic_passes(dataset, targets, index, weights, 1.0, 2, rng, lambda: next(asked)) == []
    )
    assert np.any(weights)


def test_caution_grows_where_the_objective_rises(monkeypatch, rng):
    losses = iter([10.0, 8.0, 9.0, 7.0])
    cautions = []

    def ascend(*arguments):
        cautions.append(arguments[-2])
        return next(losses)

    monkeypatch.setattr(dual_ascent, "ascend", ascend)
    dataset, targets = random_dataset(rng, [3, 2])
    index = feature_index(dataset, targets)
    values = stochastic_passes(dataset, targets, index, np.zeros(index.n_weights), 0.1, 4, rng)
    assert values == [10.0, 8.0, 9.0, 7.0]
    assert cautions == [0.5, 0.5, 0.5, 1.0]


def test_passes_end_where_they_gain_little_or_are_reported_to(rng):
    dataset, targets = random_dataset(rng, [3, 2, 4])
    index = feature_index(dataset, targets)
    weights = np.zeros(index.n_weights)
    values = stochastic_passes(dataset, targets, index, weights, 1.0, 50, rng, least_gain=0.05)
    assert values[-2] - values[-1] < 0.05 * values[-1]
    assert len(values) < 50
    seen = []

    def after(values):
        seen.append(len(values))
        return len(values) == 2

    stochastic_passes(dataset, targets, index, weights, 1.0, 50, rng, after_pass=after)
    assert seen == [1, 2]


def test_extreme_scores_go_through_the_log_domain():
    from crfcore.training.online.sentence_kernels import (
        score_sentence,
        sum_over_labellings,
        transitions_of_sentence,
    )
    from crfcore.training.online.working import working_set
    from tests import brute_force
    from tests.crfcore.training.objectives.test_objective import naive_scores

    rng = np.random.default_rng(3)
    for edges in (0, 2):
        dataset, targets = random_dataset(
            rng, [4], n_attributes=4, per_token=4, openness=1.0, n_edge_attributes=edges
        )
        index = feature_index(
            dataset,
            Targets(np.array([0, 1, 2, 0], np.int32), targets.sets, 3),
            all_possible_states=True,
        )
        weights = rng.normal(size=index.n_weights, scale=700.0)
        working = working_set(dataset, targets, index, np.float64)
        laid_out = working.weights(weights)
        work = working.workspace()
        arguments = working.sentences, working.layout
        score_sentence(*arguments, laid_out, 0, work)
        n_matrices = transitions_of_sentence(*arguments, laid_out, 0, work.transitions)
        scores, transitions = naive_scores(dataset, index, weights, 0, 4)
        allowed = targets.allowed_by_set()[targets.label_sets]
        for constrained, mask in ((0, None), (1, allowed)):
            log_z = sum_over_labellings(*arguments, work, 0, n_matrices, constrained)
            assert log_z == pytest.approx(brute_force.log_z(scores, transitions, mask), rel=1e-9)
            np.testing.assert_allclose(
                work.posteriors[:4, :3],
                brute_force.marginals(scores, transitions, mask),
                atol=1e-9,
            )
            pairs = brute_force.pair_marginals(scores, transitions, mask)
            found = work.pairs[:n_matrices, :3, :3]
            np.testing.assert_allclose(
                found[1:].sum(axis=0) if edges else found[0], pairs.sum(axis=0), atol=1e-9
            )


def test_scores_that_are_not_finite_make_every_sum_nan():
    # Not what memory happened to hold: then it depended on chance whether training noticed.
    from crfcore.training.online.sentence_kernels import sum_over_labellings
    from crfcore.training.online.working import working_set

    dataset, targets = random_dataset(np.random.default_rng(3), [3], openness=1.0)
    index = feature_index(
        dataset,
        Targets(np.array([0, 1, 2], np.int32), targets.sets, 3),
        all_possible_states=True,
    )
    working = working_set(dataset, targets, index, np.float64)
    work = working.workspace()
    work.scores[:] = np.nan
    log_z = sum_over_labellings(working.sentences, working.layout, work, 0, 1, 0)
    assert np.isnan(log_z)
    assert np.isnan(work.posteriors[:3, :3]).all()
    assert np.isnan(work.pairs[0, :3, :3]).all()


def vector_problem(rng):
    """Return sentences whose tokens have two vectors each, except at ends and for new words."""
    words = [rng.choice(list("abcdefghx"), size=rng.integers(1, 9)).tolist() for _ in range(30)]
    text = [list(word) for word in ("abcd", "badc", "efgh", "fehg", "abgh", "bahg", "cdef")]
    template = "U0:%x[0,0]\nUv:%vector[0]\nUw:%vector[-1]\nB\n"
    table = ColumnTable.from_words(words)
    dataset = Dataset.from_columns(table, template, vectors=learn_vectors(text, n=5))
    labels = [["pqr"[(ord(word) + rng.integers(2)) % 3] for word in one] for one in words]
    targets = Targets.from_labels(labels, ["p", "q", "r"])
    return dataset, targets, feature_index(dataset, targets)


def test_vectors_apart_from_attributes_lead_to_the_same_optimum(rng):
    dataset, targets, index = vector_problem(rng)
    apart = working_set(dataset, targets, index, apart=True).sentences
    assert len(apart.vectors) > 0
    assert (apart.vector_rows < 0).any()
    assert len(apart.values) == 0
    one_by_one = replace(dataset, vector_rows=None)
    assert len(working_set(one_by_one, targets, index, apart=True).sentences.vectors) == 0
    best = optimum(one_by_one, targets, index, 0.5)
    for own in (dataset, one_by_one):
        weights = np.zeros(index.n_weights)
        stochastic_passes(own, targets, index, weights, 0.5, 60, np.random.default_rng(0))
        value = objective_at(weights, one_by_one, targets, index, 0.5)
        assert value == pytest.approx(best, rel=1e-3)

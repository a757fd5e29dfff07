from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from crfcore import LinearChainCRF
from crfcore.training.online import smo
from crfcore.training.online.dual_variables import DualSettings
from crfcore.training.online.smo import SequentialMinimalOptimisation
from crfcore.training.online.working import working_set
from tests.crfcore.training.online.margin_twin import Problem, toy
from tests.fitted_models import ITEMS, TAGS


def trainer_of(problem, **settings):
    working = working_set(
        problem.dataset, problem.targets, problem.index, np.float64, problem.costs
    )
    return SequentialMinimalOptimisation(working, DualSettings(c2=problem.c2, **settings))


def weights_of(trainer):
    weights = np.empty(trainer.working.index.n_weights)
    trainer.working.read_back(trainer.weights, weights)
    return weights


def shares_of(trainer, problem, i):
    """Return the distribution of a sentence over all of its labellings."""
    one, lists = problem.sentences[i], trainer.lists
    shares = np.zeros(len(one.paths))
    for k in range(lists.counts[i]):
        start = lists.starts[i, k]
        path = tuple(lists.labels[start : start + len(one.paths[0])].tolist())
        shares[one.paths.index(path)] += lists.shares[i, k]
    return shares


def exchange(one, problem, most, least):
    """Return how much share goes from one labelling to another at the greatest D."""
    raised = one.raised(problem.weights)
    square = np.sum((one.features[most] - one.features[least]) ** 2)
    wanted = 2.0 * problem.c2 * (raised[most] - raised[least])
    share = one.shares[least]
    return wanted / square if wanted < square * share else share


def test_a_thousand_exchanges_are_those_of_the_slow_twin(monkeypatch):
    monkeypatch.setattr(smo, "PAIRS", 1)
    rng = np.random.default_rng(5)
    n_visits = 0
    while n_visits < 1_000:
        problem = Problem.drawn(
            rng,
            rng.integers(1, 4, size=5),
            float(rng.choice([0.05, 0.5, 3.0])),
            n_labels=int(rng.integers(1, 5)),
            values=bool(rng.random() < 0.5),
        )
        trainer = trainer_of(problem)
        means, total = np.zeros(problem.index.n_weights), 0.0
        for visit in range(1, 41):
            i = int(rng.integers(5))
            one = problem.sentences[i]
            before = one.shares.copy()
            raised = one.raised(problem.weights)
            expected = one.loss(problem.weights), max(one.gap(problem.weights), 0.0)
            found = trainer.visit(np.array([i]), 0, 1)
            trainer.n_steps += 1
            assert found == pytest.approx(expected, abs=1e-9)
            after = shares_of(trainer, problem, i)
            most, least = int(np.argmax(after - before)), int(np.argmin(after - before))
            if after[most] - before[most] > 1e-9:
                assert raised[most] == pytest.approx(raised.max(), abs=1e-9)
                assert raised[least] == pytest.approx(raised[before > 0.0].min(), abs=1e-9)
                moved = exchange(one, problem, most, least)
                before[most] += moved
                before[least] -= moved
            np.testing.assert_allclose(after, before, atol=1e-9)
            one.shares = after
            np.testing.assert_allclose(weights_of(trainer), problem.weights, atol=1e-9)
            means += visit * problem.weights
            total += visit
            n_visits += 1
        mean = np.empty(problem.index.n_weights)
        trainer.result(mean)
        np.testing.assert_allclose(mean, means / total, atol=1e-9)
        costs = [one.shares @ one.costs for one in problem.sentences]
        np.testing.assert_allclose(trainer.terms, costs, atol=1e-9)


def test_the_dual_rises_to_the_optimum_of_quadratic_programming():
    problem = toy()
    trainer = trainer_of(problem)
    rng = np.random.default_rng(0)
    duals = []
    for _ in range(20):
        trainer.run(rng.permutation(3))
        duals.append(trainer.dual)
        assert trainer.objective_of(weights_of(trainer)) >= trainer.dual - 1e-12
    assert all(later >= earlier - 1e-12 for earlier, later in pairwise(duals))
    best, weights = problem.optimum
    assert trainer.dual == pytest.approx(best, abs=1e-6)
    np.testing.assert_allclose(weights_of(trainer), weights, atol=1e-6)
    assert trainer.conclude(np.empty_like(weights)) == pytest.approx(best, abs=1e-6)


def test_a_labelling_without_a_share_gives_way():
    problem = toy(0.01)
    trainer = trainer_of(problem)
    for _ in range(60):
        trainer.run(np.arange(3))
    lists = trainer.lists
    for i in range(3):
        shares = lists.shares[i, : lists.counts[i]]
        assert shares.sum() == pytest.approx(1.0, abs=1e-12)
        paths = [
            tuple(lists.labels[start : start + 3]) for start in lists.starts[i, : lists.counts[i]]
        ]
        assert len(set(paths)) == len(paths)
    # The room grew, but not with every labelling ever found.
    assert lists.used[0] == 3 * lists.counts.sum()


def test_training_ends_where_the_gap_is_small_enough():
    crf = LinearChainCRF("smo", c2=0.1, max_iterations=500, epsilon=1e-6).fit(ITEMS, TAGS)
    assert crf.training_.reason == "epsilon"
    assert 0.0 <= crf.training_.gap <= 1e-6 * crf.training_.objective
    slower = LinearChainCRF("bcfw", c2=0.1, max_iterations=1000, epsilon=0.05).fit(ITEMS, TAGS)
    least = slower.training_.objective - slower.training_.gap
    assert least - 1e-9 <= crf.training_.objective <= slower.training_.objective
    assert crf.predict(ITEMS) == [list(tags) for tags in TAGS]


def test_without_costs_no_labelling_is_worth_a_step():
    crf = LinearChainCRF("smo", cost=np.zeros((3, 3)))
    crf.fit([[["a"], ["b"]], [["c"]]], [["x", "y"], ["z"]])
    assert not np.any(crf.fitted_.model.weights)


def test_a_training_can_be_cancelled_among_its_lists():
    asked = iter([False, True])
    crf = LinearChainCRF("smo", max_iterations=5)
    crf.fit(ITEMS, TAGS, cancelled=lambda: next(asked, True))
    assert crf.training_.reason == "cancelled"
    assert crf.training_.iterations == 1


def test_few_bytes_of_pairs_are_enough(monkeypatch):
    monkeypatch.setattr("crfcore.training.online.dual_variables.MAX_BYTES_OF_PAIRS", 8)
    assert LinearChainCRF("smo", max_iterations=1).fit(ITEMS, TAGS).training_.gap > 0.0


def test_sentences_of_one_token_are_the_multi_class_machine_of_crammer_and_singer():
    svm = pytest.importorskip("sklearn.svm")
    rng = np.random.default_rng(4)
    cells = rng.normal(size=(15, 4))
    numbers = np.argmax(cells[:, :3] + rng.normal(size=(15, 3)), axis=1)
    peer = svm.LinearSVC(
        multi_class="crammer_singer", C=0.5 / 0.3, fit_intercept=False, tol=1e-9, max_iter=100_000
    )
    peer.fit(cells, numbers)
    items = [[{f"c{k}": value for k, value in enumerate(row)}] for row in cells.tolist()]
    tags = [[str(number)] for number in numbers]
    crf = LinearChainCRF("smo", c2=0.3, epsilon=1e-9, max_iterations=2000, all_possible_states=True)
    crf.fit(items, tags, labels=["0", "1", "2"])
    assert crf.training_.reason == "epsilon"
    weights = [[crf.state_features_[f"c{k}", str(number)] for k in range(4)] for number in range(3)]
    np.testing.assert_allclose(weights, peer.coef_, atol=1e-4)
    frank_wolfe = LinearChainCRF("bcfw", c2=0.3, epsilon=5e-3, max_iterations=2000)
    frank_wolfe.set_params(all_possible_states=True).fit(items, tags, labels=["0", "1", "2"])
    assert frank_wolfe.training_.objective == pytest.approx(crf.training_.objective, rel=5e-3)

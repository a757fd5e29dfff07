from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from crfcore import CrfError, LinearChainCRF
from crfcore.training.objectives.objective import Objective
from crfcore.training.online.dual_variables import DualSettings
from crfcore.training.online.frank_wolfe import FrankWolfe
from crfcore.training.online.working import working_set
from tests.crfcore.training.online.margin_twin import Problem, toy
from tests.fitted_models import ITEMS, TAGS


def trainer_of(problem, **settings):
    working = working_set(
        problem.dataset, problem.targets, problem.index, np.float64, problem.costs
    )
    return FrankWolfe(working, DualSettings(c2=problem.c2, **settings))


def weights_of(trainer):
    weights = np.empty(trainer.working.index.n_weights)
    trainer.working.read_back(trainer.weights, weights)
    return weights


def step_of_twin(problem, i, path):
    """Visit a sentence with whole vectors; return its loss and gap before.

    ``path`` is the labelling found, which must be one of the best.
    """
    one, weights = problem.sentences[i], problem.weights
    loss, gap = one.loss(weights), one.gap(weights)
    raised, best = one.raised(weights), one.paths.index(tuple(path))
    assert raised[best] == pytest.approx(raised.max(), abs=1e-9)
    if gap > 0.0:
        way = one.shares @ one.features - one.features[best]
        square = way @ way
        wanted = 2.0 * problem.c2 * gap
        part = wanted / square if wanted < square else 1.0
        one.shares = (1.0 - part) * one.shares + part * np.eye(len(one.paths))[best]
    return loss, gap


def test_two_thousand_visits_are_those_of_the_slow_twin():
    rng = np.random.default_rng(11)
    n_visits = 0
    while n_visits < 2_000:
        n_labels = int(rng.integers(1, 5))
        problem = Problem.drawn(
            rng,
            rng.integers(1, 4, size=5),
            float(rng.choice([0.05, 0.5, 3.0])),
            n_labels=n_labels,
            values=bool(rng.random() < 0.5),
            min_freq=float(rng.choice([0.0, 2.0])),
        )
        trainer = trainer_of(problem)
        means, total = np.zeros(problem.index.n_weights), 0.0
        for visit in range(1, 41):
            i = int(rng.integers(5))
            found = trainer.visit(np.array([i]), 0, 1)
            trainer.n_steps += 1
            path = trainer.work.path[: len(problem.sentences[i].paths[0])].tolist()
            assert found == pytest.approx(step_of_twin(problem, i, path), abs=1e-9)
            np.testing.assert_allclose(weights_of(trainer), problem.weights, atol=1e-9)
            means += visit * problem.weights
            total += visit
            n_visits += 1
        mean = np.empty(problem.index.n_weights)
        trainer.result(mean)
        np.testing.assert_allclose(mean, means / total, atol=1e-9)
        costs = [one.shares @ one.costs for one in problem.sentences]
        np.testing.assert_allclose(trainer.terms, costs, atol=1e-9)
        exact = trainer.objective_of(weights_of(trainer))
        assert exact == pytest.approx(problem.primal(problem.weights), abs=1e-9)


def test_the_dual_rises_to_the_optimum_of_quadratic_programming():
    problem = toy(2.0)
    trainer = trainer_of(problem, epsilon=1e-12)
    rng = np.random.default_rng(0)
    duals = []
    for _ in range(50):
        trainer.run(rng.permutation(3))
        duals.append(trainer.dual)
        exact = trainer.objective_of(weights_of(trainer))
        assert exact >= trainer.dual - 1e-12
    assert all(later >= earlier - 1e-12 for earlier, later in pairwise(duals))
    trainer.run(np.concatenate([rng.permutation(3) for _ in range(40_000)]))
    best, weights = problem.optimum
    assert trainer.dual == pytest.approx(best, abs=1e-5)
    model = np.empty_like(weights)
    assert trainer.conclude(model) == pytest.approx(best, abs=1e-5)
    np.testing.assert_allclose(model, weights, atol=1e-4)
    assert trainer.gap == pytest.approx(problem.primal(model) - trainer.dual, abs=1e-9)


def test_training_ends_where_the_gap_is_small_enough():
    crf = LinearChainCRF("bcfw", c2=1.0, max_iterations=500, epsilon=0.05).fit(ITEMS, TAGS)
    record = crf.training_
    assert (record.reason, record.converged) == ("epsilon", True)
    assert record.gap <= 0.05 * record.objective
    again = LinearChainCRF.from_bytes(crf.to_bytes())
    assert again.training_.gap == record.gap
    short = LinearChainCRF("bcfw", c2=1.0, max_iterations=2, epsilon=1e-9).fit(ITEMS, TAGS)
    assert (short.training_.reason, short.training_.iterations) == ("max_iterations", 2)
    assert short.training_.gap > 0.0
    assert short.training_.objective - short.training_.gap <= record.objective + 1e-9


def test_the_default_is_thirty_passes_and_a_hundredth():
    record = LinearChainCRF("bcfw", c2=1e-3).fit(ITEMS, TAGS).training_
    assert record.iterations <= 30
    assert record.reason == "max_iterations" or record.gap <= 0.01 * record.objective


def test_the_model_is_the_better_of_the_mean_and_the_last_weights():
    alone = {"c2": 0.1, "max_iterations": 6, "epsilon": 0.0}
    last = LinearChainCRF("bcfw", averaging=False, **alone).fit(ITEMS, TAGS)
    both = LinearChainCRF("bcfw", **alone).fit(ITEMS, TAGS)
    assert both.training_.objective <= last.training_.objective


def test_without_costs_no_labelling_is_worth_a_step():
    crf = LinearChainCRF("bcfw", cost=np.zeros((3, 3)))
    crf.fit([[["a"], ["b"]], [["c"]]], [["x", "y"], ["z"]])
    assert not np.any(crf.fitted_.model.weights)
    assert (crf.training_.objective, crf.training_.gap) == (0.0, 0.0)


def test_one_label_leaves_nothing_to_learn():
    crf = LinearChainCRF("bcfw").fit([[["a"], ["b"]]], [["x", "x"]])
    assert crf.training_.reason == "epsilon"
    assert crf.predict([[["b"]]]) == [["x"]]


def test_costs_of_mistakes_find_more_labels():
    items = [[["Anna"], ["met"]], [["met"], ["Ida"]], [["the"], ["cat"]], [["Bo"], ["left"]]]
    y = [["PER", "O"], ["O", "PER"], ["O", "O"], ["PER", "O"]]
    unknown = [[["Tom"], ["met"], ["Ulm"]]]
    plain, eager = (
        LinearChainCRF("bcfw", c2=0.1, cost=cost).fit(items, y)
        for cost in (None, {"missed": 9, "invented": 0})
    )
    assert plain.predict(unknown)[0][2] == "O"
    assert eager.predict(unknown)[0][2] == "PER"


def test_threads_and_seeds():
    one, two = (
        LinearChainCRF("bcfw", max_iterations=3, threads=threads).fit(ITEMS, TAGS)
        for threads in (1, 2)
    )
    assert one.fitted_.model.weights.tobytes() == two.fitted_.model.weights.tobytes()
    other = LinearChainCRF("bcfw", max_iterations=3, seed=1).fit(ITEMS, TAGS)
    assert one.fitted_.model.weights.tobytes() != other.fitted_.model.weights.tobytes()


def test_a_training_can_be_cancelled():
    asked = iter([False, True])
    crf = LinearChainCRF("bcfw", max_iterations=5)
    crf.fit(ITEMS, TAGS, cancelled=lambda: next(asked, True))
    record = crf.training_
    assert record.reason == "cancelled"
    assert record.gap is None


def test_held_out_sentences_choose_the_pass():
    crf = LinearChainCRF("bcfw", max_iterations=20, epsilon=0.0, patience=2)
    crf.fit(ITEMS, TAGS, ITEMS, TAGS)
    assert crf.training_.best_iteration is not None
    assert crf.training_.reason == "dev"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"c2": 0.0}, "c2=0 is not possible with algorithm='bcfw': without a penalty"),
        ({"c1": 0.1}, "c1=0.1 is not possible with algorithm='bcfw'; use algorithm='lbfgs'"),
        ({"initial": "empirical"}, "initial='empirical' is not possible with algorithm='bcfw'"),
        ({"objective": "softmax-margin"}, "does not minimise objective='softmax-margin'"),
        ({"objective": "piecewise"}, "'bcfw' does not minimise objective='piecewise'; use"),
        ({"cost": [[0, -1], [1, 0]]}, "The cost in row 1 and column 2 is -1"),
        ({"cost": [[1, 1], [1, 0]]}, "The cost of a right label must be 0"),
        ({"cost": [[0, 1], [1, 0]]}, r"The cost matrix has the shape \(2, 2\)"),
        ({"allowed_transitions": "observed"}, "does not heed allowed_transitions"),
        ({"relative_change": 0.1}, "relative_change=0.1 is not possible with algorithm='bcfw'"),
        ({"template": "U0:%x[0,0]\nB:%x[0,0]\n"}, "has lines B that read cells: leave these out"),
    ],
)
def test_what_dual_variables_cannot_do_is_refused(more, message):
    items = [[["a"], ["b"], ["c"]]]
    with pytest.raises(CrfError, match=message):
        LinearChainCRF("bcfw", **more).fit(items, [["x", "y", "z"]])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"sample_weight": [2.0]}, "does not weigh sentences"),
        ({"keep_state": True}, "takes and keeps no state of L-BFGS"),
        ({"y": [["x", None, {"x", "y"}]]}, "need sentences with all labels.* algorithm='pa'"),
    ],
)
def test_arguments_that_dual_variables_cannot_heed(arguments, message):
    given = {"y": [["x", "y", "z"]], **arguments}
    with pytest.raises(CrfError, match=message):
        LinearChainCRF("bcfw").fit([[["a"], ["b"], ["c"]]], **given)


def test_rules_and_further_sentences_are_refused():
    from crfcore.constraints import Count, Rules

    rules = Rules([Count("x", at_most=1)])
    with pytest.raises(CrfError, match="A training obeys rules with objective='likelihood'"):
        LinearChainCRF("bcfw").fit([[["a"], ["b"]]], [["x", "y"]], rules=rules)
    with pytest.raises(CrfError, match="'bcfw' cannot go on with a model; use one of l2sgd, ap"):
        LinearChainCRF("bcfw").fit(ITEMS, TAGS).partial_fit(ITEMS, TAGS)


def test_too_many_pairs_are_refused(monkeypatch):
    monkeypatch.setattr("crfcore.training.online.dual_variables.MAX_BYTES_OF_PAIRS", 8)
    with pytest.raises(CrfError, match="The dual variables of label pairs would take"):
        LinearChainCRF("bcfw").fit(ITEMS, TAGS)


def test_max_margin_is_for_dual_variables_alone():
    with pytest.raises(CrfError, match="objective='max-margin'; use algorithm='bcfw'"):
        LinearChainCRF(objective="max-margin").fit(ITEMS, TAGS)
    named = LinearChainCRF("bcfw", objective="max-margin", max_iterations=2).fit(ITEMS, TAGS)
    implied = LinearChainCRF("bcfw", max_iterations=2).fit(ITEMS, TAGS)
    assert named.fitted_.model.weights.tobytes() == implied.fitted_.model.weights.tobytes()
    with pytest.raises(CrfError, match="'max-margin' has no gradient where"):
        named.objective_function(ITEMS, TAGS)


def test_sentences_without_labels_are_left_out():
    items, y = [*ITEMS, [["unknown"]]], [*TAGS, [None]]
    one = LinearChainCRF("bcfw", max_iterations=3).fit(items, y)
    assert one.predict([[["unknown"]]])
    assert one.training_.n_sentences == len(items)


def test_softmax_margin_becomes_the_margin_where_scores_and_costs_are_great():
    problem = Problem.drawn(np.random.default_rng(6), [3, 2, 4], 0.0)
    weights = np.random.default_rng(7).normal(size=problem.index.n_weights)
    far = []
    for factor in (10.0, 1000.0):
        arguments = problem.dataset, problem.targets, problem.index
        with Objective(*arguments, c2=0.0, costs=factor * problem.costs) as objective:
            value = objective(factor * weights, np.empty_like(weights)) / factor
        far.append(value - problem.primal(weights))
    assert far[0] > far[1] >= -1e-9
    assert far[1] < 0.02

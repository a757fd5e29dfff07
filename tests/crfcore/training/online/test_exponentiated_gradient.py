from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from crfcore import CrfError, LinearChainCRF
from crfcore.training.objectives.objective import Objective
from crfcore.training.online.dual_variables import DualSettings
from crfcore.training.online.exponentiated_gradient import ExponentiatedGradient
from crfcore.training.online.exponentiated_gradient_kernels import AHEAD
from crfcore.training.online.working import working_set
from crfcore.training.optimisers.lbfgs import minimise
from crfcore.training.optimisers.minimisation import Stopping
from tests.crfcore.training.online.margin_twin import Problem, toy
from tests.fitted_models import ITEMS, TAGS


def trainer_of(problem, *, entropic, **settings):
    costs = None if entropic else problem.costs
    working = working_set(problem.dataset, problem.targets, problem.index, np.float64, costs)
    chosen = DualSettings(c2=problem.c2, entropic=entropic, **settings)
    trainer = ExponentiatedGradient(working, chosen)
    trainer.prepare(np.random.default_rng(0), None)
    return trainer


def weights_of(trainer):
    weights = np.empty(trainer.working.index.n_weights)
    trainer.working.read_back(trainer.weights, weights)
    return weights


def term_of(one, *, entropic):
    if not entropic:
        return one.shares @ one.costs
    known = one.shares[one.shares > 0.0]
    return -known @ np.log(known)


def dual_of(problem, *, entropic):
    terms = sum(term_of(one, entropic=entropic) for one in problem.sentences)
    return terms - problem.c2 * problem.weights @ problem.weights


def log_sum(values):
    return values.max() + np.log(np.exp(values - values.max()).sum())


def scores_of(trainer):
    """Return all own scores of sentences."""
    chains = trainer.chains
    return np.concatenate([chains.scores.ravel(), chains.pair_scores.ravel()])


def rate_taken(trainer, i, before, scores):
    """Return the length of the last step of a sentence, 0 if it was given up."""
    after = trainer.chains.rates[i]
    if np.array_equal(scores_of(trainer), scores):
        return 0.0
    if after == 1.0 and trainer.settings.entropic:
        return before
    # It was halved some times, and then made longer by one of these factors.
    halvings = np.log2(before / np.array([after / 1.05, after / 2.0]))
    k = int(np.argmin(np.abs(halvings - np.round(halvings))))
    return before * 0.5 ** round(halvings[k])


@pytest.mark.parametrize("entropic", [True, False])
def test_a_thousand_visits_are_those_of_the_slow_twin(entropic):
    rng = np.random.default_rng(8)
    for _ in range(40):
        problem = Problem.drawn(
            rng,
            rng.integers(1, 4, size=5),
            float(rng.choice([0.05, 0.5, 3.0])),
            n_labels=int(rng.integers(1, 5)),
            values=bool(rng.random() < 0.5),
        )
        for one in problem.sentences:
            one.costs = one.costs * (not entropic)
            # Logarithms of shares, at first uniform, or near the known labels.
            known = one.paths[one.right]
            ahead = [np.sum(np.equal(path, known)) for path in one.paths]
            one.own = AHEAD * np.array(ahead, float) * (not entropic)
            one.shares = np.exp(one.own - log_sum(one.own))
        trainer = trainer_of(problem, entropic=entropic)
        np.testing.assert_allclose(weights_of(trainer), problem.weights, atol=1e-9)
        for i in rng.integers(5, size=25):
            one, rate = problem.sentences[i], trainer.chains.rates[i]
            scores = scores_of(trainer)
            raised, shares = one.raised(problem.weights), one.shares
            most = log_sum(raised) if entropic else raised.max()
            gap = most - shares @ raised - entropic * term_of(one, entropic=True)
            before = dual_of(problem, entropic=entropic)
            found = trainer.visit(np.array([i]), 0, 1)
            assert found == pytest.approx((most - raised[one.right], max(gap, 0.0)), abs=1e-9)
            taken = rate_taken(trainer, i, rate, scores)
            while True:
                own = (1.0 - rate * entropic) * one.own + rate * raised
                one.shares = np.exp(own - log_sum(own))
                gain = dual_of(problem, entropic=entropic) - before
                divergence = shares @ np.log(shares / np.maximum(one.shares, 1e-300))
                is_near = entropic or divergence < len(one.paths[0]) * (1.0 + 1e-9)
                if taken == 0.0 or rate <= taken * 1.01:
                    break
                assert gain < 1e-9 or not is_near
                rate *= 0.5
            if taken == 0.0:
                one.shares = shares
                assert gain < 1e-9 or not is_near
            else:
                assert rate == pytest.approx(taken)
                assert gain > -1e-9
                assert is_near
                one.own = own
            np.testing.assert_allclose(weights_of(trainer), problem.weights, atol=1e-9)
        terms = [term_of(one, entropic=entropic) for one in problem.sentences]
        np.testing.assert_allclose(trainer.terms, terms, atol=1e-9)


def test_the_dual_rises_to_the_optimum_of_quadratic_programming():
    problem = toy(2.0)
    trainer = trainer_of(problem, entropic=False)
    rng = np.random.default_rng(0)
    duals = []
    for _ in range(400):
        trainer.run(rng.permutation(3))
        duals.append(trainer.dual)
    assert all(later >= earlier - 1e-12 for earlier, later in pairwise(duals))
    best, weights = problem.optimum
    assert trainer.dual == pytest.approx(best, abs=1e-6)
    np.testing.assert_allclose(weights_of(trainer), weights, atol=1e-5)
    model = np.empty_like(weights)
    assert trainer.conclude(model) == pytest.approx(best, abs=1e-5)
    assert trainer.gap >= 0.0


def test_the_likelihood_reaches_the_optimum_of_lbfgs():
    rng = np.random.default_rng(2)
    problem = Problem.drawn(rng, [3, 4, 1, 2, 5], 0.3)
    optimum = np.zeros(problem.index.n_weights)
    with Objective(problem.dataset, problem.targets, problem.index, c2=0.3) as objective:
        least = minimise(objective, optimum, stopping=Stopping(delta=0.0, epsilon=1e-9)).value
    trainer = trainer_of(problem, entropic=True)
    duals = []
    for _ in range(200):
        trainer.run(rng.permutation(5))
        duals.append(trainer.dual)
    assert all(later >= earlier - 1e-12 for earlier, later in pairwise(duals))
    model = np.empty_like(optimum)
    assert trainer.conclude(model) == pytest.approx(least, abs=1e-6)
    assert -1e-12 <= trainer.gap <= 1e-6
    np.testing.assert_allclose(model, optimum, atol=1e-4)


def test_training_by_name():
    likely = LinearChainCRF("eg", c2=0.1, max_iterations=500, epsilon=1e-7).fit(ITEMS, TAGS)
    expected = LinearChainCRF(c2=0.1, epsilon=1e-7, delta=0.0).fit(ITEMS, TAGS)
    assert likely.training_.reason == "epsilon"
    assert likely.training_.objective == pytest.approx(expected.training_.objective, rel=1e-6)
    assert likely.state_features_ == pytest.approx(expected.state_features_, abs=1e-3)
    margin = LinearChainCRF("eg", objective="max-margin", c2=0.1, max_iterations=200, epsilon=1e-2)
    margin.fit(ITEMS, TAGS)
    exact = LinearChainCRF("smo", c2=0.1, max_iterations=200, epsilon=1e-7).fit(ITEMS, TAGS)
    least = exact.training_.objective - exact.training_.gap
    assert least - 1e-9 <= margin.training_.objective
    assert margin.training_.objective - margin.training_.gap <= exact.training_.objective + 1e-9
    assert margin.predict(ITEMS) == exact.predict(ITEMS)


@pytest.mark.parametrize(
    ("c2", "missed", "invented"), [(0.5, 2.0, 0.3), (1.0, 1.0, 0.3), (0.5, 2.0, 1.0)]
)
def test_a_distribution_can_leave_a_single_labelling(c2, missed, invented):
    """Its first steps change the dual objective by rounding errors, which may be negative."""
    text = ["Anna met Ben", "Ida left", "a cat met Ida", "the cat met a dog", "the dog left"]
    words = [[[word] for word in sentence.split()] for sentence in text]
    labels = [["B-PER" if word.istitle() else "O" for [word] in one] for one in words]
    crf = LinearChainCRF("eg", objective="max-margin", c2=c2, max_iterations=1500, epsilon=0.005)
    crf.set_params(template="U0:%x[0,0]\nU1:%x[-1,0]\nB\n")
    crf.set_params(cost={"missed": missed, "invented": invented}).fit(words, labels)
    assert crf.training_.reason == "epsilon"


def test_without_costs_the_margin_has_weights_of_zero():
    crf = LinearChainCRF(
        "eg", objective="max-margin", cost=np.zeros((3, 3)), c2=1.0, max_iterations=300
    )
    crf.set_params(epsilon=0.0).fit([[["a"], ["b"]], [["c"]]], [["x", "y"], ["z"]])
    np.testing.assert_allclose(crf.fitted_.model.weights, 0.0, atol=1e-4)


def test_costs_are_for_the_margin():
    with pytest.raises(CrfError, match="for objective='softmax-margin' or 'max-margin', not for"):
        LinearChainCRF("eg", cost="hamming").fit(ITEMS, TAGS)
    with pytest.raises(CrfError, match="'eg' does not minimise objective='pseudo-likelihood'"):
        LinearChainCRF("eg", objective="pseudo-likelihood").fit(ITEMS, TAGS)
    with pytest.raises(CrfError, match="need sentences with all labels"):
        LinearChainCRF("eg").fit([[["a"], ["b"]]], [["x", None]])


def test_a_training_can_be_cancelled_before_its_first_pass():
    crf = LinearChainCRF("eg", max_iterations=5).fit(ITEMS, TAGS, cancelled=lambda: True)
    assert crf.training_.reason == "cancelled"
    assert crf.training_.objective is None

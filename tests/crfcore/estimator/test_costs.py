"""The parameter `cost`: its forms, its errors, and its place in a file."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from crfcore import CrfError, Expectation, LinearChainCRF
from crfcore.constraints import FollowedBy, Rules
from crfcore.estimator.costs import costs_of

WORDS = [["Anna", "met", "Ben"], ["Ida", "left"], ["the", "cat", "left"], ["Ben", "met", "Rome"]]
X = [[[word] for word in words] for words in WORDS]
Y = [["PER", "O", "PER"], ["PER", "O"], ["O", "O", "O"], ["PER", "O", "LOC"]]
NAMES = ("PER", "O", "LOC")
TO_THE_END = {"epsilon": 1e-7, "delta": 0.0}
MISSED = {"missed": 2, "invented": 0}


def margin(cost=None, **more):
    return LinearChainCRF(objective="softmax-margin", cost=cost, c2=0.1, **more)


def params(cost):
    return margin(cost).get_params()


def test_costs_by_name_and_as_a_matrix():
    assert costs_of(LinearChainCRF().get_params(), NAMES) is None
    hamming = [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    for cost in (None, "hamming", hamming, np.array(hamming), {}):
        np.testing.assert_array_equal(costs_of(params(cost), NAMES), hamming)
    by_mistake = costs_of(params({"missed": 2, "invented": 0.5, "confused": 3}), NAMES)
    np.testing.assert_array_equal(by_mistake, [[0, 2, 3], [0.5, 0, 0.5], [3, 2, 0]])


@pytest.mark.parametrize("more", [{}, {"c1": 0.05}, {"algorithm": "newton"}, {"threads": 2}])
def test_missed_labels_that_cost_more_are_predicted_more_often(more):
    unknown = [[["Tom"], ["met"], ["Ulm"]]]
    likely = LinearChainCRF(c2=0.1, **more).fit(X, Y).predict_marginals(unknown)[0]
    eager = margin({"missed": 9, "invented": 0}, **more).fit(X, Y).predict_marginals(unknown)[0]
    for at in (0, 2):  # the verb is known
        assert eager[at]["O"] < likely[at]["O"] - 0.2


def test_without_costs_the_model_is_that_of_the_likelihood():
    likely = LinearChainCRF(c2=0.1).fit(X, Y)
    free = margin(np.zeros((3, 3))).fit(X, Y)
    assert free.fitted_.model.weights.tobytes() == likely.fitted_.model.weights.tobytes()


def test_owlqn_leaves_fewer_weights():
    assert margin(MISSED, c1=0.2).fit(X, Y).n_nonzero_ < margin(MISSED).fit(X, Y).n_nonzero_


def test_weights_of_sentences_count_them_several_times():
    weighted = margin(MISSED, **TO_THE_END).fit(X, Y, sample_weight=[2, 1, 0, 1])
    chosen = [0, 0, 1, 3]
    repeated = margin(MISSED, **TO_THE_END)
    repeated.fit([X[at] for at in chosen], [Y[at] for at in chosen], labels=weighted.classes_)
    assert weighted.training_.objective == pytest.approx(repeated.training_.objective, rel=1e-9)


def test_partial_labels_and_another_optimiser_have_the_same_optimum():
    some = [["PER", None, {"PER", "LOC"}], [None, None], ["O", "O", {"O", "PER"}], Y[3]]
    crf = margin(MISSED, **TO_THE_END)
    with crf.objective_function(X, some, labels=NAMES) as function:
        start = function.zeros()
        found = minimize(function.value_and_gradient, start, jac=True, options={"gtol": 1e-7})
    crf.set_params(initial="zeros").fit(X, some, labels=NAMES)
    assert crf.training_.objective == pytest.approx(found.fun, rel=1e-8)


def test_rules_and_expectations_are_obeyed_with_costs():
    some = [["PER", "O", None], ["PER", None], ["O", None, "O"], Y[3]]
    rules = Rules([FollowedBy("LOC", "PER")])
    free, constrained = margin(MISSED).fit(X, some), margin(MISSED).fit(X, some, rules=rules)
    assert constrained.training_.objective != free.training_.objective
    expected = [Expectation("U00:Ulm", ["LOC"], 0.9)]
    text = [[["Ulm"], ["left"]]]
    crf = margin(MISSED, template="U00:%x[0,0]\nB\n")
    crf.fit(X, Y, expectations=expected, unlabelled=text)
    assert crf.predict(text)[0][0] == "LOC"


def test_a_state_belongs_to_its_costs():
    crf = margin(MISSED, max_iterations=2).fit(X, Y, keep_state=True)
    state = crf.optimiser_state_
    whole = margin(MISSED, max_iterations=5).fit(X, Y)
    crf.set_params(max_iterations=5).fit(X, Y, state=state)
    assert crf.training_.objective == whole.training_.objective
    with pytest.raises(CrfError, match="or of another objective"):
        crf.set_params(cost="hamming").fit(X, Y, state=state)


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        ("manhattan", "cost='manhattan' is not possible; it must be 'hamming', numbers for"),
        (3, "cost=3 is not possible"),
        ([[0, 1], [1]], "is not possible"),
        ([0, 1], "is not possible"),
        ([[0, "x"], [1, 0]], "is not possible"),
        ([[0, 1], [-1, 0]], "The cost in row 2 and column 1 is -1; it must be a number from 0 to"),
        ([[0, float("nan")], [1, 0]], "The cost in row 1 and column 2 is nan"),
        ([[0, 1e9], [1, 0]], "it must be a number from 0 to 1000"),
        ([[0, 1], [1, 2]], "The cost of a right label must be 0, and in row 2 .* it is 2"),
        ([[0, 1], [1, 0]], r"The cost matrix has the shape \(2, 2\); it must be \(3, 3\)"),
        ({"lost": 1}, "cost has 'lost'; it may have missed, invented, confused"),
        ({"missed": -1}, "The cost 'missed' is -1; it must be a number from 0 to 1000"),
        ({"missed": "2"}, "The cost 'missed' is '2'"),
        ({"missed": True}, "The cost 'missed' is True"),
        ({"missed": float("inf")}, "The cost 'missed' is inf"),
        ({"missed": 2**5000}, "The cost 'missed' is 1412"),
        ([[0, 2**5000], [1, 0]], "is not possible"),
    ],
)
def test_costs_that_cannot_be_are_rejected(cost, message):
    with pytest.raises(CrfError, match=message):
        margin(cost).fit(X, Y)


def test_costs_need_their_objective_and_mistakes_the_label_o():
    with pytest.raises(CrfError, match="for objective='softmax-margin' or 'max-margin', not"):
        LinearChainCRF(cost="hamming").fit(X, Y)
    with pytest.raises(CrfError, match="tells 'O' from other labels, and the labels are 'A', 'B'"):
        margin(MISSED).fit([[["a"], ["b"]]], [["A", "B"]])
    with pytest.raises(CrfError, match="'ap' does not minimise objective='softmax-margin'"):
        margin(algorithm="ap").fit(X, Y)


@pytest.mark.parametrize(
    ("cost", "read"),
    [
        (None, None),
        ("hamming", "hamming"),
        ({"missed": np.float32(2), "invented": 0}, {"missed": 2.0, "invented": 0.0}),
        (np.arange(9).reshape(3, 3) * (1 - np.eye(3)), [[0, 1, 2], [3, 0, 5], [6, 7, 0]]),
    ],
)
def test_costs_are_saved_with_the_model(cost, read):
    crf = margin(cost, max_iterations=3).fit(X, Y)
    again = LinearChainCRF.from_bytes(crf.to_bytes())
    assert again.cost == read
    assert again.objective_name == "softmax-margin"
    assert again.predict_marginals(X) == crf.predict_marginals(X)
    again.fit(X, Y)
    assert again.training_.objective == crf.training_.objective


def test_models_without_costs_do_not_name_them():
    assert b'"cost"' not in LinearChainCRF(max_iterations=1).fit(X, Y).to_bytes()


def test_further_sentences_are_learned_with_costs():
    items, tags = [[["a"]], [["b"]]], [["PER"], ["O"]]
    crf = margin(MISSED, template="U0:%x[0,0]\n")
    crf.set_params(c2=0.0, initial="zeros", max_iterations=0).fit(items, tags)
    crf.partial_fit(items, tags)
    # One step from zeros at the rate 0.1, by what the costs leave to other labels.
    expected = {("U0:a", "PER"): np.exp(2) / (1 + np.exp(2)), ("U0:b", "O"): 0.5}
    found = {name: weight / 0.1 for name, weight in crf.state_features_.items()}
    assert found == pytest.approx(expected)


def test_the_first_rate_of_further_sentences_is_found_with_costs():
    crf = margin({"missed": 900}).partial_fit(X, Y)
    assert crf.fitted_.online.numbers["first_rate"] > 0.0
    assert crf.predict(X)


@pytest.mark.parametrize("objective", ["marginal-likelihood", "pseudo-likelihood", "piecewise"])
def test_further_sentences_have_no_other_objective(objective):
    crf = LinearChainCRF(objective=objective, max_iterations=1).fit(X, Y)
    with pytest.raises(CrfError, match=f"{objective!r} is not possible with partial_fit"):
        crf.partial_fit(X, Y)

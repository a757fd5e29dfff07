from __future__ import annotations

import pytest
from scipy.optimize import minimize

from crfcore import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.features.column_table import ColumnTable
from crfcore.training.defaults import DEFAULT_C2
from tests.fitted_models import EDGES, ITEMS, TAGS, WORDS

TO_THE_END = {"delta": 1e-12, "epsilon": 1e-8}


@pytest.mark.parametrize(
    ("sentences", "template"), [(ITEMS, None), (ColumnTable.from_words(WORDS), EDGES)]
)
def test_another_optimiser_finds_the_model_that_fit_finds(sentences, template):
    crf = LinearChainCRF(c2=0.5, template=template, **TO_THE_END)
    with crf.objective(sentences, TAGS) as function:
        found = minimize(
            function.value_and_gradient,
            function.zeros(),
            jac=True,
            hessp=function.hessian_product,
            method="trust-ncg",
            options={"gtol": 1e-7},
        )
        names = function.named(found.x)
        observed = function.named(function.observed_counts(found.x))
        expected = function.named(function.expected_counts(found.x))
    other = function.estimator(found.x)
    crf.fit(sentences, TAGS)
    assert found.fun == pytest.approx(crf.training_.objective, rel=1e-9)
    assert other.classes_ == crf.classes_
    assert other.get_params() == crf.get_params()
    assert other.state_features_ == pytest.approx(crf.state_features_, abs=1e-4)
    assert other.predict(sentences) == crf.predict(sentences)
    assert names.states == other.state_features_
    assert names.transitions == other.transition_features_
    assert bool(names.edges) == (template is not None)
    assert observed.transitions["B-X", "I-X"] == pytest.approx(1.0)
    assert observed.transitions["O", "B-X"] == pytest.approx(3.0)
    if template:
        assert observed.edges["B1:to", "O", "B-X"] == pytest.approx(3.0)
    assert sum(expected.transitions.values()) == pytest.approx(sum(len(tags) - 1 for tags in TAGS))
    with pytest.raises(CrfError, match="closed"):
        function.value(found.x)


def test_an_estimator_without_a_penalty_has_the_one_that_all_have():
    function = LinearChainCRF(c2=None).objective(ITEMS, TAGS)
    assert function.c2 == LinearChainCRF().c2 == DEFAULT_C2
    function.close()


def test_weights_of_sentences_are_those_of_fit():
    weights = [2.0, 0.0, 1.0, 0.5, 1.0, 3.0]
    crf = LinearChainCRF(c2=0.5, **TO_THE_END).fit(ITEMS, TAGS, sample_weight=weights)
    with crf.objective(ITEMS, TAGS, sample_weight=weights) as function:
        found = minimize(
            function.value_and_gradient,
            function.zeros(),
            jac=True,
            hessp=function.hessian_product,
            method="Newton-CG",
        )
    assert found.fun == pytest.approx(crf.training_.objective, rel=1e-8)


def test_the_l1_penalty_has_no_gradient():
    with pytest.raises(CrfError, match=r"c1=0\.5: the L1 penalty has no gradient"):
        LinearChainCRF(c1=0.5).objective(ITEMS, TAGS)


OTHER_OBJECTIVES = ["softmax-margin", "marginal-likelihood", "pseudo-likelihood", "piecewise"]


@pytest.mark.parametrize("objective", OTHER_OBJECTIVES)
def test_another_objective_is_made_small_by_fit_and_by_another_optimiser(objective):
    crf = LinearChainCRF(c2=0.5, objective=objective, **TO_THE_END)
    assert crf.get_params()["objective"] == objective
    assert f"objective={objective!r}" in repr(crf)
    with crf.objective(ITEMS, TAGS) as function:
        found = minimize(
            function.value_and_gradient, function.zeros(), jac=True, options={"gtol": 1e-6}
        )
        with pytest.raises(CrfError, match=f"Hessian products are .* of {objective!r} there"):
            function.hessian_product(found.x, found.x)
        with pytest.raises(CrfError, match="Observed counts"):
            function.observed_counts(found.x)
        other = function.estimator(found.x)
    crf.fit(ITEMS, TAGS)
    assert found.fun == pytest.approx(crf.training_.objective, rel=1e-8)
    assert other.predict(ITEMS) == crf.predict(ITEMS)
    assert other.get_params() == crf.get_params()
    assert crf.training_.objective != pytest.approx(
        LinearChainCRF(c2=0.5, **TO_THE_END).fit(ITEMS, TAGS).training_.objective
    )


@pytest.mark.parametrize("objective", OTHER_OBJECTIVES)
def test_another_objective_takes_every_penalty_start_and_label_set(objective):
    crf = LinearChainCRF(objective=objective, c1=0.3, c2=0.01).fit(ITEMS, TAGS)
    assert crf.n_nonzero_ < LinearChainCRF(objective=objective, c2=0.01).fit(ITEMS, TAGS).n_nonzero_
    open_tags = [[None, *tags[1:]] for tags in TAGS]
    again = LinearChainCRF(objective=objective, initial=crf).fit(ITEMS, open_tags)
    counted = LinearChainCRF(objective=objective, initial="empirical").fit(ITEMS, open_tags)
    assert again.training_.objective == pytest.approx(counted.training_.objective, rel=1e-3)


def test_a_state_belongs_to_its_objective():
    crf = LinearChainCRF(objective="piecewise", max_iterations=2)
    state = crf.fit(ITEMS, TAGS, keep_state=True).optimiser_state_
    whole = LinearChainCRF(objective="piecewise", max_iterations=5).fit(ITEMS, TAGS)
    crf.set_params(max_iterations=5).fit(ITEMS, TAGS, state=state)
    assert crf.training_.objective == whole.training_.objective
    with pytest.raises(CrfError, match="or of another objective"):
        crf.set_params(objective="pseudo-likelihood").fit(ITEMS, TAGS, state=state)


def test_objectives_that_cannot_be_are_rejected():
    with pytest.raises(CrfError, match="objective='margin' is unknown; use one of likelihood, "):
        LinearChainCRF(objective="margin").fit(ITEMS, TAGS)
    with pytest.raises(CrfError, match="algorithm='ap' does not minimise objective='piecewise'"):
        LinearChainCRF("ap", objective="piecewise").fit(ITEMS, TAGS)


@pytest.mark.parametrize("objective", OTHER_OBJECTIVES)
@pytest.mark.parametrize("algorithm", ["cg-pr", "gradient", "newton"])
def test_every_optimiser_makes_another_objective_small(algorithm, objective):
    wanted = LinearChainCRF(c2=2.0, objective=objective, **TO_THE_END).fit(ITEMS, TAGS)
    crf = LinearChainCRF(algorithm, c2=2.0, objective=objective, delta=1e-9).fit(ITEMS, TAGS)
    assert crf.training_.objective == pytest.approx(wanted.training_.objective, rel=1e-5)
    with pytest.raises(CrfError, match="'gis' does not minimise objective"):
        LinearChainCRF("gis", objective=objective).fit(ITEMS, TAGS)


@pytest.mark.parametrize("algorithm", ["ap", "pa", "arow", "voted-perceptron", "batch-perceptron"])
def test_an_algorithm_without_a_penalty_ignores_c2(algorithm):
    """Programs that compare algorithms give each the same parameters."""
    other = LinearChainCRF(algorithm, c2=5, max_iterations=1).fit(ITEMS, TAGS)
    usual = LinearChainCRF(algorithm, max_iterations=1).fit(ITEMS, TAGS)
    assert other.state_features_ == usual.state_features_

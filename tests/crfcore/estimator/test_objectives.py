from __future__ import annotations

import pytest
from scipy.optimize import minimize

from crfcore import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.features.dataset import ColumnTable
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


def test_an_estimator_without_penalty_parameters_has_those_of_crfsuite():
    function = LinearChainCRF(c2=None).objective(ITEMS, TAGS)
    assert function.c2 == 1.0
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

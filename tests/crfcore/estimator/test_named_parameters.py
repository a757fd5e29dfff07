"""Parameters of estimators: their names, and errors for other names."""

from __future__ import annotations

import inspect

import pytest

import crfcore
from crfcore.errors import ParameterError
from crfcore.estimator.named_parameters import NamedParameters

ESTIMATORS = [
    one
    for one in {getattr(crfcore, name): name for name in crfcore.__all__}
    if isinstance(one, type) and issubclass(one, NamedParameters)
]


def test_there_are_estimators():
    assert len(ESTIMATORS) > 3


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_the_signature_is_that_of_the_constructor_with_every_python(estimator):
    _, *names = inspect.signature(estimator.__init__).parameters
    # Older releases of Python prefer `__new__` to `__init__`, but nothing to this attribute.
    assert list(estimator.__signature__.parameters) == names
    assert estimator.parameter_names() == names


def test_a_derived_class_has_its_own_parameters():
    class Own(crfcore.LinearChainCRF):
        def __init__(self, c2=1.0, shade="red"):
            super().__init__(c2=c2)
            self.shade = shade

    assert Own.parameter_names() == ["c2", "shade"]
    assert Own(shade="blue").get_params() == {"c2": 1.0, "shade": "blue"}
    with pytest.raises(ParameterError, match="Own has no parameter 'shape'; use shade"):
        Own(shape="blue")
    with pytest.raises(ParameterError, match="has no parameter"):
        Own().set_params(c1=1.0)


@pytest.mark.parametrize("kind", [crfcore.DocumentCRF, crfcore.SkipChainCRF])
def test_parameters_of_a_chain_in_an_estimator_have_its_name_before_theirs(kind):
    crf = kind(crfcore.LinearChainCRF(c2=0.5))
    assert crf.get_params()["chain__c2"] == 0.5
    assert list(crf.get_params(deep=False)) == kind.parameter_names()
    assert crf.set_params(chain__c2=2.0, chain__min_count=3) is crf
    assert (crf.chain.c2, crf.chain.min_count) == (2.0, 3)
    other = crfcore.LinearChainCRF()
    assert crf.set_params(chain__c2=4.0, chain=other).chain is other
    assert other.c2 == 4.0
    for wrong, message in (
        ({"chain__c3": 1}, "LinearChainCRF has no parameter 'c3'"),
        ({"chian__c2": 1}, "has no parameter 'chian'; use chain"),
        ({"rule__c2": 1}, "'rule__c2' is not possible while rule='names'"),
        ({"chain": None, "chain__c2": 1}, "is not possible while chain=None; give an estimator"),
    ):
        with pytest.raises(ParameterError, match=message):
            crf.set_params(**{"chain__c2": 9.0, **wrong})
        assert crf.chain.c2 == 4.0
    assert "chain__c2" not in kind().get_params()


@pytest.mark.parametrize(
    ("estimator", "params", "message"),
    [
        (crfcore.LinearChainCRF, {"C": 5}, "the C of other programs is 1/(2·c2): use c2=0.1."),
        (crfcore.LinearChainCRF, {"C": 0.25}, "the C of other programs is 1/(2·c2): use c2=2."),
        (crfcore.LinearChainCRF, {"C": 0}, "the C of other programs is 1/(2·c2), so use c2."),
        (crfcore.LinearChainCRF, {"C": "1"}, "the C of other programs is 1/(2·c2), so use c2."),
        (crfcore.BoostedCRF, {"C": 5}, "it has "),
        (crfcore.LinearChainCRF, {"foo": 1}, "it has algorithm, "),
        (crfcore.LinearChainCRF, {"k": 1}, "it has algorithm, "),
        (crfcore.LinearChainCRF, {"max_iter": 1}, "use max_iterations."),
        (crfcore.LinearChainCRF, {"c3": 1}, "use c1 or c2."),
        (crfcore.CodedCRF, {"allowed_transitions": "observed"}, "it has "),
    ],
)
def test_only_similar_names_are_suggested(estimator, params, message):
    (name,) = params
    for ask in (estimator, estimator().set_params):
        with pytest.raises(ParameterError) as caught:
            ask(**params)
        assert f"{estimator.__name__} has no parameter {name!r}; {message}" in str(caught.value)

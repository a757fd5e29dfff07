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

"""The input of functions that train many models."""

from __future__ import annotations

import pytest

from crfcore import HiddenMarkovModel, LinearChainCRF, MaximumEntropyMarkovModel
from crfcore.errors import CrfError
from crfcore.model_selection import cross_validate, fit_path
from tests.made_up_sentences import sentences

X, Y = sentences()


def test_other_estimators_are_rejected():
    with pytest.raises(CrfError, match="HiddenMarkovModel is not possible here"):
        cross_validate(HiddenMarkovModel(), X, Y)
    with pytest.raises(CrfError, match="MaximumEntropyMarkovModel is not possible here"):
        fit_path(MaximumEntropyMarkovModel(), X, Y, [(0.0, 1.0)])
    assert cross_validate(LinearChainCRF(max_iterations=1), X, Y, 2).models

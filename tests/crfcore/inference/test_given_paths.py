from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from crfcore.errors import CrfError
from crfcore.inference import log_probability
from tests import brute_force
from tests.chains import chains


@settings(max_examples=80, deadline=None)
@given(chains(max_tokens=3, max_labels=3))
def test_every_labelling_has_the_probability_of_enumeration(chain):
    log_z = brute_force.log_z(chain.scores, chain.transitions, chain.allowed)
    for path in brute_force.labellings(*chain.scores.shape):
        found = log_probability(*chain.arguments[:3], path, chain.allowed)
        if chain.allowed is not None and not all(chain.allowed[t, y] for t, y in enumerate(path)):
            assert found.tolist() == [-np.inf]
            continue
        expected = brute_force.path_score(chain.scores, chain.transitions, path) - log_z
        np.testing.assert_allclose(found, [expected], rtol=1e-9, atol=1e-10)
        assert found[0] <= 0.0


def test_what_the_model_does_not_have_is_impossible():
    transitions = np.array([[0.0, -np.inf], [0.0, 0.0]])
    offsets = np.array([0, 2, 2, 4, 5])
    found = log_probability(np.zeros((5, 2)), transitions, offsets, [0, 1, 0, -1, 1])
    np.testing.assert_allclose(found, [-np.inf, 0.0, -np.inf, np.log(0.5)])


def test_labels_that_do_not_fit_are_rejected():
    arguments = np.zeros((2, 2)), np.zeros((2, 2)), [0, 2]
    with pytest.raises(CrfError, match=r"labels must have the shape \(2,\), not \(3,\)"):
        log_probability(*arguments, [0, 1, 1])
    for wrong in ([0, 2], [-2, 0]):
        with pytest.raises(CrfError, match="Labels are numbers from 0 to 1, or −1"):
            log_probability(*arguments, wrong)
    nothing = log_probability(np.zeros((0, 2)), np.zeros((2, 2)), [0], [])
    assert nothing.shape == (0,)

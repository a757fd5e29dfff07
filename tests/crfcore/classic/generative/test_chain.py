"""The probabilities of hidden Markov models as weights, and back."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.classic.generative import chain as chains
from crfcore.classic.generative.chain import Chain
from crfcore.errors import CrfError


def random_chain(seed, *, zeros=0.3, has_end=True):
    rng = np.random.default_rng(seed)

    def logs(*shape):
        with np.errstate(divide="ignore"):
            return np.log(rng.random(shape) * (rng.random(shape) > zeros))

    return Chain(logs(3), logs(3, 3), logs(5, 3), logs(3) if has_end else np.zeros(0))


@pytest.mark.parametrize("has_end", [True, False])
def test_weights_and_back(has_end):
    chain = random_chain(1, has_end=has_end)
    again = Chain.of_linear(chain.linear(), np.arange(4, dtype=np.int32))
    for name in ("start", "transitions", "emissions", "end"):
        np.testing.assert_allclose(getattr(again, name), getattr(chain, name))


def test_what_a_symbol_does_not_change_has_no_weight():
    emissions = np.log(np.array([[0.5, 0.25], [0.25, 0.25], [0.25, 0.5], [0.25, 0.25]]))
    chain = Chain(np.zeros(2), np.zeros((2, 2)), emissions, np.zeros(0))
    model = chain.linear()
    np.testing.assert_array_equal(np.diff(model.index.state_indptr), [2, 0, 0, 0, 1, 0, 1])


def test_too_many_weights_are_rejected(monkeypatch):
    monkeypatch.setattr(chains, "MAX_WEIGHTS", 5)
    with pytest.raises(CrfError, match=r"5 are possible\. Leave out rare symbols"):
        random_chain(1).linear()

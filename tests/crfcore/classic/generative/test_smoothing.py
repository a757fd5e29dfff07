"""Smoothing: normalised distributions with the expected shares."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.classic.generative.counts import Counts
from crfcore.classic.generative.smoothing import (
    Hierarchy,
    backed_off,
    laplace,
    mixture_weights,
    prior_of,
    shrunk,
)

N_LABELS, N_SYMBOLS = 3, 5


def random_counts(rng, *, ends, zeros=0.5):
    shape = N_LABELS + 1, N_LABELS + 1
    steps = rng.integers(0, 9, size=shape) * (rng.random(shape) > zeros)
    steps[-1, -1] = 0
    if not ends:
        steps[:, -1] = 0
    shape = N_LABELS, N_SYMBOLS + 1
    emissions = rng.integers(0, 9, size=shape) * (rng.random(shape) > zeros)
    emissions[:, -1] = 0
    return Counts(steps.astype(float), emissions.astype(float))


def ways(rng, ends):
    parts = random_counts(rng, ends=ends), random_counts(rng, ends=ends)
    whole = Counts(*(getattr(parts[0], n) + getattr(parts[1], n) for n in ("steps", "emissions")))
    hierarchy = Hierarchy((np.array([0, 0, 1], np.int32),))
    yield laplace(whole, 0.5, ends=ends)
    yield backed_off(whole, *parts, ends=ends)
    yield shrunk(whole, hierarchy, parts, ends=ends)
    yield shrunk(whole, Hierarchy(()), None, ends=ends)


@settings(deadline=None)
@given(seed=st.integers(0, 2**32 - 1), ends=st.booleans())
def test_every_row_sums_to_one_and_nothing_is_impossible(seed, ends):
    for chain in ways(np.random.default_rng(seed), ends):
        leaving = np.exp(chain.transitions).sum(axis=1)
        if ends:
            leaving += np.exp(chain.end)
        np.testing.assert_allclose(leaving, 1.0)
        np.testing.assert_allclose(np.exp(chain.start).sum(), 1.0)
        np.testing.assert_allclose(np.exp(chain.emissions).sum(axis=0), 1.0)
        assert len(chain.end) == (N_LABELS if ends else 0)
        assert np.isfinite(chain.emissions).all()
        assert np.isfinite(chain.transitions).all()


def test_laplace_by_hand():
    steps = np.zeros((2, 2))
    steps[1, 0] = 4.0
    chain = laplace(Counts(steps, np.array([[3.0, 0.0]])), 1.0, ends=False)
    np.testing.assert_allclose(np.exp(chain.emissions[:, 0]), [0.8, 0.2])
    assert prior_of(chain, 0.0) == 0.0
    assert prior_of(chain, 2.0) == pytest.approx(2.0 * np.log(0.8 * 0.2))


def test_back_off_gives_the_unseen_what_it_has_on_held_out_sentences():
    """One label; half of the 40 held-out tokens were never seen, 10 of them with new symbols."""
    steps = np.ones((2, 2))
    training = Counts(steps, np.array([[30.0, 0.0, 0.0, 0.0]]))
    held_out = Counts(steps, np.array([[20.0, 20.0, 0.0, 0.0]]))
    whole = Counts(steps, training.emissions + held_out.emissions)
    chain = backed_off(whole, training, held_out, ends=False)
    # Symbol 2 and the unknown one are left; symbol 2 is worth half a token.
    rest = np.array([0.5 * 0.5 / 71, 0.5])
    wanted = [0.5 * 5 / 7, 0.5 * 2 / 7, *(0.5 * rest / rest.sum())]
    np.testing.assert_allclose(np.exp(chain.emissions[:, 0]), wanted)


def test_a_row_that_has_seen_everything_keeps_it():
    counts = Counts(np.ones((2, 2)), np.array([[3.0, 1.0]]))
    chain = backed_off(counts, counts, counts, ends=False)
    np.testing.assert_allclose(np.exp(chain.emissions[:, 0]), [0.75, 0.25])


def test_classes_lend_what_a_label_has_never_shown():
    steps = np.ones((3 + 1, 3 + 1))
    emissions = np.array([[9.0, 0.0, 0.0, 0.0], [5.0, 4.0, 0.0, 0.0], [0.0, 0.0, 9.0, 0.0]])
    hierarchy = Hierarchy((np.array([0, 0, 1], np.int32),))
    chain = shrunk(Counts(steps, emissions), hierarchy, None, ends=False)
    own, related, other = np.exp(chain.emissions[1])
    assert own > other
    assert related > own
    # A quarter of each level: own 0, class 4/18, all 4/27, uniform 1/4.
    assert own == pytest.approx((0.0 + 4 / 18 + 4 / 27 + 1 / 4) / 4)


def test_the_weights_of_a_mixture_are_those_that_held_out_counts_ask_for():
    """One level is informative, the other is not."""
    right = np.array([[0.9, 0.1], [0.1, 0.9]])
    uniform = np.full((2, 2), 0.5)
    held_out = 10_000.0 * right
    weights = mixture_weights([right, uniform], held_out)
    np.testing.assert_allclose(weights.sum(axis=0), 1.0)
    assert np.all(weights[0] > 0.95)
    nothing = mixture_weights([right, uniform], np.zeros((2, 2)))
    np.testing.assert_allclose(nothing, 0.5)


def test_a_few_held_out_tokens_take_not_everything_from_what_was_seen():
    """One unseen held-out token has a share of two thirds by the rule of succession."""
    steps = np.ones((2, 2))
    training = Counts(steps, np.array([[3.0, 0.0, 0.0]]))
    held_out = Counts(steps, np.array([[0.0, 1.0, 0.0]]))
    whole = Counts(steps, training.emissions + held_out.emissions)
    chain = backed_off(whole, training, held_out, ends=False)
    missing = (1.0 + 5.0 * 2.0 / 3.0) / 6.0
    np.testing.assert_allclose(np.exp(chain.emissions[0, 0]), 0.75 * (1.0 - missing))

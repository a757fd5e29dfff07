"""Automata: construction, product, minimisation."""

from __future__ import annotations

from itertools import product as paths_of

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.constraints.automaton import (
    Automaton,
    TooManyStatesError,
    build,
    minimised,
    product,
)

COSTS = np.array([0.0, 0.0, 1.0, 2.5])


def random_automaton(seed, n_states=5, n_labels=3, n_marks=2):
    rng = np.random.default_rng(seed)
    shape = n_marks, n_states, n_labels
    final = np.where(rng.random(n_states) < 0.5, np.inf, rng.choice(COSTS, n_states))
    following = rng.integers(-1, n_states, size=shape).astype(np.int32)
    return Automaton(following, rng.choice(COSTS, size=shape), final)


def readings(automaton, n_tokens=4):
    """Return the cost of every labelling under every sequence of marks."""
    return [
        automaton.read(labels, marks)
        for marks in paths_of(range(automaton.n_marks), repeat=n_tokens)
        for labels in paths_of(range(automaton.n_labels), repeat=n_tokens)
    ]


@pytest.mark.parametrize("few", [0, 64])
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_the_smallest_automaton_reads_as_the_given_one(few, seed):
    automaton = random_automaton(seed)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("crfcore.constraints.automaton.FEW_STATES", few)
        smallest = minimised(automaton)
    assert readings(smallest, 3) == readings(automaton, 3)
    assert smallest.n_states <= automaton.n_states
    assert minimised(smallest).n_states == smallest.n_states


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_a_product_charges_what_both_charge(seed):
    one, other = random_automaton(seed, n_states=3), random_automaton(seed + 1, n_states=4)
    both = product(one, other)
    expected = np.add(readings(one, 3), readings(other, 3))
    np.testing.assert_allclose(readings(both, 3), expected)
    assert product(one, other, 12).n_states == both.n_states
    if both.n_states > 1:
        with pytest.raises(TooManyStatesError):
            product(one, other, both.n_states - 1)


def test_steps_become_states_and_marks_can_be_chosen():
    def step(mark, state, label):
        return (state + label) % 3, np.inf if label == 2 and mark == 0 else float(label)

    automaton = build(0, step, lambda state: float(state), 3, n_marks=2)
    assert (automaton.n_marks, automaton.n_states, automaton.n_labels) == (2, 3, 3)
    assert automaton.read([1, 1], [0, 0]) == 2.0 + 2.0
    assert automaton.read([1, 2], [0, 0]) == np.inf
    assert automaton.read([1, 2], [0, 1]) == 3.0
    assert automaton.with_marks(np.array([1])).read([1, 2]) == 3.0


def test_of_what_nothing_satisfies_one_state_is_left():
    automaton = random_automaton(0)
    nothing = minimised(Automaton(automaton.next, automaton.cost, np.full(5, np.inf)))
    assert nothing.n_states == 1
    assert np.all(nothing.next == -1)

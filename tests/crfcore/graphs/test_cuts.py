"""Minimum cuts and expansion: against enumeration and the linear program."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.errors import CrfError
from crfcore.graphs import FactorGraph, NoStatesError, NotAssociativeError, infer
from crfcore.graphs.cuts import _Cut
from tests.graphs import brute_force


def potts(rng, n, k, *, groups=0, scale=2.0):
    """Return a graph that rewards equal neighbours by one gain for all states of a pair."""
    pairs = [
        (rng.choice(n, 2, replace=False), np.eye(k) * rng.random() * scale) for _ in range(2 * n)
    ]
    agreements = [
        (rng.choice(n, int(rng.integers(1, n + 1)), replace=False), rng.random(k) * scale)
        for _ in range(groups)
    ]
    return FactorGraph.of(rng.normal(0.0, scale, (n, k)), pairs, agreements)


def energies(graph, states):
    """Return the energy above that of states alone: costs of states and of unequal pairs."""
    alone = graph.unary.max(axis=1).sum()
    together = sum(graph.table(factor)[0, 0] for factor in range(graph.n_factors))
    return alone + together - graph.score(states)


def test_expansion_is_within_twice_the_least_energy():
    rng = np.random.default_rng(0)
    for _ in range(60):
        graph = potts(rng, int(rng.integers(2, 7)), 3)
        answers = brute_force(graph)
        found = infer(graph, "expansion")
        assert found.converged
        assert found.score >= graph.score(graph.unary.argmax(axis=1)) - 1e-9
        least = energies(graph, answers.states[answers.weights.argmax()])
        assert energies(graph, found.states) <= 2.0 * least + 1e-6


def test_two_states_are_cut_exactly():
    rng = np.random.default_rng(1)
    for number in range(40):
        graph = potts(rng, int(rng.integers(2, 9)), 2, groups=number % 3)
        if number % 4 == 0:
            pins = np.ones((graph.n_variables, 2), np.uint8)
            pins[0, number // 4 % 2] = 0
            graph = graph.with_pins(pins)
        found = infer(graph, "expansion")
        best = brute_force(graph).best
        assert (found.method, found.bound) == ("cut", found.score)
        assert found.score == pytest.approx(best, abs=1e-6)
        if number < 8 and number % 3 == 0:
            assert infer(graph, "lp").converged


def test_no_expansion_of_one_state_improves_the_result():
    """Against all expansions by enumeration, with agreement factors and factors of one variable."""
    rng = np.random.default_rng(2)
    for _ in range(30):
        n, k = int(rng.integers(2, 6)), 3
        made = potts(rng, n, k, groups=2)
        pairs = [(made.scope_of(f), made.table(f)) for f in range(made.n_factors)]
        gains = [
            (made.scope_of(made.n_factors + number), gain) for number, gain in enumerate(made.gain)
        ]
        unary = made.unary.copy()
        unary[0, 1] = -np.inf
        graph = FactorGraph.of(unary, [*pairs, ([1], rng.normal(size=k))], gains)
        found = infer(graph, "expansion")
        everything = brute_force(graph).states
        for state in range(k):
            moves = ((everything == state) | (everything == found.states)).all(axis=1)
            assert graph.score(everything[moves]).max() <= found.score + 1e-6


def test_a_group_of_many_is_moved_at_once():
    """Each alone prefers 0; together they prefer 1, which no single change finds."""
    graph = FactorGraph.of([[1.0, 0.0, 0.9]] * 4, agreements=[(range(4), [0.0, 5.0, 0.0])])
    found = infer(graph, "expansion")
    assert found.states.tolist() == [1, 1, 1, 1]


def test_capacities_near_the_integers_limit():
    """Scores of 2^31 and 1e-3 beside each other; the error of rounding is below arcs/scale."""
    great = 2.0**31 + 5.0
    for small in (1.0, 1e6):
        unary = np.array([[great, 0.0], [0.0, small], [0.0, great]])
        pairs = [((0, 1), np.eye(2) * 3.0), ((1, 2), np.eye(2) * 3.0)]
        found = infer(FactorGraph.of(unary, pairs), "expansion")
        assert found.states.tolist()[::2] == [0, 1]
        assert found.score >= brute_force(FactorGraph.of(unary, pairs)).best - 8.0 * great / 2**30


def test_parallel_arcs_do_not_wrap():
    cut = _Cut(2)
    one, two = np.zeros(400, np.int32), np.ones(400, np.int32)
    cut.ordered(one, two, np.full(400, 1e9))
    cut.linear(np.array([0, 1]), np.array([5e9, -5e9]))
    chosen, error = cut.minimised()
    assert chosen.tolist() in ([False, False], [True, True])
    assert 0.0 < error < 1e4
    nothing, no_error = _Cut(2).minimised()
    assert (nothing.tolist(), no_error) == ([False, False], 0.0)


def test_what_does_not_reward_agreement_is_refused():
    table = np.array([[0.0, 1.0], [1.0, 0.0]])
    with pytest.raises(NotAssociativeError) as error:
        infer(FactorGraph.of(np.zeros((2, 2)), [((0, 1), table)]), "expansion")
    assert (error.value.factor, error.value.states) == (0, (0, 1))
    with pytest.raises(NotAssociativeError, match="gain is negative"):
        infer(FactorGraph.of(np.zeros((2, 2)), agreements=[((0, 1), [1.0, -1.0])]), "expansion")
    with pytest.raises(CrfError, match="tables of two variables"):
        infer(FactorGraph.of(np.zeros((3, 2)), [(range(3), np.zeros((2, 2, 2)))]), "expansion")
    never = np.where(np.eye(2), 0.0, -np.inf)
    with pytest.raises(CrfError, match="finite tables"):
        infer(FactorGraph.of(np.zeros((2, 2)), [((0, 1), never)] * 2), "expansion")
    with pytest.raises(NoStatesError):
        infer(FactorGraph.of([[-np.inf, -np.inf]]), "expansion")


def test_a_shared_table_is_checked_once_and_truncated_linear_costs_are_allowed():
    steps = -np.minimum(np.abs(np.subtract.outer(np.arange(4), np.arange(4))), 2.0)
    graph = FactorGraph.of(np.eye(4)[[0, 3, 1]] * 2.0, [((0, 1), steps), ((1, 2), steps)])
    assert infer(graph, "expansion").score == pytest.approx(brute_force(graph).best)

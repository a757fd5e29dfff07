"""The linear program: a bound, a certificate, and the integer program."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.errors import CrfError
from crfcore.graphs import FactorGraph, NoStatesError, infer, local_polytope
from crfcore.graphs.linear_rows import LinearRows, Solution
from tests.graphs import brute_force, random_graph

TRIANGLE = ((0, 1), (1, 2), (0, 2))


def test_the_bound_holds_and_an_integral_solution_is_the_best():
    rng = np.random.default_rng(1)
    for number in range(25):
        graph = random_graph(rng, tree=number % 3 == 0)
        answers = brute_force(graph)
        found = infer(graph, "lp")
        assert found.bound >= answers.best - 1e-6
        assert found.score <= answers.best + 1e-9
        np.testing.assert_allclose(found.marginals.sum(axis=1), 1.0, atol=1e-6)
        if number % 3 == 0:
            assert found.converged
        if found.converged:
            assert found.score == pytest.approx(answers.best, abs=1e-6)
            assert found.gap == pytest.approx(0.0, abs=1e-6)


def test_a_triangle_that_rewards_each_unequal_pair_has_a_gap():
    graph = FactorGraph.of(np.zeros((3, 2)), [(pair, 1.0 - np.eye(2)) for pair in TRIANGLE])
    found = infer(graph, "lp")
    assert (found.bound, found.score, found.converged) == (pytest.approx(3.0), 2.0, False)
    assert found.gap == pytest.approx(1.0)
    exact = infer(graph, "lp", integral=True)
    assert (exact.bound, exact.score, exact.converged) == (pytest.approx(2.0), 2.0, True)


def test_negative_gains_cannot_be_avoided():
    graph = FactorGraph.of([[1.0, 0.0]] * 3, agreements=[(range(3), [-2.0, 0.0])])
    found = infer(graph, "lp", integral=True)
    assert found.score == pytest.approx(brute_force(graph).best) == 2.0


def test_what_the_program_is_not_for():
    wide = FactorGraph.of(np.zeros((4, 2)), [(range(4), np.zeros((2, 2, 2, 2)))])
    with pytest.raises(CrfError, match="up to 3 variables"):
        infer(wide, "lp")
    never = np.full((2, 2), -np.inf)
    with pytest.raises(NoStatesError):
        infer(FactorGraph.of(np.zeros((2, 2)), [((0, 1), never)]), "lp")
    assert infer(FactorGraph.of(np.zeros((0, 2))), "lp").score == 0.0
    assert local_polytope._worst(FactorGraph.of(np.zeros((0, 2)))) == 0


def test_without_time_there_is_no_solution(monkeypatch):
    nothing = Solution(None, possible=True, proved=False, bound=-np.inf)
    monkeypatch.setattr(LinearRows, "solve", lambda self, time_limit=None: nothing)
    with pytest.raises(CrfError, match="time_limit"):
        infer(FactorGraph.of(np.zeros((1, 2))), "lp", time_limit=0.001)

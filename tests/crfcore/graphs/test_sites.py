"""Gibbs sampling, annealing, mean field: against enumeration."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.errors import CrfError
from crfcore.graphs import FactorGraph, NoStatesError, infer
from crfcore.graphs.sites import improved
from tests.graphs import brute_force, random_graph


def test_gibbs_is_within_four_standard_errors():
    rng = np.random.default_rng(0)
    for seed in range(6):
        graph = random_graph(rng, forbidden=False, scale=1.0)
        answers = brute_force(graph)
        found = infer(graph, "gibbs", n_samples=20_000, rng=seed)
        error = np.sqrt(answers.marginals * (1.0 - answers.marginals) / found.effective)
        assert np.all(np.abs(found.marginals - answers.marginals) <= 4.0 * error + 1e-9)
        assert found.score == pytest.approx(answers.best)
        assert np.isnan(found.log_z)


def test_the_same_seed_gives_the_same_bits():
    graph = random_graph(np.random.default_rng(3), most=6)
    one = infer(graph, "gibbs", rng=4, thin=3, n_samples=100)
    two = infer(graph, "gibbs", rng=np.random.default_rng(4), thin=3, n_samples=100)
    np.testing.assert_array_equal(one.marginals, two.marginals)
    np.testing.assert_allclose(one.marginals * 33, np.round(one.marginals * 33), atol=1e-9)


def test_annealing_ends_in_the_best_states():
    rng = np.random.default_rng(1)
    for seed in range(10):
        graph = random_graph(rng, forbidden=False)
        found = infer(graph, "gibbs", cooling="linear", n_samples=300, rng=seed)
        assert found.score == pytest.approx(brute_force(graph).best)
        assert found.effective is None


def test_the_best_states_are_a_copy_of_those_visited():
    """Two ties far above all else: the walk leaves one for the other, the copy stays possible."""
    table = np.where(np.eye(2), 4.0, 0.0)
    graph = FactorGraph.of(np.zeros((4, 2)), [((i, i + 1), table) for i in range(3)])
    found = infer(graph, "gibbs", n_samples=400, rng=0)
    assert found.score == pytest.approx(12.0)


def test_few_samples_have_no_effective_size():
    graph = FactorGraph.of(np.zeros((2, 2)))
    assert infer(graph, "gibbs", n_samples=1, burn_in=0, rng=0).effective is None


def test_gibbs_begins_where_it_can():
    both = np.full((2, 2), -np.inf)
    both[1, 1] = 0.0
    graph = FactorGraph.of(np.zeros((2, 2)), [((0, 1), both)])
    with pytest.raises(CrfError, match="give others as start"):
        infer(graph, "gibbs", rng=0)
    start = infer(graph, "max-product").states
    assert infer(graph, "gibbs", rng=0, start=start).score == 0.0
    with pytest.raises(NoStatesError):
        infer(FactorGraph.of([[-np.inf, -np.inf]]), "gibbs", rng=0)


def test_the_mean_field_bound_rises_and_stays_below():
    rng = np.random.default_rng(2)
    for _ in range(40):
        graph = random_graph(rng, forbidden=False)
        answers = brute_force(graph)
        bounds = [infer(graph, "mean-field", max_iterations=n).bound for n in (1, 2, 3, 5, 9, 99)]
        assert np.all(np.diff(bounds) >= -1e-10)
        assert bounds[-1] <= answers.log_z + 1e-10


def test_mean_field_is_exact_without_factors():
    graph = FactorGraph.of([[0.0, 1.0, -np.inf], [2.0, 0.0, 0.0]])
    found = infer(graph, "mean-field")
    assert found.bound == pytest.approx(brute_force(graph).log_z)
    np.testing.assert_allclose(found.marginals, brute_force(graph).marginals)


def test_mean_field_has_independent_factors():
    graph = FactorGraph.of(np.zeros((2, 2)), [((0, 1), np.eye(2))], [((0, 1), 0.5)])
    found = infer(graph, "mean-field")
    one, two = found.marginals
    np.testing.assert_allclose(found.factor(0), np.outer(one, two))
    np.testing.assert_allclose(found.factor(1), one * two)


def test_mean_field_refuses_what_it_cannot_bound():
    forbidding = np.array([[0.0, -np.inf], [0.0, 0.0]])
    with pytest.raises(CrfError, match="cannot forbid pairs"):
        infer(FactorGraph.of(np.zeros((2, 2)), [((0, 1), forbidding)]), "mean-field")
    with pytest.raises(NoStatesError):
        infer(FactorGraph.of([[-np.inf, -np.inf]]), "mean-field")


def test_improvement_never_lowers_the_score():
    rng = np.random.default_rng(5)
    for _ in range(40):
        graph = random_graph(rng, forbidden=False)
        states = rng.integers(graph.n_states, size=graph.n_variables)
        better = improved(graph, states)
        assert graph.score(better) >= graph.score(states) - 1e-12
        for variable in range(graph.n_variables):
            for state in range(graph.n_states):
                other = better.copy()
                other[variable] = state
                assert graph.score(other) <= graph.score(better) + 1e-9

"""All methods on the same random graphs, and the parameters of `infer`."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.errors import CrfError
from crfcore.graphs import FactorGraph, NotAssociativeError, WidthError, infer
from tests.graphs import brute_force, random_graph


def compare_all(rng, number):
    """Compare each method with enumeration on one random graph."""
    graph = random_graph(
        rng,
        tree=number % 4 == 0,
        forbidden=number % 2 == 0,
        scale=(0.5, 2.0, 10.0)[number % 3],
        arity=2 + number % 2,
        most=6 if number % 5 else 8,
    )
    answers = brute_force(graph)
    tolerance = 1e-10 * max(1.0, abs(answers.log_z))
    exact = infer(graph, "junction-tree")
    assert abs(exact.log_z - answers.log_z) <= tolerance
    assert np.abs(exact.marginals - answers.marginals).max() <= 1e-10
    assert abs(exact.score - answers.best) <= tolerance
    loopy = infer(graph, "bp")
    best = infer(graph, "max-product")
    if number % 4 == 0:
        assert abs(loopy.log_z - answers.log_z) <= tolerance
        assert np.abs(loopy.marginals - answers.marginals).max() <= 1e-10
        assert abs(best.score - answers.best) <= tolerance
    np.testing.assert_allclose(loopy.marginals.sum(axis=1), 1.0)
    assert max(loopy.score, best.score) <= answers.best + tolerance
    if not (graph.tables == -np.inf).any():
        assert infer(graph, "mean-field").bound <= answers.log_z + tolerance
    if np.diff(graph.packed.indptr).max(initial=0) <= 2:
        assert infer(graph, "trw").bound >= answers.log_z - tolerance
    if number % 10 == 0:
        relaxed = infer(graph, "lp")
        assert relaxed.bound >= answers.best - 1e-6
        assert relaxed.score <= answers.best + tolerance
        assert not relaxed.converged or abs(relaxed.score - answers.best) <= 1e-6


def test_all_methods_on_random_graphs():
    rng = np.random.default_rng(11)
    for number in range(200):
        compare_all(rng, number)


@pytest.mark.slow
def test_all_methods_on_ten_thousand_random_graphs():
    rng = np.random.default_rng(12)
    for number in range(10_000):
        compare_all(rng, number)


@pytest.mark.slow
def test_expansion_on_five_hundred_potts_graphs():
    from tests.crfcore.graphs.test_cuts import energies, potts

    rng = np.random.default_rng(13)
    for _ in range(500):
        graph = potts(rng, int(rng.integers(2, 8)), int(rng.integers(2, 5)))
        answers = brute_force(graph)
        found = infer(graph, "expansion")
        least = energies(graph, answers.states[answers.weights.argmax()])
        assert energies(graph, found.states) <= 2.0 * least + 1e-6
        if graph.n_states == 2:
            assert found.score == pytest.approx(answers.best, abs=1e-6)


def test_an_agreement_factor_is_as_its_table():
    rng = np.random.default_rng(4)
    for _ in range(10):
        unary, gain = rng.normal(size=(4, 3)), rng.normal(size=3)
        table = np.zeros((3, 3, 3))
        table[np.arange(3), np.arange(3), np.arange(3)] = gain
        pair = ((0, 3), rng.normal(size=(3, 3)))
        one = FactorGraph.of(unary, [pair, ((0, 1, 2), table)])
        two = FactorGraph.of(unary, [pair], [((0, 1, 2), gain)])
        for method in ("junction-tree", "bp", "mean-field"):
            of_one, of_two = infer(one, method), infer(two, method)
            assert of_one.log_z == pytest.approx(of_two.log_z, abs=1e-10)
            np.testing.assert_allclose(of_one.marginals, of_two.marginals, atol=1e-8)
        for method in ("max-product", "lp"):
            assert infer(one, method).score == pytest.approx(infer(two, method).score)


def test_without_a_method_the_exact_one_is_taken_if_it_fits():
    graph = FactorGraph.of(np.zeros((3, 2)), [(pair, np.eye(2)) for pair in ((0, 1), (1, 2))])
    assert infer(graph).method == "junction-tree"
    assert infer(graph, max_entries=4).method == "bp"
    with pytest.raises(WidthError):
        infer(graph, "junction-tree", max_entries=4)


def test_every_method_takes_a_graph_without_variables():
    graph = FactorGraph.of(np.zeros((0, 2)))
    for method in ("junction-tree", "bp", "max-product", "trw", "mean-field", "expansion"):
        assert infer(graph, method).marginals.shape == (0, 2)
    assert infer(graph, "gibbs", rng=0).score == 0.0


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"method": "guess"}, "method must be one of"),
        ({"max_entries": 0}, "max_entries must be an integer from 1"),
        ({"max_iterations": True}, "max_iterations must be an integer"),
        ({"tolerance": -1.0}, "tolerance must be a number from 0 on,"),
        ({"tolerance": np.nan}, "tolerance must be a number"),
        ({"damping": 1.0}, "damping must be a number from 0 on and below 1"),
        ({"schedule": "random"}, "schedule must be one of"),
        ({"cooling": "fast"}, "cooling must be one of"),
        ({"burn_in": 1.5}, "burn_in must be an integer"),
        ({"method": "gibbs"}, "give rng"),
        ({"method": "gibbs", "rng": "x"}, "rng must be a generator"),
        ({"method": "gibbs", "rng": -1}, "rng must be a generator"),
        ({"method": ["bp"]}, "method must be one of"),
        ({"schedule": np.zeros(2)}, "schedule must be one of"),
        ({"cooling": {}}, "cooling must be one of"),
        ({"n_samples": 10**30}, "at most 10,000,000"),
        ({"method": "lp", "time_limit": "1"}, "time_limit must be seconds above 0"),
        ({"method": "lp", "time_limit": np.nan}, "time_limit must be seconds above 0"),
        ({"method": "lp", "integral": "yes"}, "integral must be True or False"),
    ],
)
def test_parameters_out_of_range_are_refused(parameters, message):
    with pytest.raises(CrfError, match=message):
        infer(FactorGraph.of(np.zeros((1, 2))), **parameters)


def test_only_factor_graphs_are_read():
    with pytest.raises(CrfError, match="must be a FactorGraph"):
        infer(np.zeros((2, 2)))


def test_methods_without_probabilities_of_factors_say_so():
    graph = FactorGraph.of(np.zeros((2, 2)), [((0, 1), np.eye(2))])
    with pytest.raises(CrfError, match="no probabilities of factors"):
        infer(graph, "expansion").factor(0)
    assert issubclass(NotAssociativeError, CrfError)


@pytest.mark.parametrize("factor", [99, 2, -1, "x", 0.5])
@pytest.mark.parametrize("method", ["junction-tree", "bp", "trw", "mean-field"])
def test_a_factor_that_is_not_there_is_refused(factor, method):
    pairs = [((0, 1), np.eye(2)), ((1, 2), np.eye(2))]
    found = infer(FactorGraph.of(np.zeros((3, 2)), pairs), method)
    assert found.factor(1).shape == (2, 2)
    with pytest.raises(CrfError, match=r"There is no factor .*; the graph has 2, counted from 0"):
        found.factor(factor)


def test_names_that_are_imported_on_first_use_are_listed():
    import crfcore.graphs

    assert set(crfcore.graphs.__all__) <= set(dir(crfcore.graphs))

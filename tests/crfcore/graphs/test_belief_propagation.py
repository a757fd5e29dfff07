"""Message passing: exact on trees, bounds everywhere."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from crfcore.errors import CrfError
from crfcore.graphs import FactorGraph, NoStatesError, infer, schedules
from crfcore.graphs.schedules import edge_probabilities, forest_updates
from crfcore.inference import log_z, marginals
from tests.graphs import brute_force, joint_of, random_graph

GRID = [(i, i + 1) for i in range(9) if i % 3 < 2] + [(i, i + 3) for i in range(6)]


def grid(rng, coupling):
    """Return a grid of 3 × 3 variables of two states."""
    pairs = [(pair, rng.normal() * coupling * np.eye(2)) for pair in GRID]
    return FactorGraph.of(rng.normal(size=(9, 2)), pairs)


@pytest.mark.parametrize("schedule", ["tree", "sequential", "residual"])
def test_on_trees_propagation_is_exact(schedule):
    rng = np.random.default_rng(2)
    for _ in range(40):
        graph = random_graph(rng, tree=True, most=7)
        answers = brute_force(graph)
        found = infer(graph, "bp", schedule=schedule, tolerance=1e-12)
        assert found.converged
        assert schedule != "tree" or found.iterations <= 1
        assert found.log_z == pytest.approx(answers.log_z, abs=1e-10)
        np.testing.assert_allclose(found.marginals, answers.marginals, atol=1e-10)
        for factor in range(graph.n_factors):
            joint = joint_of(graph, answers, factor)
            np.testing.assert_allclose(found.factor(factor), joint, atol=1e-10)
        best = infer(graph, "max-product", schedule=schedule)
        assert best.score == pytest.approx(answers.best, abs=1e-10)


def test_a_single_large_factor_is_exact():
    rng = np.random.default_rng(4)
    for _ in range(40):
        n = int(rng.integers(1, 6))
        unary, gain = rng.normal(size=(n, 3)), rng.normal(0.0, 3.0, 3)
        graph = FactorGraph.of(unary, agreements=[(range(n), gain)])
        answers = brute_force(graph)
        found = infer(graph, "bp")
        assert found.log_z == pytest.approx(answers.log_z, abs=1e-10)
        np.testing.assert_allclose(found.marginals, answers.marginals, atol=1e-10)
        np.testing.assert_allclose(found.factor(0), joint_of(graph, answers, 0), atol=1e-10)
        assert infer(graph, "max-product").score == pytest.approx(answers.best, abs=1e-10)


def test_great_gains_neither_overflow_nor_cancel():
    graph = FactorGraph.of([[0.0, -900.0], [0.0, -900.0]], agreements=[((0, 1), [-50.0, 900.0])])
    answers = brute_force(graph)
    for method in ("bp", "trw", "junction-tree"):
        found = infer(graph, method)
        assert found.log_z == pytest.approx(answers.log_z, abs=1e-9)
        np.testing.assert_allclose(found.marginals, answers.marginals, atol=1e-9)


def test_a_document_is_as_its_chains():
    rng = np.random.default_rng(7)
    scores, transitions = rng.normal(size=(900, 5)), rng.normal(size=(5, 5))
    offsets = np.array([0, 400, 400, 900])
    found = infer(FactorGraph.from_lattice(scores, transitions, offsets), "bp")
    assert (found.converged, found.iterations) == (True, 1)
    assert found.log_z == pytest.approx(log_z(scores, transitions, offsets).sum(), abs=1e-9)
    np.testing.assert_allclose(found.marginals, marginals(scores, transitions, offsets), atol=1e-9)


def test_loopy_propagation_says_whether_it_converged():
    rng = np.random.default_rng(3)
    weak, strong = grid(rng, 0.5), grid(rng, 8.0)
    found = infer(weak, "bp")
    assert found.converged
    assert found.iterations > 1
    np.testing.assert_allclose(found.marginals, brute_force(weak).marginals, atol=0.01)
    assert found.log_z == pytest.approx(brute_force(weak).log_z, abs=0.01)
    other = infer(weak, "bp", schedule="sequential", damping=0.3)
    np.testing.assert_allclose(found.marginals, other.marginals, atol=1e-4)
    stopped = infer(strong, "bp", max_iterations=2)
    assert (stopped.converged, stopped.iterations) == (False, 2)
    # From iteration 50 on messages move half of the way.
    assert infer(strong, "bp", max_iterations=60).iterations <= 60


def test_the_reweighted_bound_holds_at_every_iteration():
    rng = np.random.default_rng(8)
    for coupling in (0.3, 1.0, 3.0):
        graph = grid(rng, coupling)
        answers = brute_force(graph)
        for n in (1, 2, 5, 200):
            found = infer(graph, "trw", max_iterations=n)
            assert found.bound >= answers.log_z - 1e-9
        assert found.bound - answers.log_z < coupling
        joint = found.factor(0)
        np.testing.assert_allclose(joint.sum(axis=1), found.marginals[0], atol=1e-4)


def test_the_reweighted_bound_is_exact_on_trees_with_factors_of_one_variable():
    rng = np.random.default_rng(9)
    for _ in range(20):
        tree = random_graph(rng, tree=True)
        pairs = [(tree.scope_of(f), tree.table(f)) for f in range(tree.n_factors)]
        graph = FactorGraph.of(tree.unary, [*pairs, ([0], np.arange(tree.n_states) * 0.7)])
        found = infer(graph, "trw")
        assert found.bound == pytest.approx(brute_force(graph).log_z, abs=1e-9)


def test_agreement_of_two_is_a_table_for_the_bound():
    unary, gain = np.array([[0.0, 0.3], [0.2, 0.0]]), np.array([1.0, -0.5])
    of_table = infer(FactorGraph.of(unary, [((0, 1), np.diag(gain))]), "trw")
    of_gain = infer(FactorGraph.of(unary, agreements=[((0, 1), gain), ((0,), 0.0)]), "trw")
    assert of_gain.bound == pytest.approx(of_table.bound, abs=1e-12)
    np.testing.assert_allclose(of_gain.factor(0), np.diag(of_table.factor(0)), atol=1e-9)
    with pytest.raises(CrfError, match="factors of two variables"):
        infer(FactorGraph.of(np.zeros((3, 2)), agreements=[(range(3), 1.0)]), "trw")


def test_probabilities_of_edges_sum_to_the_size_of_a_forest(monkeypatch):
    rng = np.random.default_rng(1)
    for exact in (True, False):
        if not exact:
            monkeypatch.setattr(schedules, "MAX_EXACT", 0)
        for _ in range(10):
            n = int(rng.integers(2, 12))
            pairs = [rng.choice(n, 2, replace=False) for _ in range(int(rng.integers(0, 20)))]
            graph = FactorGraph.of(np.zeros((n, 2)), [(pair, np.eye(2)) for pair in pairs])
            rho = edge_probabilities(graph.packed)
            ends = np.array(pairs, dtype=int).reshape(-1, 2).T
            matrix = csr_array((np.ones(len(pairs)), tuple(ends)), shape=(n, n))
            n_parts = connected_components(matrix, directed=False)[0]
            assert rho.sum() == pytest.approx(n - n_parts)
            assert np.all((rho > 0.0) & (rho <= 1.0))


def test_forests_have_all_memberships():
    rng = np.random.default_rng(2)
    for _ in range(30):
        packed = random_graph(rng).packed
        forests = forest_updates(packed)
        seen = np.unique(np.concatenate([np.zeros(0, np.int32), *forests]))
        assert seen.tolist() == list(range(len(packed.scope)))


def test_contradictions_name_a_variable():
    never = np.full((2, 2), -np.inf)
    for schedule in ("tree", "sequential", "residual"):
        with pytest.raises(NoStatesError) as error:
            infer(FactorGraph.of(np.zeros((2, 2)), [((0, 1), never)]), "bp", schedule=schedule)
        assert error.value.variable in (0, 1)
    for method in ("bp", "max-product", "trw"):
        with pytest.raises(NoStatesError):
            infer(FactorGraph.of([[-np.inf, -np.inf]]), method)
        impossible = FactorGraph.of([[-np.inf, -np.inf], [0.0, 0.0]], [((0, 1), np.eye(2))])
        with pytest.raises(NoStatesError):
            infer(impossible, method)


def test_fixing_states_by_messages_gives_whole_assignments():
    """A triangle of three colours has six best assignments; mixing two would break one of them."""
    unequal = np.where(np.eye(3), -np.inf, 0.0)
    triangle = FactorGraph.of(np.zeros((3, 3)), [(p, unequal) for p in ((0, 1), (1, 2), (0, 2))])
    assert infer(triangle, "max-product").score == 0.0
    # Two states cannot colour a triangle; single messages do not see that, and the score says it.
    odd = np.where(np.eye(2), -np.inf, 0.0)
    impossible = FactorGraph.of(np.zeros((3, 2)), [(p, odd) for p in ((0, 1), (1, 2), (0, 2))])
    assert infer(impossible, "max-product").score == -np.inf
    assert infer(FactorGraph.of(np.zeros((2, 1))), "max-product").score == 0.0


SCHEDULES = ("tree", "sequential", "residual")


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("method", ["bp", "max-product", "trw"])
def test_messages_of_great_scores_do_not_make_states_impossible(method, schedule):
    """After 50 iterations messages move only half of the way; these had been rounded to 0."""
    tables = [
        ((0, 1), [[-800.0, 800.0], [0.0, 0.0]]),
        ((1, 2), [[800.0, -800.0], [0.0, 0.0]]),
        ((0, 2), [[0.0, 0.0], [-800.0, 800.0]]),
    ]
    found = infer(FactorGraph.of(np.zeros((3, 2)), tables), method, schedule=schedule)
    assert found.score == 800.0
    np.testing.assert_allclose(found.marginals.sum(axis=1), 1.0, atol=1e-12)


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_finite_scores_always_have_an_answer(schedule):
    rng = np.random.default_rng(5)
    for scale in (100.0, 800.0, 1e6, 1e11):
        for _ in range(60):
            pairs = [
                (pair, scale * np.round(rng.normal(size=(2, 2))))
                for pair in ((0, 1), (1, 2), (0, 2))
            ]
            graph = FactorGraph.of(np.zeros((3, 2)), pairs)
            for method in ("bp", "max-product"):
                found = infer(graph, method, schedule=schedule)
                assert np.isfinite(found.score)
                assert np.isfinite(found.marginals).all()


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("damping", [0.3, 0.6])
def test_damped_messages_reach_the_same_answer(schedule, damping):
    rng = np.random.default_rng(6)
    graph = random_graph(rng, tree=True, most=7)
    for method in ("bp", "max-product"):
        plain = infer(graph, method, schedule=schedule)
        damped = infer(graph, method, schedule=schedule, damping=damping, tolerance=1e-10)
        assert damped.converged
        np.testing.assert_allclose(damped.marginals, plain.marginals, atol=1e-7)


@pytest.mark.parametrize("method", ["bp", "max-product", "trw"])
def test_probabilities_of_great_scores_sum_to_1(method):
    rng = np.random.default_rng(7)
    for _ in range(50):
        unary = rng.normal(0.0, 1e-6, (4, 3)) + rng.choice([1e11, 7e11], (4, 1))
        pairs = [(pair, np.full((3, 3), rng.normal(0.0, 1e11))) for pair in ((0, 1), (1, 2))]
        found = infer(FactorGraph.of(unary, pairs), method)
        np.testing.assert_allclose(found.marginals.sum(axis=1), 1.0, atol=1e-12)

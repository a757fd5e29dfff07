"""The junction tree against enumeration, and against inference in chains."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import minimum_spanning_tree

from crfcore.graphs import FactorGraph, NoStatesError, WidthError
from crfcore.graphs.elimination import clique_tree
from crfcore.graphs.junction_tree import JunctionTree
from crfcore.inference import log_z, marginals, pair_marginals, viterbi
from tests.graphs import brute_force, joint_of, random_graph


def test_everything_is_that_of_enumeration():
    rng = np.random.default_rng(5)
    for _ in range(150):
        graph = random_graph(rng, scale=rng.choice([0.5, 2.0, 30.0]))
        answers = brute_force(graph)
        found = JunctionTree(graph).beliefs()
        assert found.log_z == pytest.approx(answers.log_z, rel=1e-12, abs=1e-10)
        assert found.score == found.bound == pytest.approx(answers.best, rel=1e-12, abs=1e-10)
        np.testing.assert_allclose(found.marginals, answers.marginals, atol=1e-10)
        for factor in range(len(graph.packed.start)):
            joint = joint_of(graph, answers, factor)
            np.testing.assert_allclose(found.factor(factor), joint, atol=1e-10)


def test_renumbered_variables_change_nothing():
    rng = np.random.default_rng(6)
    for _ in range(30):
        graph = random_graph(rng)
        order = rng.permutation(graph.n_variables)
        place = np.argsort(order)
        other = FactorGraph(
            graph.unary[order],
            graph.scope_indptr,
            place[graph.scope],
            graph.table_of,
            graph.tables,
            graph.table_start,
            graph.agreement_indptr,
            place[graph.agreement_scope],
            graph.gain,
        )
        one, two = JunctionTree(graph).beliefs(), JunctionTree(other).beliefs()
        assert one.log_z == pytest.approx(two.log_z, rel=1e-12, abs=1e-10)
        np.testing.assert_allclose(one.marginals[order], two.marginals, atol=1e-10)


def test_a_document_is_as_its_chains():
    rng = np.random.default_rng(7)
    scores, transitions = rng.normal(size=(5000, 5)), rng.normal(size=(5, 5))
    offsets = np.array([0, 2000, 2000, 5000])
    graph = FactorGraph.from_lattice(scores, transitions, offsets)
    found = JunctionTree(graph).beliefs()
    assert found.log_z == pytest.approx(log_z(scores, transitions, offsets).sum(), abs=1e-8)
    np.testing.assert_allclose(found.marginals, marginals(scores, transitions, offsets), atol=1e-9)
    assert found.score == pytest.approx(viterbi(scores, transitions, offsets)[1].sum())
    pairs = pair_marginals(scores, transitions, offsets)
    for factor in (0, 1998, 4997):
        later = graph.scope[2 * factor + 1]
        np.testing.assert_allclose(found.factor(factor), pairs[later], atol=1e-9)


def test_great_scores_lose_nothing():
    """Against forward–backward in long double: doubles in sums of 2,000 scores lose 1e-8."""
    rng = np.random.default_rng(8)
    scores = rng.choice([-700.0, 0.0, 700.0], (2000, 3))
    transitions = rng.normal(0.0, 700.0, (3, 3))
    found = JunctionTree(FactorGraph.from_lattice(scores, transitions, [0, 2000])).beliefs()
    long = np.longdouble
    forward, backward = [scores[0].astype(long)], [np.zeros(3, long)]
    for row in scores[1:].astype(long):
        forward.append(np.logaddexp.reduce(forward[-1][:, np.newaxis] + transitions) + row)
    for row in scores[:0:-1].astype(long):
        step = transitions.astype(long) + row + backward[-1]
        backward.append(np.logaddexp.reduce(step, axis=1))
    total = np.array(forward) + np.array(backward[::-1])
    expected = np.exp(total - np.logaddexp.reduce(total, axis=1)[:, np.newaxis])
    np.testing.assert_allclose(found.marginals, expected.astype(float), atol=1e-9)


def test_samples_have_the_marginals():
    rng = np.random.default_rng(9)
    graph = random_graph(np.random.default_rng(12), most=5)
    answers = brute_force(graph)
    drawn = JunctionTree(graph).sample(4000, rng)
    assert np.isfinite(graph.score(drawn)).all()
    for variable, expected in enumerate(answers.marginals):
        found = np.bincount(drawn[:, variable], minlength=len(expected)) / len(drawn)
        error = np.sqrt(expected * (1.0 - expected) / len(drawn))
        assert np.all(np.abs(found - expected) <= 4.5 * error + 1e-9)
    again = JunctionTree(graph).sample(4000, np.random.default_rng(9))
    np.testing.assert_array_equal(drawn, again)


def test_what_is_impossible_is_refused():
    with pytest.raises(NoStatesError) as error:
        JunctionTree(FactorGraph.of([[0.0, 0.0], [-np.inf, -np.inf]]))
    assert error.value.variable == 1
    never = np.full((2, 2), -np.inf)
    for unary in (np.zeros((2, 2)), [[0.0, -np.inf], [0.0, -np.inf]]):
        with pytest.raises(NoStatesError):
            JunctionTree(FactorGraph.of(unary, [((0, 1), never)])).beliefs()
    third = [((0, 1), never), ((1, 2), np.zeros((2, 2)))]
    with pytest.raises(NoStatesError):
        JunctionTree(FactorGraph.of(np.zeros((3, 2)), third)).log_z()


def test_a_wide_graph_is_refused_before_memory_is_used():
    pairs = [(pair, np.zeros((4, 4))) for pair in combinations(range(40), 2)]
    tables = {id(pairs[0][1]): pairs[0][1]}
    graph = FactorGraph.of(np.zeros((40, 4)), [(scope, *tables.values()) for scope, _ in pairs])
    with pytest.raises(WidthError) as error:
        JunctionTree(graph)
    assert error.value.entries == 4**40
    assert len(error.value.members) == 40
    chain = FactorGraph.from_lattice(np.zeros((10, 4)), np.zeros((4, 4)), [0, 10])
    with pytest.raises(WidthError) as error:
        JunctionTree(chain, 16 * 8)
    assert error.value.entries == 16 * 9
    assert JunctionTree(chain, 16 * 9).n_entries == 16 * 9


def test_pinned_variables_have_no_tables():
    graph = FactorGraph.from_lattice(np.zeros((10, 4)), np.zeros((4, 4)), [0, 10])
    pins = np.ones((10, 4), np.uint8)
    pins[3, 1:] = 0
    tree = JunctionTree(graph.with_pins(pins))
    assert all(3 not in clique for clique in tree.cliques)
    assert tree.largest == 16


def test_many_equal_names_need_no_wide_clique():
    chain = FactorGraph.from_lattice(np.zeros((60, 4)), np.eye(4), [0, 20, 40, 60])
    pairs = [(chain.scope[2 * f : 2 * f + 2], chain.table(f)) for f in range(chain.n_factors)]
    graph = FactorGraph.of(chain.unary, pairs, [(range(0, 60, 5), 1.0)])
    assert JunctionTree(graph).largest <= 4 * 4 * 5
    # A negative gain has no such form, and the table of 4**12 entries is refused.
    with pytest.raises(WidthError):
        JunctionTree(FactorGraph.of(chain.unary, pairs, [(range(0, 60, 5), -1.0)]), 2**20)


def test_cliques_are_maximal_and_their_forest_is_of_maximum_weight():
    rng = np.random.default_rng(3)
    for _ in range(60):
        n = int(rng.integers(1, 12))
        scopes = [
            rng.choice(n, int(rng.integers(1, min(n, 4) + 1)), replace=False).tolist()
            for _ in range(int(rng.integers(0, 12)))
        ]
        tree = clique_tree([2] * n, scopes, 10**9)
        sets = [set(clique) for clique in tree.members]
        assert not any(one < other for one in sets for other in sets)
        assert all(any(set(scope) <= one for one in sets) for scope in scopes)
        for scope in scopes:
            first = min(scope, key=tree.order.__getitem__)
            assert set(scope) <= sets[tree.homes[first]]
        assert all(parent == -1 or parent > child for child, parent in enumerate(tree.parents))
        shared = [
            len(one & sets[parent])
            for one, parent in zip(sets, tree.parents, strict=True)
            if parent >= 0
        ]
        weights = csr_array([[-float(len(one & other)) for other in sets] for one in sets])
        weights.setdiag(0)
        assert sum(shared) == -minimum_spanning_tree(weights).sum()


def test_a_cycle_of_four_gets_one_chord():
    tree = clique_tree([3] * 4, [(0, 1), (1, 2), (2, 3), (0, 3)], 10**6)
    assert sorted(map(len, tree.members)) == [3, 3]

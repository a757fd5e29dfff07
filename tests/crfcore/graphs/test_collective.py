"""Collective inference against enumeration, and its special cases."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.errors import CrfError
from crfcore.graphs import collective
from crfcore.graphs.collective import METHODS, annealed, labels_of, marginals_of
from crfcore.graphs.propagation import Propagation
from crfcore.graphs.tie_table import TieTable
from crfcore.graphs.tied_chains import strengths_of
from crfcore.inference import log_z, marginals, viterbi
from tests.tied_chains import LABELS, chains_of, enumerated

LOOPS = [["A", "B"], ["B", "A"], ["A"]]
TREE = [["A", "b"], ["A", "B"], ["B"]]
WITHIN = [["A", "b", "A"], ["A"]]


@pytest.mark.parametrize("sentences", [LOOPS, TREE, WITHIN])
def test_exact_is_enumeration(sentences):
    rng = np.random.default_rng(1)
    chains = chains_of(sentences, rng, strengths=np.array([0.4, 1.0])[: 1 + (sentences != WITHIN)])
    sums, labels, groups, best = enumerated(chains)
    found = marginals_of(chains, "exact")
    assert found.log_z == pytest.approx(sums, abs=1e-10)
    np.testing.assert_allclose(found.labels, labels, atol=1e-10)
    np.testing.assert_allclose(found.groups, groups, atol=1e-10)
    y = labels_of(chains, "exact")
    assert chains.score(y, chains.group_scores(y).argmax(axis=1)) == pytest.approx(best, abs=1e-10)


def test_propagation_is_exact_on_a_tree():
    rng = np.random.default_rng(2)
    for _ in range(20):
        chains = chains_of(TREE, rng, strengths=1.0, scale=2.0)
        state = Propagation(chains)
        state.run(tolerance=0.0, max_passes=6)
        exact = marginals_of(chains, "exact")
        np.testing.assert_allclose(state.posteriors, exact.labels, atol=1e-10)
        beliefs = np.exp(state.beliefs)
        np.testing.assert_allclose(
            beliefs / beliefs.sum(axis=1, keepdims=True), exact.groups, atol=1e-10
        )


def test_propagation_is_close_on_loops_and_mean_field_is_a_bound():
    rng = np.random.default_rng(3)
    for _ in range(10):
        chains = chains_of(LOOPS, rng)
        exact = marginals_of(chains, "exact")
        near = marginals_of(chains, "bp")
        assert near.converged
        np.testing.assert_allclose(near.labels, exact.labels, atol=0.05)
        bounds = []
        for passes in (1, 2, 3, 8):
            state = Propagation(chains, "mean-field")
            state.run(tolerance=0.0, max_passes=passes)
            bounds.append(state.bound())
        assert bounds == sorted(bounds)
        assert bounds[0] < bounds[-1] <= exact.log_z
        assert marginals_of(chains, "mean-field").log_z <= exact.log_z


@pytest.mark.parametrize("method", ["bp", "mean-field"])
def test_strength_0_is_the_chain_to_the_bit(method):
    chains = chains_of(LOOPS, np.random.default_rng(4), strengths=0.0)
    arrays = chains.scores, chains.pairs, chains.offsets
    assert np.array_equal(marginals_of(chains, method).labels, marginals(*arrays))
    assert np.array_equal(labels_of(chains, method), viterbi(*arrays)[0])
    exact = marginals_of(chains, "exact")
    assert exact.log_z == pytest.approx(log_z(*arrays).sum(), abs=1e-10)


def test_a_pin_moves_its_component_alone():
    sentences = [["A", "b"], ["A", "C"], ["D"], ["D", "e"]]
    allowed = np.ones((7, len(LABELS)), np.uint8)
    free = chains_of(sentences, np.random.default_rng(5), allowed=allowed)
    pinned_mask = allowed.copy()
    pinned_mask[0] = [0, 1, 0, 0]
    pinned = chains_of(sentences, np.random.default_rng(5), allowed=pinned_mask)
    for method in ("bp", "exact", "mean-field"):
        before, after = (marginals_of(one, method).labels for one in (free, pinned))
        moved = np.abs(before - after).max(axis=1) > 1e-6
        assert moved.tolist() == [True, True, True, True, False, False, False]


def test_sampling_agrees_with_exact_probabilities():
    chains = chains_of(WITHIN, np.random.default_rng(6))
    exact = marginals_of(chains, "exact")
    found = marginals_of(chains, "gibbs", rng=1, n_samples=4000)
    np.testing.assert_allclose(found.labels, exact.labels, atol=0.05)
    again = marginals_of(chains, "gibbs", rng=1, n_samples=4000)
    assert np.array_equal(found.labels, again.labels)
    # Cooling finds the best labels of so small a model.
    y, score = annealed(chains, 0, 200)
    assert score == pytest.approx(enumerated(chains)[3], abs=1e-10)
    assert np.array_equal(y, labels_of(chains, "gibbs", rng=0, n_samples=200))


def test_a_hard_rule_is_exact_or_refused():
    table = TieTable.of_agreement(("O", "X", "Y"), 1.0)
    chains = chains_of(TREE, np.random.default_rng(7), table=table, strengths=1.0)
    sums, labels, _, best = enumerated(chains)
    found = marginals_of(chains, "exact")
    assert found.log_z == pytest.approx(sums, abs=1e-10)
    np.testing.assert_allclose(found.labels, labels, atol=1e-10)
    y = labels_of(chains, "exact")
    kinds = chains.type_of[y]
    assert all(len(set(kinds[chains.ties.tokens(group)])) == 1 for group in (0, 1))
    assert chains.score(y, chains.group_scores(y).argmax(axis=1)) == pytest.approx(best, abs=1e-10)
    with pytest.raises(CrfError, match="exact"):
        marginals_of(chains, "bp")


def test_ascent_never_lowers_the_score():
    rng = np.random.default_rng(8)
    for _ in range(20):
        chains = chains_of(LOOPS, rng)
        y = viterbi(chains.scores, chains.pairs, chains.offsets)[0]
        before = chains.score(y, chains.group_scores(y).argmax(axis=1))
        better = collective.ascended(chains, y)
        assert chains.score(better, chains.group_scores(better).argmax(axis=1)) >= before - 1e-12


def test_groups_with_a_confirmed_token_have_full_strength():
    chains = chains_of(TREE, np.random.default_rng(9))
    confirmed = np.zeros(len(chains.scores), bool)
    confirmed[chains.ties.tokens(1)[0]] = True
    assert strengths_of(chains.ties, confirmed, 0.3).tolist() == [0.3, 1.0]


def test_wrong_arguments_are_named():
    chains = chains_of(TREE, np.random.default_rng(9))
    for method in ("tree", 3):
        with pytest.raises(CrfError, match=", ".join(METHODS)):
            marginals_of(chains, method)
    with pytest.raises(CrfError, match="strength"):
        chains_of(TREE, np.random.default_rng(9), strengths=-1.0)
    with pytest.raises(CrfError, match="n_samples"):
        marginals_of(chains, "gibbs", n_samples=0)
    many = [[chr(65 + k) for k in range(14)]] * 2
    with pytest.raises(CrfError, match="choices"):
        marginals_of(chains_of(many, np.random.default_rng(9)), "exact")


def test_many_groups_are_exact_where_they_are_apart():
    many = [[name] for name in map(chr, range(65, 79)) for _ in range(2)]
    chains = chains_of(many, np.random.default_rng(10))
    exact, near = (marginals_of(chains, method) for method in ("exact", "bp"))
    np.testing.assert_allclose(near.labels, exact.labels, atol=1e-10)

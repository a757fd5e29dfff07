"""Skip-chains against exact inference on their factor graph."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from crfcore.errors import CrfError
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.graphs import infer
from crfcore.graphs.skip_chains import SkipChains, SkipPropagation, skip_edges
from crfcore.graphs.ties import tie, types_of
from crfcore.inference.forward_backward import expectations

LABELS = ("O", "B-X", "I-X", "B-Y")
TREES = ([["A", "b"], ["c", "A", "B"], ["d", "B"]], [["A"], ["A", "b"]], [["a", "b"], ["c"]])
LOOPS = ([["A", "B"], ["B", "A"]], [["A", "b", "A"], ["A"]], [["A"], ["A"], ["c", "A"]])


def skip_chains(sentences, rng, *, scale=1.0, allowed=None):
    """Return a skip-chain of one document with random scores; upper-case words are joined."""
    table = ColumnTable.from_words(sentences)
    types, type_of = types_of(LABELS)
    capital = np.array([word.isupper() for sentence in sentences for word in sentence])
    documents = np.zeros(len(sentences), np.int64)
    ends = skip_edges(tie(table.columns[0], table.offsets, documents, capital)).ends
    return SkipChains(
        rng.normal(size=(table.n_tokens, len(LABELS))) * scale,
        rng.normal(size=(len(LABELS),) * 2) * scale,
        table.offsets,
        allowed,
        documents,
        type_of,
        ends,
        rng.normal(size=(len(types),) * 2) * scale,
        rng.normal(size=(len(ends), len(types))) * scale,
    )


def edge_beliefs(chains, exact):
    """Return Σ P(k, l) over the edges, and P(k, k) of each, by the exact method."""
    n_chain = len(chains.scores) - len(chains.offsets) + 1
    pairs, gains = np.zeros_like(chains.pairs), np.zeros_like(chains.gains)
    for e in range(len(chains.ends)):
        of_types = np.zeros_like(chains.pairs)
        np.add.at(of_types, np.ix_(chains.type_of, chains.type_of), exact.factor(n_chain + e))
        pairs += of_types
        gains[e] = np.diag(of_types)
    return pairs, gains


@pytest.mark.parametrize("sentences", TREES)
def test_propagation_is_exact_without_loops(sentences):
    rng = np.random.default_rng(0)
    for scale in (1.0, 5.0):
        chains = skip_chains(sentences, rng, scale=scale)
        state = SkipPropagation(chains)
        state.run(tolerance=1e-13)
        assert state.converged
        found, exact = state.expectations(), infer(chains.graph(), "junction-tree")
        assert found.log_z == pytest.approx(exact.log_z, abs=1e-9)
        np.testing.assert_allclose(found.posteriors, exact.marginals, atol=1e-10)
        pairs, gains = edge_beliefs(chains, exact)
        np.testing.assert_allclose(found.pairs, pairs, atol=1e-10)
        np.testing.assert_allclose(found.gains, gains, atol=1e-10)


def test_without_edges_it_is_the_chain():
    chains = skip_chains(TREES[2], np.random.default_rng(1))
    state = SkipPropagation(chains)
    state.run()
    found = state.expectations()
    chain = expectations(chains.scores, chains.transitions, chains.offsets)
    assert (state.converged, state.passes) == (True, 0)
    assert found.log_z == pytest.approx(chain.log_z.sum(), abs=1e-12)
    assert np.array_equal(found.posteriors, chain.posteriors)
    assert np.array_equal(found.transitions, chain.pairs)


@pytest.mark.parametrize("sentences", LOOPS)
def test_on_loops_it_is_loopy_propagation_and_close_to_exact(sentences):
    rng = np.random.default_rng(2)
    for _ in range(5):
        chains = skip_chains(sentences, rng, scale=0.4)
        state = SkipPropagation(chains)
        state.run(tolerance=1e-12, max_passes=500)
        found = state.expectations()
        # The same fixed point as that of messages between single tokens.
        same = infer(chains.graph(), "bp", tolerance=1e-12, max_iterations=2000)
        assert state.converged
        assert same.converged
        assert found.log_z == pytest.approx(same.log_z, abs=1e-8)
        np.testing.assert_allclose(found.posteriors, same.marginals, atol=1e-8)
        exact = infer(chains.graph(), "junction-tree")
        assert found.log_z == pytest.approx(exact.log_z, abs=0.1)
        np.testing.assert_allclose(found.posteriors, exact.marginals, atol=0.05)
        assert exact.log_z <= infer(chains.graph(), "trw").bound


def test_documents_and_pins_are_apart():
    rng = np.random.default_rng(3)
    one = skip_chains([["A", "b"], ["A"]], rng)
    twice = SkipChains(
        np.tile(one.scores, (2, 1)),
        one.transitions,
        np.array([0, 2, 3, 5, 6]),
        None,
        np.array([0, 0, 1, 1]),
        one.type_of,
        np.concatenate([one.ends, one.ends + 3]),
        one.pairs,
        np.tile(one.gains, (2, 1)),
    )
    mask = np.ones((6, len(LABELS)), np.uint8)
    mask[0] = [0, 1, 0, 0]
    for chains in (twice, replace(twice, allowed=mask)):
        state = SkipPropagation(chains)
        state.run(tolerance=1e-13)
        exact = infer(chains.graph(), "junction-tree")
        np.testing.assert_allclose(state.expectations().posteriors, exact.marginals, atol=1e-10)
    # A limit of passes is told.
    state.run(tolerance=0.0, max_passes=1)
    assert (state.converged, state.passes) == (False, 1)


def test_edges_join_all_pairs_and_have_the_attributes_of_both_ends(monkeypatch):
    sentences = [["A", "x"], ["A", "y", "A"]]
    table = ColumnTable.from_words(sentences)
    tied = np.array([True, False, True, False, True])
    ties = tie(table.columns[0], table.offsets, [0, 0], tied)
    assert skip_edges(ties).ends.tolist() == [[0, 2], [0, 4], [2, 4]]
    assert skip_edges(ties, reach=1).ends.tolist() == [[0, 2], [2, 4]]
    monkeypatch.setattr("crfcore.graphs.skip_chains.MAX_EDGES", 2)
    with pytest.raises(CrfError, match="3 edges, and at most 2 are"):
        skip_edges(ties)
    assert skip_edges(ties, reach=1).n_edges == 2
    monkeypatch.undo()
    dataset = Dataset.from_columns(table, "U0:%x[0,0]\nU1:%x[1,0]\n")
    edges = skip_edges(ties, dataset)
    for e, (i, j) in enumerate(edges.ends.tolist()):
        own = [set(dataset.attributes[slice(*dataset.indptr[t : t + 2])].tolist()) for t in (i, j)]
        found = edges.attributes[edges.indptr[e] : edges.indptr[e + 1]].tolist()
        assert found == sorted(own[0] | own[1])
    nothing = skip_edges(tie(table.columns[0], table.offsets, [0, 1], np.zeros(5, bool)), dataset)
    assert (nothing.n_edges, nothing.indptr.tolist(), len(nothing.attributes)) == (0, [0], 0)

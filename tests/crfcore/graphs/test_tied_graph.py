"""The factor graph of tied chains is the same model."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.graphs import infer
from crfcore.graphs.tie_table import TieTable
from crfcore.graphs.tied_graph import graph_of
from tests.tied_chains import chains_of, enumerated


def test_the_graph_has_the_sums_of_enumeration():
    rng = np.random.default_rng(0)
    for sentences in (["Ab", "AB"], ["A", "ABA"], ["xA", "AB", "Bx"]):
        chains = chains_of([list(sentence) for sentence in sentences], rng, strengths=0.6)
        log_z, labels, groups, best = enumerated(chains)
        found = infer(graph_of(chains), "junction-tree")
        n_tokens = len(labels)
        assert found.log_z == pytest.approx(log_z, abs=1e-9)
        assert found.score == pytest.approx(best, abs=1e-9)
        np.testing.assert_allclose(found.marginals[:n_tokens, : labels.shape[1]], labels, atol=1e-9)
        np.testing.assert_allclose(found.marginals[n_tokens:, : groups.shape[1]], groups, atol=1e-9)
        score = chains.score(found.states[:n_tokens], found.states[n_tokens:])
        assert score == pytest.approx(found.score)


def test_more_types_than_labels_and_masks_are_possible():
    rng = np.random.default_rng(1)
    allowed = np.ones((4, 4), np.uint8)
    allowed[0, 0] = 0
    chains = chains_of([["A", "B"], ["A", "x"]], rng, allowed=allowed)
    found = infer(graph_of(chains))
    np.testing.assert_allclose(found.marginals[:4, :4], enumerated(chains)[1], atol=1e-9)
    assert TieTable.of_agreement(["X"]).groups.tolist() == [1.0]

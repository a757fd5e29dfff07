"""Links and graphs of mentions, their gains, and the spans that may be mentions."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.errors import CrfError
from crfcore.graphs import infer
from crfcore.graphs.mentions import (
    LabelledMentions,
    Links,
    agreements,
    associative_gains,
    candidate_spans,
    links_of,
    mention_graph,
    penalty_table,
)
from crfcore.inference import SpanKind, all_span_marginals
from tests.graphs import brute_force


def test_links_join_equal_and_contained_phrases_of_a_document():
    phrases = [["A", "B"], ["B"], ["A", "B"], ["B"], ["B", "A", "B"], ["C"]]
    found = links_of([0, 0, 0, 1, 0, 0], phrases)
    linked = {
        (*pair, kind)
        for pair, kind in zip(found.pairs.tolist(), found.kinds, strict=True)
        for pair in [tuple(pair)]
    }
    assert linked == {(0, 2, 0), (0, 1, 1), (1, 2, 1), (0, 4, 1), (2, 4, 1), (1, 4, 1)}
    assert len(links_of([], []).pairs) == 0
    for documents, wrong in (([0], []), ([0], [[]])):
        with pytest.raises(CrfError, match="a document and at least one word"):
            links_of(documents, wrong)


def test_a_certain_mention_decides_for_an_uncertain_one():
    log_own = np.log([[0.9, 0.1], [0.45, 0.55], [0.4, 0.6]])
    links = links_of([0, 0, 0], [["A"], ["A"], ["A", "B"]])
    for method in ("junction-tree", "bp", "expansion", "mean-field"):
        assert infer(mention_graph(log_own, links, 1.0), method).states.tolist() == [0, 0, 0]
    alone = mention_graph(log_own, links, 0.0)
    assert infer(alone).states.tolist() == [0, 1, 1]
    graph = mention_graph(log_own, links, [[1.0, 2.0], [3.0, 4.0]])
    best = brute_force(graph)
    assert graph.score([1, 1, 1]) == pytest.approx(log_own[:, 1].sum() + 2.0 + 2 * 4.0)
    assert infer(graph).score == pytest.approx(best.best)
    with pytest.raises(CrfError, match=r"shape \(2, 2\)"):
        mention_graph(log_own, links, [1.0, 2.0])


def test_gains_are_learned_where_links_help():
    """Equal phrases agree, contained ones do not: only the first kind gets a gain."""
    rng = np.random.default_rng(0)
    documents = []
    for _ in range(60):
        links = links_of([0] * 4, [["A"], ["A"], ["A"], ["A", "B"]])
        type_ = int(rng.integers(2))
        types = np.array([type_, type_, type_, 1 - type_], dtype=np.int32)
        log_own = rng.normal(0.0, 1.0, (4, 2))
        log_own[np.arange(4), types] += 0.7
        log_own -= np.logaddexp.reduce(log_own, axis=1)[:, np.newaxis]
        documents.append(LabelledMentions(log_own, types, links))
    gains = associative_gains(documents, penalty=0.3, passes=4)
    assert np.all(gains[0] > 0.2)
    assert np.all(gains[1] < 0.05)

    def wrong(gains):
        return sum(
            int(
                (
                    infer(mention_graph(one.log_own, one.links, gains), "expansion").states
                    != one.types
                ).sum()
            )
            for one in documents
        )

    assert wrong(gains) < wrong(0.0)
    for bad in ({"penalty": 0.0}, {"passes": 0}):
        with pytest.raises(CrfError, match="penalty above 0"):
            associative_gains(documents, **bad)


def test_agreements_are_counted_by_kind_and_type():
    links = Links(np.array([[0, 1], [0, 2], [1, 2]], np.int32), np.array([0, 0, 1], np.int32))
    found = agreements(np.array([1, 1, 1]), links, 2)
    assert found.tolist() == [[0.0, 2.0], [0.0, 1.0]]
    assert agreements(np.array([1, 0, 1]), links, 2).tolist() == [[0.0, 1.0], [0.0, 0.0]]


def test_penalties_are_halved_for_each_order():
    counts = np.array([[1.0, 1.0, 1.0], [1.0, 8.0, 1.0], [2.0, 0.0, 6.0]])
    found = penalty_table(counts, 2, other=0)
    assert found[1, 2] == found[2, 1] == -np.inf
    counts[2, 1] = 2.0
    found = penalty_table(counts, 2, other=0)
    assert found[1, 2] == pytest.approx(0.5 * 2 * (np.log(0.1) + np.log(0.2)))
    assert found[0, 1] == found[1, 0] == pytest.approx(2 * np.log(0.01))
    assert np.diag(found).tolist() == [0.0, 0.0, 0.0]


def test_candidates_are_the_spans_a_chain_finds_possible():
    scores = np.array([[0.0, 3.0], [0.0, 2.0], [4.0, 0.0]])
    kind = SpanKind(np.array([0, 1], np.uint8), np.array([[0, 0], [0, 1]], np.uint8))
    found = all_span_marginals(scores, np.zeros((2, 2)), np.array([0, 3]), kind, 3)
    spans = candidate_spans([found], least=0.05)
    assert list(zip(spans.starts.tolist(), spans.ends.tolist(), strict=True))[:2] == [
        (0, 1),
        (0, 2),
    ]
    np.testing.assert_allclose(np.exp(spans.log_own).sum(axis=1), 1.0)
    assert np.exp(spans.log_own[1, 1]) == pytest.approx(found[0, 1])
    assert np.all(np.exp(spans.log_own[:, 1]) > 0.05)

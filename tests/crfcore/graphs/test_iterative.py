"""Iterative classification and its sampler, with a classifier of links that is known."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.errors import CrfError
from crfcore.graphs.iterative import (
    classify_by_sampling,
    classify_iteratively,
    link_attributes,
)
from crfcore.graphs.mentions import Links, links_of

UNIFORM = np.log([0.5, 0.5])


def of_links(counts):
    """Return log P(class | links): one nat for each equal neighbour of a class."""
    scores = counts[:, :2]
    return scores - np.logaddexp.reduce(scores, axis=1)[:, np.newaxis]


def test_attributes_count_the_classes_of_neighbours():
    links = Links(np.array([[0, 1], [0, 2], [1, 2]], np.int32), np.array([0, 0, 1], np.int32))
    types = np.array([0, 1, -1], np.int32)
    assert link_attributes(types, links, 2).tolist() == [[0, 1, 0, 0], [1, 0, 0, 0], [1, 0, 0, 1]]
    more = Links(np.array([[0, 1], [0, 2], [0, 3]], np.int32), np.zeros(3, np.int32))
    types = np.array([0, 1, 1, 0], np.int32)
    assert link_attributes(types, more, 2)[0].tolist() == [1, 2, 0, 0]
    assert link_attributes(types, more, 2, "presence")[0].tolist() == [1, 1, 0, 0]
    assert link_attributes(types, more, 2, "mode")[0].tolist() == [0, 1, 0, 0]
    with pytest.raises(CrfError, match="how must be one of"):
        link_attributes(types, more, 2, "sum")


def test_neighbours_change_the_class_of_the_uncertain():
    log_own = np.log([[0.95, 0.05], [0.45, 0.55], [0.4, 0.6], [0.1, 0.9]])
    links = links_of([0, 0, 0, 1], [["A"], ["A"], ["A"], ["A"]])
    found = classify_iteratively(log_own, [0, 0, 0, 1], links, of_links, UNIFORM)
    assert found.converged
    # The second and third agree at first; the most certain of the document goes first.
    assert found.types.tolist() in ([0, 0, 0, 1], [0, 1, 1, 1])
    strong = classify_iteratively(log_own, [0, 0, 0, 1], links, lambda c: 3 * of_links(c), UNIFORM)
    assert strong.types[0] == strong.types[1]
    np.testing.assert_allclose(found.marginals.sum(axis=1), 1.0)
    # A mention without links keeps its own.
    np.testing.assert_allclose(found.marginals[3], [0.1, 0.9])


def test_without_links_each_keeps_its_own():
    log_own = np.log([[0.7, 0.3], [0.2, 0.8]])
    links = links_of([0, 0], [["A"], ["B"]])
    found = classify_iteratively(log_own, [0, 0], links, of_links, UNIFORM)
    assert (found.types.tolist(), found.rounds, found.converged) == ([0, 1], 1, True)
    drawn = classify_by_sampling(log_own, [0, 0], links, of_links, UNIFORM, 0, n_samples=5)
    assert drawn.types.tolist() == [0, 1]


def test_what_goes_round_in_circles_ends_with_the_best_round():
    """Neighbours that must differ, classified at the same time in two documents each."""

    def apart(counts):
        scores = -9.0 * counts[:, :2]
        return scores - np.logaddexp.reduce(scores, axis=1)[:, np.newaxis]

    links = links_of([0, 0, 0], [["A"]] * 3)
    found = classify_iteratively(
        np.log(np.full((3, 2), 0.5)), [0, 0, 0], links, apart, UNIFORM, max_rounds=3
    )
    assert found.rounds <= 3
    assert set(found.types.tolist()) == {0, 1}


def test_sampling_has_the_marginals_of_its_conditionals():
    """For conditionals of a joint distribution: exp(own + number of equal pairs)."""
    log_own = np.log([[0.8, 0.2], [0.3, 0.7], [0.5, 0.5]])
    links = links_of([0, 0, 0], [["A"]] * 3)
    found = classify_by_sampling(
        log_own, [0, 0, 0], links, of_links, UNIFORM, 1, n_samples=3000, burn_in=50
    )
    states = np.stack(np.meshgrid(*[[0, 1]] * 3, indexing="ij"), -1).reshape(-1, 3)
    scores = log_own[np.arange(3), states].sum(axis=1)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        scores = scores + (states[:, one] == states[:, other])
    weights = np.exp(scores) / np.exp(scores).sum()
    expected = np.array([weights @ (states[:, i] == 0) for i in range(3)])
    np.testing.assert_allclose(found.marginals[:, 0], expected, atol=0.04)
    again = classify_by_sampling(
        log_own, [0, 0, 0], links, of_links, UNIFORM, 1, n_samples=3000, burn_in=50
    )
    np.testing.assert_array_equal(found.marginals, again.marginals)

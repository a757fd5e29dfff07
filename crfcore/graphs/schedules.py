"""The order of messages: spanning forests, and the probability of an edge to be in one."""

from __future__ import annotations

from typing import Any

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.graphs.packed import Packed

MAX_EXACT = 2_000
"""Most variables for which probabilities of edges are computed by a pseudo-inverse."""


def forest_updates(graph: Packed) -> list[IdArray]:
    """Return spanning forests of variables and factors that together have all memberships.

    Parameters
    ----------
    graph : Packed

    Returns
    -------
    list of arrays
        For each forest the memberships to update, from the leaves to the roots and back. Forests
        prefer memberships that no earlier one has, then factors with low numbers. One forest is
        enough if the graph has no cycle; then all messages are exact after it.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import (
        breadth_first_order,
        connected_components,
        minimum_spanning_tree,
    )

    n_variables, n_factors = len(graph.unary), len(graph.start)
    n_nodes = n_variables + n_factors
    nodes = graph.factor_of.astype(np.int64) + n_variables
    keys = graph.factor_of.astype(np.int64) * n_variables + graph.scope
    by_key = np.argsort(keys)
    used = np.zeros(len(keys), dtype=np.bool_)
    preference = 0.5 * graph.factor_of / max(n_factors, 1)
    forests: list[IdArray] = []
    roots: Any = None
    while not used.all():
        weights = np.where(used, 2.0, 1.0) + preference
        matrix = csr_array((weights, (graph.scope, nodes)), shape=(n_nodes + 1, n_nodes + 1))
        if roots is None:
            _, parts = connected_components(matrix[:n_nodes, :n_nodes], directed=False)
            _, roots = np.unique(parts, return_index=True)
        tree = minimum_spanning_tree(matrix).tolil()
        # One more node above the roots of all components.
        tree[n_nodes, roots] = 1.0
        order, above = breadth_first_order(tree.tocsr(), n_nodes, directed=False)
        order = order[1:]
        factors = order[order >= n_variables]
        variables = order[order < n_variables]
        variables = variables[above[variables] != n_nodes]
        up = (factors - n_variables) * n_variables + above[factors]
        down = (above[variables].astype(np.int64) - n_variables) * n_variables + variables
        sought = np.concatenate([up[::-1], down]).astype(np.int64)
        updates = by_key[np.searchsorted(keys[by_key], sought)].astype(np.int32)
        used[updates] = True
        forests.append(updates)
    return forests


def edge_probabilities(graph: Packed) -> FloatArray:
    """Return for each factor of two variables the probability to be in a random spanning forest.

    Parameters
    ----------
    graph : Packed
        Of factors of one or two variables.

    Returns
    -------
    (F,) array
        The effective resistance of the edge, which is its probability in a uniformly drawn spanning
        forest, for up to `MAX_EXACT` variables; else its frequency in forests that together have
        all edges. 1 for factors of one variable. The sum over edges is V − components.
    """
    sizes = np.diff(graph.indptr)
    pairs = np.flatnonzero(sizes == 2)
    result = np.ones(len(sizes))
    if not len(pairs):
        return result
    one, other = graph.scope[graph.indptr[pairs]], graph.scope[graph.indptr[pairs] + 1]
    n_variables = len(graph.unary)
    if n_variables <= MAX_EXACT:
        laplacian = np.zeros((n_variables, n_variables))
        np.add.at(laplacian, (one, other), -1.0)
        np.add.at(laplacian, (other, one), -1.0)
        np.fill_diagonal(laplacian, -laplacian.sum(axis=1))
        inverse = np.linalg.pinv(laplacian, hermitian=True)
        diagonal = np.diag(inverse)
        resistance = diagonal[one] + diagonal[other] - 2.0 * inverse[one, other]
        result[pairs] = np.clip(resistance, 1e-12, 1.0)
    else:
        result[pairs] = _frequencies(one, other, n_variables)
    return result


def _frequencies(one: IdArray, other: IdArray, n_variables: int) -> FloatArray:
    """Return the frequency of each edge in spanning forests, until each has been in one."""
    counts = np.zeros(len(one))
    n_forests = 0
    while counts.min() == 0.0:
        # Kruskal's method: rare edges first, so that each forest has a new one.
        parents = list(range(n_variables))
        for edge in np.argsort(counts, kind="stable").tolist():
            ends = [_root(parents, int(end[edge])) for end in (one, other)]
            if ends[0] != ends[1]:
                parents[ends[0]] = ends[1]
                counts[edge] += 1.0
        n_forests += 1
    return counts / n_forests


def _root(parents: list[int], node: int) -> int:
    while parents[node] != node:
        parents[node] = parents[parents[node]]
        node = parents[node]
    return node

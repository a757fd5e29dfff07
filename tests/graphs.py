"""Random factor graphs, and the slow twin of inference in them: all assignments at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crfcore.graphs import FactorGraph


class Answers(NamedTuple):
    log_z: float
    marginals: np.ndarray
    best: float
    states: np.ndarray
    weights: np.ndarray


def brute_force(graph):
    """Return log Z, marginals, the best score, all assignments and their probabilities.

    Written without the graph's own score: tables are read by their scopes.
    """
    n, k = graph.unary.shape
    states = np.stack(np.meshgrid(*[np.arange(k)] * n, indexing="ij"), axis=-1).reshape(-1, n)
    scores = np.zeros(len(states))
    for i in range(n):
        scores += graph.unary[i, states[:, i]]
    for f in range(graph.n_factors):
        scope = graph.scope[graph.scope_indptr[f] : graph.scope_indptr[f + 1]]
        scores += graph.table(f)[tuple(states[:, i] for i in scope)]
    for a, gain in enumerate(graph.gain):
        members = graph.agreement_scope[graph.agreement_indptr[a] : graph.agreement_indptr[a + 1]]
        own = states[:, members]
        agree = (own == own[:, :1]).all(axis=1)
        scores += np.where(agree, gain[own[:, 0]], 0.0)
    best = scores.max()
    if best == -np.inf:
        return Answers(-np.inf, np.zeros((n, k)), best, states, np.zeros(len(states)))
    weights = np.exp(scores - best)
    log_z = best + np.log(weights.sum())
    weights /= weights.sum()
    marginals = np.array(
        [np.bincount(states[:, i], weights, minlength=k) for i in range(n)]
    ).reshape(n, k)
    return Answers(float(log_z), marginals, float(best), states, weights)


def random_graph(
    rng,
    *,
    most=6,
    arity=3,
    forbidden=True,
    agreements=True,
    tree=False,
    scale=2.0,
    attractive=False,
):
    """Draw a graph of a few variables with 2 to 4 states, with at least one assignment."""
    n = int(rng.integers(1, most + 1))
    k = int(rng.integers(2, 5))
    while k**n > 5000:
        k -= 1
    unary = rng.normal(0.0, scale, (n, k))
    possible = rng.integers(k, size=n)
    if forbidden:
        unary[rng.random((n, k)) < 0.1] = -np.inf
        unary[np.arange(n), possible] = 0.3
    scopes = []
    if tree:
        for i in range(1, n):
            if rng.random() < 0.85:
                scopes.append([int(rng.integers(i)), i])
    else:
        for _ in range(int(rng.integers(0, 2 * n))):
            size = min(int(rng.integers(1, arity + 1)), n)
            scopes.append(rng.choice(n, size, replace=False).tolist())
    factors = []
    shared = {}
    for scope in scopes:
        table = rng.normal(0.0, scale, (k,) * len(scope))
        if forbidden:
            table[rng.random(table.shape) < 0.08] = -np.inf
        if attractive:
            table = np.eye(k) * rng.random() * scale if len(scope) == 2 else table
        if rng.random() < 0.3:
            table = shared.setdefault(len(scope), table)
        table[tuple(possible[scope])] = 0.2
        factors.append((scope, table))
    groups = []
    if agreements and n > 1 and not tree:
        for _ in range(int(rng.integers(0, 3))):
            size = int(rng.integers(1, n + 1))
            gain = rng.normal(0.5, 1.0, k)
            if rng.random() < 0.7:
                gain = np.abs(gain)
            groups.append((rng.choice(n, size, replace=False).tolist(), gain))
    return FactorGraph.of(unary, factors, groups)


def joint_of(graph, answers, factor):
    """Return the probabilities of a factor's states, or of agreement in each state."""
    scope = graph.scope_of(factor)
    own = answers.states[:, scope]
    if factor >= graph.n_factors:
        agree = (own == own[:, :1]).all(axis=1)
        return np.bincount(own[agree, 0], answers.weights[agree], minlength=graph.n_states)
    joint = np.zeros((graph.n_states,) * len(scope))
    np.add.at(joint, tuple(own.T), answers.weights)
    return joint

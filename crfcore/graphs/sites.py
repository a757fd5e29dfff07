"""Improvement of states, Gibbs sampling and mean field: one variable at a time (001, section 8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.errors import CrfError
from crfcore.graphs.beliefs import Beliefs, table_belief
from crfcore.graphs.factor_graph import FactorGraph, NoStatesError
from crfcore.graphs.site_kernels import (
    ascend,
    gibbs_sweeps,
    mean_field_bound,
    mean_field_sweep,
)

MAX_SWEEPS = 100
"""Most rounds of single-site improvement."""

BATCHES = 50
"""Batches of samples for the effective sample size."""

NUMBERS_AT_ONCE = 1 << 20
"""Random numbers drawn at once."""

COOLING = (None, "linear")


def improved(graph: FactorGraph, states: Any) -> IdArray:
    """Return states after changing single variables as long as the score rises."""
    result = np.array(states, dtype=np.int32)
    ascend(graph.packed, result, MAX_SWEEPS)
    return result


def gibbs(
    graph: FactorGraph,
    rng: np.random.Generator,
    *,
    n_samples: int = 1000,
    burn_in: int = 100,
    thin: int = 1,
    cooling: str | None = None,
    start: IdArray | None = None,
) -> Beliefs:
    """Sample assignments, each variable from its distribution given the others.

    Parameters
    ----------
    graph : FactorGraph
    rng : numpy.random.Generator
    n_samples : int
        Sweeps that count.
    burn_in : int
        Sweeps before them.
    thin : int
        Every thin-th sweep counts.
    cooling : "linear", optional
        Simulated annealing: sweep i of n has the temperature 1 − i/n.
    start : (V,) array, optional
        First states; by default the best of each variable alone, improved one by one.

    Returns
    -------
    Beliefs
        Marginals are frequencies; `states` are the best that were visited, not the last.

    Raises
    ------
    CrfError
        The first states are impossible; give others.

    Notes
    -----
    S. Geman and D. Geman, Stochastic relaxation, Gibbs distributions, and the Bayesian restoration
    of images, IEEE PAMI 6, 1984; J. R. Finkel, T. Grenager and C. Manning, Incorporating non-local
    information into information extraction systems by Gibbs sampling, ACL 2005.
    """
    states = _first_states(graph, start)
    best, gains = states.copy(), np.zeros(2)
    packed = graph.packed
    n_variables = graph.n_variables

    def run(n_sweeps: int, temperatures: FloatArray, counts: FloatArray, every: int) -> None:
        at_once = max(NUMBERS_AT_ONCE // max(n_variables, 1) // every * every, every)
        for first in range(0, n_sweeps, at_once):
            some = temperatures[first : first + at_once]
            uniforms = rng.random((len(some), n_variables))
            gibbs_sweeps(packed, states, uniforms, some, counts, every, best, gains)

    steps = np.arange(burn_in + n_samples) / (burn_in + n_samples)
    temperatures = np.ones(burn_in + n_samples) if cooling is None else 1.0 - steps
    run(burn_in, temperatures[:burn_in], np.zeros_like(graph.unary), 1)
    # Whole batches, each of a whole number of thinned sweeps.
    n_batches = max(min(BATCHES, n_samples // thin), 1)
    each = n_samples // thin // n_batches * thin
    batches = np.zeros((n_batches, *graph.unary.shape))
    for batch in range(n_batches):
        first = burn_in + batch * each
        run(each, temperatures[first : first + each], batches[batch], thin)
    rest = burn_in + n_batches * each
    extra = np.zeros_like(graph.unary)
    run(burn_in + n_samples - rest, temperatures[rest:], extra, thin)
    counts = batches.sum(axis=0) + extra
    states = improved(graph, best)
    return Beliefs(
        "gibbs",
        counts / np.maximum(counts.sum(axis=1, keepdims=True), 1.0),
        np.nan,
        np.nan,
        states,
        graph.score(states),
        False,
        burn_in + n_samples,
        effective=_effective(batches, each // thin) if cooling is None else None,
    )


def _first_states(graph: FactorGraph, start: IdArray | None) -> IdArray:
    states = improved(graph, graph.unary.argmax(axis=1) if start is None else start)
    if graph.n_variables and graph.score(states) == -np.inf:
        alone = graph.unary.max(axis=1)
        if alone.min() == -np.inf:
            raise NoStatesError(int(alone.argmin()))
        raise CrfError(
            "Gibbs sampling has to begin with possible states, and those at hand have the score "
            "−inf; give others as start, for example those of method='max-product'."
        )
    return states


def _effective(batches: FloatArray, n_each: int) -> FloatArray | None:
    """Return the effective number of independent draws of each state, by batch means."""
    n_batches = len(batches)
    if n_batches < 2 or n_each == 0:
        return None
    means = batches / n_each
    mean = means.mean(axis=0)
    variance = means.var(axis=0, ddof=1) / n_batches
    known = np.where(variance > 0.0, variance, 1.0)
    return np.where(variance > 0.0, mean * (1.0 - mean) / known, float(n_batches * n_each))


def mean_field(graph: FactorGraph, max_iterations: int = 200, tolerance: float = 1e-6) -> Beliefs:
    """Return the best distribution without dependences found, and a lower bound of log Z.

    Parameters
    ----------
    graph : FactorGraph
        Without −inf in tables: a forbidden pair with mass on both sides would make the bound −inf.
    max_iterations : int
    tolerance : float
        Greatest change of a probability at which to stop.

    Raises
    ------
    CrfError
        A table forbids something.
    NoStatesError
        A variable has no possible state.

    Notes
    -----
    q_i(k) ∝ exp(θ_i(k) + Σ_f E[θ_f | y_i = k]), one variable after the other, from the unary
    scores alone; the bound Σ⟨q, θ⟩ + Σ H(q_i) never falls.
    """
    if (graph.tables == -np.inf).any():
        raise CrfError(
            "The method “mean-field” cannot forbid pairs of states (a table has −inf), only single "
            "states; use “bp” or “junction-tree”."
        )
    alone = graph.unary.max(axis=1, initial=-np.inf)
    if len(alone) and alone.min() == -np.inf:
        raise NoStatesError(int(alone.argmin()))
    packed = graph.packed
    beliefs = np.array([table_belief(row) for row in graph.unary]).reshape(graph.unary.shape)
    iterations, converged = 0, False
    while not converged and iterations < max_iterations:
        converged = mean_field_sweep(packed, beliefs) <= tolerance
        iterations += 1
    bound = mean_field_bound(packed, beliefs)
    states = improved(graph, beliefs.argmax(axis=1))
    return Beliefs(
        "mean-field",
        beliefs,
        bound,
        bound,
        states,
        graph.score(states),
        converged,
        iterations,
        factor_belief=lambda factor: _independent(graph, beliefs, factor),
    )


def _independent(graph: FactorGraph, beliefs: FloatArray, factor: int) -> FloatArray:
    rows = beliefs[graph.scope_of(factor)]
    if factor >= graph.n_factors:
        return np.asarray(rows.prod(axis=0))
    joint = np.ones(())
    for row in rows:
        joint = np.multiply.outer(joint, row)
    return joint

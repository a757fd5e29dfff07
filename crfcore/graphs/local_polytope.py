"""Linear-programming relaxation of the best states (001, section 5.3).

Variables μ_i(y) and μ_f(y_f) from 0 on; Σ_y μ_i(y) = 1; Σ over y_f with y_i = y of μ_f is μ_i(y)
for each variable of a factor; maximise Σ μθ. An integral solution is proved to be the best.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.errors import CrfError
from crfcore.graphs.beliefs import Beliefs
from crfcore.graphs.factor_graph import FactorGraph, NoStatesError
from crfcore.graphs.linear_rows import NONE, Indices, LinearRows
from crfcore.graphs.sites import improved

MAX_ARITY = 3
"""Most variables of a factor with a table."""

ROUNDING = 1e-6
"""Distance from 0 and 1 up to which the solver's values count as integers."""


def relaxed(
    graph: FactorGraph, *, integral: bool = False, time_limit: float | None = None
) -> Beliefs:
    """Return the best states by a linear program, with a bound of their score.

    Parameters
    ----------
    graph : FactorGraph
    integral : bool
        Whether to solve the integer program instead, which has no gap.
    time_limit : float, optional
        Seconds.

    Returns
    -------
    Beliefs
        Marginals are the program's μ_i. `bound` is the optimum of the program, which no assignment
        exceeds. `converged`: the solution was integral, so that `states` are proved the best; else
        they are the greatest μ_i, improved one variable at a time, and `gap` says what a better
        assignment could gain.

    Raises
    ------
    CrfError
        A table is of more than three variables, or time was not sufficient for any solution.
    NoStatesError
        No assignment is possible.
    """
    arities = np.diff(graph.scope_indptr)
    if len(arities) and arities.max() > MAX_ARITY:
        raise CrfError(
            f"The method “lp” is for tables of up to {MAX_ARITY} variables, and factor "
            f"{int(arities.argmax())} has {int(arities.max())}; use “bp” or “junction-tree”."
        )
    program = LinearRows()
    nodes = program.variables(-graph.unary, integral=integral)
    program.put(program.rows(np.ones(graph.n_variables), 1.0)[:, np.newaxis], nodes)
    for arity in np.unique(arities).tolist():
        _add_factors(program, graph, nodes, np.flatnonzero(arities == arity))
    _add_agreements(program, graph, nodes)
    found = program.solve(time_limit)
    if found.values is None:
        if not found.possible:
            raise NoStatesError(_worst(graph))
        raise CrfError("The linear program found no solution in time; give more time (time_limit).")
    values = np.append(found.values, 0.0)
    marginals = np.where(nodes == NONE, 0.0, values[nodes])
    is_integral = bool(np.all(np.abs(marginals - np.round(marginals)) < ROUNDING))
    states = marginals.argmax(axis=1).astype(np.int32)
    if not is_integral:
        states = improved(graph, states)
    return Beliefs(
        "lp",
        marginals,
        np.nan,
        -found.bound,
        states,
        graph.score(states),
        is_integral and found.proved,
        1,
    )


def _worst(graph: FactorGraph) -> int:
    """Return the variable with the fewest states, to be named."""
    return int((graph.unary > -np.inf).sum(axis=1).argmin()) if graph.n_variables else 0


def _add_factors(program: LinearRows, graph: FactorGraph, nodes: Indices, factors: Indices) -> None:
    """Add the factors of one arity: μ_f, whose sums are the μ_i of their variables."""
    arity = int(graph.scope_indptr[factors[0] + 1] - graph.scope_indptr[factors[0]])
    n_states = graph.n_states
    shape = (len(factors),) + (n_states,) * arity
    starts = graph.table_start[graph.table_of[factors]]
    scores = graph.tables[starts[:, np.newaxis] + np.arange(n_states**arity)].reshape(shape)
    members = graph.scope[graph.scope_indptr[factors][:, np.newaxis] + np.arange(arity)]
    possible = scores > -np.inf
    for slot in range(arity):
        own = (nodes[members[:, slot]] != NONE).reshape(_along(slot, arity, len(factors), n_states))
        possible = possible & own
    joint = program.variables(np.where(possible, -scores, np.inf))
    for slot in range(arity):
        rows = program.rows(np.zeros((len(factors), n_states)), 0.0)
        program.put(rows.reshape(_along(slot, arity, len(factors), n_states)), joint)
        program.put(rows, nodes[members[:, slot]], -1.0)


def _along(slot: int, arity: int, n_factors: int, n_states: int) -> tuple[int, ...]:
    """Return the shape in which an array (F, K) is broadcast along the axis of a slot."""
    return (n_factors, *(n_states if axis == slot else 1 for axis in range(arity)))


def _add_agreements(program: LinearRows, graph: FactorGraph, nodes: Indices) -> None:
    """Add μ_f(k), at most each μ_i(k); where the gain is negative, at least Σ_i μ_i(k) − n + 1."""
    for number, gain in enumerate(graph.gain):
        members = graph.scope_of(graph.n_factors + number)
        own: FloatArray = np.where((nodes[members] != NONE).all(axis=0), -gain, np.inf)
        together = program.variables(own)
        for variable in members.tolist():
            rows = program.rows(np.full(graph.n_states, -np.inf), 0.0)
            program.put(rows, together)
            program.put(rows, nodes[variable], -1.0)
        low = program.rows(np.full(graph.n_states, 1.0 - len(members)), np.inf)
        program.put(low, together)
        for variable in members.tolist():
            program.put(low, nodes[variable], -1.0)

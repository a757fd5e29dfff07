"""Sum-product, max-product and tree-reweighted message passing (001, sections 5.1 and 7).

log m_{i→f}(y) = θ_i(y) + Σ_{g≠f} log m_{g→i}(y), and log m_{f→i}(y) = log Σ exp(θ_f + Σ_{j≠i} log
m_{j→f}(y_j)) over the states of the factor's other variables. On a graph without cycles this is
exact after one iteration; else messages are repeated until they do not change.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.errors import CrfError
from crfcore.graphs.belief_propagation_kernels import (
    bethe_log_z,
    pair_log_weights,
    pass_messages,
    pass_residual,
    reweighted_bound,
    variable_beliefs,
)
from crfcore.graphs.beliefs import Beliefs, table_belief
from crfcore.graphs.factor_graph import FactorGraph, NoStatesError
from crfcore.graphs.packed import Packed
from crfcore.graphs.schedules import edge_probabilities, forest_updates
from crfcore.graphs.sites import improved

SCHEDULES = ("tree", "sequential", "residual")

DAMPED_FROM = 50
"""Iterations after which messages move only half of the way."""

CERTAIN = 1e-9
"""Differences of probabilities above which a best state is unique."""


@dataclass(frozen=True, slots=True)
class Passing:
    """When messages are sent, and when that ends.

    Attributes
    ----------
    max_iterations : int
    tolerance : float
        Greatest change of a message, as a probability, at which to stop.
    damping : float
        The part of the old log message that is kept, from 0 on and below 1.
    schedule : str
        "tree": up and down spanning forests; "sequential": one factor after the other; "residual":
        always the message that would change most.
    """

    max_iterations: int = 200
    tolerance: float = 1e-6
    damping: float = 0.0
    schedule: str = "tree"


class _Passed(NamedTuple):
    """Messages (E, K), whether they stopped changing, and the number of iterations."""

    messages: FloatArray
    converged: bool
    iterations: int


class _Passes:
    """Repeated message passing in one graph."""

    def __init__(
        self, graph: Packed, rho: FloatArray, passing: Passing, *, maximise: bool = False
    ) -> None:
        self.graph, self.rho, self.passing, self.maximise = graph, rho, passing, maximise
        self._all = np.arange(len(graph.scope), dtype=np.int32)
        self.updates = forest_updates(graph) if passing.schedule == "tree" else [self._all]
        n_states = graph.unary.shape[1]
        start = 0.0 if maximise else -np.log(n_states)
        self.messages = np.full((len(graph.scope), n_states), start)
        self.residuals = np.full(len(graph.scope), -1.0)

    @property
    def is_forest(self) -> bool:
        """Whether one pass is exact."""
        return self.passing.schedule == "tree" and len(self.updates) <= 1

    def iterate(self, damping: float) -> float:
        """Send each message about once, damped; return the greatest change before damping."""
        old = self.messages.copy()
        change = self._send() if len(self._all) else 0.0
        if damping and change:
            # In logarithms: as probabilities, messages of great scores are rounded to 0.
            mixed = damping * old + (1.0 - damping) * self.messages
            damped = np.where(np.isneginf(old), self.messages, mixed)
            top = damped.max(axis=1, keepdims=True)
            self.messages[:] = damped - top if self.maximise else _normalised(damped)
            self.residuals[:] = -1.0
        return change

    def _send(self) -> float:
        if self.passing.schedule == "residual":
            change, bad = pass_residual(
                self.graph,
                self.rho,
                self.messages,
                self.residuals,
                len(self._all),
                self.passing.tolerance,
                self.maximise,
                0.0,
            )
            _check(bad)
            return change
        greatest = 0.0
        for updates in self.updates:
            change, bad = pass_messages(
                self.graph, self.rho, self.messages, updates, self.maximise, 0.0
            )
            _check(bad)
            greatest = max(greatest, change)
        return greatest

    def run(self) -> _Passed:
        """Iterate until messages do not change."""
        converged = not len(self._all)
        iterations = 0
        for iteration in range(self.passing.max_iterations):
            if converged:
                break
            damping = self.passing.damping
            if iteration >= DAMPED_FROM:
                damping = max(damping, 0.5)
            change = self.iterate(damping)
            iterations += 1
            is_exact = self.is_forest and damping == 0.0
            converged = is_exact or change <= self.passing.tolerance
        return _Passed(self.messages, converged, iterations)


def sum_product(graph: FactorGraph, passing: Passing) -> Beliefs:
    """Return beliefs by loopy propagation, and the Bethe value of log Z.

    Raises
    ------
    NoStatesError
        Messages prove that no assignment is possible.

    Notes
    -----
    J. S. Yedidia, W. T. Freeman and Y. Weiss, Constructing free energy approximations, IEEE
    Transactions on Information Theory 51, 2005. The best state of each variable alone, then
    improved one variable at a time, gives `states`.
    """
    packed = graph.packed
    rho = np.ones(len(packed.start))
    passed = _Passes(packed, rho, passing).run()
    log_beliefs = np.empty_like(graph.unary)
    of_variables, bad = variable_beliefs(packed, rho, passed.messages, log_beliefs)
    _check(bad)
    log_beliefs = _normalised(log_beliefs)
    log_z = bethe_log_z(packed, rho, passed.messages, of_variables)
    states = improved(graph, log_beliefs.argmax(axis=1))
    return Beliefs(
        "bp",
        np.exp(log_beliefs),
        log_z,
        np.nan,
        states,
        graph.score(states),
        passed.converged,
        passed.iterations,
        factor_belief=lambda factor: _belief(graph, rho, passed.messages, factor),
    )


def reweighted(graph: FactorGraph, passing: Passing) -> Beliefs:
    """Return tree-reweighted beliefs and an upper bound of log Z; pairs only.

    Raises
    ------
    CrfError
        A factor has more than two variables.
    NoStatesError
        Messages prove that no assignment is possible.

    Notes
    -----
    M. J. Wainwright, T. S. Jaakkola and A. S. Willsky, A new class of upper bounds on the log
    partition function, IEEE Transactions on Information Theory 51, 2005. The bound is that of the
    messages at hand, and is valid also before they converge.
    """
    pairs = _pairs_only(graph)
    packed = pairs.packed
    rho = edge_probabilities(packed)
    passed = _Passes(packed, rho, passing).run()
    log_beliefs = np.empty_like(graph.unary)
    of_variables, bad = variable_beliefs(packed, rho, passed.messages, log_beliefs)
    _check(bad)
    log_beliefs = _normalised(log_beliefs)
    bound = reweighted_bound(packed, rho, passed.messages, of_variables)
    states = improved(graph, log_beliefs.argmax(axis=1))

    def of_factor(factor: int) -> FloatArray:
        joint = _belief(pairs, rho, passed.messages, factor)
        is_agreement = factor >= graph.n_factors
        return joint[(np.arange(graph.n_states),) * joint.ndim] if is_agreement else joint

    return Beliefs(
        "trw",
        np.exp(log_beliefs),
        bound,
        bound,
        states,
        graph.score(states),
        passed.converged,
        passed.iterations,
        factor_belief=of_factor,
    )


def max_product(graph: FactorGraph, passing: Passing) -> Beliefs:
    """Return max-marginals, and states fixed one after the other, each by new messages.

    Raises
    ------
    NoStatesError
        Messages prove that no assignment is possible.

    Notes
    -----
    On a graph without cycles all states without an equally good one are fixed at once; else the
    most certain tenth of those left.
    """
    packed = graph.packed
    rho = np.ones(len(packed.start))
    passes = _Passes(packed, rho, passing, maximise=True)
    passed = passes.run()
    log_beliefs = np.empty_like(graph.unary)
    _check(variable_beliefs(packed, rho, passed.messages, log_beliefs)[1])
    log_beliefs = _normalised(log_beliefs)
    marginals = np.exp(log_beliefs)
    states = improved(graph, _decimated(passes, log_beliefs))
    return Beliefs(
        "max-product",
        marginals,
        np.nan,
        np.nan,
        states,
        graph.score(states),
        passed.converged,
        passed.iterations,
    )


def _decimated(passes: _Passes, log_beliefs: FloatArray) -> IdArray:
    """Fix the states of the most certain variables, and send messages again, until all are."""
    unary = passes.graph.unary.copy()
    passes.graph = passes.graph._replace(unary=unary)
    beliefs = np.exp(log_beliefs)
    is_free = np.ones(len(unary), dtype=np.bool_)
    while is_free.any():
        free = np.flatnonzero(is_free)
        best = beliefs[free].argmax(axis=1)
        margins = _margins(beliefs[free])
        certain = free[np.argsort(-margins, kind="stable")]
        n_unique = int((margins > CERTAIN).sum())
        n_fixed = n_unique if passes.is_forest else min(n_unique, -(-len(free) // 10))
        chosen = certain[: max(n_fixed, 1)]
        states = best[np.searchsorted(free, chosen)]
        kept = unary[chosen, states]
        unary[chosen] = -np.inf
        unary[chosen, states] = kept
        is_free[chosen] = False
        try:
            passes.iterate(0.0)
        except NoStatesError:
            break
        found = np.empty_like(unary)
        if variable_beliefs(passes.graph, passes.rho, passes.messages, found)[1] >= 0:
            break
        beliefs = np.exp(found)
    return np.asarray(beliefs.argmax(axis=1), dtype=np.int32)


def _margins(rows: FloatArray) -> FloatArray:
    """Return by how much the greatest entry of each row is above the second."""
    if rows.shape[1] == 1:
        return np.ones(len(rows))
    two = np.partition(rows, -2, axis=1)[:, -2:]
    return np.asarray(two[:, 1] - two[:, 0])


def _pairs_only(graph: FactorGraph) -> FactorGraph:
    """Return the graph with agreement factors as tables; refuse more than two variables."""
    sizes = np.diff(graph.packed.indptr)
    if len(sizes) and sizes.max() > 2:
        raise CrfError(
            f"The method “trw” is for factors of two variables, and factor {int(sizes.argmax())} "
            f"has {int(sizes.max())}; use “bp” or “junction-tree”."
        )
    tables, starts = [graph.tables], []
    n_entries = len(graph.tables)
    arities = np.diff(graph.agreement_indptr)
    for gain, arity in zip(graph.gain, arities.tolist(), strict=True):
        tables.append((np.diag(gain) if arity == 2 else gain).ravel())
        starts.append(n_entries)
        n_entries += tables[-1].size
    n_tables = len(graph.table_start)
    return replace(
        graph,
        scope_indptr=graph.packed.indptr,
        scope=graph.packed.scope,
        table_of=np.concatenate([graph.table_of, n_tables + np.arange(len(starts))]).astype(int),
        tables=np.concatenate(tables),
        table_start=np.concatenate([graph.table_start, starts]).astype(int),
        agreement_indptr=np.zeros(1, np.int64),
        agreement_scope=np.zeros(0, np.int32),
        gain=np.zeros((0, graph.n_states)),
    )


def _belief(graph: FactorGraph, rho: FloatArray, messages: FloatArray, factor: int) -> FloatArray:
    """Return the joint probabilities of a factor with a table, or of agreement in each state."""
    packed = graph.packed
    arity = len(graph.scope_of(factor))
    if factor >= graph.n_factors:
        return _agreement_belief(graph, messages, factor)
    weights = np.empty(graph.n_states**arity)
    pair_log_weights(packed, rho, messages, factor, weights)
    return table_belief(weights).reshape((graph.n_states,) * arity)


def _agreement_belief(graph: FactorGraph, messages: FloatArray, factor: int) -> FloatArray:
    packed = graph.packed
    together = np.zeros(graph.n_states)
    for member in range(packed.indptr[factor], packed.indptr[factor + 1]):
        variable = packed.scope[member]
        mine = packed.var_member[packed.var_indptr[variable] : packed.var_indptr[variable + 1]]
        others = messages[mine[mine != member]].sum(axis=0) + graph.unary[variable]
        together += np.log(table_belief(others))
    gain = graph.gain[factor - graph.n_factors]
    apart = 1.0 - np.exp(together).sum()
    weights = np.exp(together + gain)
    return np.asarray(weights / (max(apart, 0.0) + weights.sum()))


def _normalised(rows: FloatArray) -> FloatArray:
    """Return log probabilities of rows, twice normalised: once is inexact for great numbers."""
    for _ in range(2):
        top = rows.max(axis=1, keepdims=True)
        rows = rows - (top + np.log(np.exp(rows - top).sum(axis=1, keepdims=True)))
    return rows


def _check(variable: int) -> None:
    if variable >= 0:
        raise NoStatesError(int(variable))

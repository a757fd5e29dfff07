"""Best states by minimum cuts, for factors that reward agreement (001, section 6).

D. M. Greig, B. T. Porteous and A. H. Seheult, Exact maximum a posteriori estimation for binary
images, Journal of the Royal Statistical Society B 51, 1989; Y. Boykov, O. Veksler and R. Zabih,
Fast approximate energy minimization via graph cuts, IEEE PAMI 23, 2001; B. Taskar, V. Chatalbashev
and D. Koller, Learning associative Markov networks, ICML 2004.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray
from crfcore.errors import CrfError
from crfcore.graphs.beliefs import Beliefs
from crfcore.graphs.factor_graph import FactorGraph, NoStatesError

BoolArray = NDArray[np.bool_]

GREATEST = 2**30
"""Greatest capacity: the solver's are 32-bit integers, and larger ones wrap without a word."""

SLACK = 1e-9
"""Rounding of scores below which a table still counts as associative."""


class NotAssociativeError(CrfError):
    """A factor does not reward agreement, so that its best states are no minimum cut.

    Parameters
    ----------
    factor : int
    states : sequence of int
        A pair of states for which the condition fails.
    """

    def __init__(self, factor: int, states: tuple[int, int], wanted: str) -> None:
        self.factor, self.states = factor, states
        super().__init__(
            f"Factor {factor} does not reward agreement of states {states[0]} and {states[1]}: "
            f"{wanted}; use method='bp' or 'lp'."
        )


class _Cut:
    """A pseudo-Boolean function of t ∈ {0, 1}^n of terms that a minimum cut can minimise."""

    def __init__(self, n_nodes: int) -> None:
        self.n_nodes = n_nodes
        self._if_one = np.zeros(n_nodes)
        self._tails: list[IdArray] = []
        self._heads: list[IdArray] = []
        self._costs: list[FloatArray] = []

    def new_nodes(self, n: int) -> IdArray:
        """Add further variables."""
        first = self.n_nodes
        self.n_nodes += n
        self._if_one = np.append(self._if_one, np.zeros(n))
        return np.arange(first, self.n_nodes, dtype=np.int32)

    def linear(self, nodes: IdArray, costs: FloatArray) -> None:
        """Add Σ cost·t."""
        np.add.at(self._if_one, nodes, costs)

    def ordered(self, zeros: IdArray, ones: IdArray, costs: FloatArray) -> None:
        """Add Σ cost·(1 − t of zeros)·(t of ones), with costs from 0 on."""
        self._tails.append(ones)
        self._heads.append(zeros)
        self._costs.append(costs)

    def minimised(self) -> tuple[BoolArray, float]:
        """Return the best t, (n,), and a bound of the error by rounding, in units of costs.

        t = 1 is the side of the source. Capacities are multiples of the greatest / 2^30.
        """
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import breadth_first_order, maximum_flow

        source, sink = self.n_nodes, self.n_nodes + 1
        nodes = np.arange(self.n_nodes)
        tails = np.concatenate([np.full(self.n_nodes, source), nodes, *self._tails])
        heads = np.concatenate([nodes, np.full(self.n_nodes, sink), *self._heads])
        gains, costs = np.maximum(-self._if_one, 0.0), np.maximum(self._if_one, 0.0)
        capacities = np.concatenate([gains, costs, *self._costs])
        shape = sink + 1, sink + 1
        # Parallel arcs are summed before anything is rounded.
        exact = csr_array((capacities, (tails, heads)), shape=shape)
        exact.sum_duplicates()
        greatest = float(exact.data.max(initial=0.0))
        if greatest == 0.0:
            return np.zeros(self.n_nodes, dtype=np.bool_), 0.0
        scale = GREATEST / greatest
        whole = exact.copy()
        whole.data = np.round(exact.data * scale).astype(np.int32)
        whole.indices, whole.indptr = whole.indices.astype(np.int32), whole.indptr.astype(np.int32)
        whole.eliminate_zeros()
        residual = whole - maximum_flow(whole, source, sink).flow
        residual.eliminate_zeros()
        reached = breadth_first_order(residual, source, return_predecessors=False)
        is_source = np.zeros(sink + 1, dtype=np.bool_)
        is_source[reached] = True
        return is_source[: self.n_nodes], len(exact.data) / scale


def check_associative(graph: FactorGraph) -> None:
    """Raise an error unless every expansion is a minimum cut.

    Raises
    ------
    NotAssociativeError
        For some states a, b, c of a pair θ(a, a) + θ(b, c) < θ(b, a) + θ(a, c), or a gain is
        negative.
    CrfError
        A table is of more than two variables, or has −inf.
    """
    arities = np.diff(graph.scope_indptr)
    if len(arities) and arities.max() > 2:
        raise CrfError(
            f"Cuts are for tables of two variables, and factor {int(arities.argmax())} has "
            f"{int(arities.max())}; use agreement factors, or method='bp'."
        )
    if (graph.tables == -np.inf).any():
        raise CrfError("Cuts are for finite tables; forbid single states, or use method='lp'.")
    if (graph.gain < 0.0).any():
        number, state = (int(one[0]) for one in np.nonzero(graph.gain < 0.0))
        factor = graph.n_factors + number
        raise NotAssociativeError(factor, (state, state), "its gain is negative")
    seen: set[int] = set()
    for factor in np.flatnonzero(arities == 2).tolist():
        table_number = int(graph.table_of[factor])
        if table_number in seen:
            continue
        seen.add(table_number)
        table = graph.table(factor)
        # Axes a, b, c.
        left = np.diag(table)[:, np.newaxis, np.newaxis] + table
        right = table.T[:, :, np.newaxis] + table[:, np.newaxis, :]
        bad = np.argwhere(left < right - SLACK * (1.0 + np.abs(right)))
        if len(bad):
            a, b, _ = bad[0].tolist()
            wanted = f"θ({a}, {a}) + θ(b, c) must not be below θ(b, {a}) + θ({a}, c)"
            raise NotAssociativeError(factor, (a, b), wanted)


def expansion(graph: FactorGraph, max_iterations: int = 200) -> Beliefs:
    """Return states that no expansion of a single state improves.

    Parameters
    ----------
    graph : FactorGraph
    max_iterations : int
        Most rounds over all states.

    Returns
    -------
    Beliefs
        For two states the result is the best, and `bound` is its score.

    Raises
    ------
    NotAssociativeError, CrfError
        As for `check_associative`.
    NoStatesError
        A variable has no possible state.

    Notes
    -----
    With one gain for all states of each pair (and costs of unequal pairs and of single states from
    0 on), the energy is at most twice the least one.
    """
    check_associative(graph)
    allowed = graph.unary > -np.inf
    if graph.n_variables and not allowed.any(axis=1).all():
        raise NoStatesError(int(allowed.sum(axis=1).argmin()))
    states = graph.unary.argmax(axis=1).astype(np.int32)
    is_binary = graph.n_states <= 2
    if is_binary:
        # Everything that may be 0 begins there: then one expansion of 1 is the minimum cut.
        states = np.where(allowed[:, 0], 0, 1).astype(np.int32)
    score = graph.score(states)
    rounds, converged = 0, False
    while not converged and rounds < max_iterations:
        converged = True
        rounds += 1
        for state in range(1 if is_binary else 0, graph.n_states):
            moved, error = _expanded(graph, states, state, allowed[:, state])
            new_score = graph.score(moved)
            if new_score > score + error + 1e-12 * (1.0 + abs(score)):
                states, score, converged = moved, new_score, False
        if is_binary:
            converged = True
    marginals = np.eye(graph.n_states)[states]
    name = "cut" if is_binary else "expansion"
    bound = score if is_binary else np.nan
    return Beliefs(name, marginals, np.nan, bound, states, score, converged, rounds)


def _expanded(
    graph: FactorGraph, states: IdArray, state: int, allowed: BoolArray
) -> tuple[IdArray, float]:
    """Return the best states of those in which some variables become `state`."""
    nodes = np.full(graph.n_variables, -1, dtype=np.int32)
    free = np.flatnonzero(allowed & (states != state))
    if not len(free):
        return states, 0.0
    nodes[free] = np.arange(len(free))
    cut = _Cut(len(free))
    cut.linear(nodes[free], graph.unary[free, states[free]] - graph.unary[free, state])
    _add_pairs(cut, graph, states, state, nodes)
    for number in range(len(graph.gain)):
        _add_agreement(cut, graph, number, states, state, nodes)
    becomes, error = cut.minimised()
    moved = states.copy()
    moved[free[becomes[: len(free)]]] = state
    return moved, error


def _add_pairs(cut: _Cut, graph: FactorGraph, states: IdArray, state: int, nodes: IdArray) -> None:
    arities = np.diff(graph.scope_indptr)
    starts = graph.table_start[graph.table_of]
    alone = arities == 1
    of_one = graph.scope[graph.scope_indptr[:-1][alone]]
    moving = nodes[of_one] >= 0
    tables = graph.tables
    gains = tables[starts[alone] + states[of_one]] - tables[starts[alone] + state]
    cut.linear(nodes[of_one][moving], gains[moving])
    firsts = graph.scope_indptr[:-1][arities == 2]
    one, other = graph.scope[firsts], graph.scope[firsts + 1]
    start, n_states = starts[arities == 2], graph.n_states

    def energy(first: IdArray | int, second: IdArray | int) -> FloatArray:
        entries = start + n_states * np.asarray(first, np.int64) + second
        return np.asarray(-graph.tables[entries])

    # Energies by (t of the first, t of the second).
    stay, second_moves = energy(states[one], states[other]), energy(states[one], state)
    first_moves, both = energy(state, states[other]), energy(state, state)
    free = (nodes[one] >= 0) & (nodes[other] >= 0)
    cut.linear(nodes[one][free], (first_moves - stay)[free])
    cut.linear(nodes[other][free], (both - first_moves)[free])
    saved = np.maximum(second_moves + first_moves - stay - both, 0.0)
    cut.ordered(nodes[one][free], nodes[other][free], saved[free])
    only_one = (nodes[one] >= 0) & (nodes[other] < 0)
    cut.linear(nodes[one][only_one], (first_moves - stay)[only_one])
    only_other = (nodes[one] < 0) & (nodes[other] >= 0)
    cut.linear(nodes[other][only_other], (second_moves - stay)[only_other])


def _add_agreement(
    cut: _Cut, graph: FactorGraph, number: int, states: IdArray, state: int, nodes: IdArray
) -> None:
    """Add an agreement factor by up to two further variables.

    −gain·Π t = min over w of gain·(w·Σ(1 − t_i) − w), over the members that are not `state` yet;
    and −gain·Π(1 − t) = min over v of gain·(v·Σ t_i − v) if all members agree on another state.
    """
    members = graph.scope_of(graph.n_factors + number)
    gain = graph.gain[number]
    own = nodes[members]
    others = own[states[members] != state]
    if gain[state] > 0.0 and len(others) and (others >= 0).all():
        w = cut.new_nodes(1)
        cut.linear(w, -gain[[state]])
        cut.ordered(others, np.repeat(w, len(others)), np.full(len(others), gain[state]))
    common = states[members[0]]
    agree = bool((states[members] == common).all()) and common != state
    moving = own[own >= 0]
    if agree and gain[common] > 0.0 and len(moving):
        # The further variable is 1 − v.
        v = cut.new_nodes(1)
        cut.linear(v, gain[[common]])
        cut.ordered(np.repeat(v, len(moving)), moving, np.full(len(moving), gain[common]))

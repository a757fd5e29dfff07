"""Exact inference by a junction tree (001, section 5.2).

S. L. Lauritzen and D. J. Spiegelhalter, Local computations with probabilities on graphical
structures, Journal of the Royal Statistical Society B 50, 1988. Variables with one possible state
are left out, and states that are not allowed have no entries. An agreement factor of many variables
gets a variable of its own: log Σ_z Π_i [z = none or y_i = z]·w_z with w_none = 1 and
w_k = exp(gain_k) − 1 is its score, so that cliques need not hold all its variables.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.graphs.beliefs import Beliefs
from crfcore.graphs.elimination import CliqueTree, clique_tree
from crfcore.graphs.factor_graph import FactorGraph, NoStatesError, WidthError
from crfcore.graphs.junction_tree_kernels import (
    TreeArrays,
    add_table,
    collect,
    distribute,
    entry_map,
    walk,
)

MAX_ENTRIES = 2**22
"""Default limit of the entries of all tables (32 MB of scores)."""

SMALL_AGREEMENT = 2
"""Agreement factors of more variables get a variable of their own if no gain is negative."""


@dataclass(frozen=True, slots=True, eq=False)
class _Term:
    """A factor to be added to a clique: scores by position in a flat table."""

    variables: list[int]
    values: FloatArray
    shape: tuple[int, ...]
    best: FloatArray | None = None


class JunctionTree:
    """The junction tree of a factor graph.

    Parameters
    ----------
    graph : FactorGraph
    max_entries : int
        Limit of the entries of all tables.

    Raises
    ------
    WidthError
        More entries would be needed.
    NoStatesError
        A variable has no state; later also from `log_z` and others if no assignment is possible.
    """

    def __init__(self, graph: FactorGraph, max_entries: int = MAX_ENTRIES) -> None:
        self.graph = graph
        self._max_entries = max_entries
        allowed = graph.unary > -np.inf
        counts = allowed.sum(axis=1)
        if (counts == 0).any():
            raise NoStatesError(int(np.argmin(counts)))
        self._state_lists = [np.flatnonzero(row) for row in allowed]
        self._terms = self._all_terms()
        sizes = [len(states) for states in self._state_lists]
        free = [variable for variable, size in enumerate(sizes) if size > 1]
        self._free = np.array(free, dtype=np.int64)
        self._local = np.full(len(sizes), -1, dtype=np.int64)
        self._local[self._free] = np.arange(len(free))
        self._sizes = np.array([sizes[variable] for variable in free], dtype=np.int64)
        scopes = [
            [int(self._local[one]) for one in term.variables if self._local[one] >= 0]
            for term in self._terms
        ]
        try:
            self._tree = clique_tree([sizes[variable] for variable in free], scopes, max_entries)
        except WidthError as error:
            members = [free[member] for member in error.members]
            n_variables = len(graph.unary)
            raise WidthError(error.entries, members, max_entries, n_variables) from None
        self._arrays = _tree_arrays(self._tree, self._sizes)
        self._numbers = np.zeros(int(np.diff(self._arrays.start).max(initial=1)), dtype=np.int32)
        self._scopes = scopes
        self._kept: dict[bool, tuple[FloatArray, float]] = {}

    @property
    def n_entries(self) -> int:
        """The number of entries of all cliques' tables."""
        return int(self._arrays.start[-1])

    @property
    def largest(self) -> int:
        """The number of entries of the largest table."""
        return int(np.diff(self._arrays.start).max(initial=0))

    @property
    def cliques(self) -> list[list[int]]:
        """The variables of each clique; auxiliary ones of agreement factors count on from V."""
        return [[int(self._free[member]) for member in clique] for clique in self._tree.members]

    def beliefs(self) -> Beliefs:
        """Return exact probabilities, log Z, and the best states.

        Raises
        ------
        NoStatesError
            No assignment is possible.
        """
        tables, log_z = self._collected(maximise=False)
        messages = self._messages
        distribute(self._arrays, tables, messages, self._numbers)
        np.exp(tables, out=tables)
        states, score = self.best()
        return Beliefs(
            "junction-tree",
            self._marginals(tables),
            log_z,
            score,
            states,
            score,
            True,
            1,
            factor_belief=lambda factor: self._factor_belief(tables, log_z, factor),
        )

    def log_z(self) -> float:
        """Return log Σ exp(score)."""
        return self._collected(maximise=False)[1]

    def best(self) -> tuple[IdArray, float]:
        """Return the states of highest score, (V,), and their score."""
        tables, _ = self._collected(maximise=True)
        states = self._walked(tables, np.zeros(0))
        return states, float(self.graph.score(states))

    def sample(self, n: int, rng: np.random.Generator | int) -> IdArray:
        """Draw independent assignments from the distribution, (n, V)."""
        generator = np.random.default_rng(rng)
        tables, _ = self._collected(maximise=False)
        drawn = [
            self._walked(tables, generator.random(max(len(self._tree.members), 1)))
            for _ in range(n)
        ]
        return np.array(drawn, dtype=np.int32).reshape(n, self.graph.n_variables)

    def _all_terms(self) -> list[_Term]:
        """Return the factors, with a variable for each large agreement factor."""
        graph = self.graph
        n_states = graph.n_states
        terms = []
        for factor in range(graph.n_factors):
            table = graph.table(factor)
            terms.append(_Term(graph.scope_of(factor).tolist(), table.ravel(), table.shape))
        for number, gain in enumerate(graph.gain):
            members = graph.scope_of(graph.n_factors + number).tolist()
            if len(members) <= SMALL_AGREEMENT or (gain < 0.0).any():
                terms.append(_as_table(members, gain))
                continue
            extra = len(self._state_lists)
            possible = np.flatnonzero(gain > 0.0)
            self._state_lists.append(np.append(possible, n_states))
            weights = np.full(n_states + 1, -np.inf)
            weights[possible] = gain[possible] + np.log(-np.expm1(-gain[possible]))
            weights[-1] = 0.0
            terms.append(_Term([extra], weights, (n_states + 1,), np.append(gain, 0.0)))
            link = np.where(np.eye(n_states + 1, n_states, dtype=np.bool_), 0.0, -np.inf)
            link[-1] = 0.0
            terms += [_Term([extra, one], link.ravel(), link.shape) for one in members]
        return terms

    def _collected(self, *, maximise: bool) -> tuple[FloatArray, float]:
        """Return tables after the messages to the roots, and the sum or maximum."""
        if maximise not in self._kept:
            has_extra = any(term.best is not None for term in self._terms)
            self._kept[maximise] = self._potentials(maximise=maximise)
            if not has_extra:
                self._kept[not maximise] = self._kept[maximise]
        potentials, constant = self._kept[maximise]
        tables = potentials.copy()
        self._messages = np.empty(int(self._arrays.separator_start[-1]))
        total, bad = collect(self._arrays, tables, self._messages, maximise, self._numbers)
        if bad >= 0 or constant == -np.inf:
            variable = self._free[self._tree.members[bad][0]] if bad >= 0 else 0
            raise NoStatesError(int(variable))
        return tables, total + constant

    def _potentials(self, *, maximise: bool) -> tuple[FloatArray, float]:
        """Return the product of the factors of each clique, and that of what has no clique."""
        tables = np.zeros(self.n_entries)
        constant = 0.0
        unary = self.graph.unary
        for variable, states in enumerate(self._state_lists[: len(unary)]):
            own = _Term([variable], unary[variable], (unary.shape[1],))
            local = int(self._local[variable])
            if local >= 0:
                self._add(tables, self._tree.homes[local], own, own.values)
            else:
                constant += float(unary[variable, states[0]])
        for term, scope in zip(self._terms, self._scopes, strict=True):
            values = term.best if maximise and term.best is not None else term.values
            if scope:
                first = min(scope, key=self._tree.order.__getitem__)
                self._add(tables, self._tree.homes[first], term, values)
            else:
                entry = [int(self._state_lists[variable][0]) for variable in term.variables]
                constant += float(values[np.ravel_multi_index(entry, term.shape)])
        return tables, constant

    def _add(self, tables: FloatArray, clique: int, term: _Term, values: FloatArray) -> None:
        sizes, steps, base = self._steps(clique, term.variables, term.shape)
        first = int(self._arrays.start[clique])
        add_table(tables, first, sizes, steps, base, values, self._numbers)

    def _steps(
        self, clique: int, variables: list[int], shape: tuple[int, ...]
    ) -> tuple[OffsetArray, OffsetArray, int]:
        """Return the arguments of `entry_map` from a clique's entries to those of a table."""
        members = self._tree.members[clique]
        sizes = self._sizes[members]
        steps = np.zeros((len(members), int(sizes.max())), dtype=np.int64)
        base, stride = 0, 1
        for variable, n_states in zip(reversed(variables), reversed(shape), strict=True):
            states = self._state_lists[variable]
            local = int(self._local[variable])
            if local < 0:
                base += int(states[0]) * stride
            else:
                steps[members.index(local), : len(states)] = states * stride
            stride *= n_states
        return sizes, steps, base

    def _walked(self, tables: FloatArray, uniforms: FloatArray) -> IdArray:
        local = np.zeros(len(self._free), dtype=np.int32)
        walk(self._arrays, tables, uniforms, self._numbers, local)
        states = np.array([states[0] for states in self._state_lists], dtype=np.int32)
        for one, state in zip(self._free.tolist(), local.tolist(), strict=True):
            states[one] = self._state_lists[one][state]
        return states[: self.graph.n_variables]

    def _summed(self, tables: FloatArray, clique: int, term: _Term) -> FloatArray:
        """Return probabilities in a clique, summed to those of a table's entries."""
        first, last = self._arrays.start[clique : clique + 2]
        sizes, steps, base = self._steps(clique, term.variables, term.shape)
        entry_map(sizes, steps, base, self._numbers)
        own = tables[first:last]
        summed = np.bincount(self._numbers[: len(own)], own, minlength=len(term.values))
        return np.asarray(summed, dtype=np.float64)

    def _marginals(self, tables: FloatArray) -> FloatArray:
        marginals = np.zeros(self.graph.unary.shape)
        for variable, states in enumerate(self._state_lists[: self.graph.n_variables]):
            local = int(self._local[variable])
            if local < 0:
                marginals[variable, states[0]] = 1.0
                continue
            own = _Term([variable], self.graph.unary[variable], (self.graph.n_states,))
            found = self._summed(tables, self._tree.homes[local], own)
            marginals[variable] = found / found.sum()
        return marginals

    def _factor_belief(self, tables: FloatArray, log_z: float, factor: int) -> FloatArray:
        graph = self.graph
        variables = graph.scope_of(factor).tolist()
        n_states = graph.n_states
        if factor >= graph.n_factors:
            return np.array([self._all_in(variables, k, log_z) for k in range(n_states)])
        local = [int(self._local[one]) for one in variables if self._local[one] >= 0]
        shape = (n_states,) * len(variables)
        values = np.zeros(n_states ** len(variables))
        if local:
            home = self._tree.homes[min(local, key=self._tree.order.__getitem__)]
            values = self._summed(tables, home, _Term(variables, values, shape))
        else:
            entry = [int(self._state_lists[variable][0]) for variable in variables]
            values[np.ravel_multi_index(entry, shape)] = 1.0
        return values.reshape(shape)

    def _all_in(self, variables: list[int], state: int, log_z: float) -> float:
        """Return the probability that all variables have a state."""
        allowed = np.ones(self.graph.unary.shape, dtype=np.uint8)
        allowed[variables] = np.arange(self.graph.n_states) == state
        try:
            pinned = JunctionTree(self.graph.with_pins(allowed), self._max_entries).log_z()
        except NoStatesError:
            return 0.0
        return float(np.exp(min(pinned - log_z, 0.0)))


def _as_table(members: list[int], gain: FloatArray) -> _Term:
    shape = (len(gain),) * len(members)
    values = np.zeros(shape)
    values[(np.arange(len(gain)),) * len(members)] = gain
    return _Term(members, values.ravel(), shape)


def _tree_arrays(tree: CliqueTree, sizes: OffsetArray) -> TreeArrays:
    separators = [
        sorted(set(members) & set(tree.members[parent])) if parent >= 0 else []
        for members, parent in zip(tree.members, tree.parents, strict=True)
    ]
    return TreeArrays(
        sizes,
        *_flat(tree.members, sizes),
        np.array(tree.parents, dtype=np.int32),
        *_flat(separators, sizes),
    )


def _flat(sets: list[list[int]], sizes: OffsetArray) -> tuple[OffsetArray, IdArray, OffsetArray]:
    """Return sets of variables as flat arrays: offsets, members, offsets of their tables."""
    indptr = np.cumsum([0, *map(len, sets)], dtype=np.int64)
    members = np.array([one for members in sets for one in members], dtype=np.int32)
    entries = [int(np.prod(sizes[members], dtype=np.int64)) for members in sets]
    return indptr, members, np.cumsum([0, *entries], dtype=np.int64)

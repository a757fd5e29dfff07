"""Triangulation of a graph by min-fill, and its tree of maximal cliques."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import combinations
from math import prod

from crfcore.graphs.factor_graph import WidthError


@dataclass(frozen=True, slots=True, eq=False)
class CliqueTree:
    """The maximal cliques of a triangulated graph as a forest, children before their parents.

    Attributes
    ----------
    members : list of list of int
        The variables of each clique, rising.
    parents : list of int
        −1 for roots. The variables that a clique shares with all others on its parent's side are
        those that it shares with its parent (the running intersection property).
    homes : list of int
        For each variable a clique that has it, and all of a factor's variables if it is the first
        of them in `order`.
    order : list of int
        The place of each variable in the order of elimination.
    """

    members: list[list[int]]
    parents: list[int]
    homes: list[int]
    order: list[int]


class _Elimination:
    """The graph while variables are eliminated, with the number of edges that each would add."""

    def __init__(self, n_variables: int, scopes: Iterable[Sequence[int]]) -> None:
        self.neighbours: list[set[int]] = [set() for _ in range(n_variables)]
        for scope in scopes:
            for one, other in combinations(scope, 2):
                self.neighbours[one].add(other)
                self.neighbours[other].add(one)
        self.fill = [self._fill_of(variable) for variable in range(n_variables)]

    def _fill_of(self, variable: int) -> int:
        around = self.neighbours[variable]
        missing = sum(len(around - self.neighbours[other]) - 1 for other in around)
        return missing // 2

    def connect(self, one: int, other: int) -> set[int]:
        """Add an edge, and return the variables whose fill changed."""
        mine, theirs = self.neighbours[one], self.neighbours[other]
        common = mine & theirs
        for variable in common:
            self.fill[variable] -= 1
        self.fill[one] += len(mine) - len(common)
        self.fill[other] += len(theirs) - len(common)
        mine.add(other)
        theirs.add(one)
        return common | {one, other}

    def remove(self, variable: int) -> set[int]:
        """Connect the neighbours of a variable, remove it, and return who has to be looked at."""
        around = self.neighbours[variable]
        touched = set(around)
        for one, other in combinations(sorted(around), 2):
            if other not in self.neighbours[one]:
                touched |= self.connect(one, other)
        for one in around:
            # Pairs of the variable and a neighbour of this one that it was not connected to.
            self.fill[one] -= len(self.neighbours[one]) - len(around)
            self.neighbours[one].discard(variable)
        touched.discard(variable)
        return touched


def clique_tree(
    sizes: Sequence[int], scopes: Iterable[Sequence[int]], max_entries: int
) -> CliqueTree:
    """Return the tree of maximal cliques of the graph in which each scope is connected.

    Parameters
    ----------
    sizes : sequence of int
        The number of states of each variable.
    scopes : iterable of sequence of int
    max_entries : int
        Limit of the entries of all cliques' tables.

    Raises
    ------
    WidthError
        More entries would be needed.

    Notes
    -----
    The variable whose elimination adds the fewest edges goes first; ties go to that with the fewest
    neighbours, then to the lowest number. Linking each clique with that of its next eliminated
    member gives a maximum spanning forest by separator size (001, section 5.2) without a search.
    """
    n_variables = len(sizes)
    graph = _Elimination(n_variables, scopes)
    heap = [(graph.fill[i], len(graph.neighbours[i]), i) for i in range(n_variables)]
    heapify(heap)
    order = [-1] * n_variables
    removed: list[int] = []
    left: list[set[int]] = [set() for _ in range(n_variables)]
    entries = 0
    while heap:
        fill, degree, variable = heappop(heap)
        is_stale = fill != graph.fill[variable] or degree != len(graph.neighbours[variable])
        if order[variable] >= 0 or is_stale:
            continue
        around = graph.neighbours[variable]
        needed = prod(sizes[member] for member in around) * sizes[variable]
        entries = max(entries, needed)
        if entries > max_entries:
            raise WidthError(entries, sorted({variable, *around}), max_entries)
        order[variable] = len(removed)
        removed.append(variable)
        left[variable] = set(around)
        for other in graph.remove(variable):
            if order[other] < 0:
                heappush(heap, (graph.fill[other], len(graph.neighbours[other]), other))
    tree = _joined(removed, order, left)
    total = sum(prod(sizes[member] for member in clique) for clique in tree.members)
    if total > max_entries:
        largest = max(tree.members, key=lambda clique: prod(sizes[member] for member in clique))
        raise WidthError(total, largest, max_entries)
    return tree


def _joined(removed: list[int], order: list[int], left: list[set[int]]) -> CliqueTree:
    """Return the forest of cliques {variable} ∪ left[variable], without those in another."""
    n_variables = len(removed)
    cliques = [{variable, *left[variable]} for variable in removed]
    parents = [
        min((order[member] for member in left[variable]), default=-1) for variable in removed
    ]
    becomes = list(range(n_variables))
    grown = [False] * n_variables
    for place, variable in enumerate(removed):
        parent = parents[place]
        if parent < 0 or grown[parent] or len(left[variable]) < len(left[removed[parent]]) + 1:
            continue
        # The parent's clique is a part of this one, which takes its place among the children.
        cliques[parent] = cliques[place]
        grown[parent] = True
        becomes[place] = parent
    homes = list(range(n_variables))
    for place in range(n_variables - 1, -1, -1):
        if becomes[place] != place:
            homes[place] = homes[becomes[place]]
    kept = [place for place in range(n_variables) if becomes[place] == place]
    numbers = {place: number for number, place in enumerate(kept)}
    return CliqueTree(
        [sorted(cliques[place]) for place in kept],
        [numbers[homes[parents[place]]] if parents[place] >= 0 else -1 for place in kept],
        [numbers[homes[order[variable]]] for variable in range(n_variables)],
        order,
    )

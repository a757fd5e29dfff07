"""Small deterministic automata over labels, with costs: construction, product, minimisation."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray

DEAD = -1
"""The successor of an impossible step."""

FEW_STATES = 64
"""Largest number of states that are compared in all columns at once, not label by label."""

MAX_PRODUCT_STATES = 4096
"""Limit of the states of a product before it is minimised."""

State = TypeVar("State", bound=Hashable)


class TooManyStatesError(Exception):
    """An automaton exceeds the limit of states; callers then use another method."""


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """A deterministic automaton that reads the labels of a sentence from left to right.

    Rules for some positions only ("not this span") use *marks*: each token has one, on which steps
    may depend. An automaton that is the same everywhere has one mark, 0. Marks belong to a
    sentence, not to the automaton.

    Attributes
    ----------
    next : (M, S, L) array of int32
        State after reading a label of a token with mark m in a state; `DEAD` where the labelling
        is forbidden. Reading starts in state 0.
    cost : (M, S, L) array
        Cost of that step; finite.
    final : (S,) array
        Cost of stopping in a state; inf where a sentence must not stop.
    """

    next: IdArray
    cost: FloatArray
    final: FloatArray

    @property
    def n_marks(self) -> int:
        """M."""
        return int(self.next.shape[0])

    @property
    def n_states(self) -> int:
        """S."""
        return int(self.next.shape[1])

    @property
    def n_labels(self) -> int:
        """L."""
        return int(self.next.shape[2])

    def read(self, labels: Sequence[int], marks: Sequence[int] | None = None) -> float:
        """Return the cost of a labelling of T tokens; inf if it is forbidden."""
        state = 0
        total = 0.0
        for t, label in enumerate(labels):
            mark = 0 if marks is None else int(marks[t])
            total += float(self.cost[mark, state, label])
            state = int(self.next[mark, state, label])
            if state == DEAD:
                return np.inf
        return total + float(self.final[state])

    def with_marks(self, marks: NDArray[np.int64]) -> Automaton:
        """Return the automaton whose mark k is mark ``marks[k]`` of this one."""
        return Automaton(self.next[marks], self.cost[marks], self.final)


def build(
    initial: State,
    step: Callable[[int, State, int], tuple[State, float]],
    final: Callable[[State], float],
    n_labels: int,
    *,
    n_marks: int = 1,
) -> Automaton:
    """Construct an automaton by following all steps from an initial state.

    Parameters
    ----------
    initial : hashable
    step : callable
        (mark, state, label) to (state, cost); a cost of inf forbids the step. The set of reachable
        states must be finite.
    final : callable
        State to the cost of stopping there, which may be inf.
    n_labels, n_marks : int
    """
    numbers: dict[State, int] = {initial: 0}
    states = [initial]
    successors: list[list[list[int]]] = []
    costs: list[list[list[float]]] = []
    for state in states:
        rows: list[list[int]] = []
        row_costs: list[list[float]] = []
        for mark in range(n_marks):
            row, row_cost = [], []
            for label in range(n_labels):
                reached, cost = step(mark, state, label)
                if cost == np.inf:
                    row.append(DEAD)
                    row_cost.append(0.0)
                    continue
                if reached not in numbers:
                    numbers[reached] = len(states)
                    states.append(reached)
                row.append(numbers[reached])
                row_cost.append(cost)
            rows.append(row)
            row_costs.append(row_cost)
        successors.append(rows)
        costs.append(row_costs)
    return Automaton(
        np.ascontiguousarray(np.array(successors, dtype=np.int32).transpose(1, 0, 2)),
        np.ascontiguousarray(np.array(costs, dtype=np.float64).transpose(1, 0, 2)),
        np.array([final(state) for state in states], dtype=np.float64),
    )


def product(one: Automaton, other: Automaton, max_states: int = MAX_PRODUCT_STATES) -> Automaton:
    """Return the intersection of automata with the same marks and labels; costs are summed.

    Raises
    ------
    TooManyStatesError
        More than `max_states` pairs of states are reached.
    """
    width = other.n_states
    numbers = np.full(one.n_states * width, DEAD, dtype=np.int64)
    numbers[0] = 0
    pairs = np.zeros(1, dtype=np.int64)
    frontier = pairs
    while len(frontier):
        first, second = one.next[:, frontier // width], other.next[:, frontier % width]
        codes = np.where((first >= 0) & (second >= 0), first * np.int64(width) + second, DEAD)
        found = np.unique(codes)
        frontier = found[(found >= 0) & (numbers[found] == DEAD)]
        numbers[frontier] = np.arange(len(pairs), len(pairs) + len(frontier))
        pairs = np.concatenate([pairs, frontier])
        if len(pairs) > max_states:
            raise TooManyStatesError
    first, second = one.next[:, pairs // width], other.next[:, pairs % width]
    alive = (first >= 0) & (second >= 0)
    codes = np.where(alive, first * np.int64(width) + second, 0)
    return Automaton(
        np.where(alive, numbers[codes], DEAD).astype(np.int32),
        np.where(alive, one.cost[:, pairs // width] + other.cost[:, pairs % width], 0.0),
        one.final[pairs // width] + other.final[pairs % width],
    )


def minimised(automaton: Automaton) -> Automaton:
    """Return the minimal automaton with the same costs of each step; state 0 stays first.

    Steps from which no end can be reached are forbidden. States are equivalent if stopping costs
    the same, and each label costs the same and leads to an equivalent state (E. F. Moore's
    refinement of partitions, 1956; costs are part of the signature). If nothing is left, one state
    remains in which a sentence must not stop.
    """
    distances = _distances(automaton)
    following = automaton.next
    is_alive = (following >= 0) & np.append(distances >= 0, False)[following]
    following = np.where(is_alive, following, DEAD)
    cost = np.where(is_alive, automaton.cost, 0.0)
    # Signature of a state: distance to the end, cost of stopping, and steps.
    classes = _finer(_numbers(distances), automaton.final[np.newaxis])
    classes = _finer(classes, _columns(cost))
    steps = _columns(following)
    n_classes = 0
    while classes.max() + 1 > n_classes:
        n_classes = int(classes.max()) + 1
        classes = _finer(classes, np.where(steps >= 0, classes[steps], DEAD))
    return _merged(following, cost, automaton.final, classes)


def _columns(table: NDArray[Any]) -> NDArray[Any]:
    """Return an array (M, S, L) by mark and label, (M · L, S)."""
    n_marks, n_states, n_labels = table.shape
    return np.ascontiguousarray(table.transpose(0, 2, 1).reshape(n_marks * n_labels, n_states))


def _distances(automaton: Automaton) -> NDArray[np.int64]:
    """Return the distance of each state from one in which a sentence may stop, (S,); or −1.

    Equivalent states have equal distances; this splits a chain of states in one round.
    """
    distances = np.where(np.isfinite(automaton.final), 0, -1)
    columns = _columns(automaton.next)
    steps = 0
    while True:
        steps += 1
        is_near = np.append(distances >= 0, False)
        found = is_near[columns].any(axis=0) & (distances < 0)
        if not found.any():
            return distances
        distances[found] = steps


def _numbers(values: NDArray[Any]) -> NDArray[np.int64]:
    """Return the id of each value."""
    return np.unique(values, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _finer(classes: NDArray[np.int64], columns: NDArray[Any]) -> NDArray[np.int64]:
    """Return the refinement of classes by the values in all columns."""
    if len(classes) <= FEW_STATES:
        rows = np.column_stack([classes, columns.T])
        return np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)
    for column in columns[(columns != columns[:, :1]).any(axis=1)]:
        numbers = _numbers(column)
        classes = _numbers(classes * np.int64(numbers.max() + 1) + numbers)
    return classes


def _merged(
    following: IdArray, cost: FloatArray, final: FloatArray, classes: NDArray[np.int64]
) -> Automaton:
    """Return the automaton of the classes reachable from the first state, in that order."""
    _, members = np.unique(classes, return_index=True)
    order = [int(classes[0])]
    number_of = {order[0]: 0}
    for number in order:
        reached = following[:, members[number]]
        for one in np.unique(classes[reached[reached >= 0]]).tolist():
            if one not in number_of:
                number_of[one] = len(order)
                order.append(one)
    kept = members[order]
    renumbered = np.full(len(members), DEAD, dtype=np.int32)
    renumbered[order] = np.arange(len(order))
    rows = following[:, kept]
    return Automaton(
        np.ascontiguousarray(np.where(rows >= 0, renumbered[classes[rows]], DEAD), dtype=np.int32),
        np.ascontiguousarray(cost[:, kept]),
        final[kept],
    )

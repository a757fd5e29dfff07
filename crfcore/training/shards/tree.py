"""Sums along a binary tree over shard numbers, in any order of the shards.

Node k of a level is the sum of nodes 2k and 2k + 1 of the level below, of which the last one may be
alone. Sums of floating-point numbers depend on their order; this one depends on the number of
shards only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

Add = Callable[[T, T], T]
"""The sum of two neighbours; it may change and return the first one."""


class TreeSum(Generic[T]):
    """A sum of one part for each shard.

    Parameters
    ----------
    n_parts : int
        At least 1.
    add : callable
    """

    def __init__(self, n_parts: int, add: Add[T]) -> None:
        self._n_parts = n_parts
        self._add = add
        self._waiting: dict[tuple[int, int], T] = {}
        self._total: T | None = None

    def put(self, number: int, part: T) -> None:
        """Add the part of a shard, and of all nodes that are complete with it."""
        level, n_nodes = 0, self._n_parts
        while n_nodes > 1:
            sibling = number ^ 1
            if sibling < n_nodes:
                if (level, sibling) not in self._waiting:
                    self._waiting[level, number] = part
                    return
                other = self._waiting.pop((level, sibling))
                part = self._add(other, part) if sibling < number else self._add(part, other)
            level, number, n_nodes = level + 1, number // 2, (n_nodes + 1) // 2
        self._total = part

    @property
    def total(self) -> T:
        """The sum, once all parts are there."""
        assert self._total is not None
        return self._total


def summed(parts: list[T], add: Add[T]) -> T:
    """Return the sum of parts along the tree, level by level."""
    while len(parts) > 1:
        pairs = zip(parts[::2], parts[1::2], strict=False)
        last = parts[-1:] if len(parts) % 2 else []
        parts = [*(add(left, right) for left, right in pairs), *last]
    return parts[0]

"""L-BFGS curvature from the last steps of an optimiser, and its state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.training.vector_kernels import (
    add_scaled,
    add_scaled_then_dot,
    difference_into,
    dot,
    put,
    scale_into,
    take,
)


@dataclass(frozen=True, slots=True, eq=False)
class OptimiserState:
    """The state of an optimiser, to resume it exactly.

    Attributes
    ----------
    x : (F,) array
        The point, in the optimiser's own variables.
    steps, changes : (M, F) arrays
        The last steps of x and changes of the gradient, the oldest first.
    iterations, evaluations : int
        Done so far.
    seconds : float
        Spent so far.
    history : tuple of (evaluations, value)
        One entry for each iteration, and one for the start.
    refined : bool
        Whether the function was evaluated in its full precision.
    comparable_from : int
        First iteration whose value can be compared with exact ones.
    """

    x: FloatArray
    steps: FloatArray
    changes: FloatArray
    iterations: int
    evaluations: int
    seconds: float
    history: tuple[tuple[int, float], ...]
    refined: bool = False
    comparable_from: int = 0


class _Pair(NamedTuple):
    """A step, the change of the gradient along it, and the product of both."""

    step: FloatArray
    change: FloatArray
    product: float


class Curvature:
    """The last steps s = x − x' and changes of gradient y = g − g', and the product with H.

    J. Nocedal and S. J. Wright, Numerical Optimization (2nd edition), algorithm 7.4.
    """

    def __init__(self, memory: int, n: int) -> None:
        self._steps = np.empty((memory, n))
        self._changes = np.empty((memory, n))
        self._products = np.empty(memory)
        self._memory = memory
        self._restricted = np.empty((2 * memory + 1, 0))
        self._next = 0
        self.n_kept = 0

    def forget(self) -> None:
        """Clear the memory."""
        self.n_kept = 0

    def learn(
        self, x: FloatArray, old_x: FloatArray, gradient: FloatArray, old_gradient: FloatArray
    ) -> None:
        """Add a step."""
        step, change = self._steps[self._next], self._changes[self._next]
        difference_into(x, old_x, step)
        difference_into(gradient, old_gradient, change)
        self._keep()

    def _keep(self) -> None:
        """Keep the pair in the next slot, if the curvature along it is positive."""
        product = dot(self._steps[self._next], self._changes[self._next])
        if not product > 0.0:
            return
        self._products[self._next] = product
        self._next = (self._next + 1) % self._memory
        self.n_kept = min(self.n_kept + 1, self._memory)

    def _positions(self) -> list[int]:
        """Return the slots of the kept pairs, the newest first."""
        return [(self._next - 1 - k) % self._memory for k in range(self.n_kept)]

    def in_order(self) -> tuple[FloatArray, FloatArray]:
        """Return copies of the kept steps and changes, the oldest first, (M, F) each."""
        positions = self._positions()[::-1]
        return self._steps[positions], self._changes[positions]

    def restore(self, steps: FloatArray, changes: FloatArray) -> None:
        """Restore the result of `in_order`, up to the size of the memory."""
        self.n_kept = self._next = 0
        for step, change in zip(steps, changes, strict=True):
            self._steps[self._next] = step
            self._changes[self._next] = change
            self._keep()

    def direction(self, gradient: FloatArray, direction: FloatArray) -> float:
        """Write −H·gradient and return its slope, gradient · direction."""
        scale_into(-1.0, gradient, direction)
        pairs = [
            _Pair(self._steps[slot], self._changes[slot], self._products[slot])
            for slot in self._positions()
        ]
        _multiply(pairs, direction)
        return dot(gradient, direction)

    def direction_among(
        self, positions: OffsetArray, gradient: FloatArray, direction: FloatArray
    ) -> bool:
        """Write −H·gradient with H restricted to some variables; others do not change.

        Parameters
        ----------
        positions : (n,) array
            The variables that may move; the gradient is 0 elsewhere.
        gradient : (F,) array
        direction : (F,) array, written

        Returns
        -------
        bool
            Whether any curvature was available.
        """
        among = len(positions)
        if self._restricted.shape[1] < among:
            # With room to grow: the number of variables changes with each iteration.
            self._restricted = np.empty((2 * self._memory + 1, among + among // 4))
        pairs: list[_Pair] = []
        for number, slot in enumerate(self._positions()):
            step, change = self._restricted[2 * number : 2 * number + 2, :among]
            take(self._steps[slot], positions, step)
            take(self._changes[slot], positions, change)
            product = dot(step, change)
            # Restricted to fewer variables a pair may have zero or negative curvature.
            if product > 0.0:
                pairs.append(_Pair(step, change, product))
        part = self._restricted[-1, :among]
        take(gradient, positions, part)
        scale_into(-1.0, part, part)
        _multiply(pairs, part)
        direction[:] = 0.0
        put(part, positions, direction)
        return len(pairs) > 0


def _multiply(pairs: Sequence[_Pair], direction: FloatArray) -> None:
    """Multiply a direction by H, in place (algorithm 7.4: two loops over the pairs)."""
    if not pairs:
        return
    newest = pairs[0].change
    factors = []
    product = dot(pairs[0].step, direction)
    for pair, older in zip(pairs, [*(p.step for p in pairs[1:]), newest], strict=True):
        factors.append(product / pair.product)
        product = add_scaled_then_dot(-factors[-1], pair.change, direction, older)
    scale_into(pairs[0].product / dot(newest, newest), direction, direction)
    product = dot(pairs[-1].change, direction)
    for number in range(len(pairs) - 1, 0, -1):
        factor = factors[number] - product / pairs[number].product
        product = add_scaled_then_dot(
            factor, pairs[number].step, direction, pairs[number - 1].change
        )
    add_scaled(factors[0] - product / pairs[0].product, pairs[0].step, direction)

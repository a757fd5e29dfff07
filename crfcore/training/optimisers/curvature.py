"""L-BFGS curvature from the last steps of an optimiser, and its state."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.training.vector_kernels import (
    add_scaled,
    add_scaled_at,
    add_scaled_then_dot,
    difference_into,
    dot,
    dot_at,
    scale_into,
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


class Curvature:
    """The last steps s = x − x' and changes of gradient y = g − g', and the product with H.

    J. Nocedal and S. J. Wright, Numerical Optimization (2nd edition), algorithm 7.4.
    """

    def __init__(self, memory: int, n: int) -> None:
        self._steps = np.empty((memory, n))
        self._changes = np.empty((memory, n))
        self._products = np.empty(memory)
        self._memory = memory
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
        positions = self._positions()
        if not positions:
            return dot(gradient, direction)
        factors = np.empty(self._memory)
        product = dot(self._steps[positions[0]], direction)
        for number, position in enumerate(positions):
            factors[position] = product / self._products[position]
            after = positions[number + 1] if number + 1 < len(positions) else None
            product = add_scaled_then_dot(
                -factors[position],
                self._changes[position],
                direction,
                self._steps[after] if after is not None else self._changes[positions[0]],
            )
        newest = self._changes[positions[0]]
        scale = self._products[positions[0]] / dot(newest, newest)
        scale_into(scale, direction, direction)
        product = dot(self._changes[positions[-1]], direction)
        for number in range(len(positions) - 1, -1, -1):
            position = positions[number]
            factor = factors[position] - product / self._products[position]
            if number > 0:
                product = add_scaled_then_dot(
                    factor, self._steps[position], direction, self._changes[positions[number - 1]]
                )
            else:
                add_scaled(factor, self._steps[position], direction)
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
        scale_into(-1.0, gradient, direction)
        known: list[tuple[FloatArray, FloatArray, float, float]] = []
        scale = 0.0
        for position in self._positions():
            step, change = self._steps[position], self._changes[position]
            product = dot_at(positions, step, change)
            # Restricted to fewer variables a pair may have zero or negative curvature.
            if not product > 0.0:
                continue
            if not known:
                scale = product / dot_at(positions, change, change)
            factor = dot_at(positions, step, direction) / product
            add_scaled_at(positions, -factor, change, direction)
            known.append((step, change, product, factor))
        if not known:
            return False
        scale_into(scale, direction, direction)
        for step, change, product, factor in reversed(known):
            back = factor - dot_at(positions, change, direction) / product
            add_scaled_at(positions, back, step, direction)
        return True

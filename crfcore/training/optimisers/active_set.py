"""OWL-QN on the active variables: under an L1 penalty most remain 0.

After some iterations on all variables, the rest is done in rounds. A round optimises the variables
that are not 0, and those whose slope is near the penalty, with a cheaper function of these only.
After each round the full function is checked for others that violate the optimality conditions (J.
Friedman, T. Hastie and R. Tibshirani 2010, section 2.5); the optimisation ends when there are none.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Protocol

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.training.monitor import Monitor, TrainingCancelled, TrainingProgress
from crfcore.training.optimisers.curvature import OptimiserState
from crfcore.training.optimisers.minimisation import Minimum, Stopping
from crfcore.training.optimisers.owlqn import minimise_with_l1
from crfcore.training.optimisers.owlqn_kernels import absolute_sum, pseudo_gradient_into
from crfcore.training.vector_kernels import norm

ITERATIONS_ON_ALL = 40
"""Iterations on all variables, while too many of them change."""

ITERATIONS_OF_ROUND = 100
"""Maximum of iterations in a round, whose preparation costs some five evaluations."""

NEAR = 0.75
"""A variable of 0 is active if its slope exceeds this share of its penalty."""

OUTSIDE = 0.1
"""Share of the pseudo-gradient outside the active set above which another round follows."""


class Refinable(Protocol):
    """A smooth function whose precision can be increased."""

    def __call__(self, x: FloatArray, gradient: FloatArray, /) -> float:
        """Return the value and write the gradient."""

    def refine(self) -> bool:
        """Increase the precision; return whether that changes anything."""


Restricted = Callable[[OffsetArray], AbstractContextManager[Refinable]]
"""From indices of variables to the function of these, with all others 0."""


def minimise_by_rounds(
    function: Refinable,
    x: FloatArray,
    c1: FloatArray,
    restricted: Restricted,
    *,
    memory: int = 6,
    stopping: Stopping | None = None,
    monitor: Monitor | None = None,
) -> Minimum:
    """Minimise function(x) + Σ c1·|x| in rounds, updating x in place.

    Parameters
    ----------
    function, x, c1, memory, stopping, monitor
        As for `minimise_with_l1`.
    restricted : callable
        The same function of some variables, in the current precision of the full one.
    """
    return _Rounds(function, x, c1, restricted, memory, stopping or Stopping(), monitor).run()


class _Rounds:
    """One call of `minimise_by_rounds`."""

    def __init__(
        self,
        function: Refinable,
        x: FloatArray,
        c1: FloatArray,
        restricted: Restricted,
        memory: int,
        stopping: Stopping,
        monitor: Monitor | None,
    ) -> None:
        self._function = function
        self._x = x
        self._c1 = c1
        self._restricted = restricted
        self._memory = memory
        self._stopping = stopping
        self._monitor = monitor
        self._started = time.perf_counter()
        self._gradient = np.empty_like(x)
        self._pseudo = np.empty_like(x)
        self.total = Minimum(float("nan"), float("nan"), 0, 0, 0.0, "max_iterations")
        self._has_moved = False

    def run(self) -> Minimum:
        """Optimise all variables, then active ones in rounds until the full problem is solved."""
        total = self.total
        positions = np.arange(len(self._x), dtype=np.int64)
        state = self._round(self._function, positions, None, ITERATIONS_ON_ALL)
        try:
            while not self._is_over(positions):
                earlier, positions = positions, self._active()
                with self._restricted(positions) as function:
                    start = _moved(state, earlier, positions, self._x)
                    state = self._round(function, positions, start, ITERATIONS_OF_ROUND)
        except TrainingCancelled:
            total.reason = "cancelled"
        total.seconds = time.perf_counter() - self._started
        return total

    def _is_over(self, positions: OffsetArray) -> bool:
        """Check all variables after a round; return whether it was the last one."""
        total = self.total
        if total.reason in {"monitor", "cancelled"}:
            return True
        most = self._stopping.max_iterations
        is_last = most is not None and total.iterations >= most
        if is_last or total.reason != "max_iterations":
            if len(positions) == len(self._x):
                return True
            # The reported value is exact.
            self._function.refine()
        total.evaluations += 1
        total.value = self._function(self._x, self._gradient) + absolute_sum(self._x, self._c1)
        total.gradient_norm = pseudo_gradient_into(self._x, self._gradient, self._c1, self._pseudo)
        return is_last or (
            total.reason != "max_iterations" and not self._has_more_outside(positions)
        )

    def _has_more_outside(self, positions: OffsetArray) -> bool:
        """Return whether the optimality conditions are violated outside the round."""
        outside = self._pseudo.copy()
        outside[positions] = 0.0
        return self._has_moved and norm(outside) > OUTSIDE * self.total.gradient_norm

    def _active(self) -> OffsetArray:
        """Return the variables of the next round."""
        near = np.abs(self._gradient) > NEAR * self._c1
        return np.flatnonzero(near | (self._x != 0.0)).astype(np.int64)

    def _round(
        self,
        function: Refinable,
        positions: OffsetArray,
        state: OptimiserState | None,
        most_iterations: int,
    ) -> OptimiserState | None:
        """Optimise some variables; return the state with their curvature."""
        total = self.total
        x = self._x[positions]
        most = self._stopping.max_iterations
        is_last = most is not None and most - total.iterations <= most_iterations
        if most is not None:
            most_iterations = min(most_iterations, most - total.iterations)
        if state is not None:
            # To recompute the gradient.
            total.evaluations += 1
        watch = _Watch(self, function, most_iterations, is_last=is_last)
        minimum = minimise_with_l1(
            function,
            x,
            self._c1[positions],
            memory=self._memory,
            stopping=replace(self._stopping, max_iterations=most_iterations),
            monitor=watch.note,
            state=state,
            keep_state=True,
            refine=watch.refine,
        )
        self._x[positions] = x
        if watch.is_refined:
            self._function.refine()
        total.history.extend(
            (watch.evaluations + evaluations, value)
            for evaluations, value in minimum.history[0 if state is None else 1 :]
        )
        total.iterations += minimum.iterations
        total.evaluations += minimum.evaluations
        total.value, total.gradient_norm = minimum.value, minimum.gradient_norm
        total.reason = minimum.reason
        self._has_moved = minimum.iterations > 0
        return minimum.state

    def notify(self, progress: TrainingProgress) -> bool | None:
        """Call the monitor with the progress over all rounds."""
        if self._monitor is None:
            return None
        seconds = time.perf_counter() - self._started
        most = self._stopping.max_iterations
        return self._monitor(replace(progress, seconds=seconds, max_iterations=most))


class _Watch:
    """The monitor of one round."""

    def __init__(
        self, rounds: _Rounds, function: Refinable, most_iterations: int, *, is_last: bool
    ) -> None:
        total = rounds.total
        self._rounds = rounds
        self._function = function
        self._goes_on_after = None if is_last else most_iterations
        self._iteration = 0
        self._is_first = not total.history
        self._iterations = total.iterations
        self.evaluations = total.evaluations
        self.is_refined = False

    def note(self, progress: TrainingProgress) -> bool | None:
        """Record an iteration, and call the monitor of all rounds."""
        self._iteration = progress.iteration
        if progress.iteration == 0 and not self._is_first:
            # This point was reported at the end of the last round.
            return None
        return self._rounds.notify(
            replace(
                progress,
                iteration=self._iterations + progress.iteration,
                evaluations=self.evaluations + progress.evaluations,
            )
        )

    def refine(self) -> bool:
        """Refine the function, unless only the round ends."""
        if self._iteration == self._goes_on_after:
            return False
        self.is_refined = True
        return self._function.refine()


def _moved(
    state: OptimiserState | None, earlier: OffsetArray, positions: OffsetArray, x: FloatArray
) -> OptimiserState | None:
    """Return a state of some variables as start for others, with counters reset."""
    if state is None or len(earlier) == 0:
        return None
    at = np.minimum(np.searchsorted(earlier, positions), len(earlier) - 1)
    known = earlier[at] == positions
    return OptimiserState(
        x[positions],
        np.where(known, state.steps[:, at], 0.0),
        np.where(known, state.changes[:, at], 0.0),
        0,
        0,
        0.0,
        ((0, state.history[-1][1]),),
    )

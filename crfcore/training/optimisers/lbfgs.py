"""Limited-memory BFGS with a line search for the strong Wolfe conditions.

J. Nocedal and S. J. Wright, Numerical Optimization (2nd edition): algorithm 7.4 (two loops),
3.5 and 3.6 (line search). All vectors are worked on in place by kernels that release the GIL.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.training.monitor import Monitor, TrainingCancelled, TrainingProgress
from crfcore.training.optimisers.curvature import Curvature, OptimiserState
from crfcore.training.vector_kernels import dot, norm, step_to

SUFFICIENT_DECREASE = 1e-4
CURVATURE = 0.9
LARGEST_STEP = 1e20

NEAR_THE_END = 10.0
"""When the value falls by less than this many times what ends the optimisation, refine."""

ROUGHNESS = 1e-6
"""Values before refining may be off by this fraction."""

USUAL_PERIOD = 10
"""Iterations over which the fall is looked at for that, where `Stopping` names no period."""

Function = Callable[[FloatArray, FloatArray], float]
"""Takes the point, writes the gradient, returns the value."""

Norms = Callable[[FloatArray, FloatArray], tuple[float, float]]
"""Takes point and gradient, returns their norms."""


@dataclass(frozen=True, slots=True)
class Stopping:
    """When the optimiser has done enough; names and defaults are CRFsuite's.

    Attributes
    ----------
    max_iterations : int or None
    epsilon : float
        ‖gradient‖ < epsilon · max(1, ‖x‖).
    period, delta : int, float
        The value fell by less than delta · value over the last `period` iterations.
    max_linesearch : int
        Evaluations in one line search.
    """

    max_iterations: int | None = None
    epsilon: float = 1e-5
    period: int = 10
    delta: float = 1e-5
    max_linesearch: int = 20


@dataclass(slots=True)
class Minimum:
    """Where the optimiser ended.

    Attributes
    ----------
    value : float
        The function there.
    gradient_norm : float
    iterations, evaluations : int
    seconds : float
    reason : str
        ``"gradient"``, ``"delta"``, ``"max_iterations"``, ``"monitor"``, ``"cancelled"`` or
        ``"line search"`` (no better point can be told apart in double precision).
    history : list of (evaluations, value)
        One entry for each iteration.
    state : OptimiserState or None
        How to go on, where that was asked for.
    """

    value: float
    gradient_norm: float
    iterations: int
    evaluations: int
    seconds: float
    reason: str
    history: list[tuple[int, float]] = field(default_factory=list)
    state: OptimiserState | None = None

    @property
    def converged(self) -> bool:
        """Whether the optimiser stopped because there was nothing left to gain."""
        return self.reason in {"gradient", "delta", "line search"}


def minimise(
    function: Function,
    x: FloatArray,
    *,
    memory: int = 6,
    stopping: Stopping | None = None,
    monitor: Monitor | None = None,
    state: OptimiserState | None = None,
    keep_state: bool = False,
    refine: Callable[[], bool] | None = None,
    norms: Norms | None = None,
) -> Minimum:
    """Minimise a function, starting from and ending in x.

    Parameters
    ----------
    function : callable
        ``function(x, gradient) -> value``; may raise `TrainingCancelled`.
    x : (F,) array, changed
        On return the best point accepted, also after a cancellation.
    memory : int
        How many earlier steps describe the curvature.
    stopping : Stopping, optional
    monitor : Monitor, optional
        Called before the first and after every iteration.
    state : OptimiserState, optional
        Go on where that stopped; x is overwritten. With the same function and memory every bit is
        as if there had been no stop.
    keep_state : bool
        Leave the way to go on in `Minimum.state`.
    refine : callable, optional
        Called near the end (see `NEAR_THE_END`), and whenever the optimiser would stop; True says
        that the function has become more exact, so that the end is looked for again.
    norms : callable, optional
        ``norms(x, gradient)`` returns the two norms of which `Stopping.epsilon` speaks, where
        they are not the Euclidean ones of x and its gradient.
    """
    minimisation = Minimisation(function, x, memory, stopping or Stopping(), monitor, refine, norms)
    return minimisation.run(state, keep_state=keep_state)


def _euclidean_norms(x: FloatArray, gradient: FloatArray) -> tuple[float, float]:
    return norm(x), norm(gradient)


class Minimisation:
    """One call of `minimise`; with other ways of evaluating and searching, of another optimiser."""

    def __init__(
        self,
        function: Function,
        x: FloatArray,
        memory: int,
        stopping: Stopping,
        monitor: Monitor | None,
        refine: Callable[[], bool] | None = None,
        norms: Norms | None = None,
    ) -> None:
        self._function = function
        self._x = x
        self._stopping = stopping
        self._monitor = monitor
        self._refine = refine
        self._norms = norms or _euclidean_norms
        self._x_norm = 0.0
        self._comparable_from = 0
        self._is_refined = False
        self._n_beyond_state = 0
        self._pairs = Curvature(memory, len(x))
        self._gradient = np.zeros_like(x)
        self._direction = np.empty_like(x)
        self._trial_x = np.empty_like(x)
        self._trial_gradient = np.empty_like(x)
        self._started = time.perf_counter()
        self._result = Minimum(float("nan"), float("nan"), 0, 0, 0.0, "cancelled")

    def run(self, state: OptimiserState | None = None, *, keep_state: bool = False) -> Minimum:
        """Iterate until something says stop."""
        result = self._result
        try:
            self._begin(state)
            reason = self._reason()
            while reason not in {"monitor", "max_iterations"}:
                if (reason or self._is_near_the_end()) and self._refined():
                    reason = self._end()
                elif reason is None:
                    reason = self._iterate() or self._reason()
                else:
                    break
            else:
                # The value that is reported is exact; going on starts as things stood.
                as_stood = self._is_refined, self._comparable_from
                self._n_beyond_state = int(self._refined())
                self._is_refined, self._comparable_from = as_stood
            result.reason = reason
        except TrainingCancelled:
            result.reason = "cancelled"
        result.seconds = time.perf_counter() - self._started
        if keep_state:
            result.state = self._state()
        return result

    def _begin(self, state: OptimiserState | None) -> None:
        """Evaluate where it starts: at x, or where an earlier run stopped."""
        result = self._result
        if state is not None:
            self._x[:] = state.x
            self._pairs.restore(state.steps, state.changes)
            result.iterations = state.iterations
            result.evaluations = state.evaluations
            result.history.extend(state.history)
            result.value = state.history[-1][1]
            self._started -= state.seconds
            self._comparable_from = state.comparable_from
            if state.refined and self._refine is not None:
                self._is_refined = self._refine()
        result.value = self._evaluate(self._x, self._gradient)
        result.gradient_norm = self._norm()
        if state is not None:
            # The evaluation only brings back the gradient, which no file needs to hold.
            result.evaluations = state.evaluations
        if not result.history:
            result.history.append((result.evaluations, result.value))

    def _state(self) -> OptimiserState:
        result = self._result
        return OptimiserState(
            self._x.copy(),
            *self._pairs.in_order(),
            result.iterations,
            result.evaluations - self._n_beyond_state,
            result.seconds,
            tuple(result.history),
            self._is_refined,
            self._comparable_from,
        )

    def _norm(self) -> float:
        """Return the norm of the gradient, after an evaluation was accepted."""
        self._x_norm, gradient_norm = self._norms(self._x, self._gradient)
        return gradient_norm

    def _is_near_the_end(self) -> bool:
        fraction = NEAR_THE_END * max(self._stopping.delta, ROUGHNESS)
        return self._has_fallen_by_less_than(fraction, self._stopping.period or USUAL_PERIOD)

    def _refined(self) -> bool:
        """Ask for a more exact function, and evaluate it where we are."""
        if self._refine is None or not self._refine():
            return False
        result = self._result
        self._is_refined = True
        if self._stopping.delta < ROUGHNESS:
            self._comparable_from = result.iterations
        result.value = self._evaluate(self._x, self._gradient)
        result.gradient_norm = self._norm()
        return True

    def _evaluate(self, x: FloatArray, gradient: FloatArray) -> float:
        self._result.evaluations += 1
        return self._function(x, gradient)

    def _reason(self) -> str | None:
        """Tell the monitor; return why to stop here, or None."""
        if self._monitor is not None and self._monitor(self._progress()):
            return "monitor"
        return self._end()

    def _end(self) -> str | None:
        """Return why this is the end, or None."""
        result, stopping = self._result, self._stopping
        if result.gradient_norm <= stopping.epsilon * max(1.0, self._x_norm):
            return "gradient"
        if self._has_fallen_by_less_than(stopping.delta, stopping.period):
            return "delta"
        if stopping.max_iterations is not None and result.iterations >= stopping.max_iterations:
            return "max_iterations"
        return None

    def _has_fallen_by_less_than(self, fraction: float, period: int) -> bool:
        result = self._result
        if not 0 < period <= result.iterations - self._comparable_from:
            return False
        before = result.history[-1 - period][1]
        return bool(before - result.value < fraction * abs(result.value))

    def _progress(self) -> TrainingProgress:
        result = self._result
        return TrainingProgress(
            result.iterations,
            result.evaluations,
            result.value,
            result.gradient_norm,
            time.perf_counter() - self._started,
            self._stopping.max_iterations,
            norm(self._x),
        )

    def _iterate(self) -> str | None:
        """Go one step; return why that was impossible, or None."""
        slope = self._pairs.direction(self._gradient, self._direction)
        if not slope < 0.0:
            # Rounding has spoilt the curvature: begin again with the steepest descent.
            self._pairs.forget()
            slope = self._pairs.direction(self._gradient, self._direction)
        first_step = 1.0 if self._pairs.n_kept else 1.0 / max(norm(self._gradient), 1e-300)
        value = self._search(slope, first_step)
        if value is None:
            if not self._pairs.n_kept:
                return "line search"
            self._pairs.forget()
            return None
        self._accept(value)
        return None

    def _accept(self, value: float) -> None:
        """Go to the trial point."""
        result = self._result
        self._pairs.learn(self._trial_x, self._x, self._trial_gradient, self._gradient)
        self._x[:] = self._trial_x
        self._gradient, self._trial_gradient = self._trial_gradient, self._gradient
        result.value = value
        result.gradient_norm = self._norm()
        result.iterations += 1
        result.history.append((result.evaluations, value))

    def _try(self, step: float) -> tuple[float, float]:
        """Return value and slope at a step along the direction."""
        step_to(self._x, step, self._direction, self._trial_x)
        value = self._evaluate(self._trial_x, self._trial_gradient)
        return value, dot(self._trial_gradient, self._direction)

    def _search(self, slope: float, step: float) -> float | None:
        """Find a step that satisfies the strong Wolfe conditions; leave it in the trial vectors.

        Returns
        -------
        float or None
            The value there; None when no point is better than where we are.
        """
        start = _Point(0.0, self._result.value, slope)
        low, high = start, None
        for _ in range(self._stopping.max_linesearch):
            value, trial_slope = self._try(step)
            point = _Point(step, value, trial_slope)
            if not np.isfinite(value):
                high = point
                step = 0.5 * (low.step + step)
                continue
            enough = value <= start.value + SUFFICIENT_DECREASE * step * slope
            if enough and abs(trial_slope) <= CURVATURE * abs(slope):
                return value
            if not enough or value >= low.value:
                high = point
            elif (high is not None and trial_slope * (high.step - low.step) >= 0.0) or (
                high is None and trial_slope >= 0.0
            ):
                low, high = point, low
            else:
                low = point
            if high is None:
                step = min(_extrapolated(start, low), LARGEST_STEP)
            elif high.step != low.step:
                step = _interpolated(low, high)
            else:
                # Nothing is left between them: rounding decides from here on.
                break
        return self._accept_lower(low)

    def _accept_lower(self, low: _Point) -> float | None:
        """After too many trials, take the best point that decreased enough, if there is one."""
        if low.step == 0.0:
            return None
        value, _ = self._try(low.step)
        return value if value < self._result.value else None


@dataclass(frozen=True, slots=True)
class _Point:
    """Value and slope of the function at a step along the direction."""

    step: float
    value: float
    slope: float


def _extrapolated(start: _Point, low: _Point) -> float:
    """Return a longer step when the function still falls at the last one."""
    if start.slope < low.slope:
        # The slope would vanish here if it went on rising as it did.
        secant = low.step * start.slope / (start.slope - low.slope)
        return float(min(max(secant, 1.5 * low.step), 10.0 * low.step))
    return 4.0 * low.step


def _interpolated(low: _Point, high: _Point) -> float:
    """Return a step between two points: the minimum of the cubic through both, kept off the ends.

    Nocedal and Wright, equation 3.59.
    """
    width = high.step - low.step
    middle = low.step + 0.5 * width
    if not np.isfinite(high.value) or not np.isfinite(high.slope):
        return middle
    d1 = low.slope + high.slope - 3.0 * (low.value - high.value) / (low.step - high.step)
    square = d1 * d1 - low.slope * high.slope
    if square < 0.0:
        return middle
    d2 = math.copysign(math.sqrt(square), width)
    denominator = high.slope - low.slope + 2.0 * d2
    if denominator == 0.0:
        return middle
    step = high.step - width * (high.slope + d2 - d1) / denominator
    margin = 0.1 * abs(width)
    nearest, farthest = sorted((low.step, high.step))
    if not np.isfinite(step):
        return middle
    return float(min(max(step, nearest + margin), farthest - margin))

"""The common part of optimisers: iterations, stopping criteria, reports."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.errors import AlteredStateError
from crfcore.training.monitor import Monitor, TrainingCancelled, TrainingProgress
from crfcore.training.optimisers.curvature import OptimiserState
from crfcore.training.optimisers.line_search import strong_wolfe
from crfcore.training.vector_kernels import dot, norm, step_to

NEAR_THE_END = 10.0
"""Refine when the decrease is less than this multiple of the stopping threshold."""

ROUGHNESS = 1e-6
"""Relative error of values before refinement."""

TRIALS_WHILE_ROUGH = 6
"""Evaluations in a line search before refinement; more find nothing but rounding errors."""

SAME_VALUE = 1e-4
"""Relative difference of a state's recorded value from that at its point, from rounding at most."""

USUAL_PERIOD = 10
"""Period of that decrease in iterations, if `Stopping` has none."""

RELATIVE_CHANGE = 1e-7
"""The stopping threshold of H. M. Wallach (2002) and R. Malouf (2002)."""

Function = Callable[[FloatArray, FloatArray], float]
"""(x, gradient): writes the gradient, returns the value."""

Keep = Callable[["Minimisation"], object]
"""Called after each iteration, before the monitor; may take the `Minimisation.state`."""

Norms = Callable[[FloatArray, FloatArray], tuple[float, float]]
"""From x and gradient to their norms."""


@dataclass(frozen=True, slots=True)
class Stopping:
    """Stopping criteria; names and defaults are CRFsuite's.

    Attributes
    ----------
    max_iterations : int or None
    epsilon : float
        ‖gradient‖ < epsilon · max(1, ‖x‖).
    period, delta : int, float
        The value fell by less than delta · value over the last `period` iterations.
    max_linesearch : int
        Maximum of evaluations in one line search.
    max_evaluations : int or None
        No iteration begins after so many; the last one may exceed it slightly.
    """

    max_iterations: int | None = None
    epsilon: float = 1e-5
    period: int = 10
    delta: float = 1e-5
    max_linesearch: int = 20
    max_evaluations: int | None = None

    @classmethod
    def at_relative_change(cls, fraction: float = RELATIVE_CHANGE, **limits: Any) -> Self:
        """Stop when the value fell by less than this fraction from one iteration to the next.

        H. M. Wallach 2002, equation 4.24. Other criteria are only limits, and a failed line search.
        """
        return cls(epsilon=0.0, period=1, delta=fraction, **limits)


@dataclass(slots=True)
class Minimum:
    """The result of an optimiser.

    Attributes
    ----------
    value : float
        The final value.
    gradient_norm : float
    iterations, evaluations : int
        Evaluations are passes over the data, including line searches and Hessian products.
    seconds : float
    reason : str
        ``"gradient"``, ``"delta"``, ``"max_iterations"``, ``"max_evaluations"``, ``"monitor"``,
        ``"cancelled"`` or ``"line search"`` (no better point found in double precision).
    history : list of (evaluations, value)
        One entry for each iteration.
    state : OptimiserState or None
        To resume, if requested.
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
        """Whether a convergence criterion ended the optimiser."""
        return self.reason in {"gradient", "delta", "line search"}


_LIMITS = frozenset({"monitor", "max_iterations", "max_evaluations"})
"""Reasons to stop without convergence."""


def _euclidean_norms(x: FloatArray, gradient: FloatArray) -> tuple[float, float]:
    return norm(x), norm(gradient)


def _check_recorded(recorded: float, found: float) -> None:
    """Raise AlteredStateError unless the value at a state's point is the recorded one."""
    if not abs(found - recorded) <= SAME_VALUE * max(abs(recorded), 1.0):
        raise AlteredStateError(
            f"The state of a training records an objective of {recorded:g}, but that at its "
            f"weights is {found:g}; it has been altered: train from the beginning."
        )


class Minimisation(ABC):
    """One call of an optimiser; subclasses define `_iterate`.

    Parameters
    ----------
    function : callable
        ``function(x, gradient) -> value``; may raise `TrainingCancelled`.
    x : (F,) array, changed
        On return the best accepted point, also after a cancellation.
    stopping : Stopping
    monitor : Monitor, optional
        Called before the first and after every iteration.
    refine : callable, optional
        Called near the end (see `NEAR_THE_END`), after a line search without result, and before
        the optimiser stops; True means that the precision has increased, so that the optimiser
        continues.
    norms : callable, optional
        ``norms(x, gradient)`` returns the two norms for `Stopping.epsilon`, by default the
        Euclidean ones of x and its gradient.
    keep : callable, optional
        Called with this object after each iteration, to store its `state`.
    """

    wolfe_curvature = 0.9
    """The curvature constant of the line search."""

    def __init__(
        self,
        function: Function,
        x: FloatArray,
        stopping: Stopping,
        monitor: Monitor | None,
        refine: Callable[[], bool] | None = None,
        norms: Norms | None = None,
        keep: Keep | None = None,
    ) -> None:
        self._keep = keep
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
        self._gradient = np.zeros_like(x)
        self._direction = np.empty_like(x)
        self._trial_x = np.empty_like(x)
        self._trial_gradient = np.empty_like(x)
        self._started = time.perf_counter()
        self._result = Minimum(float("nan"), float("nan"), 0, 0, 0.0, "cancelled")

    @abstractmethod
    def _iterate(self) -> str | None:
        """Make one step; return why that was impossible, or None."""

    def _restore(self, state: OptimiserState) -> None:  # noqa: B027 - most have no memory
        """Restore the memory of earlier steps."""

    def _remembered(self) -> tuple[FloatArray, FloatArray]:
        """Return earlier steps and changes of the gradient, (M, F) each."""
        nothing = np.zeros((0, len(self._x)))
        return nothing, nothing

    def run(self, state: OptimiserState | None = None, *, keep_state: bool = False) -> Minimum:
        """Iterate until a stopping criterion holds."""
        result = self._result
        try:
            self._begin(state)
            reason = self._reason()
            while reason not in _LIMITS:
                if (reason or self._is_near_the_end()) and self._refined():
                    reason = self._end()
                elif reason is None:
                    reason = self._iterate() or self._reason()
                else:
                    break
            else:
                # The reported value is exact; resuming starts from the state before.
                earlier = self._is_refined, self._comparable_from
                self._n_beyond_state = int(self._refined())
                self._is_refined, self._comparable_from = earlier
            result.reason = reason
        except TrainingCancelled:
            result.reason = "cancelled"
        result.seconds = time.perf_counter() - self._started
        if keep_state:
            result.state = self.state()
        return result

    def _begin(self, state: OptimiserState | None) -> None:
        """Evaluate the start: x, or the state of an earlier run."""
        result = self._result
        if state is not None:
            self._x[:] = state.x
            self._restore(state)
            result.iterations = state.iterations
            result.evaluations = state.evaluations
            result.history.extend(state.history)
            result.value = state.history[-1][1]
            self._started -= state.seconds
            self._comparable_from = state.comparable_from
            if state.refined and self._refine is not None:
                self._is_refined = self._refine()
                self._refine = None
        result.value = self._evaluate(self._x, self._gradient)
        result.gradient_norm = self._norm()
        if state is not None:
            _check_recorded(state.history[-1][1], result.value)
            # This evaluation only recomputes the gradient, which is not in files.
            result.evaluations = state.evaluations
        if not result.history:
            result.history.append((result.evaluations, result.value))

    @property
    def iterations(self) -> int:
        """The number of iterations so far."""
        return self._result.iterations

    def state(self) -> OptimiserState:
        """Return the state from which `run` goes on, at the last accepted point."""
        result = self._result
        return OptimiserState(
            self._x.copy(),
            *self._remembered(),
            result.iterations,
            result.evaluations - self._n_beyond_state,
            time.perf_counter() - self._started,
            tuple(result.history),
            self._is_refined,
            self._comparable_from,
        )

    def _norm(self) -> float:
        """Return the norm of the gradient at the accepted point."""
        self._x_norm, gradient_norm = self._norms(self._x, self._gradient)
        return gradient_norm

    def _is_near_the_end(self) -> bool:
        fraction = NEAR_THE_END * max(self._stopping.delta, ROUGHNESS)
        return self._has_fallen_by_less_than(fraction, self._stopping.period or USUAL_PERIOD)

    def _refined(self) -> bool:
        """Refine the function, and evaluate it at x."""
        refine, self._refine = self._refine, None
        if refine is None or not refine():
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

    def _evaluations_left(self) -> int:
        """Return the number of evaluations left for an iteration, at least one."""
        most = self._stopping.max_evaluations
        if most is None:
            return 2**31
        return max(most - self._result.evaluations, 1)

    def _reason(self) -> str | None:
        """Call the monitor; return why to stop here, or None."""
        if self._keep is not None:
            self._keep(self)
        if self._monitor is not None and self._monitor(self._progress()):
            return "monitor"
        return self._end()

    def _end(self) -> str | None:
        """Return the convergence criterion that holds, or None."""
        result, stopping = self._result, self._stopping
        if result.gradient_norm <= stopping.epsilon * max(1.0, self._x_norm):
            return "gradient"
        if self._has_fallen_by_less_than(stopping.delta, stopping.period):
            return "delta"
        if stopping.max_iterations is not None and result.iterations >= stopping.max_iterations:
            return "max_iterations"
        return "max_evaluations" if self._is_spent() else None

    def _is_spent(self) -> bool:
        most = self._stopping.max_evaluations
        return most is not None and self._result.evaluations >= most

    def _stuck(self) -> str:
        """Return the reason of a failed line search."""
        return "max_evaluations" if self._is_spent() else "line search"

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

    def _accept(self, value: float) -> None:
        """Accept the trial point, exchanging gradients."""
        result = self._result
        self._x[:] = self._trial_x
        self._gradient, self._trial_gradient = self._trial_gradient, self._gradient
        result.value = value
        result.gradient_norm = self._norm()
        result.iterations += 1
        result.history.append((result.evaluations, value))

    def _most_trials(self) -> int:
        """Return how often a line search may evaluate the function."""
        most = min(self._stopping.max_linesearch, self._evaluations_left())
        return most if self._refine is None else min(most, TRIALS_WHILE_ROUGH)

    def _again(self) -> str | None:
        """Make a step after a line search without result, if the function can be refined."""
        self._refined()
        return self._iterate()

    def _try(self, step: float) -> tuple[float, float]:
        """Return value and slope at a step along the direction."""
        step_to(self._x, step, self._direction, self._trial_x)
        value = self._evaluate(self._trial_x, self._trial_gradient)
        return value, dot(self._trial_gradient, self._direction)

    def _search(self, slope: float, step: float) -> tuple[float, float] | None:
        """Search along the direction, beginning with a step; leave the result in the trial.

        Returns
        -------
        (step, value) or None
            None if no point is better than x.
        """
        return strong_wolfe(
            self._try,
            self._result.value,
            slope,
            step,
            self._most_trials(),
            curvature=self.wolfe_curvature,
        )

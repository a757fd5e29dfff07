"""Iterative scaling: one equation per weight, without a line search.

Generalised (GIS; Darroch and Ratcliff 1972) and improved (IIS; Della Pietra, Della Pietra and
Lafferty 1997), for chains as in J. Lafferty, A. McCallum and F. Pereira (2001); H. M. Wallach 2002,
section 3.6.3. An event is a sentence with a labelling; its total is the sum of its features'
values. Each iteration takes one evaluation, and the objective never rises.

The correction feature s = C − Σ f of GIS makes all totals the same C. Wallach calls its expectation
intractable; it is C minus the sum of the others'. For probabilities, its weight v is equivalent to
−v in all others, so it is folded into them: the penalty is on the model's weights, and the optimum
does not depend on it. Without it, steps come from a weaker bound on the likelihood.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Protocol

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.classic.optimisers.update_equations import ROUNDING, Totals, change_for_one_total
from crfcore.training.monitor import Monitor
from crfcore.training.optimisers.minimisation import Function, Minimisation, Minimum, Stopping

MIN_SHARE = 1e-12
"""Least expected count as a share of the observed one; below, differences are rounding errors."""

MAX_STEPS = 60
"""Newton steps in the equation of the correction feature."""


class EventsByTotal(Protocol):
    """An objective with expected counts by the totals of events."""

    totals: Totals
    amounts: FloatArray
    """Expected counts at the last point evaluated, (K,)."""

    def __call__(self, x: FloatArray, gradient: FloatArray, /) -> float:
        """Return the value and write the gradient."""


def minimise_by_gis(
    function: Function,
    x: FloatArray,
    observed: FloatArray,
    total: float,
    penalty: float,
    *,
    n_events: float | None = None,
    stopping: Stopping | None = None,
    monitor: Monitor | None = None,
) -> Minimum:
    """Minimise −log-likelihood + penalty·Σx² by generalised iterative scaling.

    Parameters
    ----------
    function, x, stopping, monitor
        As for `Minimisation`. The gradient is expected − observed counts + 2·penalty·x.
    observed : (F,) array
        The sum of each feature over the observed events; not negative.
    total : float
        C, the greatest total of any event.
    penalty : float
    n_events : float, optional
        Number of observed events. With it there is a correction feature.
    """
    stopping = stopping or Stopping()
    return _Generalised(function, x, observed, total, penalty, n_events, stopping, monitor).run()


def minimise_by_iis(
    function: EventsByTotal,
    x: FloatArray,
    observed: FloatArray,
    penalty: float,
    *,
    stopping: Stopping | None = None,
    monitor: Monitor | None = None,
) -> Minimum:
    """Minimise −log-likelihood + penalty·Σx² by improved iterative scaling.

    Parameters
    ----------
    function : EventsByTotal
    x, observed, penalty, stopping, monitor
        As for `minimise_by_gis`.
    """
    return _Improved(function, x, observed, penalty, stopping or Stopping(), monitor).run()


class _Scaling(Minimisation):
    """Base of both methods."""

    def __init__(
        self,
        function: Function,
        x: FloatArray,
        observed: FloatArray,
        penalty: float,
        stopping: Stopping,
        monitor: Monitor | None,
    ) -> None:
        super().__init__(function, x, stopping, monitor)
        self._observed = observed
        self._penalty = penalty

    @abstractmethod
    def _change(self) -> FloatArray:
        """Return the change of each weight."""

    def _iterate(self) -> str | None:
        np.add(self._x, self._change(), out=self._trial_x)
        value = self._evaluate(self._trial_x, self._trial_gradient)
        if not value <= self._result.value:
            return self._stuck()
        self._accept(value)
        return None


class _Generalised(_Scaling):
    """One call of `minimise_by_gis`."""

    def __init__(
        self,
        function: Function,
        x: FloatArray,
        observed: FloatArray,
        total: float,
        penalty: float,
        n_events: float | None,
        stopping: Stopping,
        monitor: Monitor | None,
    ) -> None:
        super().__init__(function, x, observed, penalty, stopping, monitor)
        self._total = total
        self._n_events = n_events

    def _change(self) -> FloatArray:
        b = 2.0 * self._penalty
        expected = self._gradient + self._observed - b * self._x
        expected = np.maximum(expected, MIN_SHARE * self._observed)
        if self._n_events is None:
            return self._for(expected, self._x)
        both = self._n_events * self._total
        observed, expected_slack = both - self._observed.sum(), both - expected.sum()
        rounding = MIN_SHARE * both
        if observed <= rounding or expected_slack <= rounding:
            # All totals are C, or nearly so: no correction is needed.
            return self._for(expected, self._x)
        return self._corrected(expected, float(observed), float(expected_slack))

    def _for(self, expected: FloatArray, weights: FloatArray) -> FloatArray:
        return change_for_one_total(self._observed, expected, weights, self._total, self._penalty)

    def _corrected(self, expected: FloatArray, slack: float, expected_slack: float) -> FloatArray:
        """Solve for the change v of the correction feature's weight, and all others given v.

        The penalty is that of x + δ − v. Given v the equations are the usual ones at x − v; the
        remaining one decreases in v:

            slack − expected_slack·exp(C·v) + 2·penalty·Σ(x + δ(v) − v) = 0.
        """
        total, b = self._total, 2.0 * self._penalty
        v = float(np.log(slack / expected_slack)) / total
        if b == 0.0:
            return self._for(expected, self._x) - v
        low, high = -np.inf, np.inf
        change = self._for(expected, self._x - v)
        for _ in range(MAX_STEPS):
            grown = expected_slack * np.exp(min(total * v, 700.0))
            left = slack - grown + b * float(np.sum(self._x + change - v))
            if left > 0.0:
                low = v
            else:
                high = v
            curved = total * expected * np.exp(np.minimum(total * change, 700.0))
            slope = -total * grown - b * float(np.sum(curved / (b + curved)))
            step = -left / slope
            if abs(step) <= MIN_SHARE * abs(v) + ROUNDING:
                break
            v = v + step if low < v + step < high else 0.5 * (low + high)
            change = self._for(expected, self._x - v)
        return change - v


class _Improved(_Scaling):
    """One call of `minimise_by_iis`."""

    _function: EventsByTotal

    def _change(self) -> FloatArray:
        events = self._function
        return events.totals.change(self._observed, events.amounts, self._x, self._penalty)

"""A line search for the strong Wolfe conditions.

J. Nocedal and S. J. Wright, Numerical Optimization (2nd edition): algorithms 3.5 and 3.6.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

SUFFICIENT_DECREASE = 1e-4
LARGEST_STEP = 1e20

Trial = Callable[[float], tuple[float, float]]
"""From a step along the direction to value and slope."""


def strong_wolfe(
    trial: Trial, value: float, slope: float, step: float, max_trials: int, *, curvature: float
) -> tuple[float, float] | None:
    """Find a step that satisfies the strong Wolfe conditions.

    Parameters
    ----------
    trial : callable
        ``trial(step) -> (value, slope)``; the last call is for the returned step.
    value, slope : float
        At step 0; the slope is negative.
    step : float
        The first step.
    max_trials : int
        Maximum of trials; then the best point with sufficient decrease is used, if any.
    curvature : float
        |slope| at the end is at most this fraction of that at step 0.

    Returns
    -------
    (step, value) or None
        None if no point is better than step 0.
    """
    start = Point(0.0, value, slope)
    low, high = start, None
    for _ in range(max_trials):
        point = Point(step, *trial(step))
        if not np.isfinite(point.value):
            high = point
            step = 0.5 * (low.step + step)
            continue
        enough = point.value <= value + SUFFICIENT_DECREASE * step * slope
        if enough and abs(point.slope) <= curvature * abs(slope):
            return step, point.value
        if not enough or point.value >= low.value:
            high = point
        elif (high is not None and point.slope * (high.step - low.step) >= 0.0) or (
            high is None and point.slope >= 0.0
        ):
            low, high = point, low
        else:
            low = point
        if high is None:
            step = min(_extrapolated(start, low), LARGEST_STEP)
        elif high.step != low.step:
            step = _interpolated(low, high)
        else:
            # The interval is empty up to rounding.
            break
    return _lower(trial, start, low)


def _lower(trial: Trial, start: Point, low: Point) -> tuple[float, float] | None:
    """Return to the best point with sufficient decrease, if there is one."""
    if low.step == 0.0:
        return None
    value, _ = trial(low.step)
    return (low.step, value) if value < start.value else None


@dataclass(frozen=True, slots=True)
class Point:
    """Value and slope of the function at a step along the direction."""

    step: float
    value: float
    slope: float


def _extrapolated(start: Point, low: Point) -> float:
    """Return a longer step if the function still falls at the last one."""
    if start.slope < low.slope:
        # Zero of the slope by linear extrapolation.
        secant = low.step * start.slope / (start.slope - low.slope)
        return float(min(max(secant, 1.5 * low.step), 10.0 * low.step))
    return 4.0 * low.step


def _interpolated(low: Point, high: Point) -> float:
    """Return a step between two points: the minimum of the cubic through both, away from the ends.

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

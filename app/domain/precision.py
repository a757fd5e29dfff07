"""The expected precision of a score by the size of the test sample."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True, slots=True)
class Plan:
    """An assumed score, and the precision of samples of some sizes.

    A sentence has ``counted`` spans or tokens. ``precision`` maps the size to half the width of the
    interval, computed by `crfcore.active_learning.planned_widths`; it is a table because loading
    that takes too long for a dialog.
    """

    score: float
    counted: float
    precision: Mapping[int, float]


SPANS = Plan(
    0.8,
    2.0,
    {
        10: 0.2525,
        25: 0.1479,
        50: 0.1019,
        100: 0.0711,
        200: 0.0499,
        400: 0.0352,
        800: 0.0248,
        1600: 0.0175,
    },
)
"""The plan for an F1 of spans."""

ACCURACY = Plan(
    0.9,
    15.0,
    {
        10: 0.0732,
        25: 0.0411,
        50: 0.0280,
        100: 0.0195,
        200: 0.0137,
        400: 0.0096,
        800: 0.0068,
        1600: 0.0048,
    },
)
"""The plan where each token has a label."""


def planned_precision(size: int, plan: Plan = SPANS) -> float:
    """Return half the width of the interval of a sample's score, 0.5 for less than ten."""
    sizes = list(plan.precision)
    if size < sizes[0]:
        return 0.5
    nearest = sizes[bisect_right(sizes, size) - 1]
    return plan.precision[nearest] * sqrt(nearest / size)
